"""Known mistakes made by who first converts the arguments: the same mistakes, with other numbers in a few places.

In float64 no whole numbers are cut, wrap around or refuse a division in place, and float32 does not overflow early. In
float32 all digits are others. A mistake that the conversion mends is left out: its sentence is about something else.
"""

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

Tolerances = Mapping[str, Tolerance]
Truth = Callable[[Probe], Value]
Answers = Mapping[str, Outcome]  # by probe


class Converted:
    """The answers of one exercise's catalogue to converted arguments."""

    def __init__(self, known: Sequence[tuple[Misconception, Answers]], tolerances: Tolerances) -> None:
        self._known = known
        self._tolerances = tolerances

    def matching(self, seen: Sequence[Observation]) -> list[Misconception]:
        """The mistakes that answer as was seen when they are made after the conversion."""
        found = {
            entry.id: entry
            for entry, answers in self._known
            if all(same_outcome(o.outcome, answers[o.probe.name], o.probe, self._tolerances) for o in seen)
        }
        return list(found.values())


def in_single(replays: Replays, probes: Sequence[Probe], truth: Truth, tolerances: Tolerances) -> Converted:
    """The catalogue on float32.

    Left out is what is as good as right in single precision, and what lives by writing into its arguments, since a
    function that converts them to float32 writes into its own copies.
    """
    coarse = {**tolerances, "float64": tolerances["float32"]}
    right = _right(probes, truth)
    known = []
    for entry, answers in replays.steady():
        plain = [answers[probe.name] for probe in probes]
        if not any(map(_writes, plain, probes)) and not _same(plain, right, probes, coarse):
            known.append((entry, {probe.name: _single(entry, probe) for probe in probes}))
    # Numbers that were rounded on the way and came back as float64 agree as two float32 results do.
    return Converted(known, {**tolerances, "float64": PROPERTY})


def in_double(replays: Replays, probes: Sequence[Probe], truth: Truth, tolerances: Tolerances) -> Converted:
    """The catalogue on float64: all that is not float64 is converted, or whole numbers only; the rest is no copy."""
    right = _right(probes, truth)
    known = []
    for entry, answers in replays.steady():
        for kinds in ("iuf", "iu"):
            concerned = (probe for probe in probes if _is_any(probe.arguments, kinds))
            narrow = {probe.name: in_float64(entry, probe, kinds) for probe in concerned}
            wide = {**answers, **narrow}
            if not _same([wide[probe.name] for probe in probes], right, probes, tolerances):
                known.append((entry, wide))
    return Converted(known, tolerances)


def returns_single(seen: Sequence[Observation]) -> bool:
    """Whether float32 came back where only float64 went in."""
    return any(
        any(_is(np.float32, part) for part in parts(o.outcome.value))
        and not any(_is(np.float32, argument) for argument in o.probe.arguments)
        for o in seen
    )


def widened(arguments: Sequence[Value], kinds: str = "iuf") -> tuple[Value, ...]:
    """The arguments with every array of one of these kinds brought to float64."""
    return tuple(a.astype(np.float64) if _is_narrow(a, kinds) else a for a in arguments)


def _is_any(arguments: Sequence[Value], kinds: str) -> bool:
    return any(_is_narrow(argument, kinds) for argument in arguments)


def _is_narrow(value: Value, kinds: str) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind in kinds and value.dtype != np.float64


def _is(dtype: type, value: Value) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == dtype


def in_float64(entry: Misconception, probe: Probe, kinds: str = "iuf") -> Outcome:
    """What the mistake answers to float64 arguments; the caller's own stay as they were where they had to be copied."""
    came = call(entry, replace(probe, arguments=widened(probe.arguments, kinds)))
    pairs = zip(probe.arguments, came.arguments_after or (), strict=False)
    after = tuple(before if _is_narrow(before, kinds) else after for before, after in pairs)
    return replace(came, arguments_after=after)


def _single(entry: Misconception, probe: Probe) -> Outcome:
    """What the mistake answers to float32 arguments; the caller's own stay as they were."""
    with np.errstate(all="ignore"):  # what is too large for float32 becomes infinite, as it does for a learner
        arguments = tuple(a.astype(np.float32) if _is(np.float64, a) else a for a in probe.arguments)
    return replace(call(entry, replace(probe, arguments=arguments)), arguments_after=probe.arguments)


def _right(probes: Sequence[Probe], truth: Truth) -> list[Outcome]:
    return [Outcome("value", truth(probe), probe.arguments) for probe in probes]


def _same(a: Sequence[Outcome], b: Sequence[Outcome], probes: Sequence[Probe], tolerances: Tolerances) -> bool:
    return all(same_outcome(x, y, probe, tolerances) for x, y, probe in zip(a, b, probes, strict=True))


def _writes(outcome: Outcome, probe: Probe) -> bool:
    return outcome.arguments_after is not None and not same_value(probe.arguments, outcome.arguments_after, None)
