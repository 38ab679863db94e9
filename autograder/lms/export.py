"""Files of marks that Moodle, Canvas or a spreadsheet takes in: quoted, no formulas, and not graded is never zero."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from autograder.facts import Assignment

# What a spreadsheet may take for the beginning of a formula, full-width forms included.
_FORMULA = ("=", "+", "-", "@", "\t", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True, slots=True)
class Mark:
    """One student's mark as the gradebook has it. `score` is None while something is not graded.

    `parts` are the scores by grade cell, extra credit included; `score` has a late penalty taken off.
    """

    student: str
    score: float | None
    max_score: float
    name: str = ""
    email: str = ""
    lms_id: str = ""
    parts: Mapping[str, float | None] = field(default_factory=dict)


def export(assignment: Assignment, marks: Iterable[Mark], form: str) -> str:
    """The text of the file; `form` is one of FORMATS."""
    if form not in FORMATS:
        raise ValueError(f"there is no format {form!r}; choose one of {', '.join(FORMATS)}")
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerows(FORMATS[form](assignment, sorted(marks, key=lambda mark: mark.student)))
    return text.getvalue()


def _plain(assignment: Assignment, marks: Sequence[Mark]) -> Iterable[list[str]]:
    parts = [f"check_{exercise.name}" for exercise in assignment.exercises]
    parts += sorted({part for mark in marks for part in mark.parts} - set(parts))
    headings = [part.removeprefix("check_") for part in parts]
    yield ["student", "name", "email", "score", "max_score", *map(_safe, headings)]
    for mark in marks:
        scores = [_number(mark.parts.get(part)) for part in parts]
        yield [
            *map(_safe, (mark.student, mark.name, mark.email)),
            _number(mark.score),
            _number(mark.max_score),
            *scores,
        ]


def _canvas(assignment: Assignment, marks: Sequence[Mark]) -> Iterable[list[str]]:
    most = marks[0].max_score if marks else assignment.max_score
    yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", _safe(assignment.title)]
    yield ["    Points Possible", "", "", "", "", _number(most)]
    for mark in marks:
        number = mark.lms_id or (mark.student if mark.student.isdecimal() else "")
        login = "" if number == mark.student else mark.student
        yield [*map(_safe, (mark.name or mark.student, number, "", login, "")), _number(mark.score)]


def _moodle(assignment: Assignment, marks: Sequence[Mark]) -> Iterable[list[str]]:
    yield ["Identifier", "Full name", "ID number", "Email address", "Grade", "Maximum grade"]
    for mark in marks:
        number = mark.lms_id or (mark.student if mark.student.isdecimal() else "")
        participant = f"Participant {number}" if number else ""
        yield [
            *map(_safe, (participant, mark.name, "" if number == mark.student else mark.student, mark.email)),
            _number(mark.score),
            _number(mark.max_score),
        ]


FORMATS: Mapping[str, Callable[[Assignment, Sequence[Mark]], Iterable[list[str]]]] = MappingProxyType(
    {"csv": _plain, "canvas": _canvas, "moodle": _moodle}
)


def _number(value: float | None) -> str:
    """A mark; empty where there is none."""
    return "" if value is None else f"{round(float(value), 4):.10g}"


def _safe(text: str) -> str:
    """A text that a spreadsheet shows and does not compute: an apostrophe goes before what could begin a formula."""
    shown = "".join(char for char in text if char.isprintable() or char in "\t\n").encode("utf-8", "replace").decode()
    return (
        f"'{shown}" if shown.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\n", "＝", "＋", "－", "＠")) else shown
    )
