"""The graded notebook: the student's cells in their order, nbgrader's metadata as it went out, our verdicts below.

Made from the submission as it was read for grading, so that what a person sees is what was graded. Duplicated, deleted,
stripped, retyped and edited cells are put right here, in memory: nothing is left for nbgrader to stumble over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from autograder.feedback import clean, note, verdict_html, verdict_text
from autograder.gradebook.marks import points, results
from autograder.gradebook.prose import harmless
from autograder.gradebook.released import CHECK, Released, ReleasedCell
from autograder.report import Report
from autograder.submission import Cell, Submission

Json = dict[str, Any]
_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_OURS = "softmarks-"
_PICTURES = ("image/png", "image/jpeg", "image/gif")


def paper(submission: Submission | None, known: Released) -> Json:
    """The notebook in nbformat 4.5, without outputs; only the check cells where nothing could be read."""
    cells = _placed(list(_cells(submission)), known) if submission else []
    for name, cell in known.cells.items():
        if cell.exercise is not None and not any(_name(made) == name for made in cells):
            after = [index for index, made in enumerate(cells) if _name(made) == cell.exercise]
            cells.insert(after[-1] + 1 if after else len(cells), _restored(cell))
    return {
        "cells": list(_with_ids(cells)),
        "metadata": {"kernelspec": dict(known.kernelspec), "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def with_verdicts(notebook: Json, report: Report, known: Released) -> Json:
    """The same notebook with the verdict below each check cell, and on top what has to be said of the whole."""
    cells = []
    said = note(report)
    if said:
        cells.append({"cell_type": "markdown", "id": f"{_OURS}note", "metadata": {}, "source": said})
    for cell in notebook["cells"]:
        released = known.cells.get(_name(cell) or "")
        exercise = released.exercise if released else None
        outputs = [] if released is None or exercise is None else _outputs(report, exercise, released.points or 0.0)
        cells.append(cell | {"outputs": outputs} if cell["cell_type"] == "code" else cell)
    metadata = notebook["metadata"] | {"softmarks": {"graded": report.status}}
    return notebook | {"cells": cells, "metadata": metadata}


def _outputs(report: Report, exercise: str, worth: float) -> list[Json]:
    """The sentences, then the mark as a plain number, which is what nbgrader itself reads a mark from.

    Without a mark there is a result without plain text: nbgrader stops at it, where silence would be full marks.
    """
    sentences = {"text/html": verdict_html(report, exercise), "text/plain": verdict_text(report, exercise)}
    mark = points(results(report).get(exercise), worth)
    last = {"text/html": "<p>No mark.</p>"} if mark is None else {"text/plain": repr(mark)}
    return [
        {"output_type": "display_data", "data": sentences, "metadata": {}},
        {"output_type": "execute_result", "data": last, "metadata": {}, "execution_count": None},
    ]


def _cells(submission: Submission) -> Iterator[tuple[Json, Cell | None]]:
    """The notebook's cells, each code cell with its part in the assignment; then what was handed in as a script."""
    parts = {cell.number: cell for cell in submission.cells}
    number = 0
    for cell in (submission.notebook or {}).get("cells", ()):
        number += cell["cell_type"] == "code"
        yield cell, parts.pop(number, None) if cell["cell_type"] == "code" else None
    for part in parts.values():
        yield {"cell_type": "code", "source": part.source, "metadata": {}}, part


def _placed(cells: list[tuple[Json, Cell | None]], known: Released) -> list[Json]:
    """The cells with nbgrader's metadata as it went out; of several with one name the last one bears it."""
    names = [_role(cell, part, known) for cell, part in cells]
    made: list[Json] = []
    for index, ((cell, _), name) in enumerate(zip(cells, names, strict=True)):
        released = None if name is None or name in names[index + 1 :] else known.cells[name]
        if released is None or not released.locked:
            made.append(_plain(cell, released))
            continue
        if cell["source"].strip() != released.source.strip():
            made.append(_plain(cell, None))  # what was typed into a locked cell is somebody's work
        made.append(_restored(released))
    return made


def _role(cell: Json, part: Cell | None, known: Released) -> str | None:
    """The name under which the gradebook knows the cell: what it does counts for more than what its metadata says."""
    if part is not None and part.exercise is not None and part.role != "other":
        name = part.exercise if part.role == "solution" else CHECK + part.exercise
        return name if name in known.cells else None
    marks = cell["metadata"].get("nbgrader")
    called = marks.get("grade_id") if isinstance(marks, Mapping) else None
    return called if isinstance(called, str) and called in known.cells else None


def _plain(cell: Json, released: ReleasedCell | None) -> Json:
    """The cell with its own source and no metadata but nbgrader's: an editor's may name the person or the machine."""
    kind = released.cell_type if released else cell["cell_type"]
    source = clean(cell["source"])
    if kind == "markdown" and not (released and released.source == source):
        source = harmless(source)
    made: Json = {"cell_type": kind, "metadata": {}, "source": source}
    if released:
        made["metadata"]["nbgrader"] = released.metadata()
    if isinstance(cell.get("id"), str):
        made["id"] = cell["id"]
    if kind == "code":
        made |= {"execution_count": None, "outputs": []}
    elif pictures := _pictures(cell):
        made["attachments"] = pictures
    return made


def _restored(released: ReleasedCell) -> Json:
    """A locked cell as it went out."""
    made = _plain({"cell_type": released.cell_type, "source": released.source}, released)
    made["metadata"] |= {"deletable": False, "editable": False}
    return made


def _pictures(cell: Json) -> Json:
    """Attachments that are pictures and nothing else."""
    found = {}
    for name, kinds in (cell.get("attachments") or {}).items():
        if isinstance(kinds, Mapping):
            shown = {kind: data for kind, data in kinds.items() if kind in _PICTURES and isinstance(data, str)}
            if shown:
                found[name] = shown
    return found


def _name(cell: Json) -> str | None:
    name: str | None = cell["metadata"].get("nbgrader", {}).get("grade_id")
    return name


def _with_ids(cells: list[Json]) -> Iterator[Json]:
    """Every cell with an id of its own; one that is missing, malformed or taken is made from the cell's place."""
    taken: set[str] = set()
    for number, cell in enumerate(cells):
        own = cell.get("id", "")
        free = _ID.fullmatch(own) and own not in taken and not own.startswith(_OURS)
        name = own if free else f"{_OURS}{number}"
        taken.add(name)
        yield cell | {"id": name}
