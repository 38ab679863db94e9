"""Known mistakes made in single precision: who computes in float32 makes the same mistakes, with other digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from autograder.answer import Observation
from autograder.diagnosis.matching import parts, same_outcome, same_value
from autograder.diagnosis.replays import Replays, call
from autograder.facts import Tolerance
from autograder.judge import PROPERTY
from autograder.misconceptions import Misconception
from autograder.outcome import Outcome, Value
from autograder.probes import Probe


class SinglePrecision:
    """The answers of one exercise's catalogue to arguments that were first brought to float32.

    Left out is what is as good as right in single precision, and what lives by writing into its arguments, since a
    function that converts them writes into its own copies.
    """

    def __init__(
        self,
        replays: Replays,
        probes: Sequence[Probe],
        truth: Callable[[Probe], Value],
        tolerances: Mapping[str, Tolerance],
    ) -> None:
        coarse = {**tolerances, "float64": tolerances["float32"]}
        # Numbers that were rounded on the way and came back as float64 agree as two float32 results do.
        self._tolerances = {**tolerances, "float64": PROPERTY}
        right = [Outcome("value", truth(probe), probe.arguments) for probe in probes]
        self._known: list[tuple[Misconception, dict[str, Outcome]]] = []
        for entry, answers in replays.steady():
            plain = [answers[probe.name] for probe in probes]
            if any(map(_writes, plain, probes)):
                continue
            if all(same_outcome(a, b, probe, coarse) for a, b, probe in zip(plain, right, probes, strict=True)):
                continue
            self._known.append((entry, {probe.name: _converted(entry, probe) for probe in probes}))

    def matching(self, seen: Sequence[Observation]) -> list[Misconception]:
        """The mistakes that answer as was seen when they are made in single precision."""
        return [
            entry
            for entry, answers in self._known
            if all(same_outcome(o.outcome, answers[o.probe.name], o.probe, self._tolerances) for o in seen)
        ]


def returns_single(seen: Sequence[Observation]) -> bool:
    """Whether float32 came back where only float64 went in."""
    return any(
        any(_is(np.float32, part) for part in parts(o.outcome.value))
        and not any(_is(np.float32, argument) for argument in o.probe.arguments)
        for o in seen
    )


def _is(dtype: type, value: Value) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == dtype


def _converted(entry: Misconception, probe: Probe) -> Outcome:
    """What the mistake answers to float32 arguments; the caller's own stay as they were."""
    arguments = tuple(a.astype(np.float32) if _is(np.float64, a) else a for a in probe.arguments)
    return replace(call(entry, replace(probe, arguments=arguments)), arguments_after=probe.arguments)


def _writes(outcome: Outcome, probe: Probe) -> bool:
    return outcome.arguments_after is not None and not same_value(probe.arguments, outcome.arguments_after, None)
