"""Kills any process of a grading run at any moment, and compares what is there in the end with an undisturbed run."""

from __future__ import annotations

import difflib
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from nbgrader.api import Gradebook

from autograder import facts, sample
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kills by process tree as Linux shows it")

SOFTMARKS = Path(sys.executable).with_name("softmarks")
ASSIGNMENT = "diagnostics"
SEED = int(os.environ.get("CHAOS_SEED", "1"))
KILLS = int(os.environ.get("CHAOS_KILLS", "100"))
LONGEST = 300  # seconds; only to notice that something hangs
RAISES = "def is_uniform(weights, atol=1e-3):\n    raise ValueError(0)"
ALWAYS = "import numpy as np\ndef is_uniform(weights, atol=1e-3):\n    return np.ones(len(weights), dtype=bool)"
SELF_KILL = "import os\ndef is_uniform(weights, atol=1e-3):\n    os._exit(3)"


def command(root: Path, *more: str) -> list[str]:
    return [str(SOFTMARKS), "grade", ASSIGNMENT, "--json", "--jobs", "2", "--course", str(root), *more]


def grade(root: Path) -> list[dict]:
    done = subprocess.run(command(root), capture_output=True, text=True, timeout=LONGEST)
    assert done.returncode == 1, done.stderr  # one of the class cannot be read
    return [json.loads(line) for line in done.stdout.splitlines()]


def hand_in(root: Path, student: str, data: bytes) -> None:
    folder = root / "classroom" / "submitted" / student / ASSIGNMENT
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{ASSIGNMENT}.ipynb").write_bytes(data)


@pytest.fixture(scope="module")
def before(tmp_path_factory) -> Path:
    """A course in use: three were graded and one of them marked by hand; now all have handed in, some anew."""
    root = tmp_path_factory.mktemp("before") / "course"
    root.mkdir()
    for name in ("course_config.py", "nbgrader_config.py"):
        shutil.copy(ROOT / name, root / name)
    for name in ("assignments", "solutions"):
        shutil.copytree(ROOT / name, root / name)
    course = facts.load(root)
    file = Path(ASSIGNMENT, f"{ASSIGNMENT}.ipynb")
    solved, stub = (sample.read_notebook(course.folder(which) / file) for which in ("solution", "release"))
    for number in range(2):
        hand_in(root, f"s{number}", json.dumps(stub).encode())
    hand_in(root, "torn", b"{")
    grade(root)
    with Gradebook(f"sqlite:///{root / 'classroom' / 'gradebook.db'}", course.id) as gradebook:
        mark = gradebook.find_grade("check_is_uniform", ASSIGNMENT, ASSIGNMENT, "s1")
        mark.manual_score, mark.extra_credit = 3.0, 0.5
        gradebook.find_comment("is_uniform", ASSIGNMENT, ASSIGNMENT, "s1").manual_comment = "Seen in the office hour."
        gradebook.db.commit()
    bodies = ({}, {"is_uniform": RAISES}, {"is_uniform": ALWAYS}, {"is_uniform": SELF_KILL})
    for number in range(9):
        hand_in(root, f"s{number}", json.dumps(sample.filled(solved, bodies[number % 4])).encode())
    return root


@pytest.fixture(scope="module")
def undisturbed(before, tmp_path_factory) -> tuple[dict, float]:
    """What is there after a run that nobody kills, and how many seconds it takes."""
    root = tmp_path_factory.mktemp("undisturbed") / "course"
    shutil.copytree(before, root)
    start = time.monotonic()
    grade(root)
    return snapshot(root), time.monotonic() - start


def snapshot(root: Path) -> dict:
    """Gradebook, graded notebooks and pages. Ids that nbgrader draws by chance and times are left out."""
    classroom = root / "classroom"
    found: dict = {"gradebook": rows(classroom / "gradebook.db")}
    for folder in ("autograded", "feedback", "reports", "submitted"):
        for path in sorted((classroom / folder).rglob("*")):
            if path.is_file():
                text = path.read_text(encoding="utf-8").replace(str(root), "")
                # A class page ends with a seal, in which the seconds of every grading count.
                text = re.sub(r"<!-- [0-9a-f]{64} -->", "", text)
                found[str(path.relative_to(classroom))] = re.sub(r"\d+(\.\d+)? (m?s|seconds)\b", "", text)
    return found


