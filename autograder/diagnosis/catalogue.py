"""The catalogue held against one submission: its functions answer the very calls that the student's function answered.

They are compared by value, shape, kind of number and type of exception, in the same order. The sentence that comes of
it is evidence, never accusation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autograder import misconceptions, specs
from autograder.answer import Observation
from autograder.diagnosis.groups import digest
from autograder.diagnosis.matching import same_outcome, unstable
from autograder.facts import Tolerance
from autograder.inprocess import FunctionPort
from autograder.misconceptions import Misconception
from autograder.outcome import Outcome, Value
from autograder.probes import Inputs, Probe
from autograder.report import ExerciseResult, NamedMistake
from autograder.runner import EXPLAINABLE, Judged


@dataclass(frozen=True, slots=True)
class Replay:
    """What a known mistake answers to a sequence of calls."""

    entry: Misconception
    outcomes: tuple[Outcome, ...]
    unstable: bool


class Catalogue:
    """The misconceptions under one key; what they answer to a sequence of calls is computed once."""

    def __init__(self, inputs: Inputs, tolerances: Mapping[str, Tolerance]) -> None:
        self._inputs = inputs
        self._tolerances = tolerances
        self._replays: dict[tuple[Any, ...], tuple[Replay, ...]] = {}

    def finish(self, judged: Judged) -> ExerciseResult:
        """The verdict with the mistake's name, or with a digest by which a class's unnamed mistakes are grouped."""
        result = judged.result
        if result.status not in EXPLAINABLE or not judged.observations:
            return result
        entry = self.name(result.name, judged.observations)
        if entry is None:
            return replace(result, unnamed=digest(judged.observations, self._truth, self._tolerances))
        return replace(result, misconception=NamedMistake(entry.id, entry.says, entry.hint))

    def name(self, exercise: str, seen: Sequence[Observation]) -> Misconception | None:
        """The one misconception of `exercise` that answers as was seen, else None."""
        changing = unstable(seen, [o.outcome for o in seen])
        replays = self._replay(exercise, seen)
        found = [replay.entry for replay in replays if replay.unstable == changing and self._matches(seen, replay)]
        return found[0] if len(found) == 1 else None

    def _replay(self, exercise: str, seen: Sequence[Observation]) -> tuple[Replay, ...]:
        place = (exercise, *((o.probe.name, o.handed_back) for o in seen))
        if place not in self._replays:
            # Fresh functions for each sequence of calls: some known mistakes remember what they were asked before.
            self._replays[place] = tuple(answers(entry, seen) for entry in misconceptions.fresh(exercise))
        return self._replays[place]

    def _matches(self, seen: Sequence[Observation], replay: Replay) -> bool:
        return all(
            same_outcome(observation.outcome, outcome, observation, self._tolerances, values=not replay.unstable)
            for observation, outcome in zip(seen, replay.outcomes, strict=True)
        )

    def _truth(self, probe: Probe) -> Value:
        """What is right there, None where an exception is."""
        try:
            return self._inputs.keep(probe, probe.exercise, lambda p: getattr(specs, p.exercise)(*p.arguments))
        except ValueError:
            return None


def answers(entry: Misconception, seen: Sequence[Observation]) -> Replay:
    """What a misconception answers to the calls that were seen, in order."""
    port = FunctionPort({entry.exercise: entry.function})
    outcomes = [port.call(entry.exercise, o.probe.arguments, return_arguments=o.handed_back) for o in seen]
    return Replay(entry, tuple(outcomes), unstable(seen, outcomes))
