"""Public checks of causal_mask: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, as_float64, check, expect_bool, expect_shape

LOOK = "for which j is key j visible to query i?"
LOOK_AT_SHAPE = "how many tokens ask, and how many answer?"


@check(share=0)
def test_defined(student):
    """causal_mask is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one row and one column per token"""
    answer = student.answer("three")
    expect_shape(answer.array(), answer.arguments * 2, "(seq_len, seq_len)", LOOK_AT_SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the entries are True and False"""
    expect_bool(student.answer("three").array())


@check(share=1, needs=test_shape)
def test_diagonal_allowed(student):
    """every token may look at itself"""
    if not (np.diagonal(as_float64(student.answer("three").array())) == 1).all():
        raise Wrong("expected: True on the diagonal; came: something else; look at: may a token look at itself?")


@check(share=1, needs=test_shape, value=True)
def test_values(student):
    """True exactly where key j is not later than query i"""
    student.recognise("three", "six", "eight", "one", "long", "three_hundred", look_at=LOOK)
