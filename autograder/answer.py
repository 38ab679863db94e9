"""What came back from one call, and what is needed to judge it: the tolerance, the truth, the probe."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.facts import Tolerance
from autograder.judge import (
    Wrong,
    agrees,
    expect_close,
    one_array,
    one_number,
    one_word,
    some_arrays,
    some_numbers,
    text_by_text,
)
from autograder.outcome import Outcome, Value, arrays_in, parts
from autograder.probes import Inputs, Probe
from autograder.report import Status

Array = np.ndarray[Any, Any]
Spec = Callable[..., Any]
LARGE = 1e4
CLOSE = 4  # digits; an answer that agrees to as many is called close


class Stopped(Exception):
    """There is no answer to judge: the function is missing, raised, or had to be stopped."""

    def __init__(self, status: Status, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def tolerance_for(
    arguments: Sequence[Any], received: Value, tolerances: Mapping[str, Tolerance], row: str | None = None
) -> Tolerance:
    """What may differ, by the coarser dtype of input and output; `row` names a special row for float64."""
    floats = [a for a in arrays_in((*arguments, *parts(received))) if a.dtype.kind == "f"]
    if all(a.dtype.itemsize > 4 for a in floats):
        return tolerances[row or "float64"]
    biggest = max((float(np.max(np.abs(a[np.isfinite(a)]), initial=0)) for a in floats), default=0.0)
    return tolerances["float32_large" if biggest >= LARGE else "float32"]


def are_whole(arguments: Sequence[Any]) -> bool:
    """Whether one of the arguments is an array of whole numbers; floats of equal value are as good an answer then."""
    return any(array.dtype.kind in "iu" for array in arrays_in(arguments))


@dataclass(frozen=True, slots=True)
class Observation:
    """One call that was made, kept for diagnosis and evidence."""

    probe: Probe
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back from one probe, with what is needed to judge it."""

    probe: Probe
    value: Value
    _tolerances: Mapping[str, Tolerance]
    _inputs: Inputs

    @property
    def arguments(self) -> tuple[Any, ...]:
        return self.probe.arguments

    def array(self) -> Array:
        """The one array that came, else Wrong."""
        return one_array(self.value)

    def arrays(self, *names: str) -> list[Array]:
        """The arrays that came, one for each of `names`, else Wrong."""
        return some_arrays(self.value, names)

    def like(self, truth: Any) -> Array:
        """What came, as the kind of thing the truth is: an array, or one number as a 0-dimensional array."""
        return self.array() if isinstance(truth, np.ndarray) else one_number(self.value)

    def each_like(self, truths: Sequence[Any], names: Sequence[str]) -> list[Array]:
        """The members that came, each as its truth is; one for each of `names`, else Wrong."""
        if all(isinstance(truth, np.ndarray) for truth in truths):
            return self.arrays(*names)
        return some_numbers(self.value, names)

    def word(self) -> str | bool:
        """The word, or the True or False, that came, else Wrong."""
        return one_word(self.value)

    def names(self) -> dict[str, str]:
        """The dictionary from text to text that came, else Wrong."""
        return text_by_text(self.value)

    def truth(self, spec: Spec) -> Any:
        """What `spec` says for these arguments, computed once per key."""
        return self._inputs.keep(self.probe, spec.__name__, lambda probe: spec(*probe.arguments))

    def tolerance(self, received: Array, row: str | None = None) -> Tolerance:
        """The row of the coarser of input and output; `row` names a special one for float64."""
        return tolerance_for(self.arguments, received, self._tolerances, row)

    def expect(self, received: Array, expected: Array, look_at: str, row: str | None = None) -> None:
        """Wrong unless `received` is `expected` within the tolerance of this answer."""
        tolerance = self.tolerance(received, row)
        if agrees(received, expected, tolerance):
            return
        digits = _digits(received, expected) if received.dtype == np.float64 else 0
        if digits >= CLOSE:
            raise Wrong(
                f"expected: the formula's values; came: values that agree with them to {digits} digits and no further; "
                f"look at: {look_at}; so small a difference can also come of rounding, of a constant that is added for "
                "safety, or of a step in float32",
                expected=expected,
                received=received,
            )
        expect_close(received, expected, tolerance, look_at)


def _digits(received: Array, expected: Array) -> int:
    """To how many significant digits every number agrees; 0 where shapes differ or a number is not finite."""
    if received.shape != expected.shape or not (np.isfinite(received).all() and np.isfinite(expected).all()):
        return 0
    gap, size = np.abs(received - expected), np.abs(expected)
    if (gap[size == 0] > 0).any():
        return 0
    worst = float(np.max(gap[size > 0] / size[size > 0], initial=1e-15))
    return max(int(-math.log10(2 * worst)), 0)
