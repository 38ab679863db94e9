"""feed_forward: two linear maps with a cut at zero between them, for every token by itself."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "what is cut at zero, and where is each bias added?"
SHAPE = "which matrix leads to d_ff, and which back?"


@check(share=0)
def test_defined(student):
    """feed_forward is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_shape(student):
    """the result has the shape of x"""
    for probe in ("rectangular", "narrow", "one_token"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", SHAPE)


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=9, needs=test_dtype)
def test_tokens_do_not_mix(student):
    """a token's row does not depend on the tokens around it"""
    answer = student.answer("rectangular")
    x, *rest = answer.arguments
    if not alike(student.call(x[1:2].copy(), *rest).array(), answer.array()[1:2]):
        raise Wrong("expected: the same row for a token alone; came: another; look at: which axis is summed away?")


@check(share=34, needs=test_dtype, value=True)
def test_values(student):
    """max(0, x W_1 + b_1) W_2 + b_2"""
    student.compare(specs.feed_forward, "rectangular", "narrow", "one_token", "single", look_at=LOOK)


@check(share=12, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when all sizes are equal, where a transposed matrix runs silently"""
    student.compare(specs.feed_forward, "square", look_at=LOOK)


@check(share=12, needs=test_dtype, value=True)
def test_biases(student):
    """where x is all zeros, or nothing gets past the cut, the biases alone speak"""
    student.compare(specs.feed_forward, "zero", "silent", look_at="which bias is added before the cut, which after?")


@check(share=7, needs=test_dtype, value=True)
def test_large_numbers(student):
    """nothing is cut from above"""
    student.compare(specs.feed_forward, "large", look_at="which function stands between the two maps?")


@check(share=7, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.feed_forward, "integers", look_at="which dtype do the steps have?")


@check(share=7, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
