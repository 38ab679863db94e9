"""Public checks of weighted_sum: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which index is summed away, and is anything divided or left out?"


@check(share=0)
def test_defined(student):
    """weighted_sum is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one row per query and the width of V"""
    answer = student.answer("small")
    weights, V = answer.arguments
    expect_shape(answer.array(), (weights.shape[0], V.shape[1]), "(n_q, d_v)")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype)
def test_one_hot_picks_rows(student):
    """a row of weights with a single one returns that row of V"""
    answer = student.answer("one_hot")
    weights, V = answer.arguments
    if not alike(answer.array(), V[np.argmax(weights, axis=1)]):
        raise Wrong("expected: the rows of V that carry the ones; came: others; look at: what is added up for a query?")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the output is the sum of V's rows, each times its weight"""
    student.recognise("small", "square", "thirds", "decades", "integers", look_at=LOOK)


@check(share=1, needs=test_values, value=True)
def test_does_not_renormalise(student):
    """weights that sum to less or more than one are used as they are"""
    student.recognise("unnormalised", look_at="are the weights divided by their sum again?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
