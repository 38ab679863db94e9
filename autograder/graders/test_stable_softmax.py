"""stable_softmax: each row of scores becomes weights that sum to one, for scores of any size."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "what is summed below the line, and over which axis?"
LOOK_AT_SHAPE = "which axis do maximum and sum keep, and is anything reshaped?"


@check(share=0)
def test_defined(student):
    """stable_softmax is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_shape(student):
    """the result has the shape of the scores"""
    for probe in ("rectangular", "tall", "square"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape, "of the scores", LOOK_AT_SHAPE)


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=6, needs=test_dtype)
def test_rows_sum_to_one(student):
    """no weight is negative, and the weights of each row sum to one"""
    for probe in ("rectangular", "tall"):
        weights = student.answer(probe).array()
        if not (weights >= 0).all():
            raise Wrong("expected: weights of zero or more; came: negative or nan ones; look at: where is the exp?")
        if not alike(weights.sum(axis=-1), np.ones(len(weights))):
            raise Wrong("expected: rows that sum to one; came: they do not; look at: the axis of the sum")


@check(share=6, needs=test_dtype)
def test_shift_changes_nothing(student):
    """adding five to every score of a row leaves its weights as they are"""
    answer = student.answer("rectangular")
    shifted = student.call(answer.arguments[0] + 5.0)
    if not alike(shifted.array(), answer.array()):
        raise Wrong("expected: the same weights after a shift; came: others; look at: above and below the line")


@check(share=20, needs=test_dtype, value=True)
def test_values(student):
    """each weight is exp of its score over the sum of exp along the row"""
    student.compare(specs.stable_softmax, "rectangular", "tall", "single", look_at=LOOK)


@check(share=8, needs=test_dtype, value=True)
def test_square(student):
    """the weights are right when there are as many queries as keys, where a wrong axis runs silently"""
    student.compare(specs.stable_softmax, "square", look_at=LOOK)


@check(share=8, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.stable_softmax, "integers", look_at="which dtype does the buffer have?")


@check(share=10, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores of any size give finite, exact weights, and gaps between large scores count"""
    look = "what is the largest number that exp is given?"
    student.compare(specs.stable_softmax, "large", "huge", "low", "gaps", look_at=look)


@check(share=10, needs=test_dtype, value=True)
def test_levels(student):
    """rows of very different level, and one score 3000 above the rest, are as exact as any other"""
    student.compare(specs.stable_softmax, "levels", "peak", look_at="whose maximum is subtracted from a row?")


@check(share=6, needs=test_dtype, value=True)
def test_masked(student):
    """minus infinity gets a weight of exactly zero while the row has one finite score"""
    look = "what is exp(-inf), and is it replaced by something?"
    student.compare(specs.stable_softmax, "masked", "masked_low", look_at=look)
    for probe in ("masked", "masked_low"):
        answer = student.answer(probe)
        if not (answer.array()[np.isneginf(answer.arguments[0])] == 0).all():
            raise Wrong("expected: exactly 0 under minus infinity; came: another number; look at: added guards")


@check(share=8, needs=test_dtype, value=True)
def test_dimensions(student):
    """a single row, a cube and four axes work alike, always over the last axis"""
    student.compare(specs.stable_softmax, "vector", "cube", "hypercube", look_at="which axis is always the last?")


@check(share=0, needs=test_dtype)
def test_entropy_bounds(student):
    """the entropy of the weights lies between 0 and log n, and is log n when all scores are equal"""
    weights = student.answer("rectangular").array()
    entropy = specs.attention_entropy(weights)
    if not ((entropy >= -1e-9) & (entropy <= np.log(weights.shape[1]) + 1e-9)).all():
        raise Wrong("expected: an entropy from 0 to log n; came: another; look at: do the rows sum to one?")
    if not alike(student.call(np.zeros((2, 7))).array(), np.full((2, 7), 1 / 7)):
        raise Wrong("expected: equal weights for equal scores; came: others; look at: what tells columns apart?")


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
