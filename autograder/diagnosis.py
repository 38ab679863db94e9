"""Which known mistake gives exactly these outputs? One match is named; none or several is silence.

The catalogue's functions are run on the very calls that the student's function answered, in the same order, and
compared by value, shape, kind of number and type of exception. The sentence is evidence, never accusation.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from autograder import misconceptions
from autograder.answer import Observation, tolerance_for
from autograder.facts import Tolerance
from autograder.inprocess import FunctionPort
from autograder.judge import agrees
from autograder.misconceptions import Misconception
from autograder.outcome import Foreign, Outcome, Value
from autograder.probes import Inputs
from autograder.report import ExerciseResult, NamedMistake
from autograder.runner import EXPLAINABLE, Judged


class Catalogue:
    """The misconceptions under one key; what they answer to a sequence of calls is computed once."""

    def __init__(self, inputs: Inputs, tolerances: Mapping[str, Tolerance]) -> None:
        self._inputs = inputs
        self._tolerances = tolerances
        self._replays: dict[tuple[Any, ...], dict[str, list[Outcome]]] = {}

    def finish(self, judged: Judged) -> ExerciseResult:
        """The verdict with the mistake's name, or with a digest by which a class's unnamed mistakes are grouped."""
        result = judged.result
        if result.status not in EXPLAINABLE:
            return result
        entry = self.name(result.name, judged.observations)
        if entry is None:
            return replace(result, unnamed=digest(judged.observations))
        return replace(result, misconception=NamedMistake(entry.id, entry.says, entry.hint))

    def name(self, exercise: str, seen: Sequence[Observation]) -> Misconception | None:
        """The one misconception of `exercise` that answers as was seen, else None."""
        if not seen:
            return None
        replays = self._replay(exercise, seen)
        found = [entry for entry in misconceptions.of(exercise) if self._matches(seen, replays[entry.id])]
        return found[0] if len(found) == 1 else None

    def _replay(self, exercise: str, seen: Sequence[Observation]) -> dict[str, list[Outcome]]:
        place = (exercise, *((o.probe.name, o.handed_back) for o in seen))
        if place not in self._replays:
            # Fresh functions for each sequence of calls: some known mistakes remember what they were asked before.
            self._replays[place] = {entry.id: answers(entry, seen) for entry in misconceptions.fresh(exercise)}
        return self._replays[place]

    def _matches(self, seen: Sequence[Observation], known: Sequence[Outcome]) -> bool:
        unstable = _unstable(seen, [o.outcome for o in seen])
        if unstable != _unstable(seen, known):
            return False
        for observation, other in zip(seen, known, strict=True):
            if not same_outcome(observation.outcome, other, observation, self._tolerances, values=not unstable):
                return False
        return True


def answers(entry: Misconception, seen: Sequence[Observation]) -> list[Outcome]:
    """What a misconception answers to the calls that were seen, in order."""
    port = FunctionPort({entry.exercise: entry.function})
    return [port.call(entry.exercise, o.probe.arguments, return_arguments=o.handed_back) for o in seen]


def _unstable(seen: Sequence[Observation], outcomes: Sequence[Outcome]) -> bool:
    """Whether equal calls were answered differently."""
    first: dict[str, Value] = {}
    for observation, outcome in zip(seen, outcomes, strict=True):
        if outcome.kind != "value":
            continue
        if observation.probe.name in first and not _same_value(first[observation.probe.name], outcome.value, None):
            return True
        first.setdefault(observation.probe.name, outcome.value)
    return False


def same_outcome(
    a: Outcome, b: Outcome, observation: Observation, tolerances: Mapping[str, Tolerance], *, values: bool = True
) -> bool:
    """Equal kind, exception, shapes and numbers; with `values` False only shapes and kinds of number count."""
    if a.kind != b.kind:
        return False
    if a.kind != "value":
        return a.exception == b.exception
    tolerance = tolerance_for(observation.probe.arguments, a.value, tolerances) if values else Tolerance(0.0, np.inf)
    if not _same_value(a.value, b.value, tolerance):
        return False
    if a.arguments_after is None or b.arguments_after is None:
        return True
    return _same_value(a.arguments_after, b.arguments_after, tolerance)


def _same_value(a: Value, b: Value, tolerance: Tolerance | None) -> bool:
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(_same_value(x, y, tolerance) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same_value(a[key], b[key], tolerance) for key in a)
    if isinstance(a, Foreign) or isinstance(b, Foreign):
        return isinstance(a, Foreign) and isinstance(b, Foreign) and a == b
    if isinstance(a, (np.ndarray, np.generic)) and isinstance(b, (np.ndarray, np.generic)):
        return _same_array(np.asarray(a), np.asarray(b), tolerance)
    return type(a) is type(b) and bool(a == b)


def _same_array(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], tolerance: Tolerance | None) -> bool:
    kinds = {a.dtype.kind, b.dtype.kind}
    if a.shape != b.shape or (len(kinds) > 1 and kinds != {"i", "u"}):
        return False
    if np.float16 in (a.dtype, b.dtype) and a.dtype != b.dtype:
        return False
    if a.dtype.kind not in "biuf":
        return bool(np.array_equal(a, b))
    if tolerance is None:
        return bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
    if tolerance.atol == np.inf:
        return True
    nan = np.isnan(a)
    return bool((nan == np.isnan(b)).all()) and agrees(np.where(nan, 0, a), np.where(nan, 0, b), tolerance)


def digest(seen: Sequence[Observation]) -> str:
    """Equal for equal wrong outputs: a class's unnamed mistakes are grouped by it."""
    lines = []
    for observation in seen:
        outcome = observation.outcome
        lines.append(f"{observation.probe.name}:{outcome.kind}:{outcome.exception}:{_rounded(outcome.value)}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _rounded(value: Value) -> str:
    """The value to six digits, so that the order of a sum does not split a group."""
    if isinstance(value, (tuple, list)):
        return "(" + ",".join(_rounded(item) for item in value) + ")"
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        if array.dtype.kind in "fiub":
            return f"{array.shape}" + " ".join(f"{number:.6g}" for number in array.astype(float).ravel())
    return repr(value)
