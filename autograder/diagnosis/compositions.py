"""Two mistakes at once: compositions along a function's steps, one or two of them wrong, held against what was seen.

All compositions answer one probe in advance; a submission's answer to it leaves a handful of candidates, and only these
are compared in full on every probe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from autograder.answer import Observation, tolerance_for
from autograder.diagnosis.converted import is_narrow, widened
from autograder.diagnosis.matching import same_outcome
from autograder.diagnosis.options import Sieve
from autograder.diagnosis.steps import Choice, answer, walk
from autograder.diagnosis.table import Table
from autograder.facts import Tolerance
from autograder.misconceptions import Misconception
from autograder.misconceptions.pipelines import Pipeline
from autograder.outcome import Outcome
from autograder.probes import Inputs

MOST_WRONG = 2
KEPT_ANSWERS = 5000


class Compositions:
    """The compositions of one exercise under one key."""

    def __init__(self, pipeline: Pipeline, inputs: Inputs, tolerances: Mapping[str, Tolerance]) -> None:
        self._tolerances = tolerances
        self._probes = {probe.name: probe for probe in inputs.probes(pipeline.exercise)}
        self._pipeline = Sieve(pipeline, tuple(self._probes.values()), tolerances).useful()
        self._tables: dict[str, Table[Choice]] = {}
        self._answer = lru_cache(KEPT_ANSWERS)(self._replay)

    def explain(self, seen: Sequence[Observation]) -> tuple[Misconception, ...]:
        """The mistakes of the one composition that answers as was seen, earlier step first; empty when none or several.

        One wrong step is preferred to two. Compositions whose mistakes carry the same ids count as one.
        """
        near = self._near(seen)
        for wrong in range(1, MOST_WRONG + 1):
            found: dict[tuple[str, ...], tuple[Misconception, ...]] = {}
            for choice in near:
                if sum(map(bool, choice)) == wrong and self._gives(choice, seen):
                    entries = self._entries(choice)
                    found[tuple(entry.id for entry in entries)] = entries
                if len(found) > 1:
                    return ()
            if found:
                return next(iter(found.values()))
        return ()

    def _near(self, seen: Sequence[Observation]) -> list[Choice]:
        """The candidates, by one probe that was answered with a value.

        Preferred is one that is the same to who first brings its arguments to float64: its table holds all that may
        answer as was seen.
        """
        if any(observation.outcome.kind not in ("value", "raised") for observation in seen):
            return []
        answered = {o.probe.name: o.outcome for o in seen if o.outcome.kind == "value"}
        found = [probe for name, probe in self._probes.items() if name in answered]
        probe = min(found, key=lambda one: is_narrow(one.arguments), default=None)
        if probe is None:
            return []
        if probe.name not in self._tables:
            self._tables[probe.name] = Table(walk(self._pipeline, probe, MOST_WRONG))
        received = answered[probe.name]
        tolerance = tolerance_for(probe.arguments, received.value, self._tolerances)
        return self._tables[probe.name].near(received, tolerance)

    def _gives(self, choice: Choice, seen: Sequence[Observation]) -> bool:
        """Whether the steps answer as was seen, taken with the arguments as they come or first brought to float64."""
        return any(
            all(
                same_outcome(o.outcome, self._answer(choice, o.probe.name, way), o.probe, self._tolerances)
                for o in seen
            )
            for way in (False, True)
        )

    def _replay(self, choice: Choice, name: str, converting: bool) -> Outcome:
        probe = self._probes[name]
        if not converting:
            return answer(self._pipeline, probe, choice)
        came = answer(self._pipeline, replace(probe, arguments=widened(probe.arguments)), choice)
        return replace(came, arguments_after=probe.arguments) if came.kind == "value" else came

    def _entries(self, choice: Choice) -> tuple[Misconception, ...]:
        chosen = (stage[number].entry for stage, number in zip(self._pipeline.stages, choice, strict=True))
        return tuple(entry for entry in chosen if entry is not None)
