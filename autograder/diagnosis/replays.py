"""What the catalogue answers to the calls that a submission was asked, each known mistake run as rarely as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from autograder import misconceptions
from autograder.answer import Observation
from autograder.diagnosis.matching import same_value, unstable
from autograder.inprocess import FunctionPort
from autograder.misconceptions import Misconception
from autograder.outcome import Outcome
from autograder.probes import Inputs, Probe


@dataclass(frozen=True, slots=True)
class Replay:
    """What a known mistake answers to a sequence of calls."""

    entry: Misconception
    outcomes: tuple[Outcome, ...]
    unstable: bool


class Replays:
    """The answers of one exercise's catalogue.

    Most mistakes answer a probe alike whatever came before: their answers are kept. A few remember earlier calls or
    draw lots: these answer every new sequence of calls afresh, in order.
    """

    def __init__(self, exercise: str, inputs: Inputs) -> None:
        self._exercise = exercise
        self._steady: dict[str, dict[str, Outcome]] = {}
        self._sequences: dict[tuple[Any, ...], tuple[Replay, ...]] = {}
        probes = list(inputs.probes(exercise))
        for once, again in zip(misconceptions.fresh(exercise), misconceptions.fresh(exercise), strict=True):
            forwards, backwards = _answers(once, probes), _answers(again, reversed(probes))
            if all(_equal(forwards[name], backwards[name]) for name in forwards):
                self._steady[once.id] = forwards

    def to(self, seen: Sequence[Observation]) -> tuple[Replay, ...]:
        """What each entry answers to the calls that were seen, in order."""
        place = tuple((o.probe.name, o.handed_back) for o in seen)
        if place not in self._sequences:
            self._sequences[place] = tuple(self._replay(entry, seen) for entry in misconceptions.fresh(self._exercise))
        return self._sequences[place]

    def _replay(self, entry: Misconception, seen: Sequence[Observation]) -> Replay:
        if entry.id in self._steady:
            return Replay(entry, tuple(self._steady[entry.id][o.probe.name] for o in seen), unstable=False)
        outcomes = tuple(_call(entry, o.probe) for o in seen)
        return Replay(entry, outcomes, unstable(seen, outcomes))


def _answers(entry: Misconception, probes: Iterable[Probe]) -> dict[str, Outcome]:
    return {probe.name: _call(entry, probe) for probe in probes}


def _call(entry: Misconception, probe: Probe) -> Outcome:
    port = FunctionPort({entry.exercise: entry.function})
    return port.call(entry.exercise, probe.arguments, return_arguments=True)


def _equal(a: Outcome, b: Outcome) -> bool:
    return (a.kind, a.exception) == (b.kind, b.exception) and same_value(a.value, b.value, None)
