"""with_temperature: queries for which unchanged attention is warmer or colder."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "what must happen to a query so that each of its scores is divided by the temperature?"


@check(share=0)
def test_defined(student):
    """with_temperature is there and can be called"""
    student.defines()


@check(share=10, needs=test_defined)
def test_shape(student):
    """the result has the shape of Q"""
    for probe in ("warm", "cold", "one"):
        answer = student.answer(probe)
        look = "are queries handed back, or scores?"
        expect_shape(answer.array(), answer.arguments[0].shape, "(n_q, d_k)", look)


@check(share=5, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("warm", "single"):
        expect_float(student.answer(probe).array())


@check(share=5, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("warm")


@check(share=5, needs=test_dtype)
def test_linear(student):
    """queries of twice the size come out twice as large"""
    answer = student.answer("warm")
    Q, temperature = answer.arguments
    if not alike(student.call(2 * Q, temperature).array(), 2 * answer.array()):
        raise Wrong("expected: a linear map of Q; came: another; look at: is a softmax or a shift in it?")


@check(share=30, needs=test_dtype, value=True)
def test_values(student):
    """every score is divided by the temperature, above 1 and below"""
    student.compare(specs.with_temperature, "warm", "cold", "single", look_at=LOOK)


@check(share=15, needs=test_dtype, value=True)
def test_one(student):
    """temperature 1 changes nothing"""
    student.compare(specs.with_temperature, "one", look_at="what else happens to Q?")


@check(share=15, needs=test_dtype, value=True)
def test_extremes(student):
    """temperatures of thousands and of ten-thousandths are taken as they are"""
    student.compare(specs.with_temperature, "extreme", "freezing", look_at="is something added for safety, or bounded?")


@check(share=10, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers are divided without losing a remainder"""
    student.compare(specs.with_temperature, "integers", look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
