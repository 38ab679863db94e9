"""Public checks of masked_weights: shape, kind, two properties, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which score stands for never, at which step, and does True mean may look or blocked?"
SHAPE = "does every query keep a weight for every key?"


@check(share=0)
def test_defined(student):
    """masked_weights is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has the shape of the scores"""
    answer = student.answer("small")
    expect_shape(answer.array(), answer.arguments[0].shape, "(n_q, n_k)", SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype)
def test_forbidden_keys_get_nothing(student):
    """where the mask says False the weight is exactly 0"""
    answer = student.answer("small")
    if (answer.array()[~answer.arguments[1]] != 0).any():
        raise Wrong("expected: exactly 0 for a forbidden key; came: another weight; look at: what is exp(-inf)?")


@check(share=1, needs=test_dtype)
def test_rows_sum_to_one(student):
    """the weights of a query that has an allowed key sum to one"""
    weights = student.answer("small").array()
    if not alike(weights.sum(axis=1), np.ones(len(weights))):
        raise Wrong("expected: rows that sum to one; came: they do not; look at: what comes first, mask or softmax?")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the allowed keys share out one as softmax does, with the mask that was handed in"""
    student.recognise("small", "square", "causal", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_no_allowed_key(student):
    """a query that may look nowhere gets a row of zeros"""
    student.recognise("no_key", "one_key", look_at="what does the softmax make of a row that holds nothing but -inf?")


@check(share=1, needs=test_dtype, value=True)
def test_scores_of_any_size(student):
    """scores far below or above zero give exact weights, be the largest one allowed or forbidden"""
    student.recognise("low", "peak", "large", look_at="the largest score of which set is taken off?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
