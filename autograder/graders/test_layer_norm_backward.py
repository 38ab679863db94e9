"""layer_norm_backward: through stretch, root, variance and mean, back to x."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

NAMES = ("dx", "dgamma", "dbeta")
LOOK = "by how many roads does one number of x reach the output?"


@check(share=0)
def test_defined(student):
    """layer_norm_backward is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_shape(student):
    """it returns dx in the shape of x, and dgamma and dbeta with one number for each feature"""
    for probe in ("rectangular", "large_eps", "one_token"):
        answer = student.answer(probe)
        dx, dgamma, dbeta = answer.arrays(*NAMES)
        x, gamma = answer.arguments[:2]
        expect_shape(dx, x.shape, "(seq_len, d_model) for dx")
        expect_shape(dgamma, gamma.shape, "(d_model,) for dgamma")
        expect_shape(dbeta, gamma.shape, "(d_model,) for dbeta")


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


@check(share=8, needs=test_dtype)
def test_rows_sum_to_zero(student):
    """each token's dx adds up to 0, because a constant on the whole token changes nothing"""
    for probe in ("rectangular", "large_eps"):
        answer = student.answer(probe)
        dx = answer.arrays(*NAMES)[0]
        expect_shape(dx, answer.arguments[0].shape, "(seq_len, d_model) for dx")
        if not alike(dx.sum(axis=1), np.zeros(len(dx))):
            raise Wrong("expected: rows of dx that add up to 0; came: they do not; look at: the road through the mean")


@check(share=10, needs=test_dtype, value=True)
def test_dbeta(student):
    """dbeta is the gradient of the output, added up over the tokens"""
    student.compare(specs.layer_norm_backward, "rectangular", "single", names=NAMES, only="dbeta", look_at=LOOK)


@check(share=12, needs=test_dtype, value=True)
def test_dgamma(student):
    """dgamma weighs the gradient of the output with the normalised token, added up over the tokens"""
    student.compare(specs.layer_norm_backward, "rectangular", "single", names=NAMES, only="dgamma", look_at=LOOK)


@check(share=20, needs=test_dtype, value=True)
def test_dx(student):
    """dx is what remains when mean and variance have taken their share"""
    student.compare(specs.layer_norm_backward, "rectangular", "single", names=NAMES, only="dx", look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_square(student):
    """all three are right when there are as many tokens as features, and for a single token"""
    student.compare(specs.layer_norm_backward, "square", "one_token", names=NAMES, look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_large_eps(student):
    """an eps beside which the variance is small changes every term"""
    look_at = "where does eps stand, and which eps?"
    student.compare(specs.layer_norm_backward, "large_eps", "constant", names=NAMES, look_at=look_at)


@check(share=6, needs=test_dtype, value=True)
def test_offset(student):
    """a mean of 1000 costs no digits"""
    student.compare(specs.layer_norm_backward, "offset", names=NAMES, look_at="which dtype do the steps have?")


@check(share=6, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.layer_norm_backward, "integers", names=NAMES, look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
