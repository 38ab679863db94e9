"""Public checks of sinusoidal_positions: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which column is a sin, which frequency does it share, and where does counting begin?"


@check(share=0)
def test_defined(student):
    """sinusoidal_positions is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """one row for each position, one column for each feature"""
    for probe in ("three", "one"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments, "(seq_len, d_model)")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("three").array())


@check(share=1, needs=test_dtype)
def test_pairs_lie_on_circles(student):
    """the two columns of a pair are sin and cos of the same angle, so their squares add up to 1"""
    pairs = student.answer("three").array().reshape(-1, 2)
    if not alike(np.hypot(*pairs.T), np.ones(len(pairs))):
        raise Wrong("expected: sin and cos of one angle in each pair; came: others; look at: the angle of odd columns")


@check(share=1, needs=test_dtype, value=True)
def test_first_position(student):
    """position 0 is 0, 1, 0, 1 and so on"""
    student.recognise("one", look_at="what are sin 0 and cos 0, and in which order?")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """sin and cos by turns, each pair turning more slowly than the one before"""
    student.recognise("three", "square", "eight_features", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_long(student):
    """hundreds of positions keep all their digits, those of float64"""
    student.recognise("long", look_at="which dtype do positions and angles have?")
    if student.answer("long").array().dtype == np.float32:
        raise Wrong("expected: float64, as the docstring says; came: float32; look at: which dtype was asked for?")
