"""sinusoidal_positions: one row of waves for each position."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which column is a sin, which frequency does it share, and where does counting begin?"


@check(share=0)
def test_defined(student):
    """sinusoidal_positions is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_shape(student):
    """one row for each position, one column for each feature"""
    for probe in ("six_by_eight", "nine_by_four", "one"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments, "(seq_len, d_model)")


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("six_by_eight").array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("six_by_eight")


@check(share=12, needs=test_dtype)
def test_pairs_lie_on_circles(student):
    """the two columns of a pair are sin and cos of the same angle, so their squares add up to 1"""
    received = student.answer("nine_by_four").array()
    expect_shape(received, (9, 4), "(seq_len, d_model)")
    if not alike(received[:, 0::2] ** 2 + received[:, 1::2] ** 2, np.ones((9, 2))):
        raise Wrong("expected: sin and cos of one angle in each pair; came: others; look at: the angle of odd columns")


@check(share=10, needs=test_dtype, value=True)
def test_first_position(student):
    """position 0 is 0, 1, 0, 1 and so on"""
    student.compare(specs.sinusoidal_positions, "one", look_at="what are sin 0 and cos 0, and in which order?")


@check(share=40, needs=test_dtype, value=True)
def test_values(student):
    """sin and cos by turns, each pair turning more slowly than the one before"""
    student.compare(specs.sinusoidal_positions, "six_by_eight", "nine_by_four", "two_features", look_at=LOOK)


@check(share=15, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when there are as many positions as features"""
    student.compare(specs.sinusoidal_positions, "square", look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_long(student):
    """hundreds of positions keep all their digits, those of float64"""
    student.compare(specs.sinusoidal_positions, "long", look_at="which dtype do positions and angles have?")
    if student.answer("long").array().dtype == np.float32:
        raise Wrong("expected: float64, as the docstring says; came: float32; look at: which dtype was asked for?")
