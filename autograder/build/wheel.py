"""The learner's wheel: what goes into it, and the facts that are built into it as data."""

from __future__ import annotations

import ast
import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.wheel import WheelBuilder

from autograder.facts import CONFIG_NAME, Course

DATA = "autograder/data"
FACTS = f"{DATA}/facts.json"
FINGERPRINTS = f"{DATA}/fingerprints.json"

# Rooms that hold answers, in the checkout only; pyproject.toml excludes them from the wheel. What starts with an
# underscore is machinery.
SECRET = (
    "autograder/graders/[!_]*.py",
    "autograder/misconceptions/[!_]*.py",
    "autograder/probes/hidden.py",
    "autograder/specs.py",
    "autograder/variants/[!_]*.py",
)


def is_checkout(root: Path) -> bool:
    """Whether this course's folder is the kit itself, so that the wheel is made of it."""
    return (root / "pyproject.toml").is_file() and (root / "autograder").is_dir()


def contents(root: Path) -> dict[str, Path]:
    """What the wheel would hold: path inside it to file on disk."""
    files = WheelBuilder(str(root)).recurse_included_files()
    return {file.distribution_path: Path(file.path) for file in files}


def make(root: Path, folder: Path) -> Path:
    """Build the wheel into `folder`, without network and without a second environment."""
    return Path(next(WheelBuilder(str(root)).build(directory=str(folder), versions=["standard"])))


def secret_files(root: Path) -> Iterator[Path]:
    """Every file whose bodies must not reach a learner."""
    for pattern in SECRET:
        yield from sorted(root.glob(pattern))


def facts_json(course: Course) -> bytes:
    """The facts of course_config.py and the number of hidden checks of each exercise, for a machine without graders."""
    assert course.root is not None
    names = runpy.run_path(str(course.root / CONFIG_NAME))
    facts: dict[str, Any] = {name: value for name, value in names.items() if name.isupper()}
    exercises = [exercise.name for assignment in course.assignments for exercise in assignment.exercises]
    facts["HIDDEN_CHECKS"] = {name: hidden_checks(course.root, name) for name in exercises}
    return (json.dumps(facts, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def hidden_checks(root: Path, exercise: str) -> int:
    """How many checks the grader of an exercise makes."""
    path = root / "autograder" / "graders" / f"test_{exercise}.py"
    if not path.is_file():
        return 0
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return sum(isinstance(node, ast.FunctionDef) and node.name.startswith("test_") for node in tree.body)
