"""The data that is built into the package: the facts, the fingerprints of right and wrong answers, the predictions."""

from __future__ import annotations

import contextlib
import io
import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograder import predictions, specs
from autograder.build import fingerprinting, foretelling
from autograder.facts import CONFIG_NAME, Course

FACTS = "autograder/data/facts.json"
FINGERPRINTS = "autograder/data/fingerprints.json"
PREDICTIONS = f"autograder/{predictions.FILE}"


def missing_rooms(course: Course, root: Path) -> Iterator[str]:
    """An exercise needs more than its text: the truth a second time, hidden checks and public ones."""
    for assignment in course.assignments:
        for exercise in assignment.exercises:
            if not hasattr(specs, exercise.name):
                yield f"exercise {exercise.name} has no spec; write a function {exercise.name} in autograder/specs/"
            for room in ("graders", "checks"):
                path = f"autograder/{room}/test_{exercise.name}.py"
                if not (root / path).is_file():
                    yield f"exercise {exercise.name} has no {path}; write one, after the pattern of its neighbours"


def built_data(course: Course, root: Path) -> dict[str, bytes]:
    """All files, by path relative to the checkout. Fingerprints that still say the same stay byte for byte."""
    return {
        FACTS: _facts(root),
        FINGERPRINTS: _fingerprints(course, root / FINGERPRINTS),
        PREDICTIONS: _json(foretelling.keys(course)),
    }


def _facts(root: Path) -> bytes:
    names = runpy.run_path(str(root / CONFIG_NAME))
    facts = {name: value for name, value in names.items() if name.isupper()}
    return _json(facts)


def _json(data: Any) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def _fingerprints(course: Course, path: Path) -> bytes:
    with contextlib.redirect_stdout(io.StringIO()):  # some of the catalogue's mistakes print
        if path.is_file():
            old = path.read_bytes()
            with contextlib.suppress(ValueError, KeyError, TypeError):  # not JSON, or of another form: made anew
                if fingerprinting.is_fresh(json.loads(old), course):
                    return old
        made = fingerprinting.compact(fingerprinting.fingerprints(course))
    text = json.dumps(made, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return (text + "\n").encode("utf-8")
