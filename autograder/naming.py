"""What is added to a verdict for the learner's edition, by fingerprint: a counter-example and the mistake's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from autograder.answer import are_whole
from autograder.counterexample import recognised
from autograder.facts import Tolerance
from autograder.fingerprints import Fingerprints, handed_back
from autograder.outcome import Outcome, parts
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
            if observation.outcome.kind == "memory":
                continue  # says nothing about numbers, whatever else is wrong with them
            seen.setdefault(observation.probe.name, observation.outcome)
            if observation.outcome.arguments_after is not None:
                after = Outcome("value", observation.outcome.arguments_after)
                seen.setdefault(handed_back(observation.probe.name), after)
        if self._says_too_little(judged):
            return result
        whole = frozenset(one.probe.name for one in judged.observations if are_whole(one.probe.arguments))
        known = self.fingerprints.named(result.name, seen, self.tolerances, whole)
        if known is None:
            return result
        return replace(result, misconception=NamedMistake(known.id, known.says, known.hint))

    def _says_too_little(self, judged: Judged) -> bool:
        """Whether float32 came back and is right as far as float32 goes, or overflowed.

        In the first case there are no wrong numbers to explain; and float32 overflows so early that the nan of one
        mistake stand where in float64 those of another do.
        """
        assert self.fingerprints is not None
        seen, fingerprints, coarse = judged.observations, self.fingerprints, self.tolerances["float32"]
        answers = [part for o in seen for part in parts(o.outcome.value)]
        single = [part for part in answers if isinstance(part, np.ndarray) and part.dtype == np.float32]
        if any(not np.isfinite(part).all() for part in single):
            return True
        right = (fingerprints.is_right(o.probe.exercise, o.probe.name, o.outcome, coarse) for o in seen)
        return bool(single) and all(right)
