"""masked_weights: forbidden keys get exactly nothing, and the allowed ones share out the whole of one."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which score stands for never, at which step, and does True mean may look or blocked?"
SHAPE = "does every query keep a weight for every key?"


@check(share=0)
def test_defined(student):
    """masked_weights is there and can be called"""
    student.defines()


@check(share=4, needs=test_defined)
def test_shape(student):
    """the result has the shape of the scores"""
    for probe in ("rectangular", "square", "longer"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape, "(n_q, n_k)", SHAPE)


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=7, needs=test_dtype)
def test_forbidden_keys_get_nothing(student):
    """where the mask says False the weight is exactly 0"""
    for probe in ("rectangular", "causal", "low"):
        answer = student.answer(probe)
        if (answer.array()[~answer.arguments[1]] != 0).any():
            raise Wrong("expected: exactly 0 for a forbidden key; came: another weight; look at: what is exp(-inf)?")


@check(share=6, needs=test_dtype)
def test_rows_sum_to_one(student):
    """the weights of a query that has an allowed key sum to one"""
    for probe in ("rectangular", "causal"):
        weights = student.answer(probe).array()
        if not alike(weights.sum(axis=1), np.ones(len(weights))):
            raise Wrong(
                "expected: rows that sum to one; came: they do not; look at: is the mask set before the softmax?"
            )


@check(share=24, needs=test_dtype, value=True)
def test_values(student):
    """the allowed keys share out one as softmax does, with the mask that was handed in"""
    student.compare(specs.masked_weights, "rectangular", "longer", "causal", "single", look_at=LOOK)


@check(share=8, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when there are as many queries as keys, where a wrong axis runs silently"""
    student.compare(specs.masked_weights, "square", look_at=LOOK)


@check(share=14, needs=test_dtype, value=True)
def test_no_allowed_key(student):
    """a query that may look nowhere gets a row of zeros"""
    look = "what does the softmax make of a row that holds nothing but -inf?"
    student.compare(specs.masked_weights, "no_key", "no_key_at_all", "one_key", look_at=look)


@check(share=10, needs=test_dtype, value=True)
def test_low_scores(student):
    """allowed scores may be far below zero and still win over forbidden ones"""
    student.compare(specs.masked_weights, "low", look_at="is your filler smaller than every legal score?")


@check(share=8, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands give exact weights, be the largest one allowed or forbidden"""
    student.compare(specs.masked_weights, "peak", "large", look_at="the largest score of which set is taken off?")


@check(share=6, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.masked_weights, "integers", look_at="can an array of whole numbers hold -inf?")


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
