"""A short name for a behaviour that nobody has named yet, so that a class's unnamed mistakes can be counted.

What is wrong with each answer is its difference from the truth. A hash of that difference would split a group at every
rounding error, so only two smooth numbers of it are kept: its length on a logarithmic scale, and its direction, both
along weights drawn from the probe's name. Rounding moves them by a millionth of a step, another mistake by many steps.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from autograder.answer import LARGE, Observation, are_whole
from autograder.diagnosis.matching import changes, parts, same_value
from autograder.facts import Tolerance
from autograder.judge import agrees
from autograder.outcome import Foreign, Value
from autograder.probes import Probe

Array = np.ndarray[Any, Any]
STEPS = 32  # how finely length (per factor e) and direction (from 0 to 1) are told apart


def digest(seen: Sequence[Observation], truth: Callable[[Probe], Value], tolerances: Mapping[str, Tolerance]) -> str:
    """Equal for equal wrong behaviour, in float64 or float32 and in whatever order the probes were asked."""
    changing = bool(changes(seen, [observation.outcome for observation in seen]))
    changes_arguments = any(_changed(observation) for observation in seen)
    first: dict[str, Observation] = {}
    for observation in seen:
        first.setdefault(observation.probe.name, observation)
    lines = [
        f"{name}:{_line(observation, truth(observation.probe), tolerances, numbers=not changing)}"
        for name, observation in sorted(first.items())
    ]
    text = "\n".join([f"changing {changing}", f"changes arguments {changes_arguments}", *lines])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _changed(observation: Observation) -> bool:
    after = observation.outcome.arguments_after
    return after is not None and not same_value(observation.probe.arguments, after, None)


def _line(observation: Observation, truth: Value, tolerances: Mapping[str, Tolerance], *, numbers: bool) -> str:
    outcome, probe = observation.outcome, observation.probe
    if outcome.kind != "value":
        return f"{outcome.kind} {outcome.exception}"
    came, wanted = parts(outcome.value), parts(truth)
    if len(came) != len(wanted):
        wanted = (None,) * len(came)
    whole = are_whole(probe.arguments)
    return " ".join(
        _part(part, true_part, tolerances, f"{probe.exercise}/{probe.name}/{i}", numbers=numbers, whole=whole)
        for i, (part, true_part) in enumerate(zip(came, wanted, strict=True))
    )


def _part(
    part: Value, truth: Value, tolerances: Mapping[str, Tolerance], place: str, *, numbers: bool, whole: bool
) -> str:
    if not isinstance(part, (np.ndarray, np.generic)):
        return part.type_name if isinstance(part, Foreign) else type(part).__name__
    array = np.asarray(part)
    kind = "f2" if array.dtype == np.float16 else array.dtype.kind
    head = f"{array.shape} {'number' if whole and kind in 'iuf' else kind}"  # of equal value, they are the same mistake
    if array.dtype.kind not in "biuf" or not numbers:
        return head
    got = np.asarray(array, dtype=np.float64)
    known = truth is not None and np.shape(truth) == got.shape
    want = np.asarray(truth, dtype=np.float64) if known else np.zeros(got.shape)
    if known and _right_to_a_few_digits(got, want, tolerances):
        return f"{head} right"
    return f"{head} {_odd(got)} {_smooth(got, want, place)}"


def _right_to_a_few_digits(got: Array, want: Array, tolerances: Mapping[str, Tolerance]) -> bool:
    """Whatever lies within single precision is one group: its digits are noise, another in every submission."""
    large = float(np.max(np.abs(want), initial=0)) >= LARGE
    return agrees(got, want, tolerances["float32_large" if large else "float32"])


def _odd(numbers: Array) -> str:
    """Where nan and the infinities stand; empty when there are none."""
    if np.isfinite(numbers).all():
        return ""
    kinds = np.select([np.isnan(numbers), np.isposinf(numbers), np.isneginf(numbers)], [3, 2, 1])
    return hashlib.sha256(kinds.astype(np.uint8).tobytes()).hexdigest()[:12]


def _smooth(got: Array, want: Array, place: str) -> str:
    """Length and direction of the difference, in whole steps."""
    finite = np.isfinite(got) & np.isfinite(want)
    gap = np.where(finite, np.where(finite, got, 0) - np.where(finite, want, 0), 0).ravel()
    biggest = float(np.abs(gap).max(initial=0))
    if biggest < 1e-9:
        return "0"
    seed = int.from_bytes(hashlib.sha256(place.encode()).digest()[:8], "big")
    terms = np.random.default_rng(seed).normal(size=gap.size) * (gap / biggest)
    size = float(np.abs(terms).sum())
    return f"{round((math.log(size) + math.log(biggest)) * STEPS)} {round(float(terms.sum()) / size * STEPS)}"
