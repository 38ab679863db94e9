"""Public checks of from_linear: shape, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

LOOK = "which number of the one matrix stands at [i, j] of the other?"
LOOK_AT_SHAPE = "which axis counts the inputs before, and which must count them afterwards?"


@check(share=0)
def test_defined(student):
    """from_linear is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one row per input and one column per output, (d_in, d_out)"""
    for probe in ("small", "wide"):
        answer = student.answer(probe)
        d_out, d_in = answer.arguments[0].shape
        expect_shape(answer.array(), (d_in, d_out), "(d_in, d_out)", LOOK_AT_SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """x @ W gives what the Linear gives"""
    student.recognise("small", "wide", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_square(student):
    """the matrix is turned when there are as many outputs as inputs, as in BERT"""
    student.recognise("square", "real", look_at=LOOK)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
