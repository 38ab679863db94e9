"""A course text as nbgrader's own notebook: metadata of schema 3, points from the facts, the same bytes each time."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.build.script import Piece, Script
from autograder.build.words import filled
from autograder.facts import Course

SCHEMA = 3
CHECK_PREFIX = "check_"


def notebook_of(script: Script, course: Course) -> NotebookNode:
    """The solved notebook, without outputs. Prose is left unlocked: a locked cell could never be added or removed once
    somebody has handed in, and people like to write notes between the lines."""
    cells = [_cell(piece, number, script, course) for number, piece in enumerate(script.pieces, start=1)]
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
        # Tells which assignment this is, whatever the file is called by the time it is handed in.
        "softmarks": {"course": course.id, "assignment": script.assignment.name},
    }
    notebook: NotebookNode = new_notebook(cells=cells, metadata=metadata)
    return notebook


def text_of(notebook: NotebookNode) -> str:
    """The notebook as nbconvert writes it: sorted keys, indent 1, a newline at the end."""
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def _cell(piece: Piece, number: int, script: Script, course: Course) -> NotebookNode:
    assignment = script.assignment
    place, source, metadata = f"{'text' if piece.prose else 'code'}-{number:03d}", piece.source, {}
    if piece.prose:
        source = filled(source, course, assignment.exercise(piece.title) if piece.title else None)
    elif piece.exercise:
        metadata = _meaning(piece.exercise, solution=True)
    elif piece.check:
        points = assignment.exercise(piece.check).points
        metadata = _meaning(CHECK_PREFIX + piece.check, grade=True, locked=True, points=points)
    elif piece.locked:
        metadata = _meaning(piece.locked, locked=True)
    elif piece.predict:
        place = f"predict_{piece.predict}"  # worth nothing, so that nbgrader need not know of it
    elif piece.recall:
        place = f"recall_{piece.recall}"
    # The id stays the same from build to build, and is of the kind that nbformat accepts.
    identity = re.sub(r"[^A-Za-z0-9_-]+", "-", f"{assignment.name}-{metadata.get('grade_id', place)}")[:64]
    new: Callable[..., NotebookNode] = new_markdown_cell if piece.prose else new_code_cell
    return new(source, id=identity, metadata={"nbgrader": metadata} if metadata else {})


def _meaning(grade_id: str, *, solution: bool = False, grade: bool = False, **more: Any) -> dict[str, Any]:
    return {
        "grade_id": grade_id,
        "schema_version": SCHEMA,
        "solution": solution,
        "grade": grade,
        "locked": False,
        "task": False,
        **more,
    }
