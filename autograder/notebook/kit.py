"""What every call in a notebook stands on: course, checks and fingerprints, read once per kernel."""

from __future__ import annotations

import inspect
import os
import textwrap
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from autograder import facts, fingerprints
from autograder.counterexample import Search
from autograder.facts import Course, Exercise
from autograder.fingerprints import Fingerprints
from autograder.inprocess import FunctionPort
from autograder.naming import FingerprintNamer
from autograder.probes import PUBLIC_KEY, SELF_STUDY_KEY, Inputs
from autograder.report import ExerciseResult
from autograder.runner import Judged, Runner, collect
from autograder.submission.alone import told, unwelcome

EXECUTION = "NBGRADER_EXECUTION"  # set by nbgrader while it runs a notebook
# A call that takes longer is stopped: public inputs are small, and who waits at a kernel sees nothing but a busy mark.
PATIENCE = 2  # times the processor seconds that grading allows
ROOMS = Path(__file__).parents[1]


class NotPassed(Exception):
    """A public check does not hold; raised only where nbgrader validates or grades."""


class Namer(Protocol):
    """Gives a wrong answer its name, if exactly one known mistake answers alike."""

    def finish(self, judged: Judged) -> ExerciseResult: ...


@dataclass(frozen=True, slots=True)
class Kit:
    """Judges functions that live in this kernel."""

    course: Course
    marks: Fingerprints | None
    runner: Runner
    namer: Namer
    search: Search | None = None  # for counter-examples, where the truth is at hand

    def verdict(self, exercise: str, function: object) -> ExerciseResult:
        """The verdict on a function that stands for an exercise: the public one, or the whole where nobody grades."""
        port = FunctionPort({exercise: function}, seconds=self.course.limits.call_seconds * PATIENCE)  # type: ignore[dict-item]
        asked = self.course.exercise(exercise)
        judged = self.runner.judge(port, port.load(), [asked], objections={exercise: _objection(asked, function)})[0]
        named = self.namer.finish(judged)
        return self.search.illustrated([named], lambda: port)[0] if self.search else named


def _objection(exercise: Exercise, function: object) -> str:
    """What the function's own text holds although it may not; grading reads the whole cell."""
    if not exercise.without or not inspect.isfunction(function):
        return ""
    with suppress(OSError, TypeError):
        source = textwrap.dedent(inspect.getsource(function))
        if found := unwelcome(source, exercise.without):
            word, line = found
            return told(word, f"line {line} of {exercise.name}")
    return ""


@cache
def kit() -> Kit:
    """The kit of this kernel, for the course that its folder belongs to."""
    course, marks = facts.find(), fingerprints.load()
    if course.self_study:
        return _alone(course, marks)
    runner = Runner(course, collect(ROOMS / "checks"), Inputs(PUBLIC_KEY, hidden=False), marks)
    return Kit(course, marks, runner, FingerprintNamer(marks, course.tolerances))


def _alone(course: Course, marks: Fingerprints | None) -> Kit:
    # Imported here because only the edition for self-study has them in a learner's kernel.
    from autograder.diagnosis import Catalogue, truth

    inputs = Inputs(SELF_STUDY_KEY, hidden=True)
    search = Search(course, Inputs(PUBLIC_KEY, hidden=False), truth)
    runner = Runner(course, collect(ROOMS / "graders"), inputs, marks)
    return Kit(course, marks, runner, Catalogue(inputs, course.tolerances), search)


def is_run_by_nbgrader() -> bool:
    """Whether no person is looking: nbgrader validates or grades."""
    return EXECUTION in os.environ
