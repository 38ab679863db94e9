"""Numbers, labels and tables as text: on lines that read well aloud, and aligned for eyes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from autograder.submission.record import printable

LONGEST = 16  # characters of a label in a figure; the table has it whole


@dataclass(frozen=True, slots=True)
class Table:
    """A small table; the first cell of a row names the row."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def spoken(self) -> Iterator[str]:
        """One line for each row, every value beside its heading."""
        for name, *cells in self.rows:
            said = ", ".join(f"{head} {cell}" for head, cell in zip(self.headings[1:], cells, strict=True) if cell)
            yield f"{self.headings[0]} {name}: {said}"

    def aligned(self) -> Iterator[str]:
        """The table in columns, without a frame; wide characters count as two."""
        everything = (self.headings, *self.rows)
        widths = [max(map(cell_len, column)) for column in zip(*everything, strict=True)]
        for first, *rest in everything:
            cells = [_padded(cell, width, right=True) for cell, width in zip(rest, widths[1:], strict=True)]
            yield "  ".join([_padded(first, widths[0], right=False), *cells]).rstrip()


def _padded(text: str, width: int, *, right: bool) -> str:
    gap = " " * (width - cell_len(text))
    return gap + text if right else text + gap


def number(value: float, digits: int = 2) -> str:
    """A number as short as it can be said: some digits after the point, more or a power of ten where they hide it."""
    if not math.isfinite(value):
        return str(float(value))
    size = abs(value)
    if size >= 1e5 or 0 < size < 10.0 ** -(digits + 2):
        return f"{value:.{digits}e}"
    if size == 0:
        return f"{0:.{digits}f}"  # without the sign that a zero can have
    return f"{value:.{digits if size >= 10.0**-digits else digits + 2}f}"


def weight(value: float) -> str:
    """A weight with two digits, as all of its table."""
    return f"{value:.2f}"


def clean(label: str) -> str:
    """A label that may come from anywhere, safe on one line of a terminal or page."""
    return printable(label)


def short(label: str) -> str:
    """The label as a figure has room for it."""
    text = clean(label)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names in a sentence; of a long list the first few."""
    shown = [clean(name) for name in names[:most]]
    return ", ".join(shown) + (f" and {len(names) - most} more" if len(names) > most else "")
