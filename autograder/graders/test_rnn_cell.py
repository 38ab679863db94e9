"""rnn_cell: one step of a plain recurrent network."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which vector meets which matrix, and what stands inside tanh?"


@check(share=0)
def test_defined(student):
    """rnn_cell is there and can be called"""
    student.defines()


@check(share=10, needs=test_defined)
def test_shape(student):
    """the result is a state as long as h"""
    for probe in ("rectangular", "square"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[1].shape, "(d_h,)")


@check(share=5, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=5, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=5, needs=test_dtype)
def test_turns_over(student):
    """with b of the other sign, x and h turned over turn the answer over"""
    answer = student.answer("rectangular")
    x, h, W_xh, W_hh, b = answer.arguments
    if not alike(student.call(-x, -h, W_xh, W_hh, -b).array(), -answer.array()):
        raise Wrong("expected: an answer of the other sign; came: another; look at: which function bends the sum?")


@check(share=35, needs=test_dtype, value=True)
def test_values(student):
    """tanh of x W_xh + h W_hh + b"""
    student.compare(specs.rnn_cell, "rectangular", "single", look_at=LOOK)


@check(share=20, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when x is as long as h, where exchanged matrices run silently"""
    student.compare(specs.rnn_cell, "square", look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_saturated(student):
    """sums of some hundreds come out as 1 and -1"""
    student.compare(specs.rnn_cell, "saturated", look_at="is tanh written with exp, and does that overflow?")


@check(share=5, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.rnn_cell, "integers", look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
