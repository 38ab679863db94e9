"""Public checks of feed_forward: shape, kind, one property, and values recognised by their fingerprints."""

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "what is cut at zero, and where is each bias added?"
SHAPE = "which matrix leads to d_ff, and which back?"


@check(share=0)
def test_defined(student):
    """feed_forward is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has the shape of x"""
    answer = student.answer("narrow")
    expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype)
def test_tokens_do_not_mix(student):
    """a token's row does not depend on the tokens around it"""
    answer = student.answer("small")
    x, *rest = answer.arguments
    if not alike(student.call(x[1:2].copy(), *rest).array(), answer.array()[1:2]):
        raise Wrong("expected: the same row for a token alone; came: another; look at: which axis is summed away?")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """max(0, x W_1 + b_1) W_2 + b_2"""
    student.recognise("small", "square", "narrow", "large", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_biases(student):
    """where x is all zeros, or nothing gets past the cut, the biases alone speak"""
    student.recognise("zero", "silent", look_at="which bias is added before the cut, which after?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
