"""Notebooks as plain dicts, the way a person would have handed them in; and a course of two small assignments."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

from autograder.facts import Course, course_from

LIMITS = {
    "call_seconds": 2.0,
    "cell_seconds": 6.0,
    "submission_seconds": 40.0,
    "wall_factor": 10.0,
    "memory_megabytes": 2048,
    "file_megabytes": 8,
    "output_characters": 4000,
    "submission_megabytes": 64,
}
POINTS = {"points": 5.0, "minutes": 10, "difficulty": 1}
DAYS = {"attention": ("attention_scores", "stable_softmax"), "diagnostics": ("attention_entropy", "is_uniform")}


def course(**limits: float) -> Course:
    return course_from(
        {
            "COURSE_ID": "a-course",
            "COURSE_TITLE": "A course",
            "SOURCE_DIRECTORY": "source",
            "RELEASE_DIRECTORY": "assignments",
            "SOLUTION_DIRECTORY": "solutions",
            "CLASSROOM_DIRECTORY": "classroom",
            "STRUCTURE_NEEDS_A_VALUE": True,
            "AI_POLICY": "",
            "RESUBMISSION_POLICY": "newest",
            "LIMITS": LIMITS | limits,
            "TOLERANCES": {},
            "ALLOWED_IMPORTS": ("numpy",),
            "ASSIGNMENTS": {
                name: {
                    "title": name,
                    "day": day,
                    "minutes": 90,
                    "allowed_imports": (),
                    "exercises": dict.fromkeys(exercises, POINTS),
                }
                for day, (name, exercises) in enumerate(DAYS.items(), start=1)
            },
        },
        None,
    )


def stub(name: str) -> str:
    text = '"""Do it.\n\n    Returns an array.\n    """'
    return f"def {name}(x):\n    {text}\n    # TODO: what to do\n    raise NotImplementedError\n"


def work(name: str, value: str = "x") -> str:
    return f'def {name}(x):\n    """Do it."""\n    return {value}\n'


def code(source: str | list[str], **metadata: Any) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": metadata, "source": source, "outputs": [], "execution_count": None}


def prose(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def solution(exercise: str, source: str | None = None) -> dict[str, Any]:
    marks = {
        "grade_id": exercise,
        "schema_version": 3,
        "solution": True,
        "grade": False,
        "locked": False,
        "task": False,
    }
    return code(work(exercise) if source is None else source, nbgrader=marks)


def check(exercise: str, source: str | None = None, **changed: Any) -> dict[str, Any]:
    marks = {
        "grade_id": f"check_{exercise}",
        "schema_version": 3,
        "solution": False,
        "grade": True,
        "locked": True,
        "task": False,
        "points": 5.0,
    }
    return code(f"check({exercise})" if source is None else source, nbgrader=marks | changed)


def notebook(cells: list[dict[str, Any]], assignment: str | None = "attention", of: str = "a-course") -> dict[str, Any]:
    """A notebook of format 4; `assignment` None leaves out the embedded id."""
    metadata: dict[str, Any] = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    if assignment is not None:
        metadata["softmarks"] = {"course": of, "assignment": assignment}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}


def released() -> dict[str, Any]:
    """The notebook of `attention` as build makes it: nothing written yet."""
    return notebook(
        [
            prose("# Attention"),
            code("import numpy as np"),
            solution("attention_scores", stub("attention_scores")),
            check("attention_scores"),
            solution("stable_softmax", stub("stable_softmax")),
            check("stable_softmax"),
        ]
    )


def solved() -> dict[str, Any]:
    book = released()
    for cell, exercise in ((book["cells"][2], "attention_scores"), (book["cells"][4], "stable_softmax")):
        cell["source"] = work(exercise)
    return book


def stripped(book: dict[str, Any]) -> dict[str, Any]:
    """The same notebook after a tool has thrown its metadata away."""
    return book | {"metadata": {}, "cells": [cell | {"metadata": {}} for cell in book["cells"]]}


def edition(*functions: str, assignment: str = "attention") -> str:
    """The .py edition as build writes it, with these functions in it."""
    parts = [f"# softmarks: a-course/{assignment}\n", "# %% [markdown]\n# # Attention\n", "# %%\nimport numpy as np\n"]
    names = DAYS[assignment]
    for name, function in zip(names, functions, strict=True):
        parts += [f'# %% exercise="{name}"\n{function}', f'# %% check="{name}"\ncheck({name})\n']
    return "\n".join(parts)


def save(path: Path, content: dict[str, Any] | str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, dict):
        content = json.dumps(content, indent=1, ensure_ascii=False)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def packed(path: Path, files: dict[str, dict[str, Any] | str | bytes], **options: Any) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in files.items():
            if isinstance(content, dict):
                content = json.dumps(content)
            archive.writestr(name, content)
    return path


def tree(folder: Path, files: dict[str, dict | str | bytes]) -> Path:
    """The files, each a minute younger than the one before."""
    for minute, (name, content) in enumerate(files.items()):
        path = save(folder / name, content)
        os.utime(path, (1_700_000_000 + 60 * minute,) * 2)
    return folder
