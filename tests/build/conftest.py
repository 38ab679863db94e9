"""The made-up course as fixtures: written afresh for each test, or built once for all that only look."""

from __future__ import annotations

from pathlib import Path

import pytest
from sums_course import MakeCourse, write_course

from autograder.build import build
from autograder.facts import Course


@pytest.fixture
def made_up(tmp_path: Path) -> MakeCourse:
    """Write a course; `text` and `config` are its two files. The folder's name has a space and is not ASCII."""

    def make(**files: str) -> Course:
        return write_course(tmp_path / "kurs 课程", **files)

    return make


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The made-up course, built once; tests only look at it."""
    made = write_course(tmp_path_factory.mktemp("built") / "course")
    report = build(made, check=False)
    assert report.problems == report.leaks == report.stale == ()
    return made
