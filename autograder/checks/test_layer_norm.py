"""Public checks of layer_norm: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "mean and variance of what, eps where, and which comes last, gamma or beta?"
LOOK_AT_SHAPE = "along which axis do mean, gamma and beta run?"


@check(share=0)
def test_defined(student):
    """layer_norm is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has the shape of x"""
    answer = student.answer("small")
    expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", LOOK_AT_SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype)
def test_rows_are_centred(student):
    """before gamma and beta, every token has mean 0"""
    x, gamma, beta, eps = student.answer("small").arguments
    plain = student.call(x, np.ones_like(gamma), np.zeros_like(beta), eps).array()
    expect_shape(plain, x.shape, "(seq_len, d_model)", LOOK_AT_SHAPE)
    if not alike(plain.mean(axis=1), np.zeros(len(x))):
        raise Wrong("expected: mean 0 for each token; came: another mean; look at: the axis of the mean")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """(x - mean) / sqrt(variance + eps), times gamma, plus beta"""
    student.recognise("small", "square", "outlier", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_eps(student):
    """eps stands inside the root, and the one that is given is used"""
    student.recognise("large_eps", "tiny", "tiny_eps", look_at="where does eps stand, and which eps?")


@check(share=1, needs=test_dtype, value=True)
def test_constant_row(student):
    """a token whose features are all equal comes out as beta"""
    student.recognise("constant", look_at="what is divided when the variance is 0?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
