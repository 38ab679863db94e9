"""The earlier functions of a submission as the joined one is judged by them: asked rarely, judged every time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from autograder import facts
from autograder.answer import Stopped
from autograder.inprocess import FunctionPort
from autograder.outcome import Outcome, Value
from autograder.sandbox.carrying import Earlier
from tests.conftest import ROOT

TOLERANCES = facts.load(ROOT).tolerances
SCORES = np.array([[1.0, 2.0], [3.0, 5.0]])


def double(scores):
    return 2 * scores


class Counted(FunctionPort):
    """Notes what is called; every process of it is this one."""

    def __init__(self, **functions) -> None:
        super().__init__(functions)
        self.asked: list[str] = []

    def call(self, function: str, arguments: Sequence[Value]) -> Outcome:
        self.asked.append(function)
        return super().call(function, arguments)


def test_the_same_question_is_asked_once():
    port = Counted(double=lambda scores: 2 * scores)
    earlier = Earlier(port, (), TOLERANCES)
    for scores in (SCORES, SCORES.copy()):
        np.testing.assert_array_equal(earlier.own(double, scores), 2 * SCORES)
    assert port.asked == ["double"]
    for scores in (SCORES + 1, SCORES.astype(np.float32), SCORES[:1], SCORES.reshape(1, 4)):
        earlier.own(double, scores)
    assert len(port.asked) == 5


def test_an_answer_that_is_known_is_judged_again():
    port = Counted(double=lambda scores: 3 * scores)
    earlier = Earlier(port, (), TOLERANCES)
    for _ in range(2):
        with pytest.raises(Stopped, match="answers otherwise than where it was graded"):
            earlier.own(double, SCORES)
    assert port.asked == ["double"]


@pytest.mark.parametrize("answer", [3.0, None, [1, 2], "text"])
def test_what_is_no_array_stops_and_is_never_compared(answer):
    earlier = Earlier(Counted(double=lambda scores: answer), ("double",), TOLERANCES)
    for _ in range(2):
        with pytest.raises(Stopped, match="double gave no arrays"):
            earlier.own(double, SCORES)
