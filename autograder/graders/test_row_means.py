"""row_means: one mean for each row."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which numbers are added up, and by how many are they divided?"
LOOK_AT_SHAPE = "along which axis is the mean taken, and is that axis kept?"


@check(share=0)
def test_defined(student):
    """row_means is there and can be called"""
    student.defines()


@check(share=10, needs=test_defined)
def test_shape(student):
    """the result has one number per row, (seq_len,)"""
    for probe in ("rectangular", "square", "one_column"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape[:1], "(seq_len,)", LOOK_AT_SHAPE)


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
def test_moves_along(student):
    """adding 10 to every number adds 10 to every mean"""
    answer = student.answer("rectangular")
    moved = student.call(answer.arguments[0] + 10).array()
    if not alike(moved, answer.array() + 10):
        raise Wrong("expected: means that move with the numbers; came: others; look at: what is divided by what?")


@check(share=35, needs=test_dtype, value=True)
def test_values(student):
    """each number is the mean of its row"""
    student.compare(specs.row_means, "rectangular", "one_column", "long", "single", look_at=LOOK)


@check(share=20, needs=test_dtype, value=True)
def test_square(student):
    """the means are those of the rows when there are as many columns"""
    student.compare(specs.row_means, "square", look_at=LOOK)


@check(share=15, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers have broken means"""
    student.compare(specs.row_means, "integers", look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
