"""Public checks of with_temperature: shape, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

LOOK = "what must happen to a query so that each of its scores is divided by the temperature?"


@check(share=0)
def test_defined(student):
    """with_temperature is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has the shape of Q"""
    answer = student.answer("warm")
    expect_shape(answer.array(), answer.arguments[0].shape, "(n_q, d_k)", "are queries handed back, or scores?")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("warm").array())


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """every score is divided by the temperature, above 1 and below"""
    student.recognise("warm", "cold", "extreme", "hot", look_at=LOOK)


@check(share=1, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers are divided without losing a remainder"""
    student.recognise("integers", look_at="which dtype do the steps have?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
