"""Many answers to one probe, of each only its form and one number, to find in a moment those that may equal another."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Hashable, Iterable
from functools import cache
from typing import Any, Generic, TypeVar

import numpy as np

from autograder.diagnosis.matching import ARRAYS, NUMBERS
from autograder.facts import Tolerance
from autograder.outcome import Foreign, Outcome, Value, parts

Key = TypeVar("Key")
Numbers = np.ndarray[Any, np.dtype[np.float64]]
LARGEST = 1e100  # beyond it numbers count as equal here; the full comparison comes after


class Table(Generic[Key]):
    """Answers by their form, then by a projection on fixed random weights."""

    def __init__(self, answers: Iterable[tuple[Key, Outcome]]) -> None:
        found: dict[Hashable, tuple[list[Key], list[Numbers]]] = defaultdict(lambda: ([], []))
        for key, outcome in answers:
            keys, rows = found[_form(outcome)]
            keys.append(key)
            rows.append(_numbers(outcome))
        self._rows = {form: (keys, _projected(np.array(rows))) for form, (keys, rows) in found.items()}

    def near(self, outcome: Outcome, tolerance: Tolerance) -> list[Key]:
        """The keys whose answer may equal `outcome` within `tolerance`, in the order they came; no other one does."""
        numbers = _numbers(outcome)
        keys, projections = self._rows.get(_form(outcome), ([], np.empty(0)))
        (here,) = _projected(numbers[None])
        size = np.abs(_bounded(numbers))
        allowed = 1.01 * np.abs(_weights(numbers.size)) @ (tolerance.atol + (tolerance.rtol + 1e-12) * size)
        return [keys[i] for i in np.flatnonzero(np.abs(projections - here) <= allowed)]


def _form(outcome: Outcome) -> Hashable:
    """What equal outcomes have in common besides numbers."""
    if outcome.kind != "value":
        return outcome.kind, outcome.exception
    return tuple(map(_form_of, parts(outcome.value))), isinstance(outcome.value, (tuple, list))


def _form_of(value: Value) -> Hashable:
    if isinstance(value, Foreign):
        return value.type_name
    if not _counts(value):
        # What may be equal has one name: a list and a tuple, an array and its scalar.
        kinds = {"members": (list, tuple), "array": ARRAYS}
        return next((name for name, kind in kinds.items() if isinstance(value, kind)), type(value).__name__)
    array = np.asarray(value)
    # Whole numbers and floats may count as the same; the full comparison knows when.
    kind = "f2" if array.dtype == np.float16 else "b" if array.dtype.kind == "b" else "number"
    odd = b"" if np.isfinite(array).all() else hashlib.sha256(np.isnan(array).tobytes()).digest()
    return array.shape, kind, odd


def _counts(value: Value) -> bool:
    return isinstance(value, NUMBERS) and np.asarray(value).dtype.kind in "biuf"


def _numbers(outcome: Outcome) -> Numbers:
    arrays = [np.asarray(value, dtype=np.float64).ravel() for value in parts(outcome.value) if _counts(value)]
    return np.concatenate(arrays) if arrays else np.empty(0)


def _bounded(numbers: Numbers) -> Numbers:
    return np.clip(np.nan_to_num(numbers, nan=0.0, posinf=LARGEST, neginf=-LARGEST), -LARGEST, LARGEST)


def _projected(rows: Numbers) -> Numbers:
    """One number for each row; a sum of products row by row, so that no row's comes out otherwise beside others."""
    projections: Numbers = (_bounded(rows) * _weights(rows.shape[1])).sum(axis=1)
    return projections


@cache
def _weights(size: int) -> Numbers:
    return np.random.default_rng(size).normal(size=size)
