"""Makes the fingerprints: what the wheel may know about right and wrong answers on the public probes.

Freshness is decided by a hash of catalogue, probes, specs and checks, and by values within tolerance, never by bytes:
the last digits differ between processors.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from autograder import misconceptions, specs
from autograder.facts import Course, Exercise, Tolerance
from autograder.fingerprints import handed_back, same, signature, stored
from autograder.inprocess import FunctionPort
from autograder.misconceptions import Misconception
from autograder.outcome import Outcome
from autograder.probes import PUBLIC_KEY, Inputs
from autograder.runner import collect

PACKAGE = Path(__file__).parents[1]
SOURCES = ("misconceptions/*.py", "probes/public/*.py", "specs/*.py", "fingerprints.py", "graders/*.py")
LOOSE = Tolerance(rtol=1e-6, atol=1e-8)  # equal again on another processor
TIGHT = Tolerance(rtol=1e-8, atol=1e-10)  # well inside what a check allows: no mistake is taken for the truth


def fingerprints(course: Course) -> dict[str, Any]:
    """The content of fingerprints.json for every exercise of the course."""
    inputs = Inputs(PUBLIC_KEY, hidden=False)
    hidden = collect(PACKAGE / "graders")
    exercises = {
        exercise.name: {
            "hidden_checks": len(hidden.get(exercise.name, ())),
            "truths": _marks(FunctionPort({exercise.name: getattr(specs, exercise.name)}), exercise.name, inputs),
            "mistakes": _mistakes(exercise, inputs),
        }
        for assignment in course.assignments
        for exercise in assignment.exercises
    }
    return {"made_from": source_hash(), "exercises": exercises}


def compact(made: dict[str, Any]) -> dict[str, Any]:
    """The fingerprints as they are written into the wheel."""
    rows = {}
    for name, row in made["exercises"].items():
        mistakes = [{**m, "marks": {k: v and stored(v) for k, v in m["marks"].items()}} for m in row["mistakes"]]
        rows[name] = {**row, "truths": {k: stored(v) for k, v in row["truths"].items()}, "mistakes": mistakes}
    return {**made, "exercises": rows}


def source_hash() -> str:
    """A hash of everything the fingerprints are made from."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def is_fresh(built: dict[str, Any], course: Course) -> bool:
    """Whether fingerprints built earlier, perhaps on another processor, still say the same."""
    if built.get("made_from") != source_hash():
        return False
    made = fingerprints(course)["exercises"]
    if made.keys() != built["exercises"].keys():
        return False
    return all(_same_row(made[name], built["exercises"][name]) for name in made)


def _same_row(made: dict[str, Any], built: dict[str, Any]) -> bool:
    if [m["id"] for m in made["mistakes"]] != [m["id"] for m in built["mistakes"]]:
        return False
    pairs = [(made["truths"], built["truths"])]
    pairs += [(a["marks"], b["marks"]) for a, b in zip(made["mistakes"], built["mistakes"], strict=True)]
    return all(a.keys() == b.keys() and all(_close(a[probe], b[probe]) for probe in a) for a, b in pairs)


def _close(made: dict[str, Any] | None, built: dict[str, Any] | None) -> bool:
    if made is None or built is None:
        return made is built
    return same(made, built, LOOSE)


def _marks(port: FunctionPort, exercise: str, inputs: Inputs) -> dict[str, Any]:
    marks = {}
    for probe in inputs.probes(exercise):
        outcome = port.call(exercise, probe.arguments)
        marks[probe.name] = signature(outcome, exercise, probe.name)
        marks[handed_back(probe.name)] = signature(
            Outcome("value", outcome.arguments_after), exercise, handed_back(probe.name)
        )
    return marks


def _mistakes(exercise: Exercise, inputs: Inputs) -> list[dict[str, Any]]:
    """Every mistake that the public probes can tell from the truth; what is not repeatable is left out."""
    truth = _marks(FunctionPort({exercise.name: getattr(specs, exercise.name)}), exercise.name, inputs)
    rows = []
    for first, second in zip(misconceptions.fresh(exercise.name), misconceptions.fresh(exercise.name), strict=True):
        once, twice = (_marks(_port(entry), exercise.name, inputs) for entry in (first, second))
        marks = {
            probe: mark if same(mark, twice[probe], LOOSE) else None
            for probe, mark in once.items()
            if not same(mark, truth[probe], TIGHT)
        }
        if marks:
            rows.append({"id": first.id, "says": first.says, "hint": first.hint, "marks": marks})
    return rows


def _port(entry: Misconception) -> FunctionPort:
    return FunctionPort({entry.exercise: entry.function})
