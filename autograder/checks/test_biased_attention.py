"""Public checks of biased_attention: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which bias goes to which product, which columns belong to a head, and which length scales it?"


@check(share=0)
def test_defined(student):
    """biased_attention is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has the shape of x"""
    for probe in ("small", "three_heads"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", "how are the heads joined?")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype)
def test_is_a_mean_of_values(student):
    """where W_v is 0, every token takes home b_v"""
    *others, W_v, b_v, num_heads = student.answer("three_heads").arguments
    received = student.call(*others, np.zeros_like(W_v), b_v, num_heads).array()
    expect_shape(received, others[0].shape, "(seq_len, d_model)")
    if not alike(received, np.broadcast_to(b_v, received.shape)):
        raise Wrong("expected: b_v in every row; came: others; look at: where is b_v added, and what follows?")


@check(share=1, needs=test_dtype, value=True)
def test_one_head(student):
    """with one head it is plain attention on biased projections"""
    student.recognise("one_head", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """every head attends with its own columns of the three biased projections, in order"""
    student.recognise("small", "square", "three_heads", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_real_weights(student):
    """with the weights of a real BertSelfAttention it says what that module says"""
    student.recognise("real", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands still give finite, exact numbers"""
    student.recognise("large", look_at="is the row's maximum taken off before exp?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
