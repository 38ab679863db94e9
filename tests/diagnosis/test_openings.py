"""A sentence opens with what the learner sees: numbers, a shape, a type, an error, or by turns one and another."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest

from autograder import facts, misconceptions, specs
from autograder.diagnosis.matching import same_outcome
from autograder.inprocess import FunctionPort
from autograder.outcome import Outcome, is_plain_array, parts
from autograder.probes import PUBLIC_KEY, Inputs
from tests.conftest import KEYS, ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
BOTH = (Inputs(KEYS[0], hidden=True), Inputs(PUBLIC_KEY, hidden=False))
EXERCISES = [exercise.name for assignment in COURSE.assignments for exercise in assignment.exercises]
SIMPLE = (bool, int, float, str, np.generic)
NUMBERS = {"numbers", "dtype", "change", "an answer where an error is due"}
MAY_SEE = {
    "These numbers": NUMBERS,
    "These verdicts": NUMBERS,
    "These changing numbers": NUMBERS,
    "These tiny weights": NUMBERS,
    "This pattern": NUMBERS,
    "This shape": {"shape"},
    "These shapes": {"shape"},
    "This dtype": {"dtype", "type"},
    "This type": {"type"},
    "This error": {"error"},
    "This exception": {"error"},
}


def seen(came: Outcome, due: Outcome, probe) -> str:
    """What is odd about an answer, in one word; empty when it is right."""
    if same_outcome(came, due, probe, COURSE.tolerances):
        return ""
    if came.kind != "value":
        return "error"
    if due.kind != "value":
        return "an answer where an error is due"
    got, want = parts(came.value), parts(due.value)
    if len(got) == len(want) and all(isinstance(one, SIMPLE) for one in (*got, *want)):
        return "numbers"  # or words, which are verdicts as well
    if len(got) != len(want) or not all(is_plain_array(one) or isinstance(one, np.generic) for one in got):
        return "type"
    if any(np.shape(a) != np.shape(b) for a, b in zip(got, want, strict=True)):
        return "shape"
    kinds = [(np.asarray(a).dtype, np.asarray(b).dtype) for a, b in zip(got, want, strict=True)]
    if any(a.kind != b.kind or a == np.float16 for a, b in kinds):
        return "dtype"
    bare = (Outcome("value", one.value) for one in (came, due))
    return "change" if same_outcome(*bare, probe, COURSE.tolerances) else "numbers"


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_sentence_opens_with_what_comes(exercise):
    found: dict[str, set[str]] = {}
    for inputs in BOTH:
        right = FunctionPort({exercise: getattr(specs, exercise)})
        for entry in misconceptions.fresh(exercise):
            wrong = FunctionPort({exercise: entry.function})
            for probe in inputs.probes(exercise):
                with contextlib.redirect_stdout(io.StringIO()):
                    outcomes = (port.call(exercise, probe.arguments) for port in (wrong, right))
                    found.setdefault(entry.id, set()).add(seen(*outcomes, probe))
    for entry in misconceptions.of(exercise):
        opening = next((text for text in MAY_SEE if entry.says.startswith(text)), None)
        if opening:
            assert found[entry.id] - {""} <= MAY_SEE[opening], f"{entry.id}: {entry.says}"
