"""The same attacks through the commands that people run: check for loose files, grade for a class."""

from __future__ import annotations

import ctypes
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from autograder.facts import Course
from tests.attacks.arena import CANARY, KEY, VICTIM, add_home, make_course, tree_hash
from tests.attacks.attack import BESIDE_FULL, FULL, Attack, notebook
from tests.attacks.test_attacks import catalogue

pytestmark = pytest.mark.attack
SOFTMARKS = Path(sys.executable).with_name("softmarks")
# One or two of each kind, as a class with a grudge would hand them in.
IN_CLASS = (
    "crash/c-stack",
    "crash/leaves-with-success",
    "crash/exit-in-the-cell",
    "frames/answers-in-advance",
    "frames/flood",
    "hooks/own-kit",
    "hooks/ipython-transformers",
    "leaking/name-of-an-exception",
    "leaking/refused-import",
    "leaking/warnings",
    "lying/mixed-keys",
    "lying/agrees-with-everything",
    "memory/one-big-array",
    "memory/fat-answers",
    "network/listen",
    "output/flood-both-streams",
    "output/half-characters",
    "output/escapes-for-the-terminal",
    "output/files-that-are-run-later",
    "packing/shipped-libraries",
    "packing/symbolic-link",
    "packing/climbing-name",
    "packing/zip-bomb",
    "packing/pipe",
    "packing/strange-names",
    "paper/more-points",
    "paper/hostile-markup",
    "paper/same-id-twice",
    "paper/broken-texts",
    "paper/metadata-as-bombs",
    "paper/deep-nesting",
    "processes/daemon",
    "processes/signals-to-everybody",
    "reading/course-by-path",
    "reading/kit-by-search",
    "reading/proc",
    "time/loop-deaf-to-signals",
    "time/dead-main-thread",
    "twofaced/wrong-on-the-second-call",
    "walls/rare-calls",
)
PR_SET_CHILD_SUBREAPER = 36


def chosen(*names: str) -> list[Attack]:
    known = {f"{kind}/{attack.name}": attack for kind, attack in catalogue()}
    return [known[name] for name in names]


@pytest.fixture
def place(tmp_path: Path) -> tuple[Course, Path]:
    """A course without anybody's work, and a home folder with secrets."""
    course = make_course(tmp_path / "course", KEY)
    home = tmp_path / "home"
    add_home(home)
    return course, home


@pytest.fixture
def orphans() -> Iterator[None]:
    """Whatever a command leaves running becomes a child of this process, and is noticed."""
    libc = ctypes.CDLL(None)
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    yield
    libc.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    new = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    _, left = psutil.wait_procs(new, timeout=20)  # a clean process ends when it sees that its grader is gone
    for child in left:
        child.kill()
    assert not left, f"left running: {left}"


def run(course: Course, home: Path, *arguments: object, seconds: float = 500) -> tuple[list[dict[str, Any]], str, int]:
    """A command's lines of JSON, all that it said, and its status."""
    env = {"HOME": str(home), "ATTACK_SECRET": CANARY, "LANG": "C.UTF-8"}
    command = [SOFTMARKS, *map(os.fsencode, map(str, arguments)), "--json", "--course", str(course.root)]
    done = subprocess.run(command, cwd=home, env=env, capture_output=True, timeout=seconds)
    out = done.stdout.decode()
    assert "Traceback" not in done.stderr.decode(errors="replace"), done.stderr.decode(errors="replace")[-3000:]
    return [json.loads(line) for line in out.splitlines()], out + done.stderr.decode(errors="replace"), done.returncode


def scores(line: dict[str, Any]) -> dict[str, float]:
    return {exercise["name"]: exercise["score"] for exercise in line["exercises"]}


def honest(folder: Path) -> Path:
    path = folder / "attention.ipynb"
    path.write_text(json.dumps(notebook("import numpy as np\n" + VICTIM)), encoding="utf-8")
    return path


@pytest.mark.usefixtures("orphans")
def test_check_grades_attackers_and_the_honest_between_them(tmp_path: Path, place: tuple[Course, Path]) -> None:
    course, home = place
    attacks = chosen("output/half-characters", "crash/leaves-with-success", "packing/pipe", "leaking/warnings")
    paths = []
    for attack in attacks:
        for name in ("attack", "honest"):
            folder = tmp_path / f"{attack.name}-{name}"
            folder.mkdir()
            paths.append(attack.build(folder, tmp_path / "course") if name == "attack" else honest(folder))
    before = tree_hash(tmp_path)
    lines, said, status = run(course, home, "check", "--hidden", *paths)
    assert status == 1
    assert [line["submission"] for line in lines] == [str(path) for path in paths]
    for attack, line in zip(attacks, lines[::2], strict=True):
        assert line["status"] == attack.report
        if line["status"] == "graded":
            assert scores(line)["stable_softmax"] == attack.deserved
    assert all(scores(line)["stable_softmax"] == FULL for line in lines[1::2])
    assert not any(secret in said for secret in (CANARY, KEY, "STOLEN"))
    assert tree_hash(tmp_path) == before


