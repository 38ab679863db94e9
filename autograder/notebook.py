"""check(f) and hint(f) in a notebook: the public verdict on one function, right where it was written."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from autograder import attempts, fingerprints, hints
from autograder.attempts import Attempts
from autograder.facts import Course, CourseError, find
from autograder.hints.changed import in_kernel
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
    course = find()
    marks = fingerprints.load()
    inputs = Inputs(PUBLIC_KEY, hidden=False)
    runner = Runner(course, collect(Path(__file__).parent / "checks"), inputs, marks)
    return course, runner, FingerprintNamer(marks, course.tolerances)


def check(function: Callable[..., Any], name: bool = False) -> None:
    """Print the public verdict on an exercise's function; with `name`, also which known mistake it is.

    Without `name` that is added at the second failing attempt with changed code. Under `nbgrader validate` a failed
    check raises NotPassed. Under `nbgrader autograde` without softmarks' own preprocessor it always raises, since only
    the sandboxed engine may grade.
    """
    where = os.environ.get(EXECUTION)
    if where == "autograde":
        raise NotPassed("this course is graded by softmarks; see docs/adopt.md for the lines nbgrader_config.py needs")
    result = verdict(function)
    # nbgrader's runs are no attempts of a person.
    is_due = where is None and _is_due(function, result)
    for line in lines(result, explained=is_due or name):
        print(line)
    if where == "validate" and result.status is not Status.PASSED:
        raise NotPassed(f"{result.name}: a public check does not hold")


def hint(exercise: str | Callable[..., Any]) -> None:
    """Print the hint that is due for an exercise, given as its function or its name; asked again, there is more.

    The next hint comes once the function has changed.
    """
    course, _, _ = _kit()
    name = exercise if isinstance(exercise, str) else getattr(exercise, "__name__", "")
    course.exercise(name)
    function = getattr(sys.modules["__main__"], name, None) if isinstance(exercise, str) else exercise
    memory = Attempts(course.id)
    result, code = (verdict(function), in_kernel(function)) if callable(function) else (None, "")
    given = hints.hint(result, code, hints.load().get(name, hints.Texts()), memory.of(name))
    if given.step:
        memory.hinted(name, given.step, code)
    for line in given.lines:
        print(line)


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


def _is_due(function: Callable[..., Any], result: ExerciseResult) -> bool:
    """Whether this is the second failing attempt with changed code, or a later one."""
    course, _, _ = _kit()
    return attempts.is_due(Attempts(course.id), result, in_kernel(function))


def lines(result: ExerciseResult, *, explained: bool = True) -> list[str]:
    """The verdict as a person reads it; it never says that all is passed, because grading looks further."""
    if result.status is Status.NOT_ATTEMPTED:
        return [f"{result.name}: not written yet; replace the line that raises NotImplementedError"]
    return [*_counted(result), *(f"  {line}" for line in _explained(result, explained))]


def _counted(result: ExerciseResult) -> Iterator[str]:
    yield f"{result.name}: {hints.public_count(result)}"
    for check in result.checks:
        if check.status not in (Status.PASSED, Status.SKIPPED):
            yield f"  {str(check.status).replace('_', ' ')}: {check.says}"
            yield f"    {check.message}"


def _explained(result: ExerciseResult, explained: bool) -> Iterator[str]:
    if explained:
        yield from hints.explanation(result)
    elif attempts.is_explained(result):
        asked = f"check({result.name}, name=True)"
        yield f"to see more: {asked} shows an input that goes wrong, and the mistake's name if it has one"
