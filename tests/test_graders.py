"""The graders are graded: right answers keep their marks, known mistakes lose them, floors cannot be farmed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import autograder
from autograder import facts, misconceptions, specs, variants
from autograder.inprocess import FunctionPort
from autograder.outcome import arrays_in, parts
from autograder.probes import Inputs
from autograder.report import Status
from autograder.runner import Runner, collect
from tests.conftest import KEYS, ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
PACKAGE = Path(autograder.__file__).parent
# What is worth no points in the course is judged here as if it were worth one.
EXERCISES = [replace(e, points=e.points or 1.0) for assignment in COURSE.assignments for e in assignment.exercises]
HIDDEN, PUBLIC = collect(PACKAGE / "graders"), collect(PACKAGE / "checks")


@pytest.fixture(scope="module", params=KEYS[:1], ids=bytes.decode)
def judge(request):
    """Judges one function of one exercise on hidden inputs; the audit does it under three more keys."""
    runner = Runner(COURSE, HIDDEN, Inputs(request.param, hidden=True))

    def judged(exercise, function):
        port = FunctionPort({exercise.name: function})
        return runner.judge(port, port.load(), [exercise])[0].result

    return judged


def by_exercise(catalogue):
    return [pytest.param(e, entry, id=f"{e.name}-{entry.id}") for e in EXERCISES for entry in catalogue(e.name)]


each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.name)


@each_exercise
def test_the_truth_gets_full_marks(exercise, judge):
    result = judge(exercise, getattr(specs, exercise.name))
    assert (result.status, result.score) == (Status.PASSED, exercise.points)


@pytest.mark.parametrize(("exercise", "variant"), by_exercise(variants.of))
def test_a_right_but_unusual_answer_keeps_its_marks(exercise, variant, judge):
    result = judge(exercise, variant.function)
    assert [c for c in result.checks if c.status is not Status.PASSED] == []
    assert result.score == exercise.points


@pytest.mark.parametrize(("exercise", "mistake"), by_exercise(misconceptions.of))
def test_a_known_mistake_is_caught_by_the_check_it_names(exercise, mistake, judge):
    result = judge(exercise, mistake.function)
    assert mistake.caught_by in [c.name for c in result.checks if c.status not in (Status.PASSED, Status.SKIPPED)]
    assert result.score < exercise.points or not exercise.points
    assert result.status not in (Status.GRADER_FAULT, Status.PASSED)


def takes_weights(exercise):
    """Whether more than one array is handed in, so that those after the first may be known by their identity.

    A word that is kept is a word that may be right the next time, too.
    """
    probe = next(Inputs(KEYS[0], hidden=True).probes(exercise.name))
    if not isinstance(probe.arguments[0], np.ndarray):
        return False
    arrays = list(arrays_in(probe.arguments))
    return len(arrays) > 1 and not isinstance(getattr(specs, exercise.name)(*probe.arguments), str)


@pytest.mark.parametrize("exercise", list(filter(takes_weights, EXERCISES)), ids=lambda e: e.name)
def test_an_answer_kept_under_the_identity_of_the_weights_is_stale(exercise, judge):
    known = {}

    def function(first, *rest):
        place = (first.shape, *map(id, rest))
        if place not in known:
            known[place] = (getattr(specs, exercise.name)(first, *rest), rest)  # kept, so that no id is given again
        return known[place][0]

    result = judge(exercise, function)
    assert "test_same_answer_twice" in [c.name for c in result.checks if c.status is Status.FAILED]


def zeros_like(exercise):
    """Zeros of the right shape and kind; for a word no word, for a verdict False."""

    def function(*arguments):
        value = getattr(specs, exercise.name)(*arguments)
        return tuple(map(nothing, value)) if isinstance(value, tuple) else nothing(value)

    return function


def nothing(part):
    return np.zeros(part.shape, part.dtype) if isinstance(part, np.ndarray) else type(part)()


def constants_like(exercise):
    """Ones of the right shape and kind, where zeros may be half an answer."""
    zeros = zeros_like(exercise)

    def one_more(part):
        if isinstance(part, (str, dict, bool)):
            return True if isinstance(part, bool) else part
        return np.asarray(part, float) + 1.0

    def function(*arguments):
        value = zeros(*arguments)
        return tuple(map(one_more, value)) if isinstance(value, tuple) else one_more(value)

    return function


@each_exercise
@pytest.mark.parametrize("make", [zeros_like, constants_like])
def test_zeros_and_constants_earn_nothing(exercise, make, judge):
    assert judge(exercise, make(exercise)).score == 0


@each_exercise
def test_no_single_word_earns_anything(exercise, judge):
    """Whatever one probe's right answer is, given to every probe it is worth nothing."""
    answers = []
    for probe in Inputs(KEYS[0], hidden=True).probes(exercise.name):
        with suppress(ValueError):  # the right answer to what cannot be divided
            answers.append(getattr(specs, exercise.name)(*probe.arguments))
    words = [a for a in answers if not isinstance(a, np.ndarray) and not isinstance(parts(a)[0], np.ndarray)]
    for word in words:
        assert judge(exercise, lambda *arguments, word=word: word).score == 0, word


