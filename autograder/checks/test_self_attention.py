"""Public checks of self_attention: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shapes

NAMES = ("output", "weights")
LOOK = "which step's result goes into which next step?"


@check(share=0)
def test_defined(student):
    """self_attention is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """it returns the output (seq_len, d_v) and the weights (seq_len, seq_len), in this order"""
    for probe in ("small", "longer"):
        answer = student.answer(probe)
        output, weights = answer.arrays(*NAMES)
        x, _, _, W_v = answer.arguments
        seq_len = x.shape[0]
        expect_shapes(
            (output, (seq_len, W_v.shape[1]), "(seq_len, d_v) for the output", "what do the weights average?"),
            (weights, (seq_len, seq_len), "(seq_len, seq_len) for the weights", "who is compared with whom?"),
            order=", ".join(NAMES),
        )


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    for received in student.answer("small").arrays(*NAMES):
        expect_float(received)


@check(share=1, needs=test_dtype)
def test_rows_sum_to_one(student):
    """each token's weights sum to one, and are even when x is zero"""
    _, weights = student.answer("small").arrays(*NAMES)
    if not alike(weights.sum(axis=1), np.ones(len(weights))):
        raise Wrong("expected: rows that sum to one; came: they do not; look at: what is returned as weights?")
    _, even = student.answer("zero").arrays(*NAMES)
    if not alike(even, np.full((4, 4), 0.25)):
        raise Wrong("expected: weights of 1 / seq_len for an x of zeros; came: others; look at: the scores")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """output and weights are those of the five lines"""
    student.recognise("small", "square", "longer", "zero", "integers", look_at=LOOK)


@check(share=1, needs=test_values, value=True)
def test_large_scores(student):
    """scores in the thousands still give finite, exact weights"""
    student.recognise("large", "raised", look_at="which softmax is called?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
