"""Makes the keys of the predictions: a digest of the right answer to each question and of what each idea answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograder import misconceptions, questions, specs
from autograder.build.script import BuildError
from autograder.facts import Course
from autograder.predictions import MOST, STEP, digest, steps_of
from autograder.questions import Question

FAR = 3  # steps: nearer answers would be taken for each other, since neighbours count as well


def keys(course: Course) -> dict[str, Any]:
    """The content of predictions.json, for every exercise that has questions, in the order of the course."""
    asked = questions.all_of_them().values()
    names = [exercise.name for assignment in course.assignments for exercise in assignment.exercises]
    return {one.name: _key(one) for name in names for one in asked if one.exercise == name}


def _key(question: Question) -> dict[str, Any]:
    name = question.exercise
    right = _answer(question, getattr(specs, name))
    if not 0 < len(right) <= MOST:
        raise BuildError(f"autograder/questions: {name} asks for {len(right)} numbers; ask for 1 to {MOST}")
    known = {entry.id: entry.function for entry in misconceptions.fresh(name)}
    answers = {"the right answer": right}
    for idea in question.ideas:
        if idea not in known:
            raise BuildError(f"autograder/questions: {name} has no misconception {idea}; correct the name")
        answer = _answer(question, known[idea])
        if len(answer) != len(right):
            raise BuildError(f"autograder/questions: {name}: {idea} gives {len(answer)} numbers, not {len(right)}")
        twin = next((other for other, steps in answers.items() if _are_close(answer, steps)), None)
        if twin:
            raise BuildError(f"autograder/questions: {name}: {idea} answers like {twin}; leave it out")
        answers[idea] = answer
    del answers["the right answer"]
    return {"count": len(right), "right": digest(right), "ideas": {digest(a): idea for idea, a in answers.items()}}


def _answer(question: Question, function: Callable[..., Any]) -> tuple[int, ...]:
    """What the function answers, in steps; a number halfway between two would be another on another processor."""
    numbers = np.asarray(question.ask(function), dtype=np.float64).ravel()
    if np.any(np.isclose(np.abs(numbers / STEP) % 1, 0.5, atol=1e-6)):
        raise BuildError(f"autograder/questions: {question.exercise}: {numbers} lies between two steps")
    return steps_of(numbers.tolist())


def _are_close(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return len(one) == len(other) and all(abs(a - b) < FAR for a, b in zip(one, other, strict=True))
