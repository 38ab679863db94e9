"""What the catalogue answers to the calls that a submission was asked, each known mistake run as rarely as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder import misconceptions
from autograder.answer import Observation, tolerance_for
from autograder.diagnosis.matching import Changes, changes, same_outcome, same_value
from autograder.diagnosis.table import Table
from autograder.facts import Tolerance
from autograder.inprocess import FunctionPort
from autograder.misconceptions import Misconception
from autograder.outcome import Outcome
from autograder.probes import Inputs, Probe


@dataclass(frozen=True, slots=True)
class Replay:
    """What a known mistake answers to a sequence of calls; where it draws lots, its values are not certain."""

    entry: Misconception
    outcomes: tuple[Outcome, ...]
    certain: tuple[bool, ...]
    changes: Changes

    def gives(self, seen: Sequence[Observation], changing: Changes, tolerances: Mapping[str, Tolerance]) -> bool:
        """Whether this is what was seen; the same parts of an answer must change from call to call."""
        return self.changes == changing and all(
            same_outcome(o.outcome, outcome, o.probe, tolerances, values=certain)
            for o, outcome, certain in zip(seen, self.outcomes, self.certain, strict=True)
        )


class Row:
    """What every entry answers to one sequence of calls."""

    def __init__(self, replays: Sequence[Replay]) -> None:
        self.replays = replays
        self._first = Table((number, one.outcomes[0]) for number, one in enumerate(replays) if one.certain[0])
        self._odd = [number for number, one in enumerate(replays) if not one.certain[0]]

    def giving(
        self, seen: Sequence[Observation], changing: Changes, tolerances: Mapping[str, Tolerance]
    ) -> list[Misconception]:
        """The entries that answer as was seen; in full only those are compared whose first answer is near."""
        first = seen[0]
        tolerance = tolerance_for(first.probe.arguments, first.outcome.value, tolerances)
        near = (self.replays[number] for number in sorted([*self._first.near(first.outcome, tolerance), *self._odd]))
        return [replay.entry for replay in near if replay.gives(seen, changing, tolerances)]


class Replays:
    """The answers of one exercise's catalogue.

    Most mistakes answer a probe alike whatever came before: their answers are kept. A few remember earlier calls or
    draw lots: these answer every new sequence of calls afresh, in order.
    """

    def __init__(self, exercise: str, inputs: Inputs) -> None:
        self._exercise = exercise
        self._steady: dict[str, dict[str, Outcome]] = {}
        self._sequences: dict[tuple[Any, ...], Row] = {}
        probes = list(inputs.probes(exercise))
        afresh = [misconceptions.fresh(exercise) for _ in probes]
        for number, entry in enumerate(misconceptions.fresh(exercise)):
            once = [call(entry, probe) for probe in probes]
            alone = [call(entries[number], probe) for entries, probe in zip(afresh, probes, strict=True)]
            if all(map(_equal, once, alone)):
                self._steady[entry.id] = {probe.name: outcome for probe, outcome in zip(probes, once, strict=True)}

    def to(self, seen: Sequence[Observation]) -> Row:
        """What each entry answers to the calls that were seen, in order."""
        place = tuple(o.probe.name for o in seen)
        if place not in self._sequences:
            fresh = zip(misconceptions.fresh(self._exercise), misconceptions.fresh(self._exercise), strict=True)
            self._sequences[place] = Row([self._replay(entry, again, seen) for entry, again in fresh])
        return self._sequences[place]

    def steady(self) -> list[tuple[Misconception, Mapping[str, Outcome]]]:
        """The entries that answer alike whatever came before, with their answers by probe."""
        known = {entry.id: entry for entry in misconceptions.of(self._exercise)}
        return [(known[name], answers) for name, answers in self._steady.items()]

    def _replay(self, entry: Misconception, again: Misconception, seen: Sequence[Observation]) -> Replay:
        if entry.id in self._steady:
            kept = tuple(self._steady[entry.id][o.probe.name] for o in seen)
            return Replay(entry, kept, (True,) * len(seen), changes(seen, kept))
        outcomes = tuple(call(entry, o.probe) for o in seen)
        certain = tuple(map(_equal, outcomes, (call(again, o.probe) for o in seen)))
        return Replay(entry, outcomes, certain, changes(seen, outcomes))


def call(entry: Misconception, probe: Probe) -> Outcome:
    """What a known mistake answers to a probe, with its arguments as they are afterwards."""
    port = FunctionPort({entry.exercise: entry.function})
    return port.call(entry.exercise, probe.arguments, kilobytes=probe.kilobytes)


def _equal(a: Outcome, b: Outcome) -> bool:
    return (a.kind, a.exception) == (b.kind, b.exception) and same_value(a.value, b.value, None)
