"""What grade, report and export say: of one and of many, of nobody, and of the pages that nbgrader may write over."""

from __future__ import annotations

import csv
import io

import pytest

from tests.friday.conftest import ALL_POINTS, ASSIGNMENT, softmarks

pytestmark = pytest.mark.slow


def put(submitted, student: str, work: bytes) -> None:
    (submitted / student / ASSIGNMENT).mkdir(parents=True)
    (submitted / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").write_bytes(work)


def test_one_is_one_and_two_are_two(course, submitted, right):
    put(submitted, "ada", right)
    assert "1 submission not graded yet" in softmarks(course, "report", ASSIGNMENT).stdout
    put(submitted, "bo", right)
    assert "2 submissions not graded yet" in softmarks(course, "report", ASSIGNMENT).stdout


def test_nothing_to_export_is_said_and_no_file_is_made(course, submitted, right):
    out = course.root / "marks.csv"
    command = ("export", "attention", "--format", "canvas", "--out", str(out))
    put(submitted, "ada", right)
    before = softmarks(course, *command)  # nobody was ever graded: there is no gradebook
    said = softmarks(course, "grade", ASSIGNMENT, "--plain").stdout
    after = softmarks(course, *command)  # ada stands in the gradebook, and did another assignment
    for done in (before, after):
        assert done.returncode == 2
        assert "run softmarks grade" in done.stderr
        assert done.stdout == ""
    assert not out.exists()
    lines = said.splitlines()
    place = lines.index(f"student pages: {course.folder('classroom') / 'feedback'}")
    assert "nbgrader generate_feedback --force" in lines[place + 1]


def test_who_has_no_mark_has_an_empty_place_and_the_right_maximum(course, submitted, right):
    put(submitted, "ada", right)
    put(submitted, "torn", b"{")
    assert softmarks(course, "grade", ASSIGNMENT).returncode == 1
    done = softmarks(course, "export", ASSIGNMENT)
    assert done.returncode == 1
    assert "1 of 2 students without a mark" in done.stderr
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO(done.stdout))}
    assert {row["max_score"] for row in rows.values()} == {f"{ALL_POINTS:g}"}
    assert (rows["ada"]["score"], rows["torn"]["score"]) == (f"{ALL_POINTS:g}", "")
