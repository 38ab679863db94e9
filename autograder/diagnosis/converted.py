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
from autograder.inprocess import come_back
from autograder.judge import PROPERTY
from autograder.misconceptions import Misconception
from autograder.outcome import Outcome, Value, arrays_in, each_array
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
    narrow = [probe for probe in probes if is_narrow(probe.arguments)]
    single = {one.name for one in narrow if any(_is(np.float32, array) for array in arrays_in(one.arguments))}
    known = []
    for entry, answers in replays.steady():
        wide = {probe.name: in_float64(entry, probe) for probe in narrow}
        for left_alone in (frozenset[str](), single):
            given = {**answers, **{name: outcome for name, outcome in wide.items() if name not in left_alone}}
            if not _same([given[probe.name] for probe in probes], right, probes, tolerances):
                known.append((entry, given))
    return Converted(known, tolerances)


def returns_single(seen: Sequence[Observation]) -> bool:
    """Whether float32 came back where only float64 went in."""
    return any(
        any(_is(np.float32, part) for part in parts(o.outcome.value))
        and not any(_is(np.float32, argument) for argument in arrays_in(o.probe.arguments))
        for o in seen
    )


def is_narrow(arguments: Sequence[Value]) -> bool:
    """Whether there is anything to bring to float64."""
    return any(map(_is_narrow, arrays_in(arguments)))


def widened(arguments: Sequence[Value]) -> tuple[Value, ...]:
    """The arguments with every array of whole numbers or of float32 brought to float64."""
    return each_array(arguments, lambda a: a.astype(np.float64) if _is_narrow(a) else a)


def _is_narrow(value: Value) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind in "iuf" and value.dtype != np.float64


def _is(dtype: type, value: Value) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == dtype


def in_float64(entry: Misconception, probe: Probe) -> Outcome:
    """What the mistake answers to float64 arguments; the caller's own stay as they were where they had to be copied."""
    came = call(entry, replace(probe, arguments=widened(probe.arguments)))
    pairs = zip(probe.arguments, came.arguments_after or (), strict=False)
    return replace(came, arguments_after=tuple(_kept(before, after) for before, after in pairs))


def _kept(before: Value, after: Value) -> Value:
    """An argument as it is after a call that was handed a wider copy of it."""
    if isinstance(before, tuple):
        return tuple(_kept(one, other) for one, other in zip(before, after, strict=True))
    return before if _is_narrow(before) else after


def _single(entry: Misconception, probe: Probe) -> Outcome:
    """What the mistake answers to float32 arguments; the caller's own stay as they were."""
    with np.errstate(all="ignore"):  # what is too large for float32 becomes infinite, as it does for a learner
        arguments = each_array(probe.arguments, lambda a: a.astype(np.float32) if _is(np.float64, a) else a)
    return replace(call(entry, replace(probe, arguments=arguments)), arguments_after=probe.arguments)


def _right(probes: Sequence[Probe], truth: Truth) -> list[Outcome]:
    """What is right, with the arguments as a call leaves them: of an offered function only its type comes back."""
    return [Outcome("value", truth(probe), come_back(probe.arguments)) for probe in probes]


def _same(a: Sequence[Outcome], b: Sequence[Outcome], probes: Sequence[Probe], tolerances: Tolerances) -> bool:
    return all(same_outcome(x, y, probe, tolerances) for x, y, probe in zip(a, b, probes, strict=True))


def _writes(outcome: Outcome, probe: Probe) -> bool:
    before = come_back(probe.arguments)
    return outcome.arguments_after is not None and not same_value(before, outcome.arguments_after, None)
