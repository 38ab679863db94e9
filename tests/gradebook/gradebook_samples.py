"""Released notebooks, and reports to write into a gradebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.utils import compute_checksum

from autograder.facts import Course
from autograder.report import Check, ExerciseResult, NamedMistake, Report, Status

ASSIGNMENT = "attention"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def stub(exercise: str) -> str:
    return f'def {exercise}(*arrays):\n    """Given arrays; gives an array."""\n    raise NotImplementedError'


def cell(kind: str, source: str, **marks: Any) -> dict[str, Any]:
    """A notebook cell as nbgrader releases it."""
    made: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": source}
    if kind == "code":
        made |= {"execution_count": None, "outputs": []}
    if marks:
        made["metadata"]["nbgrader"] = {
            "cell_type": kind,
            "grade": False,
            "locked": False,
            "schema_version": 3,
            "solution": False,
            "task": False,
        } | marks
        made["metadata"]["nbgrader"]["checksum"] = compute_checksum(nbformat.from_dict(made))
    return made


def released_notebook(course: Course, answers: dict[str, str] | None = None) -> dict[str, Any]:
    """What a student gets; `answers` fill stubs in."""
    cells = [cell("markdown", "# Attention"), cell("code", "import numpy as np\n\nfrom autograder import check")]
    for exercise in course.assignment(ASSIGNMENT).exercises:
        name = exercise.name
        solution = cell("code", stub(name), grade_id=name, solution=True)
        solution["source"] = (answers or {}).get(name, solution["source"])
        check = cell(
            "code", f"check({name})", grade_id=f"check_{name}", grade=True, locked=True, points=exercise.points
        )
        cells += [cell("markdown", f"## {name}"), solution, check]
    for number, made in enumerate(cells):
        made["id"] = f"cell-{number}"
    metadata = {"kernelspec": KERNEL, "softmarks": {"course": course.id, "assignment": ASSIGNMENT}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def save(path: Path, notebook: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(notebook if isinstance(notebook, str) else json.dumps(notebook), encoding="utf-8")
    return path


def result(name: str, score: Any, worth: Any, status: Status = Status.FAILED, **more: Any) -> ExerciseResult:
    check = Check("test_values", "The values follow the formula.", status, "expected: a; came: b", score, worth)
    return ExerciseResult(name, status, (check,), score, worth, **more)


def report(course: Course, share: float = 1.0, **scores: Any) -> Report:
    """A graded report: every exercise earns `share` of its points, or what `scores` says."""
    rows = []
    for exercise in course.assignment(ASSIGNMENT).exercises:
        score = scores.get(exercise.name, exercise.points * share)
        status = Status.PASSED if score == exercise.points else Status.FAILED
        rows.append(result(exercise.name, score, exercise.points, status))
    total = sum(row.score for row in rows)
    return Report("path", ASSIGNMENT, True, Status.GRADED, exercises=tuple(rows), score=total, max_score=20.0)


def named(course: Course) -> Report:
    """A report in which one mistake has a name."""
    mistake = NamedMistake("axis_0", "These are the numbers of a softmax over columns.", "Which axis holds the keys?")
    rows = [
        result(e.name, 1.0, e.points, misconception=mistake if e.name == "stable_softmax" else None)
        for e in course.assignment(ASSIGNMENT).exercises
    ]
    return Report("path", ASSIGNMENT, True, Status.GRADED, exercises=tuple(rows), score=5.0, max_score=20.0)
