"""What lies in a hand-in beside the work is hostile, too: it is looked at before anything is graded."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.classroom import hand_ins
from autograder.facts import Course
from tests.attacks.arena import deadline, make_course
from tests.attacks.attack import HONEST

pytestmark = pytest.mark.attack


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_course(tmp_path_factory.mktemp("hand-ins") / "course")


def fifo(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def terabyte(path: Path) -> None:
    with open(path, "wb") as file:
        file.truncate(2**40)


def circle(path: Path) -> None:
    path.symlink_to(path)


def hostile_stamp(path: Path) -> None:
    path.write_text("9999999-13-45 99:99:99 \x00\ud7ff UTC\n" * 1000, encoding="utf-8")


HASHED = (
    pytest.mark.slow,
    pytest.mark.xfail(
        strict=True, reason="HandIn.digest hashes every byte, also of a file that is too big to be opened"
    ),
)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("timestamp.txt", fifo),
        ("timestamp.txt", endless),
        ("timestamp.txt", circle),
        ("timestamp.txt", hostile_stamp),
        ("more.ipynb", fifo),
        ("more.ipynb", endless),
        ("more", circle),
        pytest.param("more.ipynb", terabyte, marks=HASHED),
        pytest.param("timestamp.txt", terabyte, marks=HASHED),
    ],
)
def test_a_hostile_file_beside_the_work_stops_nobody(course: Course, name: str, make: Callable[[Path], None]) -> None:
    student = f"{make.__name__}-{name}"
    folder = course.folder("classroom") / "submitted" / student / "attention"
    folder.mkdir(parents=True)
    (folder / "attention.py").write_text(HONEST, encoding="utf-8")
    make(folder / name)
    try:
        with deadline(4):
            (one,) = hand_ins(course, "attention", student)
            assert len(one.digest()) == 64
    finally:
        (folder / name).unlink()
