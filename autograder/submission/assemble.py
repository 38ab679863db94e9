"""Drafts to cells: what each cell is for, and which untouched stubs stay out because the work stands elsewhere.

Code that was typed into a locked check cell is run like any other, by every door. It is the person's own code, an
import or a helper in the wrong place; dropping it (as restoring the cell would) fails work that ran in their kernel.
The `check(...)` line beside it does nothing while a submission is graded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from autograder.facts import Assignment
from autograder.submission.choose import names
from autograder.submission.draft import Draft, Piece
from autograder.submission.record import Cell, Role


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece with its part in the assignment.

    `written` are the exercises it really defines, `left_out` those of its untouched stubs that stay out because
    another piece defines the function: run, they could undo the work there. `place` is how a sentence names it.
    """

    draft: Draft
    piece: Piece
    place: str
    role: Role
    exercise: str | None
    written: frozenset[str]
    left_out: tuple[str, ...] = ()


def placed(drafts: Sequence[Draft], assignment: Assignment, beside: frozenset[str]) -> list[Placed]:
    """All pieces in run order. A function imported from a file in `beside` is not written: that file is not run."""
    pieces = [
        _place(draft, piece, f"{draft.name}, " if len(drafts) > 1 else "", assignment, beside)
        for draft in drafts
        for piece in draft.pieces
    ]
    written = frozenset[str]().union(*(p.written for p in pieces))
    return [
        replace(p, left_out=tuple(sorted(needless))) if (needless := written & p.piece.code.stubs.keys()) else p
        for p in pieces
    ]


def untouched(pieces: Sequence[Placed], assignment: Assignment) -> frozenset[str]:
    """The exercises that stand there as a stub and nowhere as anything else."""
    stubs = frozenset[str]().union(*(p.piece.code.stubs.keys() - p.left_out for p in pieces))
    return stubs & names(assignment)


def cells(pieces: Sequence[Placed]) -> Iterator[Cell]:
    """The cells in run order, empty ones left out. Numbers are the notebook's own; a script's go on after them."""
    offset = max((p.piece.number for p in pieces if p.draft.kind == "notebook"), default=0)
    for p in pieces:
        source = _source(p)
        if source.strip():
            notebook = p.draft.kind == "notebook"
            number = p.piece.number if notebook else p.piece.number + offset
            yield Cell(number, source, p.exercise, p.role, p.place if notebook else "", p.piece.first_line)


def _source(p: Placed) -> str:
    """The piece's plain source; the lines of stubs left out are empty, so that every other line keeps its number."""
    lines = p.piece.code.source.split("\n")
    for name in p.left_out:
        for first, last in p.piece.code.stubs[name]:
            lines[first - 1 : last] = [""] * (last - first + 1)
    return "\n".join(lines)


def _place(draft: Draft, piece: Piece, before: str, assignment: Assignment, beside: frozenset[str]) -> Placed:
    code = piece.code
    elsewhere = {name for name, package in code.imported.items() if package in beside}
    written = (code.defined - elsewhere) & names(assignment)
    return Placed(draft, piece, before + draft.place(piece), *_part(piece, written, assignment), written)


def _part(piece: Piece, written: frozenset[str], assignment: Assignment) -> tuple[Role, str | None]:
    """By the grade id; without one by what the code defines or checks."""
    mine = names(assignment)
    grade_id = piece.grade_id or ""
    if grade_id in mine:  # first, since an exercise may be called check_something itself
        return "solution", grade_id
    if grade_id.removeprefix("check_") in mine:
        return "check", grade_id.removeprefix("check_")
    if piece.code.checks & mine and not piece.code.extra:
        return "check", min(piece.code.checks & mine)
    there = written | piece.code.stubs.keys()
    exercise = next((exercise.name for exercise in assignment.exercises if exercise.name in there), None)
    return ("solution" if exercise else "other"), exercise
