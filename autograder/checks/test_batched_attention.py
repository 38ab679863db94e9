"""Public checks of batched_attention: shape, kind, two properties, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shapes

NAMES = ("output", "weights")
LOOK = "which two axes does each step concern, and which one only counts?"


@check(share=0)
def test_defined(student):
    """batched_attention is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """it returns the output (batch, seq_len, d_v) and the weights (batch, seq_len, seq_len), in this order"""
    answer = student.answer("small")
    output, weights = answer.arrays(*NAMES)
    (batch, seq_len, _), d_v = answer.arguments[0].shape, answer.arguments[3].shape[1]
    tables = (batch, seq_len, seq_len)
    expect_shapes(
        (output, (batch, seq_len, d_v), "(batch, seq_len, d_v) for the output", "what do the weights average?"),
        (weights, tables, "(batch, seq_len, seq_len) for the weights", "is K turned inside each sequence?"),
        order=", ".join(NAMES),
    )


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    for received in student.answer("small").arrays(*NAMES):
        expect_float(received)


@check(share=1, needs=test_dtype)
def test_rows_sum_to_one(student):
    """in every sequence each token's weights sum to one"""
    _, weights = student.answer("small").arrays(*NAMES)
    if not alike(weights.sum(axis=-1), np.ones(weights.shape[:2])):
        raise Wrong("expected: rows that sum to one; came: they do not; look at: the axis of the softmax")


@check(share=1, needs=test_dtype)
def test_sequences_do_not_mix(student):
    """a sequence alone gets what it gets among others"""
    answer = student.answer("small")
    x, *matrices = answer.arguments
    alone, _ = student.call(x[1:2].copy(), *matrices).arrays(*NAMES)
    if not alike(alone, answer.arrays(*NAMES)[0][1:2]):
        raise Wrong("expected: the same for a sequence alone; came: another; look at: who looks at whom?")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """every sequence has weights of its own and values averaged with them"""
    student.recognise("small", "square", "one_sequence", "one_token", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands, in one sequence or in all, still give exact weights"""
    student.recognise("levels", "lowered", look_at="is the maximum of each row taken off before exp?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
