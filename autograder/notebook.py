"""check(f) in a notebook: the public verdict on one function, right where it was written."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from autograder import facts, fingerprints
from autograder.facts import Course, CourseError
from autograder.inprocess import FunctionPort
from autograder.naming import FingerprintNamer
from autograder.probes import PUBLIC_KEY, Inputs
from autograder.report import ExerciseResult, Status
from autograder.runner import Runner, collect

EXECUTION = "NBGRADER_EXECUTION"  # set by nbgrader while it runs a notebook


class NotPassed(Exception):
    """A public check does not hold; raised only where nbgrader validates or grades."""


@cache
def _kit() -> tuple[Course, Runner, FingerprintNamer]:
    """Course, checks and fingerprints, read once per kernel."""
    course = facts.find()
    marks = fingerprints.load()
    inputs = Inputs(PUBLIC_KEY, hidden=False)
    runner = Runner(course, collect(Path(__file__).parent / "checks"), inputs, marks)
    return course, runner, FingerprintNamer(marks, course.tolerances)


def check(function: Callable[..., Any]) -> None:
    """Print the public verdict on an exercise's function.

    Under `nbgrader validate` a failed check raises NotPassed. Under `nbgrader autograde` without softmarks' own
    preprocessor it always raises, since only the sandboxed engine may grade.
    """
    where = os.environ.get(EXECUTION)
    if where == "autograde":
        raise NotPassed("this course is graded by softmarks; see docs/adopt.md for the lines nbgrader_config.py needs")
    result = verdict(function)
    for line in lines(result):
        print(line)
    if where == "validate" and result.status is not Status.PASSED:
        raise NotPassed(f"{result.name}: a public check does not hold")


def verdict(function: Callable[..., Any]) -> ExerciseResult:
    """The public verdict on a function in this kernel; CourseError when it is no exercise of the course."""
    name = getattr(function, "__name__", "")
    course, runner, namer = _kit()
    try:
        exercise = course.exercise(name)
    except CourseError as error:
        raise CourseError(
            f"check() takes one of the exercises' functions, e.g. check(stable_softmax); {error}"
        ) from None
    port = FunctionPort({name: function}, seconds=course.limits.call_seconds * course.limits.wall_factor)
    judged = runner.judge(port, port.load(), [exercise])[0]
    return namer.finish(judged)


def lines(result: ExerciseResult) -> list[str]:
    """The verdict as a person reads it; it never says that all is passed, because grading looks further."""
    if result.status is Status.NOT_ATTEMPTED:
        return [f"{result.name}: not written yet; replace the line that raises NotImplementedError"]
    counted = [check for check in result.checks if check.name != "test_defined"]
    passed = sum(check.status is Status.PASSED for check in counted)
    marks = fingerprints.load()
    hidden = marks.hidden_checks.get(result.name, 0) if marks else 0
    said = [f"{result.name}: public checks {passed}/{len(counted)}; {hidden} hidden checks run at grading"]
    for check in counted:
        if check.status not in (Status.PASSED, Status.SKIPPED):
            said.append(f"  {str(check.status).replace('_', ' ')}: {check.says}")
            said.append(f"    {check.message}")
    if result.misconception:
        said.append(f"  recognised: {result.misconception.says}")
        said.append(f"  question: {result.misconception.hint}")
    return said
