"""Public checks of rnn_cell: shape, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

LOOK = "which vector meets which matrix, and what stands inside tanh?"


@check(share=0)
def test_defined(student):
    """rnn_cell is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result is a state as long as h"""
    answer = student.answer("small")
    expect_shape(answer.array(), answer.arguments[1].shape, "(d_h,)")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """tanh of x W_xh + h W_hh + b"""
    student.recognise("small", "square", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_saturated(student):
    """sums of some hundreds come out as 1 and -1"""
    student.recognise("saturated", look_at="is tanh written with exp, and does that overflow?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
