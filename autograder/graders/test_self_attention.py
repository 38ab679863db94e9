"""self_attention: the five lines put together; a mistake in an earlier function is not counted twice."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape, expect_shapes
from autograder.misconceptions import joined

NAMES = ("output", "weights")
LOOK = "which step's result goes into which next step?"


def own_way(own, x, W_q, W_k, W_v):
    """The right composition of the student's own earlier functions."""
    Q, K, V = own(specs.project_qkv, x, W_q, W_k, W_v)
    weights = own(specs.stable_softmax, own(specs.attention_scores, Q, K))
    return own(specs.weighted_sum, weights, V), weights


def own_or_true(student, probe, only=""):
    """The probe's answer is the truth, or what the student's own earlier functions make of it."""
    if not student.follows(probe, own_way, specs.self_attention):
        behind = " and ".join(student.behind(probe, own_way, specs.self_attention))
        look_at = f"your own {behind}, whose mistake is carried on here: mend that first" if behind else LOOK
        student.compare(specs.self_attention, probe, names=NAMES, only=only, look_at=look_at)


@check(share=0)
def test_defined(student):
    """self_attention is there and can be called"""
    student.defines()
    student.joins(own_way, joined.of("self_attention"))


@check(share=6, needs=test_defined)
def test_shape(student):
    """it returns the output (seq_len, d_v) and the weights (seq_len, seq_len), in this order"""
    for probe in ("rectangular", "longer", "square"):
        answer = student.answer(probe)
        output, weights = answer.arrays(*NAMES)
        x, _, _, W_v = answer.arguments
        seq_len = x.shape[0]
        expect_shapes(
            (output, (seq_len, W_v.shape[1]), "(seq_len, d_v) for the output", "what do the weights average?"),
            (weights, (seq_len, seq_len), "(seq_len, seq_len) for the weights", "who is compared with whom?"),
            order=", ".join(NAMES),
        )


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        for received in student.answer(probe).arrays(*NAMES):
            expect_float(received)


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=5, needs=test_dtype)
def test_rows_sum_to_one(student):
    """each token's weights sum to one"""
    if student.follows("rectangular", own_way, specs.self_attention):
        return
    _, weights = student.answer("rectangular").arrays(*NAMES)
    if not alike(weights.sum(axis=1), np.ones(len(weights))):
        raise Wrong("expected: rows that sum to one; came: they do not; look at: what is returned as weights?")


@check(share=3, needs=test_dtype)
def test_entropy_bounds(student):
    """the entropy of each row of weights lies between 0 and log n, and focused rows are not even"""
    if student.follows("rectangular", own_way, specs.self_attention):
        return
    answer = student.answer("rectangular")
    _, weights = answer.arrays(*NAMES)
    entropy = specs.attention_entropy(weights)
    if not (weights >= 0).all() or not ((entropy >= -1e-6) & (entropy <= np.log(len(weights)) + 1e-6)).all():
        raise Wrong("expected: an entropy from 0 to log n; came: another; look at: are the weights a softmax of rows?")
    focused = np.abs(answer.truth(specs.self_attention)[1] - 1 / len(weights)).max(axis=1) > 0.01
    if (specs.is_uniform(weights) & focused).any():
        raise Wrong("expected: focused weights here; came: an even row; look at: do the scores reach the softmax?")


@check(share=4, needs=test_dtype)
def test_zero_input_is_uniform(student):
    """an x of zeros spreads every token's weight evenly, and the entropy is log n"""
    if student.follows("zero", own_way, specs.self_attention):
        return
    _, weights = student.answer("zero").arrays(*NAMES)
    expect_shape(weights, (5, 5), "(seq_len, seq_len) for the weights")
    if not specs.is_uniform(weights).all() or not alike(specs.attention_entropy(weights), np.full(5, np.log(5))):
        raise Wrong("expected: weights of 1 / seq_len; came: others; look at: what is added to the scores?")


@check(share=20, needs=test_dtype, value=True)
def test_weights(student):
    """the weights are the softmax of the scaled scores"""
    for probe in ("rectangular", "longer", "single"):
        own_or_true(student, probe, only="weights")


@check(share=20, needs=test_dtype, value=True)
def test_output(student):
    """the output is the values averaged with those weights"""
    for probe in ("rectangular", "longer", "single"):
        own_or_true(student, probe, only="output")


@check(share=10, needs=test_dtype, value=True)
def test_square(student):
    """both are right when all sizes are equal, where a wrong order of factors runs silently"""
    own_or_true(student, "square")


@check(share=10, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    own_or_true(student, "integers")


@check(share=10, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands still give finite, exact weights"""
    for probe in ("large", "raised", "lowered"):
        own_or_true(student, probe)


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
