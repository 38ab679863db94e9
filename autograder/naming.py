"""What is added to a verdict for the learner's edition, by fingerprint: a counter-example and the mistake's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from autograder.counterexample import recognised
from autograder.facts import Tolerance
from autograder.fingerprints import Fingerprints, handed_back
from autograder.outcome import Outcome
from autograder.report import ExerciseResult, NamedMistake
from autograder.runner import EXPLAINABLE, Judged


@dataclass(frozen=True, slots=True)
class FingerprintNamer:
    """Names a mistake without holding an answer or the catalogue; silent when nothing or several things match."""

    fingerprints: Fingerprints | None
    tolerances: Mapping[str, Tolerance]

    def finish(self, judged: Judged) -> ExerciseResult:
        """The verdict, with the mistake's name when exactly one fingerprint fits everything that was seen."""
        result = judged.result
        if self.fingerprints is None or result.status not in EXPLAINABLE:
            return result
        result = replace(result, counter_example=recognised(judged, self.fingerprints, self.tolerances))
        seen: dict[str, Outcome] = {}
        for observation in judged.observations:
            seen.setdefault(observation.probe.name, observation.outcome)
            if observation.handed_back:
                seen[handed_back(observation.probe.name)] = Outcome("value", observation.outcome.arguments_after)
        known = self.fingerprints.named(result.name, seen, self.tolerances)
        if known is None:
            return result
        return replace(result, misconception=NamedMistake(known.id, known.says, known.hint))
