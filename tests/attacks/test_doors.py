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
NOT_UTF8 = pytest.param(
    b"\xff\xfe.ipynb",
    marks=pytest.mark.xfail(strict=True, reason="check --json prints the raw bytes of a name, which are no UTF-8"),
)


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


@pytest.mark.slow
@pytest.mark.parametrize("name", [NOT_UTF8, b"\x1b[2J.ipynb", b"a\nb.ipynb", b"-x.ipynb"])
def test_check_survives_the_name_of_a_file(tmp_path: Path, place: tuple[Course, Path], name: bytes) -> None:
    course, home = place
    path = os.fsencode(tmp_path) + b"/" + name
    honest(tmp_path).rename(os.fsdecode(path))
    lines, _, _ = run(course, home, "check", "--hidden", os.fsdecode(path), honest(tmp_path))
    assert [scores(line)["stable_softmax"] for line in lines] == [FULL, FULL]


@pytest.mark.slow
@pytest.mark.xfail(strict=True, reason="cli/screen prints the path as it is; its escapes steer the terminal")
def test_a_file_name_does_not_steer_the_terminal(tmp_path: Path, place: tuple[Course, Path]) -> None:
    course, home = place
    path = honest(tmp_path).rename(tmp_path / "\x1b[2J\x1b[1;1Hscore: 20 of 20.ipynb")
    command = [SOFTMARKS, "check", "--hidden", "--plain", path, "--course", str(course.root)]
    done = subprocess.run(command, env={"HOME": str(home)}, capture_output=True, timeout=120)
    assert b"stable_softmax" in done.stdout
    assert b"\x1b" not in done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.xfail(strict=True, reason="the configuration for nbgrader leaves HTMLExporter.sanitize_html off")
def test_markup_of_a_student_does_not_run_on_nbgraders_pages(place: tuple[Course, Path]) -> None:
    """formgrader shows a student's text cells to the instructor, on the instructor's own server."""
    from nbconvert import HTMLExporter
    from nbformat.v4 import new_markdown_cell, new_notebook

    from autograder.build.nbgrader_tools import configuration

    text = "<script>alert(1)</script> and <img src=x onerror=alert(2)>"
    exporter = HTMLExporter(config=configuration(place[0]))
    page, _ = exporter.from_notebook_node(new_notebook(cells=[new_markdown_cell(text)]))
    assert "<script>alert" not in page
    assert 'onerror="alert' not in page


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