STRANGE = (b"\xff\xfe.ipynb", b"\xfe\xff.ipynb", "\u202e.ipynb".encode(), b"\x1b[2J.ipynb", b"a\nscore: 20.ipynb")


def strange(folder: Path) -> list[str]:
    """Honest work under every strange name; the names as Python hands them on."""
    names = [os.fsdecode(os.fsencode(folder) + b"/" + name) for name in STRANGE]
    for name in names:
        honest(folder).rename(name)
    return names


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--hidden", "--evidence")])
def test_json_holds_the_name_of_any_file_and_tells_them_apart(
    tmp_path: Path, place: tuple[Course, Path], more: tuple[str, ...]
) -> None:
    course, home = place
    names = strange(tmp_path)
    lines, _, _ = run(course, home, "check", *more, *names, honest(tmp_path))
    assert len(lines) == len({line["submission"] for line in lines}) == len(names) + 1
    assert {status(line) for line in lines} == {"passed"}
    json.dumps(lines, ensure_ascii=False).encode("utf-8")  # no half of a character in any value


def status(line: dict[str, Any]) -> str:
    return next(part["status"] for part in line["exercises"] if part["name"] == "stable_softmax")


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--hidden", "--evidence"), ("--exercise", "stable_softmax")])
@pytest.mark.parametrize("how", ["one", "all", "missing"])
def test_a_file_name_does_not_steer_the_terminal(
    tmp_path: Path, place: tuple[Course, Path], more: tuple[str, ...], how: str
) -> None:
    course, home = place
    names = strange(tmp_path)
    tried = {"one": [[name] for name in names], "all": [names], "missing": [[f"{name}.py" for name in names]]}[how]
    for paths in tried:
        said = printed(home, "check", "--plain", *more, *paths, "--course", str(course.root))
        assert "score: 20" not in [line.strip() for line in said.splitlines()]
        assert how == "missing" or "stable_softmax" in said


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "gbk"])
@pytest.mark.parametrize("form", ["--json", "--plain"])
def test_a_terminal_of_another_encoding_is_no_reason_to_stop(
    tmp_path: Path, place: tuple[Course, Path], encoding: str, form: str
) -> None:
    course, home = place
    path = honest(tmp_path).rename(tmp_path / "学ẞ≤\udcff.ipynb")
    env = {"HOME": str(home), "PYTHONIOENCODING": encoding}
    command = [SOFTMARKS, "check", "--hidden", "--evidence", form, path, "--course", str(course.root)]
    done = subprocess.run(command, env=env, capture_output=True, timeout=120)
    assert b"Traceback" not in done.stderr
    assert "stable_softmax" in done.stdout.decode("ascii" if form == "--json" else encoding)


@pytest.mark.slow
def test_a_students_name_does_not_steer_the_terminal(place: tuple[Course, Path]) -> None:
    course, home = place
    submitted = course.folder("classroom") / "submitted"
    for name in ("\x1b[2J", "a\nscore: 20", "\u202e", "\udcff"):
        (submitted / name / "attention").mkdir(parents=True)
        honest(submitted / name / "attention")
        (submitted / f"{name}x.ipynb").write_text("{", encoding="utf-8")
    where = ("--plain", "--course", str(course.root))
    said = printed(home, "grade", "attention", *where)
    assert said.count(" graded: 8 of 20") == 4
    assert said.count("unreadable: not graded") == 4
    printed(home, "grade", "attention", "--dry-run", *where)
    printed(home, "report", "attention", *where[1:])
    for form in ("csv", "canvas", "moodle"):
        printed(home, "export", "attention", "--format", form, *where[1:])
    printed(home, "forget", "\x1b[2J", "--yes", *where[1:])
    printed(home, "forget", "\x1b[2J", "--yes", *where[1:])
    printed(home, "grade", "\x1b[2J", *where)
    printed(home, "hint", "stable_softmax", str(submitted / "\x1b[2Jx.ipynb"), *where[1:])


def printed(home: Path, *arguments: str) -> str:
    """What a command says: UTF-8, and nothing in it but line ends and what can be seen."""
    env = {"HOME": str(home), "LANG": "C.UTF-8"}
    done = subprocess.run([SOFTMARKS, *arguments], cwd=home, env=env, capture_output=True, timeout=300)
    said = (done.stdout + done.stderr).decode("utf-8")
    assert "Traceback" not in said, said
    assert said.strip()
    assert [char for char in set(said) if not char.isprintable() and char not in "\r\n"] == []
    return said


