"""A course folder whose released notebook stands in its gradebook."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from gradebook_samples import ASSIGNMENT, released_notebook, save

from autograder.facts import Course, load
from autograder.gradebook import Target, register


@pytest.fixture(scope="session")
def _registered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once: the first gradebook takes a second, since nbgrader starts alembic for it."""
    root = tmp_path_factory.mktemp("course")
    shutil.copy(Path(__file__).resolve().parents[2] / "course_config.py", root)
    course = load(root)
    save(course.released(ASSIGNMENT), released_notebook(course))
    register(course, ASSIGNMENT)
    return root


@pytest.fixture
def course(tmp_path: Path, _registered: Path) -> Course:
    """A course whose notebook is registered."""
    shutil.copytree(_registered, tmp_path / "course")
    return load(tmp_path / "course")


@pytest.fixture
def target(course: Course) -> Target:
    return Target.of(course, ASSIGNMENT)
