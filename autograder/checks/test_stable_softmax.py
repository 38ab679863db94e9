"""Public checks of stable_softmax: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "what is summed below the line, and over which axis?"
LOOK_AT_SHAPE = "which axis do maximum and sum keep, and is anything reshaped?"


@check(share=0)
def test_defined(student):
    """stable_softmax is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has the shape of the scores"""
    answer = student.answer("small")
    expect_shape(answer.array(), answer.arguments[0].shape, "of the scores", LOOK_AT_SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype)
def test_rows_sum_to_one(student):
    """the weights of each row sum to one"""
    weights = student.answer("small").array()
    if not alike(weights.sum(axis=-1), np.ones(len(weights))):
        raise Wrong("expected: rows that sum to one; came: they do not; look at: the axis of the sum")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """each weight is exp of its score over the sum of exp along the row"""
    student.recognise("small", "square", "integers", look_at=LOOK)


@check(share=1, needs=test_values, value=True)
def test_large_scores(student):
    """scores near 1000 and -1000 give finite, exact weights"""
    look = "what is the largest number that exp is given?"
    student.recognise("large", "huge", "levels", "peak", "gap", "low", look_at=look)


@check(share=1, needs=test_values, value=True)
def test_masked(student):
    """minus infinity gets a weight of zero"""
    student.recognise("masked", "masked_low", look_at="what is exp(-inf), and is it replaced by something?")


@check(share=1, needs=test_values, value=True)
def test_dimensions(student):
    """a single row and a cube work alike, always over the last axis"""
    student.recognise("vector", "cube", "hypercube", look_at="which axis is always the last?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
