"""What one file holds before it is decided what is graded: its pieces of code, and who it says it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from autograder.submission.code import Code
from autograder.submission.record import Refused

# A person writes a few thousand lines in a course. What is beyond these is data or an attack, and reading it costs.
MOST_CODE = 1_000_000
MOST_PIECES = 2_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A code cell, or a block of a script.

    `grade_id` is what its metadata (in a script its marker) calls it: an exercise, or "check_" and an exercise.
    `marks` is nbgrader's metadata, empty where there is none.
    """

    number: int
    source: str
    code: Code
    first_line: int = 1
    grade_id: str | None = None
    marks: Mapping[str, Any] | None = None


@dataclass(frozen=True, eq=False)
class Draft:
    """One file, read. `course` and `assignment` are the ids that build writes into every file it makes."""

    name: str
    kind: Literal["notebook", "script"]
    pieces: tuple[Piece, ...]
    repairs: tuple[str, ...] = ()
    course: str | None = None
    assignment: str | None = None
    notebook: dict[str, Any] | None = None
    modified: float = 0.0

    @cached_property
    def defined(self) -> frozenset[str]:
        """Names that are bound to something real."""
        return frozenset().union(*(piece.code.defined for piece in self.pieces))

    @cached_property
    def stubs(self) -> frozenset[str]:
        """Names of functions that stand as a stub somewhere, whatever else is bound to them."""
        return frozenset().union(*(piece.code.stubs for piece in self.pieces))

    def place(self, piece: Piece) -> str:
        return f"cell {piece.number}" if self.kind == "notebook" else f"line {piece.first_line}"


def bounded(sources: list[str], name: str) -> None:
    """Raise Refused where there is more code than any person writes."""
    few(len(sources), name)
    if sum(map(len, sources)) > MOST_CODE:
        raise Refused(
            f"{name} holds more than {MOST_CODE:,} characters of code; move stored data out of the code cells"
        )


def few(pieces: int, name: str) -> None:
    """Raise Refused where code is cut into more pieces than any person writes."""
    if pieces > MOST_PIECES:
        raise Refused(f"{name} holds {pieces} code cells, more than {MOST_PIECES}; hand in the assignment alone")
