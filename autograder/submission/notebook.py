"""A notebook's JSON, of format 3 or 4 and in whatever state, as a draft; read with json alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from autograder.submission.code import Reader
from autograder.submission.draft import Draft, Piece, bounded
from autograder.submission.record import Refused, Unreadable
from autograder.submission.text import unix_lines

# Every value of a JSON text costs a comma or an opening bracket, and at most about 64 bytes once it is read.
_MOST_VALUES = 8_000_000
# Metadata is kept for the notebook that is handed back. Deeper than this nobody nests it, and writing it could fail.
_DEEPEST = 12

Json = Any


def looks_like(text: str) -> bool:
    """True where a text begins as the JSON of a notebook does."""
    return text[:200].lstrip().startswith("{")


def read(text: str, name: str, exercises: frozenset[str], modified: float = 0.0) -> Draft:
    """The notebook in `text`. `exercises` are the names whose cells count as graded even when typed as Markdown."""
    raw = _json(text, name)
    repairs: list[str] = []
    cells = _cells(raw, name, repairs)
    metadata = _pruned(_mapping(raw.get("metadata")))
    kept = [_kept(cell) for cell in cells]
    for cell in kept:
        _back_to_code(cell, exercises, name, repairs)
    sources = [cell["source"] for cell in kept if cell["cell_type"] == "code"]
    if not any(source.strip() for source in sources):
        raise Unreadable(f"{name} is a notebook without any code; open it, see that your work is there, and save it")
    bounded(sources, name)
    embedded = _mapping(metadata.get("softmarks"))
    return Draft(
        name=name,
        kind="notebook",
        pieces=tuple(_pieces(kept, exercises)),
        repairs=tuple(repairs),
        course=_text(embedded.get("course")),
        assignment=_text(embedded.get("assignment")),
        notebook={"nbformat": 4, "nbformat_minor": _minor(raw), "metadata": metadata, "cells": kept},
        modified=modified,
    )


def _json(text: str, name: str) -> dict[str, Json]:
    if text.count(",") + text.count("[") + text.count("{") > _MOST_VALUES:
        raise Refused(f"{name} holds too many values to be opened safely; clear its outputs, save, and hand that in")
    try:
        raw = json.loads(text)
    except RecursionError as error:
        raise Unreadable(f"{name} is nested deeper than any notebook; open it in Jupyter and save it again") from error
    except json.JSONDecodeError as error:
        end = text.rstrip()
        cut = error.pos >= len(end) or not end.endswith("}") or error.msg.startswith("Unterminated")
        what = "is cut off" if cut else "is no intact notebook: its JSON breaks"
        raise Unreadable(
            f"{name} {what} at line {error.lineno}, column {error.colno}; "
            "save it in Jupyter again, see that it opens, and hand in that file"
        ) from error
    except ValueError as error:  # a number too long to be read
        raise Unreadable(f"{name} is no notebook: it holds a number of thousands of digits; save it again") from error
    if not isinstance(raw, dict):
        raise Unreadable(f"{name} is JSON but no notebook; hand in the .ipynb file that Jupyter saved")
    return raw


def _cells(raw: dict[str, Json], name: str, repairs: list[str]) -> list[dict[str, Json]]:
    """The cells in order; format 3 keeps them in worksheets."""
    cells = raw.get("cells")
    worksheets = raw.get("worksheets")
    if not isinstance(cells, list) and isinstance(worksheets, list):
        cells = [cell for sheet in worksheets for cell in _list(_mapping(sheet).get("cells"))]
        repairs.append(f"{name} is in the old notebook format 3 and was read as format 4; nothing is lost by that")
    if not isinstance(cells, list):
        raise Unreadable(f"{name} is JSON but no notebook, it has no cells; hand in the .ipynb file that Jupyter saved")
    return [cell for cell in cells if isinstance(cell, dict)]


def _kept(cell: dict[str, Json]) -> dict[str, Json]:
    """The cell as format 4 has it, without outputs."""
    kind = cell.get("cell_type")
    source = _joined(cell.get("source", cell.get("input")))
    if kind == "heading":  # format 3
        kind, source = "markdown", "#" * _level(cell) + " " + source
    known = kind if kind in ("code", "markdown", "raw") else "raw"
    kept: dict[str, Json] = {"cell_type": known, "metadata": _pruned(_mapping(cell.get("metadata"))), "source": source}
    if isinstance(cell.get("id"), str):
        kept["id"] = cell["id"]
    if isinstance(cell.get("attachments"), dict) and known != "code":
        kept["attachments"] = _pruned(cell["attachments"])
    return kept | {"outputs": [], "execution_count": None} if known == "code" else kept


def _back_to_code(cell: dict[str, Json], exercises: frozenset[str], name: str, repairs: list[str]) -> None:
    """An exercise's cell whose type was changed (one key press in Jupyter) is code again, as nbgrader treats it."""
    marks = _mapping(cell["metadata"].get("nbgrader"))
    grade_id = _text(marks.get("grade_id"))
    if cell["cell_type"] != "code" and grade_id and {grade_id, grade_id.removeprefix("check_")} & exercises:
        repairs.append(f"{name}: the cell of {grade_id} had been changed to {cell['cell_type']} and was run as code")
        cell.pop("attachments", None)
        cell |= {"cell_type": "code", "outputs": [], "execution_count": None}


def _pieces(cells: list[dict[str, Json]], exercises: frozenset[str]) -> Iterator[Piece]:
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    reader = Reader()
    for number, cell in enumerate(code, start=1):
        marks = _mapping(cell["metadata"].get("nbgrader"))
        grade_id, source = _text(marks.get("grade_id")), cell["source"]
        read_as = reader.study(source) if grade_id is not None else reader.glance(source, exercises)
        yield Piece(number, source, read_as, 1, grade_id, marks)


def _joined(source: Json) -> str:
    """A cell's text; notebooks store it as one string or as a list of lines."""
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return unix_lines(source) if isinstance(source, str) else ""


def _pruned(value: Json, depth: int = _DEEPEST) -> Json:
    if isinstance(value, dict):
        return {key: _pruned(inner, depth - 1) for key, inner in value.items()} if depth else {}
    if isinstance(value, list):
        return [_pruned(inner, depth - 1) for inner in value] if depth else []
    return value


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def _level(cell: Mapping[str, Json]) -> int:
    level = cell.get("level")
    return level if isinstance(level, int) and 1 <= level <= 6 else 1


def _minor(raw: Mapping[str, Json]) -> int:
    """5 knows cell ids; a notebook that carries none stays at what it says it is."""
    minor = raw.get("nbformat_minor")
    return minor if raw.get("nbformat") == 4 and isinstance(minor, int) and 0 <= minor <= 5 else 4
