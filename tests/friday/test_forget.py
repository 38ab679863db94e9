"""What is personal stays in the classroom, under hashed ids where a name has no business, and can be removed."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from autograder.class_run import ClassRun, Options
from autograder.gradebook import Target, scores
from tests.friday.conftest import ALL_POINTS, ASSIGNMENT, copy_of_the_course, softmarks

GONE = "zoe quill 陈"
STAYS = "yan"


@pytest.fixture
def graded(course, submitted, right, one_broken):
    """Two students, one of them twice, and one whose file cannot be read."""
    for student, data in ((GONE, one_broken), (STAYS, right), ("torn", b"{")):
        folder = submitted / student / ASSIGNMENT
        folder.mkdir(parents=True)
        (folder / f"{ASSIGNMENT}.ipynb").write_bytes(data)
    course.folder("classroom").chmod(0o755)
    run = ClassRun(course, ASSIGNMENT, Options())
    run.class_page(list(run.reports()))
    return course


def files(course):
    return [path for path in course.folder("classroom").rglob("*") if path.is_file()]


def test_forget_removes_every_trace_and_nothing_of_others(graded):
    done = softmarks(graded, "forget", GONE, "--yes")
    assert done.returncode == 0, done.stderr
    shown = (GONE, json.dumps(GONE)[1:-1], "zoe%20quill", "zoe quill")
    for path in (*files(graded), *graded.folder("classroom").rglob("*")):
        assert not any(name in str(path) for name in shown), path
    for path in files(graded):
        data = path.read_bytes()
        assert not [name for name in shown if name.encode() in data], path
    assert scores(Target.of(graded, ASSIGNMENT)) == {STAYS: ALL_POINTS, "torn": None}
    assert {report.submission for report in ClassRun(graded, ASSIGNMENT, Options()).known()} == {STAYS, "torn"}
    again = softmarks(graded, "forget", GONE, "--yes")
    assert again.returncode == 2
    assert "nothing is known" in again.stderr


@pytest.mark.parametrize("name", ["..", ".", "a/../..", "yan/diagnostics"])
def test_forget_takes_a_student_and_no_path(graded, name):
    before = sorted(files(graded))
    done = softmarks(graded, "forget", name, "--yes")
    assert done.returncode == 2
    assert "no student's id" in done.stderr
    assert sorted(files(graded)) == before


def test_forget_asks_first(graded):
    done = softmarks(graded, "forget", GONE, input="n\n")
    assert done.returncode == 1
    assert GONE in scores(Target.of(graded, ASSIGNMENT))


def test_the_classroom_is_closed_to_others(graded):
    assert graded.folder("classroom").stat().st_mode & 0o077 == 0


def test_journal_and_log_know_no_names(graded):
    classroom = graded.folder("classroom")
    kept = [classroom / "journal.db", classroom / "logs" / "grade.jsonl"]
    for path in kept:
        for name in (GONE, json.dumps(GONE)[1:-1], "zoe quill", "torn"):
            assert name.encode() not in path.read_bytes()
    lines = [json.loads(line) for line in kept[1].read_text(encoding="utf-8").splitlines()]
    assert len([line for line in lines if line["event"] == "graded"]) == 3
    assert all(re.fullmatch("[0-9a-f]{64}", line["student"]) for line in lines if "student" in line)


def test_no_absolute_path_stands_in_what_students_get(graded):
    classroom = graded.folder("classroom")
    given = [path for folder in ("autograded", "feedback") for path in (classroom / folder).rglob("*")]
    assert len([path for path in given if path.is_file()]) == 6
    for path in (path for path in given if path.is_file()):
        text = path.read_text(encoding="utf-8")
        assert str(graded.root) not in text
        assert str(graded.root.parent) not in text
        assert sys.prefix not in text


@pytest.mark.slow
def test_no_command_needs_a_network(tmp_path, right):
    if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode:
        pytest.skip("a process without a network can be made here by root only")
    course = copy_of_the_course(tmp_path / "course")
    folder = course.folder("classroom") / "submitted" / STAYS / ASSIGNMENT
    folder.mkdir(parents=True)
    work = folder / f"{ASSIGNMENT}.ipynb"
    work.write_bytes(right)
    commands = [
        ["check", str(work)],
        ["check", "--hidden", str(work)],
        ["grade", ASSIGNMENT],
        ["report", ASSIGNMENT],
        ["export", ASSIGNMENT],
        ["forget", STAYS, "--yes"],
    ]
    for words in commands:
        line = ["unshare", "-n", str(sys.prefix + "/bin/softmarks"), *words, "--course", str(course.root)]
        done = subprocess.run(line, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, (words, done.stderr)
