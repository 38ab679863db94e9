"""Public checks of output_drift: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "the length of what, over which axis, and is there a root at the end?"
SHAPE = "which axis holds the features of a token?"


@check(share=0)
def test_defined(student):
    """output_drift is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result is one number per token"""
    answer = student.answer("small")
    expect_shape(answer.array(), answer.arguments[0].shape[:1], "(seq_len,)", SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype)
def test_nothing_moved(student):
    """to stay where one is is no length"""
    _, x = student.answer("small").arguments
    if not alike(student.call(x, x).array(), np.zeros(len(x))):
        raise Wrong("expected: 0 where nothing moved; came: another length; look at: is x taken off the output?")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the Euclidean length of output - x, token by token"""
    student.recognise("small", "square", "still", "one_token", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_small_steps(student):
    """tokens far from zero that moved very little keep their digits"""
    student.recognise("near", look_at="is the difference taken before anything is squared?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
