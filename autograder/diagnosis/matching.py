"""When two answers to the same call are the same behaviour: value, shape, kind of number, type of exception."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from autograder.answer import Observation, are_whole, tolerance_for
from autograder.facts import Tolerance
from autograder.judge import agrees_with_nan
from autograder.outcome import Foreign, Outcome, Value
from autograder.outcome import parts as members
from autograder.probes import Probe

ANY_VALUE = Tolerance(0.0, np.inf)
ARRAYS = (np.ndarray, np.generic)
NUMBERS = (*ARRAYS, bool, int, float)  # Python's own stand in lists
Changes = frozenset[tuple[str, int]]


def changes(seen: Sequence[Observation], outcomes: Sequence[Outcome]) -> Changes:
    """Which part of the answer to which probe was another when the same was asked again."""
    first: dict[str, Value] = {}
    found = set()
    for observation, outcome in zip(seen, outcomes, strict=True):
        if outcome.kind != "value":
            continue
        name = observation.probe.name
        before, now = parts(first.setdefault(name, outcome.value)), parts(outcome.value)
        found |= {(name, n) for n in range(len(now)) if n >= len(before) or not same_value(before[n], now[n], None)}
    return frozenset(found)


def parts(value: Value) -> Sequence[Value]:
    """The members of a tuple, list or dictionary; else the value alone."""
    if isinstance(value, dict):
        return [item for _, item in sorted(value.items())]
    return members(value)


def same_outcome(
    a: Outcome, b: Outcome, probe: Probe, tolerances: Mapping[str, Tolerance], *, values: bool = True
) -> bool:
    """Equal kind, exception, shapes and numbers; with `values` False only shapes and kinds of number count.

    Where whole numbers were handed in, whole numbers and floats of equal value are the same, as they are for a mark:
    who converts first makes the same mistake.
    """
    if a.kind != b.kind:
        return False
    if a.kind != "value":
        return a.exception == b.exception
    tolerance = tolerance_for(probe.arguments, a.value, tolerances) if values else ANY_VALUE
    if not same_value(a.value, b.value, tolerance, whole=are_whole(probe.arguments)):
        return False
    if a.arguments_after is None or b.arguments_after is None:
        return True
    return same_value(a.arguments_after, b.arguments_after, tolerance)


def same_value(a: Value, b: Value, tolerance: Tolerance | None, *, whole: bool = False) -> bool:
    """Equal form and numbers within `tolerance`; None asks for every digit, `whole` for no kind of number."""
    if a is b:
        return True
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(same_value(x, y, tolerance, whole=whole) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same_value(a[key], b[key], tolerance, whole=whole) for key in a)
    if isinstance(a, Foreign) or isinstance(b, Foreign):
        return isinstance(a, Foreign) and isinstance(b, Foreign) and a == b
    if isinstance(a, (*ARRAYS, float)) or isinstance(b, (*ARRAYS, float)):
        numbers = isinstance(a, NUMBERS) and isinstance(b, NUMBERS)
        return numbers and _same_array(np.asarray(a), np.asarray(b), tolerance, whole)
    return type(a) is type(b) and bool(a == b)


def _same_array(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], tolerance: Tolerance | None, whole: bool) -> bool:
    kinds = {a.dtype.kind, b.dtype.kind}
    if a.shape != b.shape or (len(kinds) > 1 and not kinds <= set("iuf" if whole else "iu")):
        return False
    if np.float16 in (a.dtype, b.dtype) and a.dtype != b.dtype:
        return False
    if a.dtype.kind not in "biuf":
        return bool(np.array_equal(a, b))
    if tolerance is None:
        return bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
    if tolerance is ANY_VALUE:
        return True
    return agrees_with_nan(a, b, tolerance)
