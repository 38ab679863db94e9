"""check(f) and hint(f) in a notebook: the public verdict on one function, right where it was written."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder import attempts, hints
from autograder.attempts import Attempt, Attempts
from autograder.facts import CourseError
from autograder.hints.changed import in_kernel
from autograder.hints.words import name_lines
from autograder.notebook.card import Card, card, show
from autograder.notebook.kit import EXECUTION, NotPassed, is_run_by_nbgrader, kit
from autograder.report import Check, ExerciseResult, Status

UNWRITTEN = "not written yet; replace the line that raises NotImplementedError"
RUN_AGAIN = "next hint: run this cell again"


@dataclass(frozen=True, slots=True)
class _Said:
    """A verdict with as much of its explanation as is due; `hint` are lines, `more` says how to see more."""

    result: ExerciseResult
    explained: bool = True
    hint: Sequence[str] = ()
    more: Sequence[str] = field(default=())


def check(function: Callable[..., Any], name: bool = False) -> None:
    """Show the public verdict on an exercise's function; with `name`, also which known mistake it is.

    Without `name` that is added at the second failing attempt with changed code. Run again without a change, the next
    hint is added. Under `nbgrader validate` a failed check raises NotPassed. Under `nbgrader autograde` without
    softmarks' own preprocessor it always raises, since only the sandboxed engine may grade.
    """
    where = os.environ.get(EXECUTION)
    if where == "autograde":
        raise NotPassed("this course is graded by softmarks; see docs/adopt.md for the lines nbgrader_config.py needs")
    result = verdict(function)
    # nbgrader's runs are no attempts of a person.
    said = _Said(result, name) if is_run_by_nbgrader() else _to_a_person(function, result, name)
    show(_card(said))
    if where == "validate" and result.status is not Status.PASSED:
        raise NotPassed(f"{result.name}: a public check does not hold")


def hint(exercise: str | Callable[..., Any]) -> None:
    """Show the hint that is due for an exercise, given as its function or its name; asked again, there is more.

    The next hint comes once the function has changed.
    """
    course = kit().course
    name = exercise if isinstance(exercise, str) else getattr(exercise, "__name__", "")
    course.exercise(name)
    function = getattr(sys.modules["__main__"], name, None) if isinstance(exercise, str) else exercise
    result, code = (verdict(function), in_kernel(function)) if callable(function) else (None, "")
    given = _hint(name, result, code)
    show(card("hint", given, name=name, hint=given, tone="note"))


def verdict(function: Callable[..., Any]) -> ExerciseResult:
    """The public verdict on a function in this kernel; CourseError when it is no exercise of the course."""
    name = getattr(function, "__name__", "")
    try:
        kit().course.exercise(name)
    except CourseError as error:
        raise CourseError(
            f"check() takes one of the exercises' functions, e.g. check(stable_softmax); {error}"
        ) from None
    return kit().verdict(name, function)


def _to_a_person(function: Callable[..., Any], result: ExerciseResult, asked: bool) -> _Said:
    """What is said to somebody at the keyboard, with the attempt remembered."""
    memory, code = Attempts(kit().course.id), in_kernel(function)
    before = memory.of(result.name)
    explained = attempts.is_due(memory, result, code) or asked
    if result.status in (Status.PASSED, Status.NOT_ATTEMPTED, Status.GRADER_FAULT):
        return _Said(result, explained)
    given = _hint(result.name, result, code) if _is_again(before, code) else ()
    said = [*hints.explanation(result)] if explained else []
    return _Said(result, explained, [line for line in given if line not in said], [*_more(result, explained, given)])


def _is_again(before: Attempt, code: str) -> bool:
    """Whether this very code failed the last time: who runs the cell again without a change asks for help."""
    return bool(code) and code == before.code


def _hint(name: str, result: ExerciseResult | None, code: str) -> list[str]:
    """The lines of the hint that is due, which is remembered as given."""
    memory = Attempts(kit().course.id)
    given = hints.hint(result, code, hints.load().get(name, hints.Texts()), memory.of(name))
    if given.step:
        memory.hinted(name, given.step, code)
    return list(given.lines)


def _more(result: ExerciseResult, explained: bool, given: Sequence[str]) -> Iterator[str]:
    if not given:
        yield RUN_AGAIN
    if not explained and attempts.is_explained(result):
        asked = f"check({result.name}, name=True)"
        yield f"to see more: {asked} shows an input that goes wrong, and the mistake's name if it has one"


# --- in words ---------------------------------------------------------------------------------------------------------


def _card(said: _Said) -> Card:
    result = said.result
    unwritten = result.status is Status.NOT_ATTEMPTED
    return card(
        "verdict",
        _lines(said),
        result=result,
        count=UNWRITTEN if unwritten else hints.public_count(result),
        checks=() if unwritten else [*_worth_saying(result)],
        example=result.counter_example if said.explained else None,
        names=[*name_lines(result)] if said.explained else [],
        hint=said.hint,
        more=said.more,
        tone="passed" if result.status is Status.PASSED else "note" if unwritten else "failed",
    )


def _lines(said: _Said) -> Iterator[str]:
    """The verdict as text; it never says that all is passed, because grading looks further."""
    result = said.result
    if result.status is Status.NOT_ATTEMPTED:
        yield f"{result.name}: {UNWRITTEN}"
        return
    yield f"{result.name}: {hints.public_count(result)}"
    for one in _worth_saying(result):
        if one.status not in (Status.PASSED, Status.SKIPPED):
            yield f"  {str(one.status).replace('_', ' ')}: {one.says}"
            yield f"    {one.message}"
    explanation = hints.explanation(result) if said.explained else ()
    yield from (textwrap.indent(line, "  ") for line in (*explanation, *said.hint, *said.more))


def _worth_saying(result: ExerciseResult) -> Iterator[Check]:
    """The checks that are counted, and that there is a function only where there is none."""
    for one in result.checks:
        if one.name != "test_defined" or one.status is not Status.PASSED:
            yield one
