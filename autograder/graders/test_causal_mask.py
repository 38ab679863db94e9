"""causal_mask: who may look at whom when nobody sees the future."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, as_float64, check, expect_bool, expect_shape

LOOK = "for which j is key j visible to query i?"
LOOK_AT_SHAPE = "how many tokens ask, and how many answer?"


@check(share=0)
def test_defined(student):
    """causal_mask is there and can be called"""
    student.defines()


@check(share=8, needs=test_defined)
def test_shape(student):
    """the result has one row and one column per token"""
    for probe in ("five", "nine", "two"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments * 2, "(seq_len, seq_len)", LOOK_AT_SHAPE)


@check(share=10, needs=test_shape)
def test_dtype(student):
    """the entries are True and False"""
    expect_bool(student.answer("five").array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls give the same mask"""
    student.same_answer_twice("five")


@check(share=8, needs=test_shape)
def test_diagonal_allowed(student):
    """every token may look at itself"""
    if not (np.diagonal(as_float64(student.answer("five").array())) == 1).all():
        raise Wrong("expected: True on the diagonal; came: something else; look at: may a token look at itself?")


@check(share=50, needs=test_shape, value=True)
def test_values(student):
    """True exactly where key j is not later than query i"""
    student.compare(specs.causal_mask, "five", "nine", "eight", "long", look_at=LOOK)


@check(share=20, needs=test_shape, value=True)
def test_one_token(student):
    """a single token sees itself, and the first of two does not see the second"""
    student.compare(specs.causal_mask, "one", "two", look_at=LOOK)
