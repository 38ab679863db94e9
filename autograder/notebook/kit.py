"""What every call in a notebook stands on: course, checks and fingerprints, read once per kernel."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autograder import facts, fingerprints
from autograder.facts import Course
from autograder.fingerprints import Fingerprints
from autograder.inprocess import FunctionPort
from autograder.naming import FingerprintNamer
from autograder.probes import PUBLIC_KEY, Inputs
from autograder.report import ExerciseResult
from autograder.runner import Runner, collect

EXECUTION = "NBGRADER_EXECUTION"  # set by nbgrader while it runs a notebook
# A call that takes longer is stopped: public inputs are small, and who waits at a kernel sees nothing but a busy mark.
PATIENCE = 2  # times the processor seconds that grading allows


class NotPassed(Exception):
    """A public check does not hold; raised only where nbgrader validates or grades."""


@dataclass(frozen=True, slots=True)
class Kit:
    """Judges functions that live in this kernel."""

    course: Course
    marks: Fingerprints | None
    runner: Runner
    namer: FingerprintNamer

    def verdict(self, exercise: str, function: object) -> ExerciseResult:
        """The public verdict on a function that stands for an exercise."""
        port = FunctionPort({exercise: function}, seconds=self.course.limits.call_seconds * PATIENCE)  # type: ignore[dict-item]
        judged = self.runner.judge(port, port.load(), [self.course.exercise(exercise)])[0]
        return self.namer.finish(judged)


@cache
def kit() -> Kit:
    """The kit of this kernel, for the course that its folder belongs to."""
    course, marks = facts.find(), fingerprints.load()
    checks = collect(Path(__file__).parents[1] / "checks")
    runner = Runner(course, checks, Inputs(PUBLIC_KEY, hidden=False), marks)
    return Kit(course, marks, runner, FingerprintNamer(marks, course.tolerances))


def is_run_by_nbgrader() -> bool:
    """Whether no person is looking: nbgrader validates or grades."""
    return EXECUTION in os.environ
