"""Public checks of attention_entropy: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, check, expect_float, expect_shape

LOOK = "which logarithm, which sign, and over which axis is summed?"
LOOK_AT_SHAPE = "over which axis is summed, and does the sum keep it?"
ROW = "entropy"


@check(share=0)
def test_defined(student):
    """attention_entropy is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one number per query"""
    answer = student.answer("small")
    expect_shape(answer.array(), (answer.arguments[0].shape[0],), "(n_q,)", LOOK_AT_SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype)
def test_bounds(student):
    """the entropy lies between 0 and log n_k"""
    answer = student.answer("small")
    top = np.log(answer.arguments[0].shape[1])
    if not ((answer.array() >= -1e-6) & (answer.array() <= top + 1e-6)).all():
        raise Wrong("expected: values between 0 and log n_k; came: others; look at: the sign and the logarithm")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the entropy is minus the sum of weight times log weight along the row"""
    student.recognise("small", "square", "uniform", "peaked", "decades", "ten_keys", look_at=LOOK, row=ROW)


@check(share=1, needs=test_values, value=True)
def test_one_hot(student):
    """a row with a single one has entropy 0"""
    look = "what is 0 times log 0 in NumPy, and what should it be?"
    student.recognise("one_hot", "masked", "vanishing", "integers", look_at=look, row=ROW)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
