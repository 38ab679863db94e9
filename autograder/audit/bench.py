"""The bench on which answers are held against the graders: the engine of grading under one key, with its truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from autograder import specs
from autograder.answer import Observation
from autograder.audit.findings import Verdict
from autograder.diagnosis import Catalogue
from autograder.diagnosis.matching import same_outcome
from autograder.facts import Course, Exercise, load
from autograder.inprocess import FunctionPort
from autograder.outcome import Outcome, Port
from autograder.probes import Inputs, Probe
from autograder.report import Status
from autograder.runner import Judged, Rule, Runner, collect

GRADERS = Path(__file__).parents[1] / "graders"
KEYS = (b"audit: first key", b"audit: second key", b"audit: third key")


class Bench:
    """Graders, inputs and catalogue under one key."""

    def __init__(self, course: Course, graders: Path, key: bytes) -> None:
        self.course = course
        self.inputs = Inputs(key, hidden=True)
        self.rules = _collected(graders)
        self._runner = Runner(course, self.rules, self.inputs)
        self._namer = Catalogue(self.inputs, course.tolerances)

    def verdict(self, judged: Judged, *, named: bool) -> Verdict:
        """The verdict, with the name that diagnosis gives to the answer if that is asked."""
        result = self._namer.finish(judged) if named else judged.result
        names = [one.id for one in (result.misconception, result.second_misconception) if one]
        return Verdict(
            checks={check.name: check.status for check in result.checks},
            full=result.status is Status.PASSED,
            named=" and ".join(names),
            off_at=self._off_at(judged.observations),
        )

    def judge(self, exercise: Exercise, port: Port) -> Judged:
        """The graders' judgement; what a wrong answer does to their arithmetic is no news here."""
        with np.errstate(all="ignore"):
            # What is worth nothing is judged as if it were: only marks tell a right answer from a wrong one.
            return self._runner.judge(port, port.load(), [replace(exercise, points=exercise.points or 1.0)])[0]

    # --- the truth ----------------------------------------------------------------------------------------------------

    def truth(self, probe: Probe) -> Outcome:
        """The right answer to a probe, with the arguments as they are after the call."""
        found: Outcome = self.inputs.keep(probe, "outcome", _right_answer)
        return found

    def _off_at(self, seen: Sequence[Observation]) -> frozenset[str]:
        """The probes whose answers are not the right ones."""
        tolerances = self.course.tolerances
        off = (one for one in seen if not same_outcome(one.outcome, self.truth(one.probe), one.probe, tolerances))
        return frozenset(one.probe.name for one in off)


@cache
def bench(root: Path, graders: Path, key: bytes) -> Bench:
    """One bench per process and key: what is true and what the catalogue answers is computed once."""
    return Bench(load(root), graders, key)


@cache
def _collected(graders: Path) -> dict[str, tuple[Rule, ...]]:
    return dict(collect(graders))


def _right_answer(probe: Probe) -> Outcome:
    port = FunctionPort({probe.exercise: getattr(specs, probe.exercise)})
    return port.call(probe.exercise, probe.arguments)
