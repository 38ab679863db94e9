"""pairwise_dots: every row of one array against every row of another."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which row of a meets which row of b in entry [i, j]?"
DIGITS = "compute one number by hand: are digits cut off, or are other rows multiplied?"


@check(share=0)
def test_defined(student):
    """pairwise_dots is there and can be called"""
    student.defines()


@check(share=10, needs=test_defined)
def test_shape(student):
    """the result has one row per row of a and one column per row of b"""
    for probe in ("rectangular", "square", "integers"):
        answer = student.answer(probe)
        a, b = answer.arguments
        expect_shape(answer.array(), (a.shape[0], b.shape[0]), "(n_a, n_b)")


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
    """a of twice the size gives numbers of twice the size"""
    answer = student.answer("rectangular")
    a, b = answer.arguments
    if not alike(student.call(2 * a, b).array(), 2 * answer.array()):
        raise Wrong("expected: numbers that double with a; came: others; look at: what else happens to the products?")


@check(share=35, needs=test_dtype, value=True)
def test_values(student):
    """entry [i, j] is the dot product of row i of a and row j of b"""
    student.compare(specs.pairwise_dots, "rectangular", "cancelling", "single", look_at=LOOK)


@check(share=20, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when all sizes are equal, where a wrong order of factors runs silently"""
    student.compare(specs.pairwise_dots, "square", look_at=LOOK)


@check(share=15, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers beside floating-point ones give floating point, with all digits"""
    student.compare(specs.pairwise_dots, "integers", look_at=DIGITS)


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
