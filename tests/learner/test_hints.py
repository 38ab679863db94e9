"""Hints in steps: each gives more, the next comes after a change, and none counts aloud."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from autograder import facts, hints, specs
from autograder.attempts import Attempt
from autograder.hints import Step, Texts
from autograder.hints import ladder as said
from autograder.report import Check, CounterExample, ExerciseResult, NamedMistake, Status
from tests.conftest import ROOT

COURSE = facts.load(ROOT)
EXERCISES = [exercise for assignment in COURSE.assignments for exercise in assignment.exercises]
TEXTS = Texts("Read the second page.", "What comes out for zeros?", "Two and three make five.")
FAILED = ExerciseResult(
    "mix",
    Status.FAILED,
    checks=(
        Check("test_defined", "mix is there", Status.PASSED),
        Check("test_sum", "the parts are added", Status.FAILED, "expected: 5; came: 6; look at: the sign"),
    ),
    misconception=NamedMistake("halves", "These numbers are half of what is right.", "What is divided?"),
    counter_example=CounterExample("x = 1", "", "0.5", "the value should be another"),
)
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)


class Learner:
    """Asks for hints, and remembers as the machine does."""

    def __init__(self):
        self.memory = Attempt()

    def asks(self, result, code):
        given = hints.hint(result, code, TEXTS, self.memory)
        if given.step:
            self.memory = replace(self.memory, step=given.step, hinted=code)
        return given


def test_each_change_gives_the_next_step_and_the_last_one_stays():
    learner = Learner()
    steps = [learner.asks(FAILED, f"version {number}").step for number in range(7)]
    assert steps == [*list(Step)[: Step.SIBLING], Step.SIBLING, Step.SIBLING]


def test_without_a_change_the_same_hint_comes_again_and_says_kindly_why():
    learner = Learner()
    for code in ("one", "two", "three"):
        first, again = learner.asks(FAILED, code), learner.asks(FAILED, code)
        assert again.step == first.step
        assert again.lines == (*first.lines, said.FIRST_A_CHANGE)


def test_who_has_not_begun_may_read_and_try_and_no_more():
    learner = Learner()
    stub = ExerciseResult("mix", Status.NOT_ATTEMPTED)
    given = [learner.asks(stub, "") for _ in range(4)]
    assert [one.step for one in given] == [Step.WHERE, Step.PROPERTY, Step.PROPERTY, Step.PROPERTY]
    assert given[2].lines[-1] == said.FIRST_A_START
    assert learner.asks(FAILED, "one").step is Step.COUNTER_EXAMPLE


def test_who_has_no_file_gets_the_same():
    learner = Learner()
    assert [learner.asks(None, "").step for _ in range(3)] == [Step.WHERE, Step.PROPERTY, Step.PROPERTY]


def test_what_passes_needs_no_hint_and_uses_none_up():
    learner = Learner()
    learner.asks(FAILED, "one")
    given = learner.asks(ExerciseResult("mix", Status.PASSED), "two")
    assert (given.step, given.lines) == (None, (said.NOTHING_TO_MEND,))
    assert learner.asks(FAILED, "three").step is Step.PROPERTY


def text_of(step, result=FAILED, texts=TEXTS):
    before = Attempt(step=step - 1, hinted="before")
    return "\n".join(hints.hint(result, "now", texts, before).lines)


def test_every_step_says_its_own():
    assert TEXTS.where in text_of(Step.WHERE)
    assert TEXTS.property in text_of(Step.PROPERTY)
    assert "came: 0.5" in text_of(Step.COUNTER_EXAMPLE)
    assert "recognised: These numbers are half of what is right." in text_of(Step.NAME)
    assert "question: What is divided?" in text_of(Step.NAME)
    assert TEXTS.sibling in text_of(Step.SIBLING)


def test_two_mistakes_at_once_are_said_to_be_two():
    second = NamedMistake("doubles", "These numbers are what comes out when all is doubled.", "What is added?")
    both = text_of(Step.NAME, replace(FAILED, second_misconception=second))
    assert both.startswith("Two things together give what came.")
    assert both.count("recognised: ") == 2


def test_a_mistake_without_a_name_is_said_to_have_none():
    assert text_of(Step.NAME, replace(FAILED, misconception=None)) == said.NOT_KNOWN


def test_without_an_example_the_failing_check_speaks():
    text = text_of(Step.COUNTER_EXAMPLE, replace(FAILED, counter_example=None))
    assert "the parts are added" in text
    assert "expected: 5; came: 6; look at: the sign" in text


def test_an_exercise_that_nobody_wrote_hints_for_still_gets_something():
    assert "the parts are added" in text_of(Step.WHERE, texts=Texts())


@each_exercise
def test_no_hint_counts_aloud(exercise):
    texts = hints.load()[exercise.name]
    everything = " ".join((texts.where, texts.property, texts.sibling, *map(text_of, Step)))
    assert not re.search(r"\bhint \d|\bstep \d of|\d (?:hints|steps) (?:left|remain)", everything)


# --- the written hints ------------------------------------------------------------------------------------------------


def test_every_exercise_has_its_hints_and_no_other():
    assert hints.load().keys() == {exercise.name for exercise in EXERCISES}


@each_exercise
def test_they_are_whole_sentences(exercise):
    texts = hints.load()[exercise.name]
    for text in (texts.where, texts.property, texts.sibling):
        assert 80 < len(text) < 700
        assert text[-1] in ".?"
        assert not re.search(r"[A-Z]{5,}|!|  |\n", text)
    assert "?" in texts.property


@each_exercise
def test_what_the_pointer_quotes_stands_in_the_assignment(exercise):
    source = (ROOT / COURSE.source / f"{exercise.assignment}.py").read_text(encoding="utf-8")
    prose = " ".join(line.removeprefix("#").strip() for line in source.splitlines()).replace("**", "")
    quoted = re.findall("“([^”]+)”", hints.load()[exercise.name].where)
    assert quoted
    assert [words for words in quoted if words not in prose] == []


@each_exercise
def test_no_hint_shows_code(exercise):
    texts = hints.load()[exercise.name]
    assert not re.search(r"np\.|axis\s*=|keepdims|def |return |@|\*\*|`", texts.where + texts.property + texts.sibling)


def rows(*numbers):
    return np.array(numbers, dtype=float)


SIBLINGS = {
    "project_qkv": (
        lambda: specs.project_qkv(rows([2, 0, 1], [0, 1, 0]), *[rows([1, 1], [4, 0], [0, 3])] * 3)[0],
        [[2, 5], [4, 0]],
    ),
    "attention_scores": (
        lambda: specs.attention_scores(rows([1, 0, 2, 0, 0, 3, 0, 0, 1]), rows([2, 5, 1, 0, 4, 2, 0, 1, 2], [1] * 9)),
        [[4, 7 / 3]],
    ),
    "stable_softmax": (lambda: specs.stable_softmax(rows(1, 3, 0) * np.log(2)), [2 / 11, 8 / 11, 1 / 11]),
    "weighted_sum": (
        lambda: specs.weighted_sum(rows([1 / 2, 1 / 3, 1 / 6], [1, 1, 0]), rows([6, 0], [3, 3], [0, 12])),
        [[4, 3], [9, 3]],
    ),
    "self_attention": (
        lambda: specs.self_attention(np.eye(3), np.eye(3), np.zeros((3, 3)), rows([3], [0], [6]))[0],
        [[3], [3], [3]],
    ),
    "attention_entropy": (
        lambda: specs.attention_entropy(rows([1 / 2, 0, 1 / 4, 1 / 4])),
        [1.5 * np.log(2)],
    ),
    "is_uniform": (
        lambda: specs.is_uniform(rows([0.22, 0.18, 0.21, 0.19, 0.20], [0.30, 0.15, 0.20, 0.20, 0.15]), 0.05),
        [True, False],
    ),
    "score_stats": (
        lambda: specs.score_stats(rows([2, 2, 8], [4, 0, -4])),
        [2, np.sqrt(80 / 6), 12, 8],
    ),
    "normalized_entropy": (
        lambda: [specs.normalized_entropy(np.pad(rows([1 / 4] * 4), ((0, 0), (0, keys - 4))))[0] for keys in (8, 64)],
        [2 / 3, 1 / 3],
    ),
    "diagnose": (
        lambda: [specs.diagnose(rows([0, 0], [2, 0]), rows([1 / 2, 1 / 2], [0.9, 0.1])) == "healthy"],
        [True],
    ),
    "masked_weights": (
        lambda: specs.masked_weights(rows([3, 1, 5, 2]) * np.log(2), np.array([[True, True, False, True]])),
        [[8 / 14, 2 / 14, 0, 4 / 14]],
    ),
    "output_drift": (
        lambda: specs.output_drift(rows([3, 1, 6, 3], [0, 6, 0, 8]), rows([1, 0, 2, 1], [0, 0, 0, 0])),
        [5, 10],
    ),
    "head_diversity": (
        lambda: specs.head_diversity(
            np.stack([rows([1 / 2, 1 / 2], [1, 0]), rows([3 / 4, 1 / 4], [1, 0]), rows([1, 0], [1, 0])])
        ),
        1 / 6,
    ),
    "feed_forward": (
        lambda: specs.feed_forward(
            rows([2, 1]), rows([1, 0, -1], [0, -3, 1]), rows(0, 1, 2), rows([3, 1], [9, 9], [0, 4]), rows(-6, 1)
        ),
        [[0, 7]],
    ),
    "layer_norm": (
        lambda: specs.layer_norm(rows([2, 2, 8, 8]), rows(5, 10, 5, 10), rows(1, 1, 1, 1), 16.0),
        [[-2, -5, 4, 7]],
    ),
    "from_linear": (
        lambda: specs.from_linear(rows([3, 5], [4, 2], [1, 6])),
        [[3, 4, 1], [5, 2, 6]],
    ),
}


@pytest.mark.parametrize("name", SIBLINGS)
def test_the_numbers_of_a_sibling_are_right(name):
    compute, expected = SIBLINGS[name]
    assert np.allclose(np.asarray(compute(), dtype=float), np.asarray(expected, dtype=float))


def test_the_numbers_of_the_siblings_without_a_function_are_right():
    near = [[abs(i - j) <= 1 for j in range(4)] for i in range(4)]
    answers = re.findall(r"row \d says ((?:(?:yes|no),? ?){4})", hints.load()["causal_mask"].sibling)
    assert [[word == "yes" for word in re.findall("yes|no", answer)] for answer in answers] == near
    assert sum(map(sum, near)) == 10
    heads = [rows(1 / 2, 1 / 2) @ rows([1, 2], [5, 2]), rows(1 / 4, 3 / 4) @ rows([7, 4], [3, 0])]
    assert np.concatenate(heads).tolist() == [3, 2, 4, 1]
    assert "[3, 2, 4, 1]" in hints.load()["multi_head_attention"].sibling
    weights = rows(1 / 4, 3 / 4)
    assert np.allclose(np.log(weights[1] / weights[0]), rows(2, 0, 0, 0) @ rows(np.log(3), 5, 0, 2) / 2)
    assert (weights @ rows([8, 0, 0, 4], [0, 4, 8, 4])).tolist() == [2, 3, 6, 4]
    sums = rows(1, 2) @ rows([1, 0], [1, 1]) + rows(3, 0) @ rows([0, 2], [5, 5]) + rows(-3, 1)
    assert sums.tolist() == [0, 9]
    agree = [[sum(map(int.__eq__, a, b)) for b in ((1, 2, 0), (4, 5, 6))] for a in ((1, 2, 3), (4, 2, 0))]
    assert agree == [[2, 0], [2, 1]]
