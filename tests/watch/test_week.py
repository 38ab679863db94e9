"""The days as a learner sees them: what is planned is called planned, what is done is what this machine saw."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console
from typer.testing import CliRunner

from autograder import facts
from autograder.attempts import Attempts
from autograder.cli import screen
from autograder.cli.app import app
from tests.conftest import ROOT
from tests.watch.conftest import COURSE

DAYS = sorted(COURSE.assignments, key=lambda one: one.day)
ATTENTION = COURSE.assignment("attention")


@pytest.fixture
def memory(state):
    return Attempts(COURSE.id)


def week(*options):
    done = CliRunner().invoke(app, ["week", "--course", str(ROOT), *options])
    assert done.exit_code == 0, done.output
    return done.output


def test_every_day_that_exists_is_there_with_what_is_planned(memory):
    lines = week().splitlines()
    for day in DAYS:
        start = f"day {day.day}, {day.title}: planned {day.minutes} minutes, 0 of {len(day.exercises)} exercises done"
        assert start in lines
        for one in day.exercises:
            assert f"  exercise {one.name}: not begun, planned {one.minutes} minutes" in lines
    assert "Minutes are planned, not measured: take the time you need." in lines


def test_what_this_machine_saw_is_told_in_words(memory):
    memory.passed("project_qkv")
    memory.failed("attention_scores", "one")
    memory.hinted("stable_softmax", 1, "one")
    text = week()
    assert "exercise project_qkv: public checks hold, " in text
    assert "exercise attention_scores: tried, " in text
    assert "exercise stable_softmax: tried, " in text
    assert f"1 of {len(ATTENTION.exercises)} exercises done" in text
    assert "passed" not in text


def test_next_is_the_first_exercise_that_is_not_done(memory):
    done, day = DAYS[:2]
    before, left, after = day.exercises[:3]
    for one in (*done.exercises, before, after):
        memory.passed(one.name)
    said = f"Next: {left.name} on day {day.day}, planned {left.minutes} minutes: softmarks watch {day.name}.ipynb"
    assert said in week()


def test_next_names_the_script_where_it_alone_is_here(memory, work, monkeypatch):
    monkeypatch.chdir(work)
    name = DAYS[0].name
    (work / f"{name}.py").touch()
    assert f"softmarks watch {name}.py" in week()
    (work / f"{name}.ipynb").touch()
    assert f"softmarks watch {name}.ipynb" in week()


def test_when_everything_is_done_that_is_no_mark(memory):
    for day in DAYS:
        for one in day.exercises:
            memory.passed(one.name)
    text = week()
    assert "Next: nothing is left" in text
    assert "Hidden checks look further at grading." in text


def test_a_terminal_gets_a_table_that_says_the_same_in_words(memory, monkeypatch):
    memory.passed("project_qkv")
    monkeypatch.setattr(screen, "is_plain", lambda asked: asked)
    monkeypatch.setattr(screen, "console", lambda plain: Console(force_terminal=True, width=100, no_color=True))
    text = week()
    counted = (f"1 of {len(ATTENTION.exercises)} done", f"{ATTENTION.minutes} min")
    for word in ("planned", "on this machine", "public checks hold", "not begun", *counted):
        assert word in text
    assert "┃" not in week("--plain")


def test_where_nobody_grades_no_grading_is_spoken_of(memory, monkeypatch):
    memory.passed("project_qkv")
    monkeypatch.setattr(facts, "find", lambda _: replace(COURSE, self_study=True))
    text = week()
    assert "exercise project_qkv: checks hold, " in text
    assert "public" not in text
    assert "grading" not in text
