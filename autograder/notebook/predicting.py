"""predict("exercise", [...]) in a notebook: a guess before there is code, and the known idea behind it, if any.

`predict("exercise, evening", [...])` asks again at the end of the day, and "exercise, morning" on the next.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from numbers import Real
from typing import Any

import numpy as np

from autograder import predictions
from autograder.facts import CourseError
from autograder.judge import name_of_type
from autograder.notebook.card import card, show
from autograder.notebook.kit import is_run_by_nbgrader, kit

BLANK = "Nothing is predicted yet. Replace each None, then run this cell again; it is not marked."
RIGHT = "That is what comes out. Now write the function that says so."
STILL_KNOWN = "That is what comes out."
OTHER = (
    "That is not what comes out here, and it is none of the known ideas. Work it through once more with the formula "
    "above, one number at a time; or write the function, and let it answer."
)
NAMED = "That is not what comes out here."


class _NotANumber(Exception):
    """What was typed is no prediction; the text says what was expected and what came."""


def predict(exercise: str, answer: Any) -> None:
    """Compare a typed prediction with what comes out and with what known wrong ideas give. It is not marked or kept."""
    if is_run_by_nbgrader():
        return
    course, known = kit().course, predictions.load()
    name = course.exercise(exercise.partition(", ")[0]).name  # what follows says when it is asked again
    if exercise not in known:
        raise CourseError(f"nothing is to be predicted for {exercise}; there is a question for {', '.join(known)}")
    tone, said = _told(name, known[exercise], answer)
    if tone == "passed" and exercise != name:
        said = [STILL_KNOWN]
    text = [f"prediction for {name}", *(f"  {line}" for line in said)]
    show(card("prediction", text, name=name, said=said, tone=tone))


def _told(name: str, key: predictions.Key, answer: Any) -> tuple[str, list[str]]:
    """The tone and the sentences of the answer."""
    try:
        numbers = [*_numbers(answer)]
    except _NotANumber as trouble:
        return "note", [str(trouble)]
    if not numbers or None in numbers:
        return "note", [BLANK]
    if len(numbers) != key.count:
        came = "1 number" if len(numbers) == 1 else f"{len(numbers)} numbers"
        return "note", [f"expected: {_example(key.count)}; came: {came}"]
    if key.is_right(numbers):
        return "passed", [RIGHT]
    return "failed", [*_named(name, key.idea(numbers))] or [OTHER]


def _named(name: str, idea: str) -> Iterator[str]:
    marks = kit().marks
    for mistake in marks.mistakes.get(name, ()) if marks and idea else ():
        if mistake.id == idea:
            yield NAMED
            yield f"recognised: {mistake.says}"
            yield f"question: {mistake.hint}"


def _numbers(answer: Any) -> Iterator[Any]:
    """The numbers of an answer, whatever list, tuple or array they stand in; None for each that is still blank."""
    if isinstance(answer, np.ndarray):
        answer = answer.tolist()
    if isinstance(answer, (list, tuple)):
        for item in answer[: predictions.MOST + 1]:
            yield from _numbers(item)
        return
    if isinstance(answer, np.generic):
        answer = answer.item()
    if answer is not None and not isinstance(answer, Real):
        more = "; leave the quotes out, 1/3 is a number" if isinstance(answer, str) else ""
        raise _NotANumber(f"expected: numbers, or True and False; came: {name_of_type(answer)}{more}")
    if answer is not None and not math.isfinite(answer):
        raise _NotANumber(f"expected: finite numbers; came: {float(answer)}")
    yield answer


def _example(count: int) -> str:
    """How many numbers are asked for, with a list of as many."""
    if count == 1:
        return "1 number, such as [0]"
    return f"{count} numbers, such as [{', '.join('0' * count)}]"
