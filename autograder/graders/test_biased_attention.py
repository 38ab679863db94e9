"""biased_attention: several heads with biases, and nothing behind them, as BertSelfAttention computes it."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which bias goes to which product, which columns belong to a head, and which length scales it?"


@check(share=0)
def test_defined(student):
    """biased_attention is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_shape(student):
    """the result has the shape of x"""
    for probe in ("three_heads", "two_heads", "square"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", "how are the heads joined?")


@check(share=4, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("three_heads", "real"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("three_heads")


@check(share=8, needs=test_dtype)
def test_is_a_mean_of_values(student):
    """where W_v is 0, every token takes home b_v"""
    *others, W_v, b_v, num_heads = student.answer("three_heads").arguments
    received = student.call(*others, np.zeros_like(W_v), b_v, num_heads).array()
    expect_shape(received, others[0].shape, "(seq_len, d_model)")
    if not alike(received, np.broadcast_to(b_v, received.shape)):
        raise Wrong("expected: b_v in every row; came: others; look at: where is b_v added, and what follows?")


@check(share=25, needs=test_dtype, value=True)
def test_values(student):
    """every head attends with its own columns of the three biased projections, in order"""
    student.compare(specs.biased_attention, "three_heads", "two_heads", look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_one_head(student):
    """with one head it is plain attention on biased projections"""
    student.compare(specs.biased_attention, "one_head", look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when sizes coincide, where swapped axes run silently"""
    student.compare(specs.biased_attention, "square", look_at=LOOK)


@check(share=5, needs=test_dtype, value=True)
def test_as_many_heads_as_features(student):
    """heads of a single feature work too"""
    student.compare(specs.biased_attention, "thin_heads", look_at=LOOK)


@check(share=12, needs=test_dtype, value=True)
def test_real_weights(student):
    """with the weights of a real BertSelfAttention it says what that module says"""
    student.compare(specs.biased_attention, "real", look_at=LOOK)


@check(share=5, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.biased_attention, "integers", look_at="which dtype do the steps have?")


@check(share=5, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands still give finite, exact numbers"""
    student.compare(specs.biased_attention, "large", look_at="is the row's maximum taken off before exp?")


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
