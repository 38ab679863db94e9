"""On a learner's machine, from the wheel alone and without matplotlib, everything but the figures is there."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tests.learner.conftest import Machine, machine

pytestmark = pytest.mark.slow
__all__ = ["machine"]  # the fixture, for this file as well


@pytest.fixture
def plain_machine():
    """The machine here has no matplotlib to be made plain."""


def test_the_text_comes_and_the_line_that_mends_it(machine: Machine):
    solved = ROOT / "solutions" / "attention" / "attention.ipynb"
    done = machine.run("softmarks", "show", solved, "--out", "figures.html")
    assert done.returncode == 0, done.stderr
    assert "All 7 steps are healthy" in done.stdout
    assert "python -m pip install matplotlib" in done.stdout
    page = (machine.folder / "figures.html").read_text(encoding="utf-8")
    assert "<svg" not in page
    assert page.count("<details open>") == 3


def test_a_notebook_is_told_the_same(machine: Machine):
    code = (
        "from autograder import show; v = show.heatmap([[0.5, 0.5]]); print(v); print(v._repr_html_()); v._repr_png_()"
    )
    done = machine.run("python", "-c", code)
    assert done.returncode == 0, done.stderr
    assert "%pip install matplotlib" in done.stdout


def test_the_week_needs_no_course_folder(machine: Machine):
    done = machine.run("softmarks", "week")
    assert done.returncode == 0, done.stderr
    assert "day 1, Five lines of attention: planned 90 minutes" in done.stdout
