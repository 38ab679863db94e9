"""Typed predictions: right, a known idea, something else, or no prediction; and keys that give nothing away."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from autograder import fingerprints, misconceptions, predict, predictions, questions, specs
from autograder.build import BuildError, foretelling
from autograder.facts import CourseError
from autograder.notebook import EXECUTION, predicting
from autograder.predictions import Key, digest
from autograder.questions import Question
from tests.handout.conftest import COURSE

EXERCISES = [exercise.name for assignment in COURSE.assignments for exercise in assignment.exercises]
ASKED = questions.all_of_them()
IDEAS = [(name, idea) for name in EXERCISES for idea in ASKED[name].ideas]


def said(capsys: pytest.CaptureFixture[str], exercise: str, answer: object) -> str:
    predict(exercise, answer)
    return capsys.readouterr().out


def comes_out(exercise: str) -> np.ndarray:
    """The right answer in the shape in which the function gives it, a bare number included."""
    return np.asarray(ASKED[exercise].ask(getattr(specs, exercise)), dtype=float)


def right_answer(exercise: str) -> list[float]:
    """The numbers one after another, as they are typed."""
    return comes_out(exercise).ravel().tolist()


# --- answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_right_answer_is_right_also_rounded_as_a_person_rounds(exercise, capsys):
    exact, shaped = right_answer(exercise), comes_out(exercise)
    rounded = [round(one, 2) for one in exact]
    for answer in (exact, tuple(exact), np.array(exact), rounded, [[one] for one in exact], shaped, shaped.tolist()):
        assert predicting.RIGHT in said(capsys, exercise, answer)


@pytest.mark.parametrize(("exercise", "idea"), IDEAS)
def test_a_known_idea_is_named_before_there_is_code(exercise, idea, capsys):
    (entry,) = (one for one in misconceptions.fresh(exercise) if one.id == idea)
    answer = np.asarray(ASKED[exercise].ask(entry.function), dtype=float).tolist()
    told = said(capsys, exercise, answer)
    (built,) = (one for one in fingerprints.load().mistakes[exercise] if one.id == idea)
    assert f"recognised: {built.says}" in told
    assert f"question: {built.hint}" in told
    assert predicting.RIGHT not in told


def test_every_exercise_has_a_question_and_some_ideas():
    assert set(ASKED) >= set(EXERCISES)
    assert all(len(ASKED[name].ideas) >= 3 for name in EXERCISES)


def test_two_thirds_may_be_typed_in_any_way(capsys):
    key = Key(1, digest((67,)), {})
    assert all(key.is_right([answer]) for answer in (0.66, 0.667, 2 / 3, 0.67, Fraction(2, 3)))
    assert not any(key.is_right([answer]) for answer in (0.6, 0.7, 0.64))


def test_an_idea_may_be_cut_off_and_a_guess_beside_it_is_no_idea():
    key = Key(1, "", {digest((67,)): "two_thirds", digest((-67,)): "minus_two_thirds"})
    assert [key.idea([answer]) for answer in (0.66, 0.67, -0.66, 0.68, 0.65)] == [
        "two_thirds",
        "two_thirds",
        "minus_two_thirds",
        "",
        "",
    ]


@pytest.mark.parametrize("answer", [[0.9, 0.1], [0.3, 0.7], [1 / 3, 2 / 3], [100, -100]])
def test_an_answer_of_nobodys_is_not_named_and_not_corrected(answer, capsys):
    told = said(capsys, "stable_softmax", answer)
    assert predicting.OTHER in told
    assert "recognised" not in told
    assert "0.25" not in told


def test_true_and_false_are_numbers_here(capsys):
    assert predicting.RIGHT in said(capsys, "causal_mask", [True, True, False])
    assert "recognised: " in said(capsys, "causal_mask", [False, False, True])


NO_PREDICTIONS = {
    "blank": ([None, None], predicting.BLANK),
    "half blank": ([0.25, None], predicting.BLANK),
    "nothing": ([], predicting.BLANK),
    "none": (None, predicting.BLANK),
    "text": (["1/4", "3/4"], "came: str; leave the quotes out, 1/3 is a number"),
    "one string": ("0.25, 0.75", "came: str"),
    "too few": ([0.25], "expected: 2 numbers, such as [0, 0]; came: 1 number"),
    "too many": ([0.25, 0.25, 0.5], "came: 3 numbers"),
    "very many": (list(range(10_000)), "numbers"),
    "a function": ([max, min], "came: builtin_function_or_method"),
    "nan": ([float("nan"), 1], "expected: finite numbers; came: nan"),
    "infinity": ([np.inf, 1], "expected: finite numbers; came: inf"),
    "complex": ([1j, 1], "came: complex"),
    "a dictionary": ({"weights": 1}, "came: dict"),
}


@pytest.mark.parametrize(("answer", "says"), NO_PREDICTIONS.values(), ids=NO_PREDICTIONS)
def test_what_is_no_prediction_gets_a_kind_sentence(answer, says, capsys):
    told = said(capsys, "stable_softmax", answer)
    assert says in told
    assert predicting.OTHER not in told


def test_an_unknown_exercise_is_said():
    with pytest.raises(CourseError, match="stable_softmax"):
        predict("softmax", [1, 2])


@pytest.mark.parametrize("where", ["validate", "autograde"])
def test_under_nbgrader_it_returns_at_once(where, monkeypatch, capsys):
    monkeypatch.setenv(EXECUTION, where)
    assert said(capsys, "stable_softmax", "anything") == ""


def test_nothing_is_kept(state, capsys):
    said(capsys, "stable_softmax", [0.5, 0.5])
    assert not state.exists()


# --- keys -------------------------------------------------------------------------------------------------------------


def test_the_built_keys_are_those_of_the_questions():
    assert {name: key.right for name, key in predictions.load().items()} == {
        name: row["right"] for name, row in foretelling.keys(COURSE).items()
    }


def test_no_answer_stands_in_the_keys():
    text = json.dumps(foretelling.keys(COURSE))
    for exercise in EXERCISES:
        for number in right_answer(exercise):
            assert f" {number}," not in text
            assert f"[{number}" not in text


WRONG_QUESTIONS = {
    "an unknown idea": (("no_such_idea",), lambda f: f(np.zeros((1, 2)))[0], "has no misconception no_such_idea"),
    "an idea like the truth": (("takes_nothing_off",), lambda f: f(np.zeros((1, 2)))[0], "like the right answer"),
    "too many numbers": ((), lambda f: f(np.zeros((1, 9)))[0], "asks for 9 numbers"),
    "between two steps": ((), lambda f: f(np.zeros((1, 8)))[0, :2], "between two steps"),
}


@pytest.mark.parametrize(("ideas", "ask", "says"), WRONG_QUESTIONS.values(), ids=WRONG_QUESTIONS)
def test_a_question_that_cannot_tell_is_refused(ideas, ask, says, monkeypatch):
    monkeypatch.setattr(questions, "all_of_them", lambda: {"stable_softmax": Question("stable_softmax", ideas, ask)})
    with pytest.raises(BuildError, match=says):
        foretelling.keys(COURSE)
