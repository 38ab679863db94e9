"""Public checks of row_means: shape, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

LOOK = "which numbers are added up, and by how many are they divided?"


@check(share=0)
def test_defined(student):
    """row_means is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one number per row, (seq_len,)"""
    answer = student.answer("small")
    look = "along which axis is the mean taken, and is that axis kept?"
    expect_shape(answer.array(), answer.arguments[0].shape[:1], "(seq_len,)", look)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """each number is the mean of its row"""
    student.recognise("small", "square", "outlier", "one_column", look_at=LOOK)


@check(share=1, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers have broken means"""
    student.recognise("integers", look_at="which dtype do the steps have?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
