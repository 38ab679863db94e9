"""Names stay true for a learner who computes in float32: the same mistake, or silence."""

from __future__ import annotations

import contextlib
import io
import random

import numpy as np
import pytest

from autograder import facts, misconceptions
from autograder.report import Status
from tests.conftest import ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
# A function that converts its arguments writes into its own copies: what lives by writing is then another function.
ENTRIES = [
    entry
    for assignment in COURSE.assignments
    for exercise in assignment.exercises
    for entry in misconceptions.of(exercise.name)
    if entry.caught_by != "test_leaves_arguments_alone"
]
# True of everything that is computed in float32, and all that is left of a mistake that float32 cannot show.
ALSO_TRUE = {"passes_through_single_precision", "passes_through_half_precision"}


def as_type(value, dtype):
    if isinstance(value, (tuple, list)):
        return type(value)(as_type(item, dtype) for item in value)
    return value.astype(dtype) if isinstance(value, np.ndarray) and value.dtype.kind == "f" else value


def converting(function, *, first=True, last=None):
    """The function with its arguments brought to float32, its answer converted to `last`."""

    def converted(*arguments):
        given = (as_type(a, np.float32) for a in arguments) if first else arguments
        with contextlib.redirect_stdout(io.StringIO()):
            answer = function(*given)
        return as_type(answer, last) if last else answer

    return converted


WAYS = {
    "float32 from the first line on": {"first": True},
    "float32 at the end": {"first": False, "last": np.float32},
    "float32 all the way": {"first": True, "last": np.float32},
    "float32 inside": {"first": True, "last": np.float64},
}


def tally(names):
    """How often a mistake was named, of those that were caught; wrong names are collected."""
    named, caught, wrong = 0, 0, []
    for entry, status, ids in names:
        caught += status is not Status.PASSED
        named += ids == [entry.id]
        if ids and ids[0] != entry.id and not set(ids) <= ALSO_TRUE:
            wrong.append((entry.exercise, entry.id, ids))
    return named / caught, wrong


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_hidden_names_are_true_and_most_are_given(way, bench):
    sample = random.Random(str(way)).sample(ENTRIES, 100)
    results = [(entry, bench.result(entry.exercise, converting(entry.function, **way))) for entry in sample]
    share, wrong = tally((e, r.status, ids(r)) for e, r in results)
    assert wrong == []
    assert share > 0.8


def ids(result):
    return [named.id for named in (result.misconception, result.second_misconception) if named]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_public_names_are_true(way, learner):
    sample = random.Random(str(way)).sample(ENTRIES, 150)
    results = [(entry, learner(entry.exercise, converting(entry.function, **way))) for entry in sample]
    share, wrong = tally((e, r.status, ids(r)) for e, r in results)
    assert wrong == []
    assert share > 0.5


def test_two_at_once_in_float32_are_silence_not_another_pair(bench):
    """In float32 a shift by the mean overflows where, in float64, a shift by the minimum does."""

    def mean_and_length(scores):
        powers = np.exp(scores - scores.mean(axis=-1, keepdims=True))
        return powers / np.sqrt((powers**2).sum(axis=-1, keepdims=True))

    assert bench.names("stable_softmax", mean_and_length) == ["takes_off_the_mean", "divides_by_the_length"]
    assert bench.names("stable_softmax", converting(mean_and_length)) == []
