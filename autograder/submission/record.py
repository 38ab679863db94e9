"""The nouns of reading: a submission, its cells, and the two ways in which a file stays unread."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Role = Literal["solution", "check", "other"]

_LONGEST_NAME = 120


class Unreadable(Exception):
    """There is nothing here that could be graded; the text is one sentence with the file and the way out."""


class Refused(Exception):
    """Not opened for safety (a link, a zip bomb, too big); the text is one sentence with the file and the way out."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One piece of code, run on its own: a notebook's code cell or a block of a script. Plain Python, no magics.

    `number` is unique in the submission and counts from 1; in a notebook it counts code cells as a person does.
    `label` names the place ("cell 4"; empty in a script) and `first_line` the number there of the source's first line.
    """

    number: int
    source: str
    exercise: str | None
    role: Role
    label: str
    first_line: int

    def where(self, line: int) -> str:
        """The place of a line of `source` (from 1) as a person finds it: "cell 4, line 3", in a script "line 12"."""
        place = f"line {self.first_line + line - 1}"
        return f"{self.label}, {place}" if self.label else place


@dataclass(frozen=True, slots=True)
class Submission:
    """What a person handed in, ready to run: cells in run order, and what was mended or noticed on the way.

    `untouched` names the exercises whose stub stands there unchanged; one that stands nowhere is in no set.
    `notebook` is the notebook as nbformat 4 without outputs, cell k of this record being its k-th code cell;
    None when only a script was handed in. `digest` covers all that a mark or a report can depend on, and neither
    path nor outputs: equal digests may share one report.
    """

    path: Path
    assignment: str
    cells: tuple[Cell, ...]
    repairs: tuple[str, ...]
    evidence: tuple[str, ...]
    untouched: frozenset[str]
    notebook: dict[str, Any] | None
    digest: str


def digest(
    assignment: str,
    cells: tuple[Cell, ...],
    untouched: frozenset[str],
    repairs: tuple[str, ...],
    evidence: tuple[str, ...],
) -> str:
    """sha256 over everything of a submission that decides a mark or is said in a report."""
    rows = [[c.number, c.source, c.exercise, c.role, c.label, c.first_line] for c in cells]
    text = json.dumps([assignment, rows, sorted(untouched), repairs, evidence])
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def printable(name: str, longest: int = _LONGEST_NAME) -> str:
    """A name that came from outside, safe to show on one line: no control, bidirectional or invisible characters."""
    shown = "".join(char if char.isprintable() else " " if char.isspace() else "\ufffd" for char in in_utf8(name))
    shown = shown if len(shown) <= longest else shown[: longest - 1] + "…"
    return shown.strip() or "(no name)"


def in_utf8(name: str) -> str:
    """A name as the system gave it, as text that any file can hold: a byte that is no UTF-8 is spelled, as \\udcff."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
