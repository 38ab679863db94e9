"""A course in a folder of its own, and classes in every shape in which they come."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder import facts, sample
from tests.conftest import ROOT

ASSIGNMENT = "diagnostics"
BROKEN = "is_uniform"  # no other exercise joins it, so that it costs its own points and no more
ALL_POINTS = facts.load(ROOT).assignment(ASSIGNMENT).max_score
LOST_POINTS = facts.load(ROOT).exercise(BROKEN).points
FEWER_POINTS = ALL_POINTS - LOST_POINTS
SOFTMARKS = Path(sys.executable).with_name("softmarks")
RAISES = "def is_uniform(weights, atol=1e-3):\n    raise ValueError(0)"


def copy_of_the_course(root: Path):
    root.mkdir(parents=True)
    for name in ("course_config.py", "nbgrader_config.py"):
        shutil.copy(ROOT / name, root / name)
    for name in ("assignments", "solutions"):
        shutil.copytree(ROOT / name, root / name)
    return facts.load(root)


def softmarks(course, *words: str, **options):
    """Run the command in the course; what it printed is text."""
    command = [str(SOFTMARKS), *words, "--course", str(course.root)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


@pytest.fixture
def course(tmp_path):
    return copy_of_the_course(tmp_path / "course")


@pytest.fixture
def submitted(course):
    place = course.folder("classroom") / "submitted"
    place.mkdir(parents=True)
    return place


@pytest.fixture(scope="session")
def solved():
    return sample.read_notebook(ROOT / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")


@pytest.fixture(scope="session")
def right(solved) -> bytes:
    return json.dumps(solved).encode()


@pytest.fixture(scope="session")
def one_broken(solved) -> bytes:
    """Everything right but one function, which raises: worth FEWER_POINTS."""
    return json.dumps(sample.filled(solved, {BROKEN: RAISES})).encode()


@pytest.fixture(scope="session")
def of_another_day() -> bytes:
    return (ROOT / "solutions" / "attention" / "attention.ipynb").read_bytes()
