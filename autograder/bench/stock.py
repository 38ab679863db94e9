"""`nbgrader autograde` as it comes: its own Execute in a kernel, plain assert cells in place of our check cells."""

from __future__ import annotations

import copy
import os
import re
import sysconfig
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from autograder import specs
from autograder.bench.classes import ASSIGNMENT, hand_in
from autograder.bench.clock import BenchError, Spent, program, spent
from autograder.facts import Course
from autograder.probes import PUBLIC_KEY, Inputs, Probe
from autograder.sample import Notebook, read_notebook

MOST_NUMBERS = 200  # of a probe that becomes an assert: what an instructor would still type or paste
# What a notebook takes from our package, which a course of nbgrader's own has not: there, and silent.
IMPORT = re.compile(r"from autograder import (.+)")
SILENT = (
    r"\1 = [type('Silent', (), {'__call__': lambda *_, **__: None, '__getattr__': lambda self, _: self})()]"
    r" * len('\1'.split(','))"
)
ALONE = "alone"  # the student who is graded first, by himself
CONFIGURATION = "c = get_config()\nc.CourseDirectory.course_id = 'bench'\n"


@dataclass(frozen=True, slots=True)
class Stock:
    """nbgrader's own run: over one student alone, and over `count` in one call."""

    one: Spent
    all: Spent
    count: int


def grade(course: Course, students: Mapping[str, Notebook], root: Path) -> Stock:
    """Release and autograde the students in a new course of nbgrader's own in `root`."""
    plain = {name: with_asserts(course, notebook) for name, notebook in students.items()}
    solved = read_notebook(course.folder("solution") / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")
    root.mkdir(parents=True)
    hand_in(root, {"source": with_asserts(course, solved)})
    hand_in(root / "submitted", {ALONE: next(iter(plain.values()))})
    (root / "nbgrader_config.py").write_text(CONFIGURATION, encoding="utf-8")
    _nbgrader(root, "generate_assignment")
    one = _nbgrader(root, "autograde")
    hand_in(root / "submitted", plain)
    every = _nbgrader(root, "autograde")  # what is graded already is passed over
    done = len(list((root / "autograded").glob(f"*/{ASSIGNMENT}/{ASSIGNMENT}.ipynb")))
    if done != len(plain) + 1:
        raise BenchError(f"nbgrader graded {done} of {len(plain) + 1} submissions")
    return Stock(one, every, len(plain))


def _nbgrader(root: Path, command: str) -> Spent:
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
    return spent([program("nbgrader"), command, ASSIGNMENT], cwd=root, env={**os.environ, "PATH": path})


def with_asserts(course: Course, notebook: Notebook) -> Notebook:
    """The notebook with plain asserts where our checks stood, and without our package."""
    plain = copy.deepcopy(notebook)
    cells = {f"check_{one.name}": asserts(one.name) for one in course.assignment(ASSIGNMENT).exercises}
    for cell in plain["cells"]:
        name = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id", "")
        if cell["cell_type"] == "code":
            cell["source"] = cells.get(name, IMPORT.sub(SILENT, "".join(cell["source"])))
    return plain


def asserts(exercise: str) -> str:
    """One line for each small public input, with the numbers that are expected."""
    return "\n".join(_lines(exercise))


def _lines(exercise: str) -> Iterator[str]:
    for probe in Inputs(PUBLIC_KEY, hidden=False).probes(exercise):
        expected = _expected(probe)
        if expected is None or sum(np.size(part) for part in (*probe.arguments, *expected)) > MOST_NUMBERS:
            continue
        call = f"{exercise}({', '.join(map(_literal, probe.arguments))})"
        if len(expected) == 1:
            yield f"assert np.allclose({call}, {_literal(expected[0])})"
        else:
            parts = ", ".join(map(_literal, expected))
            yield f"assert all(np.allclose(a, b) for a, b in zip({call}, ({parts})))"


def _expected(probe: Probe) -> tuple[Any, ...] | None:
    try:
        value = getattr(specs, probe.exercise)(*probe.arguments)
    except ValueError:
        return None
    return value if isinstance(value, tuple) else (value,)


def _literal(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return repr(value)
    inside = repr(value.tolist()).replace("nan", "np.nan").replace("inf", "np.inf")
    return f"np.array({inside}, dtype=np.{value.dtype}).reshape({value.shape})"
