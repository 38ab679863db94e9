"""A class in one run: marks, pages and notebooks, and what a second run does."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from autograder import facts, sample
from autograder.batch import Graded
from autograder.class_run import ClassRun, Options
from autograder.gradebook import Target, scores
from autograder.journal import Journal, JournalError
from autograder.report import Kept, Report, Status
from tests.conftest import ROOT

DAY = facts.load(ROOT).assignment("diagnostics")
WHOLE, LESS = DAY.max_score, DAY.max_score - DAY.exercise("is_uniform").points
WRONG = "import numpy as np\ndef {}(*_, **__):\n    return np.full(3, 7.0)"
SOFTMARKS = Path(sys.executable).with_name("softmarks")
RAISES = "def is_uniform(weights, atol=1e-3):\n    raise ValueError(0)"


@pytest.fixture
def course(tmp_path):
    """A copy of the course in a folder with a space and a Chinese character in its name."""
    root = tmp_path / "my course 注意"
    root.mkdir()
    for name in ("course_config.py", "nbgrader_config.py"):
        shutil.copy(ROOT / name, root / name)
    for name in ("source", "assignments", "solutions"):
        shutil.copytree(ROOT / name, root / name)
    return facts.load(root)


@pytest.fixture
def hand_in(course):
    """Puts a notebook, text or bytes where nbgrader would collect it."""

    def put(student, content, assignment="diagnostics"):
        folder = course.folder("classroom") / "submitted" / student / assignment
        folder.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        (folder / f"{assignment}.ipynb").write_bytes(data)
        return folder

    return put


@pytest.fixture
def solved(course):
    return sample.read_notebook(course.folder("solution") / "diagnostics" / "diagnostics.ipynb")


@pytest.fixture
def class_of_four(course, hand_in, solved):
    hand_in("ada", solved)
    hand_in("bo", sample.read_notebook(course.folder("release") / "diagnostics" / "diagnostics.ipynb"))
    hand_in("chen 陈", sample.filled(solved, {"is_uniform": RAISES}))
    hand_in("dee", b'{"cells": [')
    return course


def run(course, **options):
    return {report.submission: report for report in ClassRun(course, "diagnostics", Options(**options)).reports()}


def test_every_hand_in_gets_a_verdict_and_not_graded_is_not_zero(class_of_four):
    reports = run(class_of_four)
    assert {name: report.score for name, report in reports.items()} == {
        "ada": WHOLE,
        "bo": 0,
        "chen 陈": LESS,
        "dee": None,
    }
    assert reports["dee"].status is Status.UNREADABLE
    assert scores(Target.of(class_of_four, "diagnostics")) == {"ada": WHOLE, "bo": 0, "chen 陈": LESS, "dee": None}


def test_pages_and_graded_notebooks_stand_where_they_belong(class_of_four):
    run(class_of_four)
    classroom = class_of_four.folder("classroom")
    assert classroom.stat().st_mode & 0o077 == 0
    for student in ("ada", "bo", "chen 陈", "dee"):
        assert (classroom / "feedback" / student / "diagnostics" / "diagnostics.html").is_file()
        assert (classroom / "autograded" / student / "diagnostics" / "diagnostics.ipynb").is_file()


def test_a_second_run_grades_only_what_changed(class_of_four, hand_in, solved, monkeypatch):
    run(class_of_four)
    graded = []
    monkeypatch.setattr("autograder.class_run.graded_all", lambda jobs, *_: iter(graded.extend(jobs) or []))
    again = run(class_of_four)
    assert graded == []
    assert again["chen 陈"].score == LESS
    monkeypatch.undo()
    hand_in("chen 陈", solved)
    report = run(class_of_four)["chen 陈"]
    assert (report.previous_score, report.score) == (LESS, WHOLE)
    assert scores(Target.of(class_of_four, "diagnostics"))["chen 陈"] == WHOLE


def class_page(course):
    """A whole run, as the command makes it, and the page that stands afterwards."""
    whole = ClassRun(course, "diagnostics", Options())
    path = whole.class_page(list(whole.reports()))
    return path.read_text(encoding="utf-8"), path.stat().st_ino


def test_a_run_without_news_leaves_the_class_page_and_reads_no_exercise(class_of_four, hand_in, solved, monkeypatch):
    first = class_page(class_of_four)
    with monkeypatch.context() as patch:
        patch.setattr(Kept, "_read", lambda _: pytest.fail("an exercise was read"))
        assert class_page(class_of_four) == first
    (class_of_four.folder("classroom") / "reports" / "diagnostics" / "index.html").write_text("of another kit")
    assert class_page(class_of_four)[0] == first[0]
    hand_in("chen 陈", solved)
    second = class_page(class_of_four)
    assert second[0] != first[0]
    shutil.rmtree(class_of_four.folder("classroom") / "submitted" / "bo")
    assert ">bo<" in second[0]
    assert ">bo<" not in class_page(class_of_four)[0], "nobody is new, but somebody is gone"


def test_a_class_page_that_was_made_without_somebody_is_made_anew(class_of_four):
    """Whether nobody has graded them yet, or they were graded again by themselves."""
    run(class_of_four, student="ada")
    whole = ClassRun(class_of_four, "diagnostics", Options())
    assert ">bo<" not in whole.class_page(whole.known()).read_text(encoding="utf-8")
    for one in ("bo", "chen 陈", "dee"):
        run(class_of_four, student=one)
    page = class_page(class_of_four)
    assert ">bo<" in page[0]
    run(class_of_four, student="ada", force=True)
    assert class_page(class_of_four)[0] != page[0], "by the seconds of the grading"


def test_what_is_handed_out_belongs_to_what_decides_a_verdict(class_of_four):
    before = run(class_of_four)["ada"].seconds
    assert run(class_of_four)["ada"].seconds == before
    released = class_of_four.released("diagnostics")
    released.write_bytes(released.read_bytes() + b" ")
    with Journal(class_of_four, "diagnostics", b"k") as journal:
        other = journal.state("x")
    released.write_bytes(released.read_bytes()[:-1])
    with Journal(class_of_four, "diagnostics", b"k") as journal:
        assert journal.state("x") != other


def test_a_report_that_was_graded_again_meanwhile_is_not_mixed_with_the_new_one(class_of_four, hand_in, solved):
    [old] = [one for one in ClassRun(class_of_four, "diagnostics", Options()).reports() if one.submission == "chen 陈"]
    [kept] = [one for one in ClassRun(class_of_four, "diagnostics", Options()).known() if one.submission == "chen 陈"]
    assert kept.exercises == old.exercises
    [kept] = [one for one in ClassRun(class_of_four, "diagnostics", Options()).known() if one.submission == "chen 陈"]
    hand_in("chen 陈", solved)
    run(class_of_four)
    with pytest.raises(JournalError, match="run this command again"):
        len(kept.exercises)


def test_a_journal_of_an_older_kit_is_begun_anew(class_of_four):
    journal = class_of_four.folder("classroom") / "journal.db"
    journal.parent.mkdir(mode=0o700, exist_ok=True)
    with closing(sqlite3.connect(journal)) as db, db:
        db.execute("create table graded (student text, assignment text, state text, report text, settled integer)")
        db.execute("insert into graded values ('ada', 'diagnostics', 'x', '{}', 1)")
    assert run(class_of_four, dry=True)["ada"].score == WHOLE
    assert run(class_of_four)["ada"].score == WHOLE
    with closing(sqlite3.connect(journal)) as db:
        assert db.execute("select count(*) from graded where student = 'ada'").fetchone() == (0,)


def test_a_dry_run_says_who_would_gain_and_writes_nothing(class_of_four, hand_in, solved):
    run(class_of_four)
    hand_in("bo", solved)
    report = run(class_of_four, dry=True)["bo"]
    assert (report.previous_score, report.score) == (0, WHOLE)
    assert scores(Target.of(class_of_four, "diagnostics"))["bo"] == 0
    assert run(class_of_four)["bo"].previous_score == 0


def test_a_run_that_stops_goes_on(class_of_four):
    reports = ClassRun(class_of_four, "diagnostics", Options(student="ada")).reports()
    assert [report.submission for report in reports] == ["ada"]
    assert scores(Target.of(class_of_four, "diagnostics")) == {"ada": WHOLE}
    assert set(run(class_of_four)) == {"ada", "bo", "chen 陈", "dee"}


def test_after_a_fault_of_ours_all_is_as_if_it_had_not_been(class_of_four, hand_in, solved, monkeypatch, tmp_path):
    """The mark before, what a person gave and whether a person has to look: a fault changes none of them."""
    run(class_of_four)
    classroom = class_of_four.folder("classroom")
    with Gradebook(f"sqlite:///{classroom / 'gradebook.db'}", class_of_four.id) as gradebook:
        mark = gradebook.find_grade("check_is_uniform", "diagnostics", "diagnostics", "bo")
        mark.manual_score, mark.extra_credit = 3.0, 0.5
        gradebook.db.commit()
    hand_in("bo", sample.filled(solved, {"is_uniform": RAISES}))
    hand_in("chen 陈", solved)
    before = tmp_path / "before"
    shutil.copytree(class_of_four.root, before)

    def broken(job):
        return Graded(Report(job.name, job.assignment, True, Status.GRADER_FAULT, "broke"))

    def standing(reports):
        page = classroom / "reports" / "diagnostics"
        said = {name: (one.score, one.previous_score) for name, one in reports.items()}
        with sqlite3.connect(classroom / "gradebook.db") as db:
            question = "select auto_score, manual_score, extra_credit, needs_manual_grade from grade order by id"
            marks = db.execute(question).fetchall()
        pages = {path.name: re.sub(r"[\d.]+ m?s\b", "", path.read_text(encoding="utf-8")) for path in page.glob("*")}
        return said, marks, pages

    undisturbed = standing(run(class_of_four))
    shutil.rmtree(class_of_four.root)
    shutil.copytree(before, class_of_four.root)
    monkeypatch.setattr("autograder.class_run.graded_all", lambda jobs, _: map(broken, jobs))
    for name, report in run(class_of_four).items():
        assert name in {"ada", "dee"} or report.status is Status.GRADER_FAULT
    assert scores(Target.of(class_of_four, "diagnostics"))["chen 陈"] is None
    monkeypatch.undo()
    assert standing(run(class_of_four)) == undisturbed
    assert run(class_of_four, force=True)["bo"].previous_score == undisturbed[0]["bo"][0] + 3.5


def test_marks_do_not_depend_on_the_number_of_workers(course, hand_in, solved):
    for number in range(9):
        hand_in(f"s{number}", sample.filled(solved, {"is_uniform": RAISES} if number % 2 else {}))
    one = {name: report.exercises for name, report in run(course, workers=1, dry=True).items()}
    two = {name: report.exercises for name, report in run(course, workers=2, dry=True).items()}
    assert {report.message for report in run(course, workers=2, dry=True).values()} == {""}
    strip = lambda results: [(e.name, e.status, e.score, e.checks, e.misconception) for e in results]  # noqa: E731
    assert {name: strip(results) for name, results in one.items()} == {n: strip(r) for n, r in two.items()}


def test_the_command_prints_json_and_its_exit_status_tells_whether_all_are_graded(class_of_four, tmp_path):
    command = [str(SOFTMARKS), "grade", "diagnostics", "--json", "--course", str(class_of_four.root)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env={"HOME": str(tmp_path)}, timeout=120
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1, done.stderr
    assert [line["submission"] for line in lines] == ["ada", "bo", "chen 陈", "dee"]
    assert [line["status"] for line in lines] == ["graded", "graded", "graded", "unreadable"]
    assert done.stderr == ""


def test_nobody_handed_in_is_said(course):
    command = [str(SOFTMARKS), "grade", "diagnostics", "--course", str(course.root)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "nobody has handed in" in done.stderr


def test_who_passes_all_public_checks_and_earns_less_than_half_is_named(class_of_four, hand_in, solved, monkeypatch):
    hand_in("chen 陈", sample.filled(solved, {one.name: WRONG.format(one.name) for one in DAY.exercises}))
    known = ClassRun(class_of_four, "diagnostics", Options())
    reports = list(known.reports())
    assert known.fooled(reports) == []
    asked = []

    def all_public(jobs, _):
        asked.extend(jobs)
        whole = next(report for report in reports if report.submission == "ada")
        return (replace(whole, submission=job.name) for job in jobs)

    monkeypatch.setattr("autograder.class_run.grade_all", all_public)
    assert known.fooled(reports) == ["chen 陈"]
    assert [job.hidden for job in asked] == [False]
