"""weighted_sum: each query's output is an average of the values, weighted by its row."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which index is summed away, and is anything divided or left out?"


@check(share=0)
def test_defined(student):
    """weighted_sum is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_shape(student):
    """the result has one row per query and the width of V"""
    for probe in ("rectangular", "square", "one_hot"):
        answer = student.answer(probe)
        weights, V = answer.arguments
        expect_shape(answer.array(), (weights.shape[0], V.shape[1]), "(n_q, d_v)")


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=5, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=10, needs=test_dtype)
def test_one_hot_picks_rows(student):
    """a row of weights with a single one returns that row of V"""
    answer = student.answer("one_hot")
    weights, V = answer.arguments
    if not alike(answer.array(), V[weights.argmax(axis=1)]):
        raise Wrong("expected: the rows of V that carry the ones; came: others; look at: what is added up for a query?")


@check(share=30, needs=test_dtype, value=True)
def test_values(student):
    """the output is the sum of V's rows, each times its weight"""
    student.compare(specs.weighted_sum, "rectangular", "decades", "cancelling", "single", look_at=LOOK)


@check(share=15, needs=test_dtype, value=True)
def test_square(student):
    """the output is right when all sizes are equal, where a wrong order of factors runs silently"""
    student.compare(specs.weighted_sum, "square", look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers beside floating-point ones give floating point, with all digits"""
    student.compare(specs.weighted_sum, "integers", "integer_values", look_at=LOOK)


@check(share=15, needs=test_dtype, value=True)
def test_does_not_renormalise(student):
    """weights that sum to less or more than one are used as they are"""
    student.compare(specs.weighted_sum, "unnormalised", look_at="are the weights divided by their sum again?")


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