@pytest.mark.slow
def test_markup_of_a_student_does_not_run_on_nbgraders_pages(place: tuple[Course, Path]) -> None:
    """All the way: handed in, graded, put on a page by nbgrader's own command. test_foreign_pages.py has more ways."""
    course, home = place
    work = notebook("import numpy as np\n" + VICTIM)
    attacks = "<script>alert(1)</script> and <img src=x onerror=alert(2)>", "![x](attachment:missing.png)", ">" * 3000
    work["cells"] += [
        {"cell_type": "markdown", "id": f"t{n}", "metadata": {}, "source": s} for n, s in enumerate(attacks)
    ]
    folder = course.folder("classroom") / "submitted" / "mallory" / "attention"
    folder.mkdir(parents=True)
    (folder / "attention.ipynb").write_text(json.dumps(work), encoding="utf-8")
    run(course, home, "grade", "attention")
    command = [SOFTMARKS.with_name("nbgrader"), "generate_feedback", "attention", "--force", "--student", "mallory"]
    env = {"HOME": str(home), "LANG": "C.UTF-8"}
    done = subprocess.run(command, cwd=course.root, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    page = (course.folder("classroom") / "feedback" / "mallory" / "attention" / "attention.html").read_text("utf-8")
    assert "<script>alert" not in page
    assert "onerror=" not in page.replace("onerror=alert(2)&gt;", "")
    assert "&lt;script&gt;alert(1)" in page
    assert "stable_softmax: passed, 5 of 5 points" in page
    assert "&lt;table" not in page, "our own verdict is laid out and not spelled out"


@pytest.mark.slow
@pytest.mark.usefixtures("orphans")
def test_a_class_of_attackers_is_graded_like_any_other(tmp_path: Path, place: tuple[Course, Path]) -> None:
    course, home = place
    classroom = course.folder("classroom")
    attacks = chosen(*IN_CLASS)
    for number, attack in enumerate(attacks):
        for name in (f"{number:02}-attacker", f"{number:02}-honest"):
            folder = classroom / "submitted" / name / "attention"
            folder.mkdir(parents=True)
            hand_in(attack, folder, tmp_path) if name.endswith("attacker") else honest(folder)
    outside = [course.root / name for name in ("source", "solutions", "assignments")] + [home]  # type: ignore[operator]
    handed_in = classroom / "submitted"
    before = [tree_hash(folder) for folder in (*outside, handed_in)]
    lines, said, status = run(course, home, "grade", "attention")
    assert [tree_hash(folder) for folder in (*outside, handed_in)] == before
    assert status == 1, "some were refused, and a person must look at them"
    by_name = {line["submission"]: line for line in lines}
    assert len(by_name) == 2 * len(attacks) + 1
    for number, attack in enumerate(attacks):
        the_verdict_is_deserved(attack, by_name[f"{number:02}-attacker"])
        line = by_name[f"{number:02}-honest"]
        assert (scores(line)["stable_softmax"], scores(line)["weighted_sum"]) == (FULL, BESIDE_FULL)
    assert in_gradebook(classroom / "gradebook.db") == {
        name: line["score"] for name, line in by_name.items() if line["score"] is not None
    }
    nothing_is_shown(course, [said], by_name)


def hand_in(attack: Attack, folder: Path, top: Path) -> None:
    """Into the student's folder, as a collector would unpack it; a zip stays a zip."""
    made = attack.build(folder, top / "course")
    assert folder in (made, *made.parents)


def the_verdict_is_deserved(attack: Attack, line: dict[str, Any]) -> None:
    assert line["status"] == attack.report, (attack.name, line["message"])
    if line["status"] != "graded":
        assert line["score"] is None
        return
    target = {exercise["name"]: exercise for exercise in line["exercises"]}[attack.target]
    assert target["status"] in attack.statuses, (attack.name, target["status"])
    if attack.deserved is not None:
        assert target["score"] == attack.deserved, attack.name


def in_gradebook(path: Path) -> dict[str, float]:
    """Each student's automatic marks, summed, where every one of them is there."""
    query = """select s.student_id, sum(g.auto_score), count(*), count(g.auto_score) from grade g
        join submitted_notebook n on g.notebook_id = n.id join submitted_assignment s on n.assignment_id = s.id
        group by s.student_id"""
    with sqlite3.connect(path) as db:
        rows = db.execute(query).fetchall()
    return {student: round(total, 4) for student, total, cells, marked in rows if cells == marked}


def nothing_is_shown(course: Course, said: list[str], lines: dict[str, Any]) -> None:
    """Neither on the terminal nor on any page or notebook that goes back to a student."""
    classroom = course.folder("classroom")
    texts = dict(enumerate(said)) | {"lines": json.dumps(lines)}
    for folder in ("feedback", "autograded"):
        for path in (classroom / folder).rglob("*"):
            if path.is_file() and "neighbour" not in str(path):
                texts[str(path)] = without_source(path)
    assert len(texts) > 100
    for name, text in texts.items():
        for secret in (CANARY, KEY, "STOLEN [", str(course.root / "classroom" / "course.key")):  # type: ignore[operator]
            assert secret not in text, f"{secret} stands in {name}"


def without_source(path: Path) -> str:
    """A page, or a notebook without the cells' sources: those are the student's own words."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    made = json.loads(text)
    return json.dumps([cell.get("outputs") for cell in made["cells"]] + [made["metadata"]])
