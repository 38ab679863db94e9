"""A course text as nbgrader's own notebook: metadata of schema 3, points from course_config.py, the same bytes each time."""

from __future__ import annotations

import re
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
    return new_notebook(
        cells=cells,
        metadata={
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
            # Tells which assignment this is, whatever the file is called by the time it is handed in.
            "softmarks": {"course": course.id, "assignment": script.assignment.name},
        },
    )


def text_of(notebook: NotebookNode) -> str:
    """The notebook as nbconvert writes it: sorted keys, indent 1, a newline at the end."""
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def _cell(piece: Piece, number: int, script: Script, course: Course) -> NotebookNode:
    assignment = script.assignment
    if piece.prose:
        exercise = assignment.exercise(piece.title) if piece.title else None
        identity = _identity(assignment.name, "text", f"{number:03d}")
        return new_markdown_cell(filled(piece.source, course, exercise), id=identity)
    if piece.exercise:
        meaning = _meaning(piece.exercise, solution=True)
    elif piece.check:
        points = assignment.exercise(piece.check).points
        meaning = _meaning(CHECK_PREFIX + piece.check, grade=True, locked=True, points=points)
    else:
        return new_code_cell(piece.source, id=_identity(assignment.name, "code", f"{number:03d}"))
    return new_code_cell(
        piece.source, id=_identity(assignment.name, meaning["grade_id"]), metadata={"nbgrader": meaning}
    )


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


def _identity(*parts: str) -> str:
    """A cell id that nbformat accepts and that stays the same from build to build."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", "-".join(parts))[:64]
