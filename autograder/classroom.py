"""Who handed in what, where it lies, and when: nbgrader's submitted/ tree, an LMS's download, checkouts, zips.

Nothing under submitted/ is changed. A zip of a whole class is unpacked beside it, under unpacked/.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from autograder.class_zip import unpacked
from autograder.facts import Course
from autograder.gradebook import read_stamp
from autograder.lms import student_of
from autograder.submission import Refused, Unreadable, read
from autograder.submission.footprint import footprint
from autograder.submission.record import in_utf8, printable

IGNORED = (".ipynb_checkpoints", "__MACOSX", ".DS_Store", "__pycache__")
_AGAIN = re.compile(r"-(\d+)$")  # Canvas counts the versions of a file: work.ipynb, work-1.ipynb
_LONGEST_ID = 240  # bytes; nbgrader makes folders of this name
_MARKUP = re.compile(r'[<>"&]')
_NEVER = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class HandIn:
    """One student's submission to one assignment. `stamp` is None where no time is known.

    `limit` is the most bytes of it that are opened, `original` how the work was called where it came from; `notes` what
    was done to find it. `attempts` are all that the student handed in, when the best of them is to count; `source` the
    zip of a class that it came in.
    """

    student: str
    path: Path
    limit: int
    stamp: datetime | None
    original: str = ""
    notes: tuple[str, ...] = ()
    attempts: tuple[HandIn, ...] = ()
    source: Path | None = None

    def digest(self) -> str:
        """A hash of everything that decides what is graded; never more of it is read than reading would."""
        return footprint(self.path, self.limit)


def hand_ins(course: Course, assignment: str, student: str | None = None) -> list[HandIn]:
    """The submission of every student to `assignment` that counts, by student."""
    by_student = defaultdict(list)
    for one in everything(course, assignment):
        by_student[one.student].append(one)
    chosen = ((name, found) for name, found in sorted(by_student.items()) if student in (None, name))
    return [found[0] if len(found) == 1 else _counted(found, course, assignment) for _, found in chosen]


def everything(course: Course, assignment: str) -> Iterator[HandIn]:
    """All that was handed in to `assignment`, also where a student has several."""
    submitted = course.folder("classroom") / "submitted"
    if submitted.is_dir():
        yield from _in_folder(submitted, course, assignment)


def _in_folder(
    folder: Path, course: Course, assignment: str, source: Path | None = None, *, is_class: bool = False
) -> Iterator[HandIn]:
    """`is_class`: what an LMS packed for a class, so that nothing in it is the work of a further class."""
    for place in map(folder.joinpath, sorted(os.listdir(folder))):
        if place.name in IGNORED or place.name.startswith("."):
            continue
        lms = bool(student_of(place.name).lms)
        inside = None if lms else _in_tree(place, course, assignment)
        if inside is not None:
            notes = () if inside.parent == place else (f"taken from {inside.relative_to(place)} in a checkout",)
            stamp = read_stamp(inside)
            yield HandIn(_id(place.name), inside, _limit(course), stamp, place.name, notes, source=source)
        elif not lms and not is_class and _is_class(place):
            yield from _in_folder(place, course, assignment, is_class=True)
        elif lms or not _is_tree(place, course):
            opened = None if lms or source is not None else _opened(place, course, assignment)
            if opened is not None:
                yield from _in_folder(opened, course, assignment, place, is_class=True)
            elif (one := _alone(place, course, assignment, source)) is not None:
                yield one


def _in_tree(place: Path, course: Course, assignment: str) -> Path | None:
    """STUDENT/ASSIGNMENT, or in a student's copy of the whole course the folder that is handed out, not the solved."""
    if place.is_symlink():
        return None
    parts = (assignment, f"{course.release}/{assignment}")
    return next((place / part for part in parts if os.path.isdir(place / part)), None)


def _is_tree(place: Path, course: Course) -> bool:
    """True for a student's folder with a folder for each assignment, none of them the one that is asked for."""
    if place.is_symlink() or not place.is_dir():
        return False
    named = any(_in_tree(place, course, one.name) for one in course.assignments)
    return named or any(place.glob("*/timestamp.txt"))


