"""layer_norm: each token's features get mean 0 and variance 1, then a learned stretch and shift."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "mean and variance of what, eps where, and which comes last, gamma or beta?"
LOOK_AT_SHAPE = "along which axis do mean, gamma and beta run?"


@check(share=0)
def test_defined(student):
    """layer_norm is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_shape(student):
    """the result has the shape of x"""
    for probe in ("rectangular", "square", "larger_eps"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", LOOK_AT_SHAPE)


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=5, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=10, needs=test_dtype)
def test_rows_are_centred(student):
    """before gamma and beta, every token has mean 0 and a variance of almost 1"""
    x, gamma, beta, eps = student.answer("rectangular").arguments
    plain = student.call(x, np.ones_like(gamma), np.zeros_like(beta), eps).array()
    expect_shape(plain, x.shape, "(seq_len, d_model)", LOOK_AT_SHAPE)
    if not alike(plain.mean(axis=1), np.zeros(len(x))) or not np.allclose(plain.var(axis=1), 1, rtol=0, atol=1e-4):
        raise Wrong("expected: mean 0 and variance 1 for each token; came: others; look at: the axis of both")


@check(share=22, needs=test_dtype, value=True)
def test_values(student):
    """(x - mean) / sqrt(variance + eps), times gamma, plus beta"""
    student.compare(specs.layer_norm, "rectangular", "offset", "outlier", "single", look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when there are as many tokens as features"""
    student.compare(specs.layer_norm, "square", look_at=LOOK)


@check(share=13, needs=test_dtype, value=True)
def test_large_eps(student):
    """an eps of 0.1 or 2 stands inside the root"""
    student.compare(specs.layer_norm, "large_eps", "larger_eps", look_at="where does eps stand, and which eps?")


@check(share=10, needs=test_dtype, value=True)
def test_constant_row(student):
    """a token whose features are all equal comes out as beta"""
    student.compare(specs.layer_norm, "constant", look_at="what is divided when the variance is 0?")


@check(share=8, needs=test_dtype, value=True)
def test_small_rows(student):
    """rows with a variance near eps, or far below 1e-5, follow the eps that was given"""
    student.compare(specs.layer_norm, "small", "tiny_eps", look_at="where does eps stand, and which eps?")


@check(share=7, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.layer_norm, "integers", look_at="which dtype do the steps have?")


@check(share=7, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