def differences(expected: dict, found: dict) -> list[str]:
    """Where and how the two differ; line by line, so that a failure can be read."""
    said = [f"only in one of them: {name}" for name in sorted(expected.keys() ^ found.keys())]
    for name in sorted(expected.keys() & found.keys()):
        there, here = (
            side[name].splitlines() if isinstance(side[name], str) else [str(row) for row in side[name]]
            for side in (expected, found)
        )
        said += [f"{name}: {line}" for line in difflib.unified_diff(there, here, lineterm="", n=0)]
    return said


def rows(path: Path) -> list[tuple]:
    """Every mark and comment with the names of whose they are."""
    questions = (
        "select s.student_id, b.name, g.auto_score, g.manual_score, g.extra_credit, g.needs_manual_grade"
        " from grade g join submitted_notebook n on g.notebook_id = n.id"
        " join submitted_assignment s on n.assignment_id = s.id join base_cell b on g.cell_id = b.id",
        "select s.student_id, b.name, c.auto_comment, c.manual_comment"
        " from comment c join submitted_notebook n on c.notebook_id = n.id"
        " join submitted_assignment s on n.assignment_id = s.id join base_cell b on c.cell_id = b.id",
    )
    with sqlite3.connect(path) as db:
        return [row for question in questions for row in sorted(db.execute(question).fetchall(), key=repr)]


class Disturbed:
    """One run from which a process is taken at a random moment."""

    def __init__(self, root: Path, chance: random.Random, seconds: float) -> None:
        out = (root / "out.txt").open("wb")
        with out:
            run = subprocess.Popen(command(root), stdout=out, stderr=out, start_new_session=True)
        time.sleep(chance.uniform(0.2, 1.0) * seconds)
        self.tree = self._tree(run.pid)
        self.victim = chance.choice(self.tree) if self.tree else None
        if self.victim is not None:
            try:
                self.victim.kill()
            except psutil.NoSuchProcess:
                self.victim = None
        self.status = run.wait(LONGEST)
        self.main_died = self.status == -9
        self.orphans = psutil.wait_procs(self.tree, timeout=60)[1]

    @staticmethod
    def _tree(pid: int) -> list[psutil.Process]:
        try:
            main = psutil.Process(pid)
            return [main, main, *main.children(recursive=True)]  # the one that writes is the most interesting
        except psutil.NoSuchProcess:
            return []


def kill_and_compare(before: Path, undisturbed: tuple[dict, float], place: Path, kills: int) -> None:
    expected, seconds = undisturbed
    chance = random.Random(SEED)
    done = 0
    while done < kills:
        root = place / "course"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(before, root)
        for _ in range(3):
            run = Disturbed(root, chance, seconds)
            assert not run.orphans, f"seed {SEED}, kill {done}: {run.orphans} live on"
            assert run.status in (0, 1, -9), (root / "out.txt").read_text(encoding="utf-8")
            done += run.victim is not None
            if not run.main_died or done >= kills:
                break
        (root / "out.txt").unlink()
        grade(root)
        found = differences(expected, snapshot(root))
        assert not found, "\n".join([f"seed {SEED}, kill {done}", *found])


def test_the_journal_keeps_all_that_the_class_page_shows(before, tmp_path):
    """Also which unnamed mistakes are the same, so that a page after a stop is the page of a run without one."""
    root = tmp_path / "course"
    shutil.copytree(before, root)
    grade(root)
    page = root / "classroom" / "reports" / ASSIGNMENT / "index.html"
    graded = page.read_text(encoding="utf-8")
    assert "share an unnamed mistake" in graded
    page.unlink()
    done = subprocess.run([str(SOFTMARKS), "report", ASSIGNMENT, "--course", str(root)], timeout=LONGEST)
    assert done.returncode == 0
    assert differences({"page": graded}, {"page": page.read_text(encoding="utf-8")}) == []


def test_a_run_that_is_killed_ten_times_ends_as_if_nothing_had_been(before, undisturbed, tmp_path):
    kill_and_compare(before, undisturbed, tmp_path, 10)


@pytest.mark.chaos
def test_a_hundred_kills_change_nothing(before, undisturbed, tmp_path):
    kill_and_compare(before, undisturbed, tmp_path, KILLS)