def _is_class(place: Path) -> bool:
    """True for a folder that holds what an LMS packed for a class."""
    if place.is_symlink() or not place.is_dir():
        return False
    try:
        return any(student_of(name).lms for name in os.listdir(place))
    except OSError:
        return False  # graded as it is, it gets a verdict that says why


def _opened(place: Path, course: Course, assignment: str) -> Path | None:
    """The folder in which the zip of a class was unpacked; None where it is one person's work, or cannot be opened."""
    if place.suffix.lower() != ".zip" or place.is_symlink() or not place.is_file():
        return None
    try:
        return unpacked(place, course.folder("classroom") / "unpacked", assignment)
    except (Refused, Unreadable):
        return None  # graded as it is, it gets a verdict that says why


def _alone(place: Path, course: Course, assignment: str, source: Path | None) -> HandIn | None:
    """A file or folder named after its student; None when it belongs to another assignment."""
    about = _about(place, course)
    if about not in ("", assignment):
        return None
    known = student_of(place.name)
    student = known.id if known.lms else (place.name if place.is_dir() else place.stem)
    notes = ("the LMS calls it late; by how much is not known",) if known.late else ()
    return HandIn(_id(student), place, _limit(course), read_stamp(place), place.name, notes, source=source)


def _id(name: str) -> str:
    """The student's id: the name as it is, unless nbgrader could not put it into a folder's name or onto a page."""
    text = in_utf8(name)
    if len(text.encode("utf-8")) <= _LONGEST_ID and text.isprintable() and not _MARKUP.search(text):
        return text
    shown = _MARKUP.sub("_", printable(text, longest=_LONGEST_ID // 8))
    return f"{shown}~{hashlib.sha256(text.encode('utf-8')).hexdigest()[:12]}"


def _about(place: Path, course: Course) -> str:
    """The assignment to which the work belongs by what it holds; empty where it defines nothing of the course."""
    try:
        found = read(place, course)
    except (Refused, Unreadable):
        return ""
    return found.assignment if any(cell.exercise for cell in found.cells) else ""


def _limit(course: Course) -> int:
    return course.limits.submission_megabytes * 2**20


def _counted(found: Sequence[HandIn], course: Course, assignment: str) -> HandIn:
    """Of several hand-ins the one that counts; those that hold nothing of the course stay out if another does.

    What lies in submitted/ by itself outranks what a zip of a class holds under the same name: whoever packed that zip
    also chose the names, and the times, of everybody in it.
    """
    own = [one for one in found if one.source is None] or found
    telling = [one for one in own if _in_its_place(one) or _about(one.path, course) == assignment] or own
    ordered = sorted(telling, key=_age)
    notes = tuple(_left_aside(one, own) for one in found if one not in ordered)
    newest = replace(ordered[-1], notes=(*ordered[-1].notes, *notes))
    if len(ordered) == 1:
        return newest
    if course.resubmission == "best":
        return replace(newest, attempts=tuple(ordered))
    return replace(
        newest, notes=(*newest.notes, f"{len(ordered)} were handed in; the newest counts, {printable(newest.original)}")
    )


def _left_aside(one: HandIn, own: Sequence[HandIn]) -> str:
    if one in own or one.source is None:
        return f"left aside: {printable(one.original)} holds nothing that could be graded"
    where = f"{printable(one.original)} in {printable(one.source.name)}"
    return f"left aside: {where}, because other work was handed in by itself; see who packed that zip"


def _in_its_place(one: HandIn) -> bool:
    return one.path.name != one.original


def _age(one: HandIn) -> tuple[datetime, int, int, float, str]:
    """What tells two hand-ins apart in time, the surest first: stamp, Canvas's numbers, the file's own time, name."""
    again = _AGAIN.search(Path(one.original).stem)
    upload = student_of(one.original).upload
    stamp = one.stamp.replace(tzinfo=UTC) if one.stamp and one.stamp.tzinfo is None else one.stamp
    return stamp or _NEVER, upload, int(again[1]) if again else 0, one.path.lstat().st_mtime, one.original
