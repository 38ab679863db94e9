"""A learner who brings the arguments to float64 first makes the same mistakes, and reads the same names."""

from __future__ import annotations

import contextlib
import io
import random

import numpy as np
import pytest
from test_single_precision import ENTRIES as WITHOUT_WRITING
from test_single_precision import ids, tally

from autograder import facts, misconceptions
from autograder.diagnosis.matching import same_outcome
from autograder.outcome import Outcome
from autograder.probes import Probe
from tests.conftest import ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
ENTRIES = [
    entry
    for assignment in COURSE.assignments
    for exercise in assignment.exercises
    for entry in misconceptions.of(exercise.name)
]
# The scores of np.asarray written over are exactly that other entry.
ALSO_TRUE = {("writes_the_weights_into_scores", "works_in_place_on_asarray")}


def as_copy(value):
    return value.astype(float) if isinstance(value, np.ndarray) else value


def as_it_may_be(value):
    """np.asarray copies what is not float64 yet, and nothing else."""
    return np.asarray(value, float) if isinstance(value, np.ndarray) else value


def converting(function, convert):
    def converted(*arguments):
        with contextlib.redirect_stdout(io.StringIO()):
            return function(*map(convert, arguments))

    return converted


WAYS = {"astype": (as_copy, WITHOUT_WRITING), "asarray": (as_it_may_be, ENTRIES)}
each_way = pytest.mark.parametrize(("convert", "entries"), WAYS.values(), ids=WAYS)


def share_of_names(result, convert, entries, count):
    """How many of a sample are named, when none is named wrongly."""
    sample = random.Random(convert.__name__).sample(entries, count)
    results = [(entry, result(entry.exercise, converting(entry.function, convert))) for entry in sample]
    share, wrong = tally((entry, one.status, ids(one)) for entry, one in results)
    assert [place for place in wrong if (place[1], *place[2]) not in ALSO_TRUE] == []
    return share


@each_way
def test_hidden_names_are_the_same(convert, entries, bench):
    assert share_of_names(bench.result, convert, entries, 150) > 0.97


@each_way
def test_public_names_are_the_same(convert, entries, learner):
    assert share_of_names(learner, convert, entries, 150) > 0.9


def test_whole_numbers_that_were_never_scaled_are_named_as_floats_too(bench):
    def unscaled(Q, K):
        return Q.astype(float) @ K.astype(float).T

    assert bench.names("attention_scores", unscaled) == ["leaves_out_the_scale"]


def test_a_change_in_place_that_whole_numbers_refuse_is_named_after_asarray(bench):
    def scaling(Q, K):
        Q = np.asarray(Q, float)
        Q /= np.sqrt(Q.shape[1])
        return Q @ K.T

    assert bench.names("attention_scores", scaling) == ["scales_Q_in_place"]


def test_two_at_once_are_named_after_a_conversion(bench):
    def turned_and_unscaled(Q, K):
        return K.astype(float)[:, :-1] @ Q.astype(float)[:, :-1].T

    assert bench.names("attention_scores", turned_and_unscaled) == []  # three at once are nobody's

    def unscaled_and_cut(Q, K):
        return np.maximum(Q.astype(float) @ K.astype(float).T, 0)

    assert bench.names("attention_scores", unscaled_and_cut) == ["leaves_out_the_scale", "cuts_off_negative_scores"]


def test_what_a_conversion_mends_is_no_mistake_of_who_converts(bench):
    """Stored with the dtype of a converted argument, the scores are right: another loss is not explained by that."""

    calls = iter(range(1000))

    def forgetful(Q, K):
        Q = np.asarray(Q, float)
        scores = np.zeros((len(Q), len(K)), dtype=Q.dtype)
        scores[:] = Q @ K.T / np.sqrt(K.shape[1])
        return scores + (1e-3 if next(calls) == 2 else 0)

    assert "keeps_the_dtype_of_Q" not in bench.names("attention_scores", forgetful)


def test_numbers_in_lists_are_compared_as_closely_as_others(bench):
    def listed(weights):
        logs = np.log(np.where(weights > 0, weights, 1))
        return [float(-(row * log)[::-1].sum()) for row, log in zip(weights, logs, strict=True)]

    assert bench.names("attention_entropy", listed) == ["returns_a_list"]


@pytest.mark.parametrize(("came", "known", "alike"), [(3, 3.0, True), (3, True, False), (3, 4.0, False)])
def test_kinds_of_number_count_unless_whole_numbers_were_handed_in(came, known, alike, course):
    for arguments, expected in (((np.array([1]),), alike), ((np.array([1.0]),), False)):
        probe = Probe("any", "any", "", arguments)
        a, b = (Outcome("value", np.array([value])) for value in (came, known))
        assert same_outcome(a, b, probe, course.tolerances) is expected
