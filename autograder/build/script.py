"""A course text as it is written: the cells of a percent script, each with the line it stands at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import jupytext

from autograder.facts import Assignment, Course

CELL = re.compile(r"# %%(?!%)")
BEGIN = "### BEGIN SOLUTION"
END = "### END SOLUTION"


class BuildError(Exception):
    """The course cannot be built; the text is one sentence with the file, the line and the way out."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One cell. `marks` are what its `# %%` line carries: exercise, check, title or predict, each naming an exercise,
    recall, naming a question that is asked again, or locked, naming the cell itself.
    """

    line: int
    prose: bool
    source: str
    marks: Mapping[str, str]

    @property
    def exercise(self) -> str:
        """The exercise whose function is written here, or nothing."""
        return self.marks.get("exercise", "")

    @property
    def check(self) -> str:
        """The exercise that is checked here, or nothing."""
        return self.marks.get("check", "")

    @property
    def title(self) -> str:
        """The exercise that is introduced here, or nothing."""
        return self.marks.get("title", "")

    @property
    def predict(self) -> str:
        """The exercise whose outcome is predicted here, or nothing."""
        return self.marks.get("predict", "")

    @property
    def recall(self) -> str:
        """The question that is asked again here, at another time of the day, or nothing."""
        return self.marks.get("recall", "")

    @property
    def locked(self) -> str:
        """The name of this cell, which a learner runs and does not change, or nothing."""
        return self.marks.get("locked", "")


@dataclass(frozen=True, slots=True)
class Script:
    """One assignment's text. `name` is the path as people write it, relative to the course."""

    name: str
    assignment: Assignment
    text: str
    pieces: tuple[Piece, ...]

    def where(self, line: int) -> str:
        return f"{self.name}, line {line}"

    def marked(self, mark: str) -> list[Piece]:
        return [piece for piece in self.pieces if mark in piece.marks]


def path_of(course: Course, assignment: Assignment) -> Path:
    return course.folder("source") / f"{assignment.name}.py"


def read(course: Course, assignment: Assignment) -> Script:
    """The text of one assignment, or BuildError when there is none or it has no cells."""
    path = path_of(course, assignment)
    name = f"{course.source}/{path.name}"
    if not path.is_file():
        raise BuildError(f"{name} is missing, although course_config.py has this assignment; write its text there")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BuildError(f"{name} is not UTF-8 ({error.reason} at byte {error.start}); save it as UTF-8") from error
    return Script(name, assignment, text, pieces_of(text, name))


def pieces_of(text: str, name: str) -> tuple[Piece, ...]:
    """jupytext's cells, each with the line of its marker."""
    lines = [number for number, line in enumerate(text.split("\n"), start=1) if CELL.match(line)]
    if not lines or text[: text.index("# %%")].strip():
        raise BuildError(f"{name}, line 1: expected a cell line `# %%`; a course text starts with one")
    cells = jupytext.reads(text, fmt="py:percent").cells
    if len(cells) != len(lines):
        raise BuildError(f"{name}: {len(lines)} lines start with `# %%` but {len(cells)} cells come of it; mend them")
    pieces = []
    for line, cell in zip(lines, cells, strict=True):
        if cell.cell_type == "raw":
            raise BuildError(f"{name}, line {line}: a raw cell shows nowhere; write `# %%` or `# %% [markdown]`")
        marks = {mark: str(value) for mark, value in cell.metadata.items() if mark != "lines_to_next_cell"}
        pieces.append(Piece(line, cell.cell_type == "markdown", cell.source, marks))
    return tuple(pieces)


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text, counted from 1."""
    return enumerate(text.split("\n"), start=1)
