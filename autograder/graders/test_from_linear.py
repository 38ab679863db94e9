"""from_linear: the matrix of x @ W out of the one that PyTorch's Linear keeps."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which number of the one matrix stands at [i, j] of the other?"
LOOK_AT_SHAPE = "which axis counts the inputs before, and which must count them afterwards?"


@check(share=0)
def test_defined(student):
    """from_linear is there and can be called"""
    student.defines()


@check(share=10, needs=test_defined)
def test_shape(student):
    """the result has one row per input and one column per output, (d_in, d_out)"""
    for probe in ("tall", "wide", "square"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape[::-1], "(d_in, d_out)", LOOK_AT_SHAPE)


@check(share=5, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("tall", "single"):
        expect_float(student.answer(probe).array())


@check(share=5, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("tall")


@check(share=5, needs=test_dtype)
def test_adds_up(student):
    """the matrix of a doubled weight is the doubled matrix"""
    answer = student.answer("tall")
    if not alike(student.call(2 * answer.arguments[0]).array(), 2 * answer.array()):
        raise Wrong("expected: numbers that double with the weight; came: others; look at: are numbers changed?")


@check(share=35, needs=test_dtype, value=True)
def test_values(student):
    """x @ W gives what the Linear gives"""
    student.compare(specs.from_linear, "tall", "wide", "large", "single", look_at=LOOK)


@check(share=25, needs=test_dtype, value=True)
def test_square(student):
    """the matrix is turned when there are as many outputs as inputs, as in BERT"""
    student.compare(specs.from_linear, "square", look_at=LOOK)


@check(share=10, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers come through"""
    student.compare(specs.from_linear, "integers", look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
