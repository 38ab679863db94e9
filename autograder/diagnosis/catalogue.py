"""The catalogue held against one submission: its functions answer the very calls that the student's function answered.

They are compared by value, shape, kind of number and type of exception, in the same order. The sentence that comes of
it is evidence, never accusation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from autograder import specs
from autograder.answer import Observation
from autograder.diagnosis.compositions import Compositions
from autograder.diagnosis.groups import digest
from autograder.diagnosis.matching import changes
from autograder.diagnosis.replays import Replays
from autograder.facts import Tolerance
from autograder.misconceptions import Misconception, pipelines
from autograder.outcome import Value
from autograder.probes import Inputs, Probe
from autograder.report import ExerciseResult, NamedMistake
from autograder.runner import EXPLAINABLE, Judged


class Catalogue:
    """The misconceptions under one key; what they answer to a sequence of calls is computed once."""

    def __init__(self, inputs: Inputs, tolerances: Mapping[str, Tolerance]) -> None:
        self._inputs = inputs
        self._tolerances = tolerances
        self._replays: dict[str, Replays] = {}
        self._compositions: dict[str, Compositions | None] = {}

    def finish(self, judged: Judged) -> ExerciseResult:
        """The verdict with the mistake's name, or with a digest by which a class's unnamed mistakes are grouped."""
        result = judged.result
        if result.status not in EXPLAINABLE or not judged.observations:
            return result
        named = [
            NamedMistake(entry.id, entry.says, entry.hint) for entry in self.name(result.name, judged.observations)
        ]
        if not named:
            return replace(result, unnamed=digest(judged.observations, self._truth, self._tolerances))
        return replace(result, misconception=named[0], second_misconception=named[1] if named[1:] else None)

    def name(self, exercise: str, seen: Sequence[Observation]) -> tuple[Misconception, ...]:
        """The one misconception of `exercise` that answers as was seen, else the two that do together; else nothing."""
        changing = changes(seen, [o.outcome for o in seen])
        if exercise not in self._replays:
            self._replays[exercise] = Replays(exercise, self._inputs)
        replays = self._replays[exercise].to(seen)
        found = [replay.entry for replay in replays if replay.gives(seen, changing, self._tolerances)]
        if found:
            return tuple(found) if len(found) == 1 else ()
        composed = None if changing else self._composed(exercise)
        return composed.explain(seen) if composed else ()

    def _composed(self, exercise: str) -> Compositions | None:
        """Made when the first answer comes that no single misconception gives."""
        if exercise not in self._compositions:
            pipeline = pipelines.of(exercise)
            made = Compositions(pipeline, self._inputs, self._tolerances) if pipeline else None
            self._compositions[exercise] = made
        return self._compositions[exercise]

    def _truth(self, probe: Probe) -> Value:
        """What is right there, None where an exception is."""
        try:
            return self._inputs.keep(probe, probe.exercise, lambda p: getattr(specs, p.exercise)(*p.arguments))
        except ValueError:
            return None
