"""The place where attacks are graded: a course of its own, things worth stealing, and a look at the machine around."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import psutil

from autograder import facts, feedback
from autograder.batch import Grader
from autograder.facts import Course
from autograder.probes import Inputs, course_key
from autograder.report import Report
from tests.attacks.attack import EXERCISE, Attack, notebook
from tests.conftest import ROOT

CANARY = "canary-7f3a91"  # stands in everything that a student must not read
MARK = "pwned-by-an-attack"  # in the name of every file that an attack tries to leave behind
KEY = hashlib.sha256(b"attacks").hexdigest()  # fixed, so that a run can be repeated
LIMITS = """
LIMITS = {
    "call_seconds": 0.5,
    "cell_seconds": 1.0,
    "submission_seconds": 8.0,
    "wall_factor": 10.0,
    "memory_megabytes": 512,
    "file_megabytes": 2,
    "output_characters": 4000,
    "submission_megabytes": 16,
}
"""
NEIGHBOUR = f"# {CANARY}\n" + "def stable_softmax(scores):\n    return scores\n"
_SHARED = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))
_DIGITS = 6


def make_course(root: Path, key: str = KEY) -> Course:
    """A course that is graded with tight limits, with a neighbour's work, a gradebook and a key in its classroom."""
    root.mkdir(parents=True)
    config = (ROOT / "course_config.py").read_text(encoding="utf-8") + LIMITS
    (root / "course_config.py").write_text(config, encoding="utf-8")
    (root / "nbgrader_config.py").write_bytes((ROOT / "nbgrader_config.py").read_bytes())
    for folder in ("assignments", "solutions", "source"):
        copytree(ROOT / folder, root / folder, ignore=lambda _, names: [n for n in names if n.startswith("_")])
    course = facts.load(root)
    neighbour = course.folder("classroom") / "submitted" / "neighbour" / "attention"
    neighbour.mkdir(parents=True)
    (neighbour / "attention.ipynb").write_text(json.dumps(notebook(NEIGHBOUR)), encoding="utf-8")
    (course.folder("classroom") / "course.key").write_text(key + "\n", encoding="ascii")
    return course


def add_gradebook(course: Course) -> None:
    """Something that looks like marks, where no real ones are written."""
    for name in ("gradebook.db", "journal.db"):
        (course.folder("classroom") / name).write_text(f"SQLite {CANARY}", encoding="utf-8")


def add_home(home: Path) -> None:
    """A home folder with secrets, and with files that are run at the next start of something."""
    for name in (".bashrc", ".netrc", ".ssh/id_ed25519", ".jupyter/jupyter_config.py", ".ipython/startup.py"):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {CANARY}\n", encoding="utf-8")


@dataclass(frozen=True)
class View:
    """What an attack leaves outside its walls."""

    trees: Mapping[str, str]
    marked: frozenset[str]
    processes: frozenset[tuple[int, float]]


@dataclass(frozen=True)
class Verdict:
    """What came of one attack."""

    report: Report
    visible: str
    before: View
    after: View
    victim: dict[str, Any]


class Arena:
    """One course, one grader, and whatever must stay as it is."""

    def __init__(self, course: Course, home: Path, work: Path) -> None:
        self.course = course
        self.home = home
        self.work = work
        self.grader = Grader(course, "attention")
        self.key = course_key(course.folder("classroom")).decode()
        self._count = 0
        self._digits = hidden_digits(Inputs(self.key.encode(), hidden=True))
        self.honest = self._victim()

    def grade(self, attack: Attack) -> Verdict:
        """Grade the attack, then an honest submission behind it."""
        path = attack.build(self.folder(), self.course.root or Path())
        before = self.view()
        with deadline(attack.within):
            report = self.grader.grade(path, "a-student")
        after = self.view()
        return Verdict(report, visible(self.course, report), before, after, self._victim())

    def folder(self) -> Path:
        self._count += 1
        made = self.work / str(self._count)
        made.mkdir()
        return made

    def _victim(self) -> dict[str, Any]:
        path = self.folder() / "attention.ipynb"
        source = "import numpy as np\n" + VICTIM
        path.write_text(json.dumps(notebook(source)), encoding="utf-8")
        return shown(self.grader.grade(path, "victim"))

    def view(self) -> View:
        me = psutil.Process()
        processes = frozenset((p.pid, p.create_time()) for p in me.children(recursive=True))
        folders = [self.course.root, self.home]
        marked = frozenset(str(p) for folder in _SHARED for p in folder.glob(f"*{MARK}*"))
        return View({str(f): tree_hash(f) for f in folders if f}, marked, processes)

    def leaks(self, text: str) -> list[str]:
        """What stands in a text that a student sees and must not: valuables, places, hidden numbers."""
        found = [word for word in (CANARY, self.key, str(self.course.root), str(self.home), "STOLEN") if word in text]
        return found + sorted(self._digits & set(windows(text)))[:3]


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """A grader that hangs is a finding; its test must not hang with it."""

    def ring(*_: object) -> None:
        raise TimeoutError(f"the grader was not back within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


VICTIM = """
def stable_softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
"""


def shown(report: Report) -> dict[str, Any]:
    """The report as JSON, without what may differ from run to run."""
    made = report.as_json()
    for part in (made, *made["exercises"]):
        part.pop("seconds")
    made.pop("submission")
    return made


def visible(course: Course, report: Report) -> str:
    """Everything that a student sees of a report."""
    page = feedback.submission_page(course, report, "a-student")
    texts = "\n".join(_texts(shown(report)))
    return texts + re.sub(r"<style.*?</style>", "", page, flags=re.DOTALL)


def _texts(data: Any) -> Iterator[str]:
    """The texts of a piece of JSON; its numbers are marks and say nothing."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (dict, list, tuple)):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _texts(item)


def hidden_digits(inputs: Inputs) -> frozenset[str]:
    """The leading digits of every hidden number of the exercise under attack, as they would stand in any text."""
    found = set()
    for probe in inputs.probes(EXERCISE):
        for argument in probe.arguments:
            if isinstance(argument, np.ndarray) and argument.dtype.kind == "f":
                numbers = argument[np.isfinite(argument)].ravel()
                found |= {f"{abs(float(n)):.{_DIGITS + 4}e}".replace(".", "")[:_DIGITS] for n in numbers}
    return frozenset(d for d in found if len(set(d)) > 2)


def windows(text: str) -> Iterator[str]:
    """Every run of so many digits in the text, signs and points between them passed over."""
    for run in re.findall(r"[\d.pe+-]+", text):
        digits = re.sub(r"\D", "", run)
        yield from (digits[k : k + _DIGITS] for k in range(len(digits) - _DIGITS + 1))


def tree_hash(root: Path) -> str:
    """Names, kinds, modes and contents of everything below a folder."""
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        status = path.lstat()
        digest.update(f"{path.relative_to(root)} {status.st_mode} {status.st_uid}".encode("utf-8", "surrogateescape"))
        if stat.S_ISREG(status.st_mode):
            digest.update(path.read_bytes())
        elif stat.S_ISLNK(status.st_mode):
            digest.update(os.fsencode(os.readlink(path)))
    return digest.hexdigest()
