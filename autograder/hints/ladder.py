"""The steps of the hints, each giving more; the next one only after the function has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from autograder.attempts import Attempt
from autograder.hints.texts import Texts
from autograder.hints.words import example_lines, name_lines
from autograder.report import ExerciseResult, Status

FIRST_A_CHANGE = "The next hint comes once the function has changed: try what this one suggests, then ask again."
FIRST_A_START = "The next hint looks at your own function: write a first version, however rough, then ask again."
ALL_GIVEN = "There is no further hint for this exercise; what goes wrong now is what the check shows."
NOTHING_TO_MEND = "Every public check of it holds: there is nothing to hint at. Hidden checks look further at grading."
NOTHING_LEFT = "Every check of it holds: there is nothing to hint at."
MORE_TRIES = "There is one step more. It comes after some more tries of your own, each with a changed function."
REFERENCE = "one way to write it; read it, put it away, and write yours from memory:"
HONEST_TRIES = 5  # failing attempts, each with changed code
NOT_KNOWN = (
    "What your function gives is not exactly one of the known mistakes, so no name is offered: "
    "a wrong one would lead you astray."
)
NO_EXAMPLE = "There is no small input to show here. The first check that does not hold:"
UNWRITTEN = "Nobody has written this hint yet. The first check that does not hold may help:"


class Step(IntEnum):
    """What a hint gives, from least to most."""

    WHERE = 1
    PROPERTY = 2
    COUNTER_EXAMPLE = 3
    NAME = 4
    SIBLING = 5
    REFERENCE = 6  # where nobody grades, after honest tries


@dataclass(frozen=True, slots=True)
class Hint:
    """The lines to say, and the step that they are; no step where there was nothing to mend."""

    lines: tuple[str, ...]
    step: Step | None


def hint(result: ExerciseResult | None, code: str, texts: Texts, before: Attempt) -> Hint:
    """The hint that is due.

    `result` is the public verdict, None where there is no function to judge; `code` is the digest of the function,
    empty while it is not written; `before` is what this machine remembers.
    """
    if result is not None and result.status is Status.PASSED:
        return Hint((NOTHING_LEFT if texts.reference else NOTHING_TO_MEND,), None)
    is_written = bool(code) and result is not None and result.status is not Status.NOT_ATTEMPTED
    last = _last(texts, before)
    step = _due(code if is_written else "", before, last)
    lines = [*_said(step, result, texts)]
    if step is Step.SIBLING and texts.reference:
        lines.append(MORE_TRIES)
    elif step is last:
        lines.append(ALL_GIVEN)
    elif before.step == step:
        lines.append(FIRST_A_CHANGE if is_written else FIRST_A_START)
    return Hint(tuple(lines), step)


def _last(texts: Texts, before: Attempt) -> Step:
    """The last step there is: the reference where it may be shown, and was honestly tried for."""
    return Step.REFERENCE if texts.reference and before.failures >= HONEST_TRIES else Step.SIBLING


def _due(code: str, before: Attempt, last: Step) -> Step:
    """One step further after a change; who has not begun can read and try, and has nothing yet to look at."""
    if not code:
        return Step.WHERE if before.step < Step.WHERE else Step.PROPERTY
    if before.step and code == before.hinted:
        return Step(min(before.step, last))
    return Step(min(before.step + 1, last))


def _said(step: Step, result: ExerciseResult | None, texts: Texts) -> Iterator[str]:
    if step is Step.WHERE:
        yield from _written("where to read", texts.where, result)
    elif step is Step.PROPERTY:
        yield from _written("something to try", texts.property, result)
    elif step is Step.SIBLING:
        yield from _written("a similar problem, worked by hand", texts.sibling, result)
    elif step is Step.REFERENCE:
        yield REFERENCE
        yield texts.reference
    elif step is Step.NAME:
        yield from (list(name_lines(result)) if result else []) or [NOT_KNOWN]
    elif result is not None and result.counter_example:
        yield from example_lines(result.counter_example)
    else:
        yield NO_EXAMPLE
        yield from _first_failure(result)


def _written(label: str, text: str, result: ExerciseResult | None) -> Iterator[str]:
    if text:
        yield f"{label}: {text}"
        return
    yield UNWRITTEN
    yield from _first_failure(result)


def _first_failure(result: ExerciseResult | None) -> Iterator[str]:
    checks = result.checks if result else ()
    for check in [one for one in checks if one.status not in (Status.PASSED, Status.SKIPPED)][:1]:
        yield f"  {check.says}"
        yield f"  {check.message}"
