"""Many answers to one probe, of each only its form and one number, to find in a moment those that may equal another."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Hashable, Iterable
from functools import cache
from typing import Generic, TypeVar

import numpy as np

from autograder.facts import Tolerance
from autograder.outcome import Foreign, Outcome, Value, parts

Key = TypeVar("Key")
LARGEST = 1e100  # beyond it numbers count as equal here; the full comparison comes after


class Table(Generic[Key]):
    """Answers by their form, then by a projection on fixed random weights."""

    def __init__(self, answers: Iterable[tuple[Key, Outcome]]) -> None:
        found: dict[Hashable, list[tuple[Key, float]]] = defaultdict(list)
        for key, outcome in answers:
            found[_form(outcome)].append((key, _projection(outcome)))
        self._rows = {form: ([k for k, _ in row], np.array([p for _, p in row])) for form, row in found.items()}

    def near(self, outcome: Outcome, tolerance: Tolerance) -> list[Key]:
        """The keys whose answer may equal `outcome` within `tolerance`, in the order they came; no other one does."""
        keys, projections = self._rows.get(_form(outcome), ([], np.empty(0)))
        numbers = _numbers(outcome)
        allowed = 1.01 * np.abs(_weights(numbers.size)) @ (tolerance.atol + (tolerance.rtol + 1e-12) * np.abs(numbers))
        return [keys[i] for i in np.flatnonzero(np.abs(projections - _projection(outcome)) <= allowed)]


def _form(outcome: Outcome) -> Hashable:
    """What equal outcomes have in common besides numbers."""
    if outcome.kind != "value":
        return outcome.kind, outcome.exception
    return tuple(map(_form_of, parts(outcome.value))), isinstance(outcome.value, (tuple, list))


def _form_of(value: Value) -> Hashable:
    if not _counts(value):
        return value.type_name if isinstance(value, Foreign) else type(value).__name__
    array = np.asarray(value)
    # Whole numbers and floats may count as the same; the full comparison knows when.
    kind = "f2" if array.dtype == np.float16 else "b" if array.dtype.kind == "b" else "number"
    odd = b"" if np.isfinite(array).all() else hashlib.sha256(np.isnan(array).tobytes()).digest()
    return array.shape, kind, odd


def _counts(value: Value) -> bool:
    return isinstance(value, (np.ndarray, np.generic)) and np.asarray(value).dtype.kind in "biuf"


def _numbers(outcome: Outcome) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    arrays = [np.asarray(value, dtype=np.float64).ravel() for value in parts(outcome.value) if _counts(value)]
    flat = np.concatenate(arrays) if arrays else np.empty(0)
    return np.clip(np.nan_to_num(flat, nan=0.0, posinf=LARGEST, neginf=-LARGEST), -LARGEST, LARGEST)


def _projection(outcome: Outcome) -> float:
    numbers = _numbers(outcome)
    return float(_weights(numbers.size) @ numbers)


@cache
def _weights(size: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.random.default_rng(size).normal(size=size)
