"""Classes to measure with: a course of its own in a temporary folder, with hand-ins as nbgrader would collect them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from autograder import facts, sample
from autograder.facts import Course
from autograder.sample import Notebook

Kind = Literal["solved", "mixed"]
ASSIGNMENT = "attention"
CONFIGURATION = ("course_config.py", "nbgrader_config.py")
DIFFERENT = 40  # hand-ins of a mixed class that differ, as in the demo; a larger class repeats them


def empty_course(original: Course, root: Path) -> Course:
    """The course without its classroom, in a folder of its own."""
    assert original.root is not None
    root.mkdir(parents=True)
    for name in CONFIGURATION:
        shutil.copy(original.root / name, root / name)
    for folder in (original.source, original.release, original.solution):
        shutil.copytree(original.root / folder, root / folder)
    return facts.load(root)


def notebooks(course: Course, kind: Kind, size: int) -> dict[str, Notebook]:
    """`size` students: all with the solved notebook, or the mixture that the demo shows."""
    file = Path(ASSIGNMENT, f"{ASSIGNMENT}.ipynb")
    solved, stub = (sample.read_notebook(course.folder(which) / file) for which in ("solution", "release"))
    if kind == "solved":
        return {f"student-{number:05}": solved for number in range(size)}
    known = list(sample.sample_class(course.assignment(ASSIGNMENT), solved, stub, min(size, DIFFERENT)).values())
    return {f"student-{number:05}": known[number % len(known)] for number in range(size)}


def hand_in(submitted: Path, students: Mapping[str, Notebook]) -> None:
    """Write the notebooks to submitted/<student>/<assignment>/."""
    for student, notebook in students.items():
        folder = submitted / student / ASSIGNMENT
        folder.mkdir(parents=True)
        text = json.dumps(notebook, indent=1, ensure_ascii=False)
        (folder / f"{ASSIGNMENT}.ipynb").write_text(text, encoding="utf-8")