@each_exercise
@pytest.mark.parametrize(
    "thing",
    [None, 0, "text", [], [[0.0]], {}, (), object(), np.float64(1), np.array(["a"]), np.array(1j), (1, 2, 3),
     (np.ones(3),) * 2, (np.ones((4, 4)),) * 3, np.ma.masked_array([1.0]), np.zeros((0, 3)), np.array([None])],
    ids=lambda thing: "object" if type(thing) is object else repr(thing),
)  # fmt: skip
def test_no_answer_however_odd_breaks_a_check(exercise, thing, judge):
    result = judge(exercise, lambda *arguments: thing)
    assert result.status not in (Status.GRADER_FAULT, Status.PASSED)
    assert result.score == 0


@each_exercise
@pytest.mark.parametrize("error", [ValueError("x"), TypeError("x"), RecursionError(), StopIteration(), MemoryError()])
def test_an_exception_is_an_error_and_its_text_stays_hidden(exercise, error, judge):
    def function(*arguments):
        raise type(error)(text)

    text = "what the exception says"
    result = judge(exercise, function)
    assert result.status in (Status.ERROR, Status.MEMORY)
    assert result.score == 0
    assert all(text not in check.message for check in result.checks)


@each_exercise
def test_a_stub_is_not_attempted(exercise, judge):
    def function(*arguments):
        raise NotImplementedError

    result = judge(exercise, function)
    assert (result.status, result.score) == (Status.NOT_ATTEMPTED, 0)


@each_exercise
def test_structure_is_at_most_thirty_percent(exercise):
    rules = HIDDEN[exercise.name]
    assert sum(rule.place.share for rule in rules) == 100
    assert sum(rule.place.share for rule in rules if not rule.place.value) <= 30


@each_exercise
def test_every_hidden_probe_says_what_it_sees(exercise):
    for probe in Inputs(KEYS[0], hidden=True).probes(exercise.name):
        assert len(probe.sees.split()) >= 2, probe.name


@each_exercise
@pytest.mark.parametrize("rules", [HIDDEN, PUBLIC], ids=["hidden", "public"])
def test_every_check_is_a_sentence_and_needs_one_that_stands_before_it(exercise, rules):
    seen = set()
    for rule in rules[exercise.name]:
        assert rule.says.split()[0] not in ("The", "A", "It")
        assert not rule.says.endswith((".", "!"))
        assert rule.place.needs is None or rule.place.needs in seen
        seen.add(rule.name)


def test_inputs_are_drawn_from_the_key():
    one, same, other = (Inputs(key, hidden=True).probe("stable_softmax", "rectangular") for key in (b"a", b"a", b"b"))
    assert np.array_equal(one.arguments[0], same.arguments[0])
    assert not np.array_equal(one.arguments[0], other.arguments[0])
