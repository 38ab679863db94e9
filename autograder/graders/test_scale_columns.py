"""scale_columns: each column times a factor of its own."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "does factors[0] reach the first column or the first row?"


@check(share=0)
def test_defined(student):
    """scale_columns is there and can be called"""
    student.defines()


@check(share=10, needs=test_defined)
def test_shape(student):
    """the result has the shape of x"""
    for probe in ("rectangular", "square"):
        answer = student.answer(probe)
        look = "is something added up, where every number should only be multiplied?"
        expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", look)


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
def test_linear(student):
    """factors of twice the size give numbers of twice the size"""
    answer = student.answer("rectangular")
    x, factors = answer.arguments
    if not alike(student.call(x, 2 * factors).array(), 2 * answer.array()):
        raise Wrong("expected: numbers that double with the factors; came: others; look at: how are they joined?")


@check(share=30, needs=test_dtype, value=True)
def test_values(student):
    """column j is multiplied by factors[j]"""
    student.compare(specs.scale_columns, "rectangular", "zeros", "single", look_at=LOOK)


@check(share=25, needs=test_dtype, value=True)
def test_square(student):
    """the factors go with the columns when there are as many rows"""
    student.compare(specs.scale_columns, "square", look_at=LOOK)


@check(share=15, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers times broken ones stay broken"""
    student.compare(specs.scale_columns, "integers", look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
