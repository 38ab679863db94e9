"""What came back from one call, and what is needed to judge it: the tolerance, the truth, the probe."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.facts import Tolerance
from autograder.judge import Wrong, agrees, expect_close, one_array, some_arrays
from autograder.outcome import Outcome, Value
from autograder.probes import Inputs, Probe
from autograder.report import Status

Array = np.ndarray[Any, Any]
Spec = Callable[..., Any]
LARGE = 1e4


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
    parts = received if isinstance(received, (tuple, list)) else (received,)
    floats = [a for a in (*arguments, *parts) if isinstance(a, np.ndarray) and a.dtype.kind == "f"]
    if all(a.dtype.itemsize > 4 for a in floats):
        return tolerances[row or "float64"]
    biggest = max((float(np.max(np.abs(a[np.isfinite(a)]), initial=0)) for a in floats), default=0.0)
    return tolerances["float32_large" if biggest >= LARGE else "float32"]


@dataclass(frozen=True, slots=True)
class Observation:
    """One call that was made for a check, kept for diagnosis and evidence."""

    check: str
    probe: Probe
    outcome: Outcome

    @property
    def handed_back(self) -> bool:
        """Whether the arguments were asked back, to see if the call changed them."""
        return self.outcome.arguments_after is not None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back from one probe, with what is needed to judge it."""

    probe: Probe
    value: Value
    arguments_after: tuple[Value, ...] | None
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

    def truth(self, spec: Spec) -> Any:
        """What `spec` says for these arguments, computed once per key."""
        return self._inputs.keep(self.probe, spec.__name__, lambda probe: spec(*probe.arguments))

    def tolerance(self, received: Array, row: str | None = None) -> Tolerance:
        """The row of the coarser of input and output; `row` names a special one for float64."""
        return tolerance_for(self.arguments, received, self._tolerances, row)

    def expect(self, received: Array, expected: Array, look_at: str, row: str | None = None) -> None:
        """Wrong unless `received` is `expected` within the tolerance of this answer."""
        try:
            self._expect(received, expected, look_at, row)
        except Wrong as wrong:
            wrong.probe = self.probe.name
            raise

    def _expect(self, received: Array, expected: Array, look_at: str, row: str | None) -> None:
        tolerance = self.tolerance(received, row)
        coarse = self._tolerances["float32"]
        precise = received.dtype == np.float64
        if precise and not agrees(received, expected, tolerance) and agrees(received, expected, coarse):
            raise Wrong(
                "expected: the formula's values to about fifteen digits; came: values right to only a few digits; "
                "look at: rounding, a guard constant, or a step in float32",
                expected=expected,
                received=received,
            )
        expect_close(received, expected, tolerance, look_at)
