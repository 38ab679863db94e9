"""Makes the fingerprints: what the wheel may know about right and wrong answers on the public probes.

Freshness is decided by a hash of catalogue, probes, specs and checks, and by values within tolerance, never by bytes:
the last digits differ between processors.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from autograder import misconceptions, specs
from autograder.diagnosis import converted, replays
from autograder.facts import Course, Tolerance
from autograder.filehash import hash_of_files
from autograder.fingerprints import WHOLE, handed_back, same, signature, stored
from autograder.inprocess import FunctionPort
from autograder.misconceptions import Misconception
from autograder.outcome import Outcome
from autograder.probes import PUBLIC_KEY, Inputs, Probe
from autograder.runner import collect

PACKAGE = Path(__file__).parents[1]
SOURCES = (
    "misconceptions/*.py",
    "probes/public/*.py",
    "specs/*.py",
    "fingerprints.py",
    "diagnosis/converted.py",
    "graders/*.py",
)
LOOSE = Tolerance(rtol=1e-6, atol=1e-8)  # equal again on another processor
TIGHT = Tolerance(rtol=1e-8, atol=1e-10)  # well inside what a check allows: no mistake is taken for the truth


def fingerprints(course: Course) -> dict[str, Any]:
    """The content of fingerprints.json for every exercise of the course."""
    inputs = Inputs(PUBLIC_KEY, hidden=False)
    hidden = collect(PACKAGE / "graders")
    exercises = {
        exercise.name: {
            "hidden_checks": len(hidden.get(exercise.name, ())),
            "truths": _truths(exercise.name, inputs),
            "mistakes": _mistakes(exercise.name, inputs),
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
    return hash_of_files(PACKAGE, SOURCES)


def is_made_from_here(file: Path) -> bool:
    """Whether a file of fingerprints says that it was made from the catalogue, probes and specs as they are."""
    try:
        return bool(json.loads(file.read_bytes())["made_from"] == source_hash())
    except (OSError, ValueError, KeyError, TypeError):
        return False


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


def _close(made: dict[str, Any] | None, built: dict[str, Any] | None, alike: frozenset[str] = frozenset()) -> bool:
    if made is None or built is None:
        return made is built
    return same(made, built, LOOSE, alike=alike)


def _marks(answer: Callable[[Probe], Outcome], exercise: str, inputs: Inputs) -> dict[str, Any]:
    marks = {}
    for probe in inputs.probes(exercise):
        outcome = answer(probe)
        marks[probe.name] = signature(outcome, exercise, probe.name)
        marks[handed_back(probe.name)] = signature(
            Outcome("value", outcome.arguments_after), exercise, handed_back(probe.name)
        )
    return marks


def _truths(exercise: str, inputs: Inputs) -> dict[str, Any]:
    port = FunctionPort({exercise: getattr(specs, exercise)})
    return _marks(lambda probe: port.call(exercise, probe.arguments), exercise, inputs)


def _mistakes(exercise: str, inputs: Inputs) -> list[dict[str, Any]]:
    """Every mistake that the public probes can tell from the truth; what is not repeatable is left out.

    Who brings the arguments to float64 first has a row of their own where that leaves another trace.
    """
    truth = _truths(exercise, inputs)
    rows = []
    plain, converting = (_traces(call, exercise, inputs, truth) for call in (replays.call, converted.in_float64))
    for entry in misconceptions.of(exercise):
        row: dict[str, Any] = {"id": entry.id, "says": entry.says, "hint": entry.hint}
        if plain[entry.id]:
            rows.append({**row, "marks": plain[entry.id]})
        if converting[entry.id] and not _alike(plain[entry.id], converting[entry.id]):
            rows.append({**row, "marks": converting[entry.id], "converting": True})
    return rows


def _traces(
    call: Callable[[Misconception, Probe], Outcome], exercise: str, inputs: Inputs, truth: dict[str, Any]
) -> dict[str, dict[str, Any]]:
    """For each known mistake where and how it differs from the truth; None where it answers otherwise each time."""
    traces = {}
    for first, second in zip(misconceptions.fresh(exercise), misconceptions.fresh(exercise), strict=True):
        once, twice = (_marks(partial(call, entry), exercise, inputs) for entry in (first, second))
        traces[first.id] = {
            probe: mark if same(mark, twice[probe], LOOSE) else None
            for probe, mark in once.items()
            if not same(mark, truth[probe], TIGHT)
        }
    return traces


def _alike(marks: dict[str, Any], others: dict[str, Any]) -> bool:
    """Whether both leave the same trace; whole numbers and floats of equal value are told apart nowhere."""
    return marks.keys() == others.keys() and all(_close(marks[probe], others[probe], WHOLE) for probe in marks)
