"""Public checks of scale_columns: shape, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

LOOK = "does factors[0] reach the first column or the first row?"


@check(share=0)
def test_defined(student):
    """scale_columns is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has the shape of x"""
    answer = student.answer("small")
    look = "is something added up, where every number should only be multiplied?"
    expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", look)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """column j is multiplied by factors[j], also where there are as many rows"""
    student.recognise("small", "square", "zeros", look_at=LOOK)


@check(share=1, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers times broken ones stay broken"""
    student.recognise("integers", look_at="which dtype do the steps have?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
