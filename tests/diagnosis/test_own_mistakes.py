"""A mistake in joining is named also where the functions that are joined are wrong themselves."""

from __future__ import annotations

import numpy as np
import pytest
from diagnosis_bench import RIGHT, attend, softmax

from autograder import misconceptions
from autograder.diagnosis.matching import same_outcome
from autograder.feedback import sentences
from autograder.inprocess import FunctionPort
from autograder.misconceptions import joined
from autograder.report import Report, Status

pytestmark = pytest.mark.grading

NAME = "self_attention"
WAYS = joined.of(NAME)
KNOWN = {entry.id: entry for entry in misconceptions.of(NAME)}


def overflowing(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def clipping(Q, K):
    return np.clip(Q @ K.T / np.sqrt(K.shape[1]), -1000, 1000)


def halving(weights, V):
    return weights @ V / 2


BOTH = {"attention_scores": clipping, "stable_softmax": overflowing}


def by_joining(way, functions):
    """self_attention as one way of joining makes it of these functions."""

    def own(spec, *arguments):
        return functions[spec.__name__](*arguments)

    return lambda *arguments: way(own, *arguments)


def handed_in(way, **wrong):
    functions = {**RIGHT, **wrong}
    return {**functions, NAME: by_joining(WAYS[way], functions)}


@pytest.mark.parametrize("way", WAYS)
def test_each_way_gives_what_its_entry_gives_when_all_else_is_right(way, bench):
    port = FunctionPort({NAME: by_joining(WAYS[way], RIGHT)})
    entry = FunctionPort({NAME: KNOWN[way].function})
    for probe in bench.inputs.probes(NAME):
        came, known = (one.call(NAME, probe.arguments) for one in (port, entry))
        assert same_outcome(came, known, probe, bench.course.tolerances), probe.name


@pytest.mark.parametrize("way", WAYS)
def test_an_own_mistake_is_named_on_top_of_two_that_are_carried(way, bench):
    result = bench.named_day("attention", handed_in(way, **BOTH))[NAME]
    if way == "clips_the_scores_at_eighty":  # 80 is below 1000: the earlier clip leaves no trace
        return
    assert result.status in (Status.FAILED, Status.ERROR)
    assert result.misconception is not None
    assert (result.misconception.id, result.second_misconception) == (way, None)
    assert set(result.carried_from) <= set(BOTH)


def test_it_is_said_what_is_carried_besides(bench):
    result = bench.named_day("attention", handed_in("transposes_the_weights", **BOTH))[NAME]
    assert result.carried_from == ("attention_scores", "stable_softmax")
    report = Report("somebody", "attention", hidden=True, status=Status.GRADED, exercises=(result,))
    text = sentences.verdict_text(report, NAME)
    assert "carries on what is wrong in your own attention_scores, stable_softmax" in text
    assert "This step is right" not in text


def test_an_earlier_function_below_half_is_no_obstacle(bench):
    results = bench.named_day("attention", handed_in("swaps_queries_and_keys", weighted_sum=halving))
    assert results["weighted_sum"].score < results["weighted_sum"].max_score / 2
    assert results[NAME].misconception.id == "swaps_queries_and_keys"
    assert results[NAME].carried_from == ("weighted_sum",)


def test_what_is_all_the_fault_of_an_earlier_function_points_there(bench):
    functions = {**RIGHT, "weighted_sum": halving}
    result = bench.named_day("attention", {**functions, NAME: attend(functions)})[NAME]
    assert result.status is Status.FAILED
    messages = [check.message for check in result.checks if check.status is Status.FAILED]
    assert any("look at: output: your own weighted_sum" in message for message in messages)
    assert result.carried_from == ()


def test_a_mistake_that_is_in_no_list_is_silent(bench):
    functions = {**RIGHT, **BOTH}

    def strange(x, W_q, W_k, W_v):
        output, weights = attend(functions)(x, W_q, W_k, W_v)
        return np.sin(output), weights

    result = bench.named_day("attention", {**functions, NAME: strange})[NAME]
    assert (result.misconception, result.carried_from) == (None, ())


def test_who_does_not_use_the_earlier_functions_carries_nothing(bench):
    functions = {**RIGHT, **BOTH}

    def apart(x, W_q, W_k, W_v):
        weights = softmax((x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1]))
        return weights.T @ (x @ W_v), weights

    result = bench.named_day("attention", {**functions, NAME: apart})[NAME]
    assert result.misconception.id == "transposes_the_weights"
    assert result.carried_from == ()
