"""Public checks of lstm_cell: shape, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shapes

NAMES = ("h", "c")
LOOK = "which quarter of the sums is which gate, and what does each gate act on?"


@check(share=0)
def test_defined(student):
    """lstm_cell is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """it returns the new h and the new c, each as long as the old one"""
    answer = student.answer("small")
    d_h = answer.arguments[1].shape
    look = "how many numbers has one gate?"
    expect_shapes(*((one, d_h, "(d_h,)", look) for one in answer.arrays(*NAMES)), order="h, c")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    for received in student.answer("small").arrays(*NAMES):
        expect_float(received)


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the new c is f times the old one plus i times g, and the new h is o times tanh of the new c"""
    student.recognise("small", "square", "one", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_saturated(student):
    """sums of a thousand open and close the gates and give no nan"""
    student.recognise("saturated", look_at="what does your sigmoid say to 1000, and what to -1000?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
