"""Public checks of encoder_layer: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "what is normalised when, and what is added to what?"
SHAPE = "what is returned, and how wide is a token at the end?"


@check(share=0)
def test_defined(student):
    """encoder_layer is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has the shape of x, in both orders"""
    for probe in ("post", "pre"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("post").array())


@check(share=1, needs=test_dtype)
def test_tokens_in_another_order(student):
    """tokens that change places take their results along"""
    answer = student.answer("pre")
    x, *rest = answer.arguments
    turned = student.call(np.flip(x, axis=0), *rest)
    if not alike(turned.array(), np.flip(answer.array(), axis=0)):
        raise Wrong("expected: results that change places as their tokens; came: others; look at: is anything masked?")


@check(share=1, needs=test_dtype, value=True)
def test_residuals_alone(student):
    """where the parts let nothing through, the residuals and the norms remain"""
    student.recognise("post_quiet", "pre_quiet", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_post_norm(student):
    """post-norm: each part is added to what came in, and the sum is normalised"""
    student.recognise("post", "post_square", "post_small", "post_integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_pre_norm(student):
    """pre-norm: each part sees its input normalised, and is added to the input as it was"""
    student.recognise("pre", "pre_square", "pre_small", look_at=LOOK)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
