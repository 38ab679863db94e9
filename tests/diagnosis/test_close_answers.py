"""An answer that is nearly right is told how nearly, without a cause that may be another."""

from __future__ import annotations

import re

import numpy as np
import pytest

from autograder.report import Status

CLOSE = re.compile(r"came: values that agree with them to (\d+) digits and no further; look at: (.*); so small a diff")


def messages(result):
    return {check.name: check.message for check in result.checks if check.status is Status.FAILED}


@pytest.mark.parametrize("digits", [4, 6])
def test_the_digits_that_agree_are_counted(bench, digits):
    off = 0.4 * 10.0**-digits  # below half a unit of the last digit that agrees
    said = messages(bench.result("weighted_sum", lambda w, V: (w @ V) * (1 + off)))
    found = CLOSE.search(said["test_values"])
    assert int(found[1]) == digits
    assert found[2]


def test_one_digit_fewer_is_no_longer_close(bench):
    said = messages(bench.result("weighted_sum", lambda w, V: (w @ V) * (1 + 4e-4)))
    assert "numbers differ" in said["test_values"]


def test_a_small_number_beside_nothing_is_not_close(bench):
    """1e-6 where 0 is due lies within single precision, but not one digit of it is right."""

    def softmax(s):
        powers = np.exp(s - s.max(-1, keepdims=True))
        return powers / powers.sum(-1, keepdims=True) + 1e-6

    said = messages(bench.result("stable_softmax", softmax))
    assert said
    assert not CLOSE.search(said["test_masked"])


def test_a_step_in_single_precision_is_told_apart_from_another_formula(bench):
    def single(Q, K):
        return (Q.astype(np.float32) @ K.astype(np.float32).T).astype(float) / np.sqrt(K.shape[1])

    assert CLOSE.search(messages(bench.result("attention_scores", single))["test_values"])
    assert not CLOSE.search(messages(bench.result("attention_scores", lambda Q, K: Q @ K.T))["test_values"])


def test_scores_of_the_wrong_scale_are_never_blamed_on_rounding(bench):
    """Where one key wins outright the scale changes little; what is said then must hold of a wrong scale, too."""

    def attend(x, W_q, W_k, W_v):
        scores = (x @ W_q) @ (x @ W_k).T / np.sqrt(x.shape[1])
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        weights = powers / powers.sum(-1, keepdims=True)
        return weights @ (x @ W_v), weights

    said = messages(bench.result("self_attention", attend))
    assert said
    for message in said.values():
        assert "look at: rounding" not in message
        assert "which step's result" in message or "came: values" not in message
