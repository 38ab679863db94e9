"""Who handed in what, where it lies, and when: nbgrader's submitted/ tree, or the flat folder of an LMS download."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from autograder.facts import Course
from autograder.gradebook import read_stamp
from autograder.lms import student_of

IGNORED = (".ipynb_checkpoints", "__MACOSX", ".DS_Store", "__pycache__")


@dataclass(frozen=True, slots=True)
class HandIn:
    """One student's submission to one assignment. `stamp` is None where no time is known."""

    student: str
    path: Path
    stamp: datetime | None

    def digest(self) -> str:
        """A hash of every byte that was handed in, by name; links count by where they point and are not followed."""
        digest = hashlib.sha256()
        for path in _files(self.path):
            digest.update(str(path.relative_to(self.path.parent)).encode("utf-8", "surrogateescape") + b"\0")
            if path.is_symlink():
                digest.update(str(path.readlink()).encode("utf-8", "surrogateescape"))
            elif path.is_file():
                with path.open("rb") as file:
                    digest.update(hashlib.file_digest(file, "sha256").digest())
        return digest.hexdigest()


def _files(path: Path) -> list[Path]:
    if path.is_symlink() or not path.is_dir():
        return [path]
    return [found for found in sorted(path.rglob("*")) if found.is_symlink() or not found.is_dir()]


def hand_ins(course: Course, assignment: str, student: str | None = None) -> list[HandIn]:
    """Every submission to `assignment` under classroom/submitted/, by student, one for each."""
    submitted = course.folder("classroom") / "submitted"
    found = {one.student: one for one in _found(submitted, assignment)}
    chosen = [one for name, one in sorted(found.items()) if student in (None, name)]
    return chosen


def _found(submitted: Path, assignment: str) -> Iterator[HandIn]:
    if not submitted.is_dir():
        return
    others = {path.name for path in submitted.glob("*/*") if path.is_dir()} - {assignment}
    for place in sorted(submitted.iterdir()):
        if place.name in IGNORED or place.name.startswith("."):
            continue
        inside = place / assignment
        if inside.is_dir() and not place.is_symlink():
            yield HandIn(place.name, inside, read_stamp(inside))
        elif not (place.is_dir() and any((place / other).is_dir() for other in others)):
            # No folder per assignment: this is how an LMS packs a download, one file or folder per student.
            yield HandIn(_student(place), place, read_stamp(place))


def _student(place: Path) -> str:
    known = student_of(place.name)
    return known.id if known.lms else (place.name if place.is_dir() else place.stem)
