"""Public checks of pairwise_dots: shape, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

LOOK = "which row of a meets which row of b in entry [i, j]?"
DIGITS = "compute one number by hand: are digits cut off, or are other rows multiplied?"


@check(share=0)
def test_defined(student):
    """pairwise_dots is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one row per row of a and one column per row of b"""
    answer = student.answer("small")
    a, b = answer.arguments
    expect_shape(answer.array(), (a.shape[0], b.shape[0]), "(n_a, n_b)")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """entry [i, j] is the dot product of row i of a and row j of b"""
    student.recognise("small", "square", "wide", "cancelling", look_at=LOOK)


@check(share=1, needs=test_values, value=True)
def test_integers(student):
    """whole numbers beside floating-point ones give floating point, with all digits"""
    student.recognise("integers", look_at=DIGITS)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
