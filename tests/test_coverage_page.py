"""The page of coverage keeps its word: nothing is left out, and every place that it names is in the course text."""

from __future__ import annotations

import re
from dataclasses import dataclass

import jupytext
import pytest

from autograder import facts
from tests.conftest import ROOT

COURSE = facts.load(ROOT)
PAGE = ROOT / "docs" / "coverage.md"
DAYS = {f"{assignment.day} {assignment.name}": assignment.name for assignment in COURSE.assignments}
EXERCISES = {a.name: {exercise.name for exercise in a.exercises} for a in COURSE.assignments}
NOWHERE = "none"

# How many things there are: an item that vanishes from the end of the page is missed, too.
COUNTS = {"A": 25, "B": 72, "D": 29, "": 58}


@dataclass(frozen=True)
class Row:
    """One row of a table: its number, such as B12 or 12, and all of its cells."""

    number: str
    cells: tuple[str, ...]

    @property
    def day(self) -> str:
        return self.cells[-2]

    @property
    def where(self) -> str:
        return self.cells[-1]


def rows() -> list[Row]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return [Row(row[0], row) for row in cells if re.fullmatch(r"[A-Z]?\d+", row[0])]


ROWS = rows()


def headings(name: str) -> set[str]:
    """The headings of a text, without an exercise's number, and the bold words that its paragraphs begin with."""
    notebook = jupytext.read(ROOT / COURSE.source / f"{name}.py", fmt="py:percent")
    prose = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    titles = re.findall(r"^#+ (?:\d+\. )?(.+)$", prose, re.MULTILINE)
    leads = re.findall(r"^\*\*(.+?)\*\*", prose, re.MULTILINE | re.DOTALL)
    return {" ".join(found.split()) for found in titles + leads}


HEADINGS = {name: headings(name) for name in EXERCISES}


def test_every_line_of_a_table_is_a_row_a_head_or_a_rule() -> None:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    others = [line for line in lines if line.startswith(("| item |", "| claim |", "|---|"))]
    assert (len(others), len(ROWS)) == (6, len(lines) - 6)


@pytest.mark.parametrize("letter", COUNTS, ids=[letter or "claims" for letter in COUNTS])
def test_no_number_is_missing_and_they_stand_in_order(letter: str) -> None:
    numbers = [int(row.number.removeprefix(letter)) for row in ROWS if row.number.rstrip("0123456789") == letter]
    assert numbers == sorted(numbers)
    assert sorted(set(numbers)) == list(range(1, COUNTS[letter] + 1))


def test_every_cell_is_filled() -> None:
    assert [row for row in ROWS if len(row.cells) != (5 if row.number.isdecimal() else 4) or not all(row.cells)] == []


def complaint(row: Row) -> str:
    """What is wrong with the place or the reason that a row names, or nothing."""
    quoted, named = re.findall(r"“(.+?)”", row.where), set(re.findall(r"`(.+?)`", row.where))
    if row.day == NOWHERE:
        named -= set().union(*EXERCISES.values())
        return "" if re.match(r"refused: \S.{20,}", row.where) and not quoted and not named else "no reason"
    if row.day not in DAYS or row.where.startswith("refused"):
        return f"no such day: {row.day}"
    name = DAYS[row.day]
    if not quoted and not named:
        return "no place"
    strangers = [words for words in quoted if words not in HEADINGS[name]] + sorted(named - EXERCISES[name])
    return f"not in {name}: {strangers}" if strangers else ""


def test_every_row_names_places_of_its_day_or_a_reason() -> None:
    assert {f"{row.number}, {row.where}": complaint(row) for row in ROWS if complaint(row)} == {}


def test_every_exercise_stands_on_the_page() -> None:
    named = {found for row in ROWS for found in re.findall(r"`(\w+)`", row.where)}
    assert sorted(set().union(*EXERCISES.values()) - named) == []
