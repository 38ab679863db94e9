"""What is said about a submission: repairs, for the person who handed it in, and evidence, for the instructor only.

Neither changes a mark.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from autograder.facts import Assignment, Course
from autograder.submission.assemble import Placed
from autograder.submission.draft import Draft
from autograder.submission.files import File
from autograder.submission.record import printable

# Files with these names beside a notebook are taken for the library by a grader that runs where they lie.
_LIBRARIES = re.compile(
    "numpy|scipy|torch|tensorflow|jax|cupy|sklearn|pandas|matplotlib|numba|autograder|softmarks|pytest|conftest"
    "|IPython|ipykernel|nbgrader|sitecustomize|usercustomize"
)
_HARMLESS = frozenset({"code", "test", "this"})  # of the standard library, and what people call their own files
_MODULE_ENDINGS = (".py", ".pyc", ".pyd", ".so", ".pth")
# Invisible, or turning the direction of writing: what a reader sees is then not what runs. Joiners (U+200C, U+200D)
# and marks of direction (U+200E, U+200F) belong to honest text in many languages.
_HIDDEN = re.compile("[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")


def repairs(pieces: Sequence[Placed], assignment: Assignment) -> Iterator[str]:
    """What was mended in the cells, and what a person should mend in the file."""
    for draft in dict.fromkeys(p.draft for p in pieces if p.draft.kind == "notebook"):
        mine = [p for p in pieces if p.draft is draft]
        yield from _metadata(draft, mine, assignment)
        yield from _copies(mine)
    yield from _locked(pieces)
    yield from _stubs_left_out(pieces)


def _metadata(draft: Draft, pieces: Sequence[Placed], assignment: Assignment) -> Iterator[str]:
    if not any(p.piece.grade_id for p in pieces):
        yield f"{draft.name} has lost the marks that grading finds cells by; the functions were found by their names"
    checked = {p.exercise for p in pieces if p.role == "check"}
    missing = [exercise.name for exercise in assignment.exercises if exercise.name not in checked]
    if missing:
        yield f"the check cells of {', '.join(missing)} are missing; nothing is lost by that"


def _copies(pieces: Sequence[Placed]) -> Iterator[str]:
    """Cells that share a grade id: copied, or split in two by a person."""
    groups: dict[str, list[Placed]] = {}
    for p in pieces:
        if p.piece.grade_id and not p.left_out:
            groups.setdefault(p.piece.grade_id, []).append(p)
    for group in groups.values():
        places = " and ".join(p.place for p in group)
        if len(group) > 1 and group[0].role == "check":
            yield f"the check cell of {group[0].exercise} stands more than once, in {places}; nothing is lost by that"
        elif len(group) > 1 and group[0].role == "solution":
            yield (
                f"{places} are all marked as the cell of {group[0].exercise}; "
                "all were run in order, so that the last definition counts"
            )


def _locked(pieces: Sequence[Placed]) -> Iterator[str]:
    for p in pieces:
        if p.role == "check" and p.piece.code.extra:
            yield (
                f"code typed into the locked check cell of {p.exercise} ({p.place}) was run; "
                "move it into a cell of your own"
            )


def _stubs_left_out(pieces: Sequence[Placed]) -> Iterator[str]:
    for p in pieces:
        for name in p.left_out:
            there = next(other.place for other in pieces if name in other.written)
            yield f"the untouched stub of {name} in {p.place} was left out, because {there} defines that function"


def helpers(pieces: Sequence[Placed], beside: frozenset[str]) -> Iterator[str]:
    """Modules that lie beside the file that is graded, and are imported there."""
    imported = {package for p in pieces for package in p.piece.code.packages} & beside
    graded = " and ".join(dict.fromkeys(p.draft.name for p in pieces))
    for package in sorted(imported):
        yield f"{package}.py lies beside, but only {graded} is run; copy what you need from it into a cell"


def evidence(pieces: Sequence[Placed], course: Course, assignment: Assignment) -> Iterator[str]:
    """Facts about the cells that an instructor may want to look at."""
    known = {exercise.name for day in course.assignments for exercise in day.exercises}
    for p in pieces:
        if p.draft.kind == "notebook" and p.piece.grade_id is not None:
            yield from _marks(p, assignment, known)
        if found := _HIDDEN.findall(p.piece.source):
            codes = ", ".join(sorted({f"U+{ord(char):04X}" for char in found}))
            yield f"{p.place} holds characters that do not show or turn the line around: {codes}"


def _marks(p: Placed, assignment: Assignment, known: set[str]) -> Iterator[str]:
    """Where nbgrader's metadata is not as it was released."""
    marks = p.piece.marks or {}
    grade_id = printable(p.piece.grade_id or "")
    name = grade_id if grade_id in known else grade_id.removeprefix("check_")
    if p.exercise is None or name != p.exercise:
        if name in known:
            yield f"{p.place} carries the grade id {grade_id} of another assignment"
        elif marks.get("grade") or marks.get("solution"):
            yield f"{p.place} carries the grade id {grade_id}, which this course never gave"
        return
    released = {"grade": True, "solution": False, "locked": True}
    if p.role == "solution":
        released = {"grade": False, "solution": True, "locked": False}
    changed = [key for key, value in released.items() if marks.get(key) is not value]
    if changed:
        yield f"{p.place}: the metadata of {grade_id} was changed ({', '.join(changed)})"
    points = marks.get("points")
    if p.role == "check" and points != assignment.exercise(name).points:
        yield f"{p.place}: the points of {grade_id} were changed to {printable(repr(points))}"
    if p.role == "check" and name not in p.piece.code.checks:
        yield f"{p.place}: the locked cell of {grade_id} no longer calls check({name})"


def shipped(files: Sequence[File], graded: Sequence[Draft]) -> Iterator[str]:
    """Files that are named like a library; none of them was run."""
    own = {draft.name for draft in graded}
    for file in files:
        path = PurePosixPath(file.name)
        in_package = path.name == "__init__.py" and len(path.parts) > 1
        name = path.parts[-2] if in_package else path.name.split(".", 1)[0]
        if file.shown not in own and path.name.endswith(_MODULE_ENDINGS) and _is_library(name):
            yield f"{file.shown} is named like a library; it was not run"


def _is_library(name: str) -> bool:
    return bool(_LIBRARIES.fullmatch(name)) or (name in sys.stdlib_module_names and name not in _HARMLESS)
