"""One mistake costs once: a joined exercise is judged on its own step; missing or empty ones gain nothing by it."""

from __future__ import annotations

import numpy as np
import pytest
from diagnosis_bench import RIGHT, attend, softmax

from autograder import misconceptions
from autograder.feedback import sentences
from autograder.report import Report, Status

pytestmark = pytest.mark.grading

NAMES = ("project_qkv", "attention_scores", "stable_softmax", "weighted_sum")
# They write into their arguments, remember earlier calls or stop, so that what calls them breaks more than a value.
ELSEWHERE = {
    "remembers_answers_by_shape",
    "remembers_shifts_by_shape",
    "scales_K_in_place",
    "scales_x_in_place",
    "refuses_scores_above_80",
    "refuses_integers",
}


def solved(**changed):
    """All five functions, some of them changed; self_attention calls the others."""
    functions = {**RIGHT, **changed}
    return {"self_attention": attend(functions), **functions}


def overflowing(scores):
    """A softmax without a shift: right for ordinary scores, nan for large ones."""
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def rounding(scores):
    """A softmax over the last axis of two-dimensional scores only: right inside of self_attention."""
    return softmax(scores, axis=1)


def test_right_functions_carry_nothing(bench):
    result = bench.day("attention", solved())["self_attention"]
    assert (result.status, result.score, result.carried_from) == (Status.PASSED, 5.0, ())


def test_a_mistake_that_was_half_right_is_carried_once(bench):
    results = bench.day("attention", solved(stable_softmax=overflowing))
    assert results["stable_softmax"].status is Status.FAILED
    carrying = results["self_attention"]
    assert (carrying.status, carrying.score, carrying.carried_from) == (Status.PASSED, 5.0, ("stable_softmax",))


def entries_that_carry():
    for name in NAMES:
        for entry in misconceptions.of(name):
            if entry.id not in ELSEWHERE:
                yield pytest.param(name, entry, id=f"{name}-{entry.id}")


@pytest.mark.parametrize(("name", "entry"), list(entries_that_carry()))
def test_every_known_mistake_that_earned_half_costs_once(name, entry, bench):
    results = bench.day("attention", solved(**{name: entry.function}))
    earlier, joined = results[name], results["self_attention"]
    if not earlier.max_score / 2 <= earlier.score < earlier.max_score:
        assert joined.carried_from == ()
        return
    assert joined.score == joined.max_score
    assert joined.carried_from in ((), (name,))


def test_a_loss_that_changes_nothing_here_is_not_said_to_be_carried(bench):
    results = bench.day("attention", solved(stable_softmax=rounding))
    assert 2.5 <= results["stable_softmax"].score < 5
    assert results["self_attention"].status is Status.PASSED
    assert results["self_attention"].carried_from == ()


def test_the_sentence_names_what_is_carried(bench):
    result = bench.day("attention", solved(stable_softmax=overflowing))["self_attention"]
    report = Report("somebody", "attention", hidden=True, status=Status.GRADED, exercises=(result,))
    text = sentences.verdict_text(report, "self_attention")
    assert "judged on your own stable_softmax" in text
    assert "costs once" in text


def test_an_own_mistake_on_top_of_a_carried_one_is_still_marked(bench):
    functions = {**RIGHT, "stable_softmax": overflowing}
    right_way = attend(functions)

    def own_mistake(x, W_q, W_k, W_v):
        _, weights = right_way(x, W_q, W_k, W_v)
        return weights.T @ (x @ W_v), weights

    result = bench.day("attention", {**functions, "self_attention": own_mistake})["self_attention"]
    assert result.status is Status.FAILED
    assert result.carried_from == ("stable_softmax",)
    assert {c.name for c in result.checks if c.status is Status.FAILED} >= {"test_output", "test_square"}
    alone = bench.result("self_attention", lambda x, q, k, v: own_mistake(x, q, k, v))
    assert result.score <= alone.score + 0.5  # at most the check that the carried mistake alone would have failed


def not_written(*arguments):
    raise NotImplementedError


def raising(*arguments):
    raise RuntimeError


EMPTY = {
    "zeros": lambda scores: np.zeros(scores.shape),
    "constant": lambda scores: np.full(scores.shape, 1 / scores.shape[-1]),
    "ones": lambda scores: np.ones(scores.shape),
    "untouched": not_written,
    "raising": raising,
    "a number": lambda scores: 0.5,
    "an object": lambda scores: object(),
}


@pytest.mark.parametrize("empty", EMPTY.values(), ids=EMPTY.keys())
def test_an_empty_function_gains_nothing(empty, bench):
    """self_attention follows it exactly, and still earns no value check that it would not earn alone."""
    functions = solved(stable_softmax=empty)
    joined = bench.day("attention", functions)["self_attention"]
    alone = bench.result("self_attention", functions["self_attention"])
    assert joined.carried_from == ()
    assert joined.score == alone.score
    assert joined.score < joined.max_score / 2


def test_a_missing_function_gains_nothing(bench):
    functions = solved(stable_softmax=lambda scores: scores)
    del functions["stable_softmax"]
    results = bench.day("attention", functions)
    assert results["stable_softmax"].status is Status.MISSING
    assert results["self_attention"].carried_from == ()
    assert results["self_attention"].score == bench.result("self_attention", functions["self_attention"]).score


def test_everything_constant_earns_nothing(bench):
    def constant(x, W_q, W_k, W_v):
        return np.zeros((len(x), W_v.shape[1])), np.full((len(x), len(x)), 1 / len(x))

    zeros = {
        "project_qkv": lambda x, W_q, W_k, W_v: tuple(np.zeros((len(x), W.shape[1])) for W in (W_q, W_k, W_v)),
        "attention_scores": lambda Q, K: np.zeros((len(Q), len(K))),
        "stable_softmax": EMPTY["constant"],
        "weighted_sum": lambda weights, V: np.zeros((len(weights), V.shape[1])),
        "self_attention": constant,
    }
    results = bench.day("attention", zeros)
    assert results["self_attention"].score == 0
    assert results["self_attention"].carried_from == ()


def test_a_copy_of_the_own_way_that_ignores_the_input_is_not_followed(bench):
    """Every earlier function half right, and the joined one frozen at one input: that is no composition."""
    functions = {**RIGHT, "stable_softmax": overflowing}
    rng = np.random.default_rng(0)
    frozen = attend(functions)(*(rng.normal(size=s) for s in ((4, 4), (4, 4), (4, 4), (4, 4))))
    result = bench.day("attention", {**functions, "self_attention": lambda *_: frozen})["self_attention"]
    assert result.score == 0
    assert result.carried_from == ()
