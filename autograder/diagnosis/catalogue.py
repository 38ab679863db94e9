"""The catalogue held against one submission: its functions answer the very calls that the student's function answered.

They are compared by value, shape, kind of number and type of exception, in the same order. The sentence that comes of
it is evidence, never accusation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from autograder import misconceptions, specs
from autograder.answer import Observation
from autograder.diagnosis.compositions import Compositions
from autograder.diagnosis.converted import Converted, in_double, in_single, returns_single
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
    """The misconceptions under one key; what they answer is computed once, when it is needed first."""

    def __init__(self, inputs: Inputs, tolerances: Mapping[str, Tolerance]) -> None:
        self._inputs = inputs
        self._tolerances = tolerances
        self._known: dict[str, _Known] = {}

    def finish(self, judged: Judged) -> ExerciseResult:
        """The verdict with the mistake's name, or with a digest by which a class's unnamed mistakes are grouped."""
        result, seen = judged.result, judged.observations
        if result.status not in EXPLAINABLE or not seen:
            return result
        if result.name not in self._known:
            self._known[result.name] = _Known(result.name, self._inputs, self._tolerances)
        known = self._known[result.name]
        named = [NamedMistake(entry.id, entry.says, entry.hint) for entry in known.explain(seen, judged.amiss)]
        if not named:
            return replace(result, unnamed=digest(seen, known.truth, self._tolerances))
        return replace(result, misconception=named[0], second_misconception=named[1] if named[1:] else None)


class _Known:
    """What is known about the mistakes of one exercise."""

    def __init__(self, exercise: str, inputs: Inputs, tolerances: Mapping[str, Tolerance]) -> None:
        self._exercise = exercise
        self._inputs = inputs
        self._tolerances = tolerances

    def explain(self, seen: Sequence[Observation], amiss: str) -> tuple[Misconception, ...]:
        """The one mistake that answers as was seen, else the two that do together, earlier step first; else nothing.

        Before two, `amiss` explains: one mistake in joining the student's own earlier functions, which are wrong, too.
        A call that took too much memory says nothing about numbers, whatever else is wrong with them.
        """
        seen = [one for one in seen if one.outcome.kind != "memory"]
        if not seen:
            return ()
        changing, single = changes(seen, [o.outcome for o in seen]), returns_single(seen)
        found = self._replays.to(seen).giving(seen, changing, self._tolerances)
        if not changing and not found:
            found = self._double.matching(seen)
        if not changing and (single or not found):
            found += self._single.matching(seen)
        if found:
            return tuple(found[:1]) if len({entry.id for entry in found}) == 1 else ()
        if amiss:
            return tuple(entry for entry in misconceptions.of(self._exercise) if entry.id == amiss)
        # Two mistakes leave too little of themselves in float32, and its early overflow looks like another one.
        return () if changing or single or not self._compositions else self._compositions.explain(seen)

    def truth(self, probe: Probe) -> Value:
        """What is right on a probe, None where an exception is."""
        try:
            return self._inputs.keep(probe, probe.exercise, lambda p: getattr(specs, p.exercise)(*p.arguments))
        except ValueError:
            return None

    @cached_property
    def _replays(self) -> Replays:
        return Replays(self._exercise, self._inputs)

    @cached_property
    def _double(self) -> Converted:
        return in_double(self._replays, self._probes, self.truth, self._tolerances)

    @cached_property
    def _single(self) -> Converted:
        return in_single(self._replays, self._probes, self.truth, self._tolerances)

    @property
    def _probes(self) -> Sequence[Probe]:
        return list(self._inputs.probes(self._exercise))

    @cached_property
    def _compositions(self) -> Compositions | None:
        pipeline = pipelines.of(self._exercise)
        return Compositions(pipeline, self._inputs, self._tolerances) if pipeline else None
