"""batched_attention: the attention of one sequence, for several at once, none of which sees another."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shapes

NAMES = ("output", "weights")
LOOK = "which two axes does each step concern, and which one only counts?"


@check(share=0)
def test_defined(student):
    """batched_attention is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_shape(student):
    """it returns the output (batch, seq_len, d_v) and the weights (batch, seq_len, seq_len), in this order"""
    for probe in ("rectangular", "square", "one_sequence"):
        answer = student.answer(probe)
        output, weights = answer.arrays(*NAMES)
        (batch, seq_len, _), d_v = answer.arguments[0].shape, answer.arguments[3].shape[1]
        tables = (batch, seq_len, seq_len)
        expect_shapes(
            (output, (batch, seq_len, d_v), "(batch, seq_len, d_v) for the output", "what do the weights average?"),
            (weights, tables, "(batch, seq_len, seq_len) for the weights", "is K turned inside each sequence?"),
            order=", ".join(NAMES),
        )


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        for received in student.answer(probe).arrays(*NAMES):
            expect_float(received)


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=5, needs=test_dtype)
def test_rows_sum_to_one(student):
    """in every sequence each token's weights sum to one"""
    _, weights = student.answer("rectangular").arrays(*NAMES)
    if not alike(weights.sum(axis=-1), np.ones(weights.shape[:2])):
        raise Wrong("expected: rows that sum to one; came: they do not; look at: the axis of the softmax")


@check(share=6, needs=test_dtype)
def test_sequences_do_not_mix(student):
    """a sequence alone gets what it gets among others"""
    answer = student.answer("rectangular")
    x, *matrices = answer.arguments
    alone, _ = student.call(x[1:2].copy(), *matrices).arrays(*NAMES)
    if not alike(alone, answer.arrays(*NAMES)[0][1:2]):
        raise Wrong("expected: the same for a sequence alone; came: another; look at: who looks at whom?")


@check(share=20, needs=test_dtype, value=True)
def test_weights(student):
    """every sequence has weights of its own, softmax of its own scaled scores"""
    student.compare(
        specs.batched_attention, "rectangular", "one_sequence", "single", names=NAMES, only="weights", look_at=LOOK
    )


@check(share=20, needs=test_dtype, value=True)
def test_output(student):
    """every sequence's values are averaged with its own weights"""
    student.compare(
        specs.batched_attention, "rectangular", "one_sequence", "single", names=NAMES, only="output", look_at=LOOK
    )


@check(share=12, needs=test_dtype, value=True)
def test_square(student):
    """both are right when all sizes are equal, where axes that change places run silently"""
    student.compare(specs.batched_attention, "square", names=NAMES, look_at=LOOK)


@check(share=5, needs=test_dtype, value=True)
def test_one_token(student):
    """sequences of a single token look at themselves"""
    student.compare(specs.batched_attention, "one_token", names=NAMES, look_at=LOOK)


@check(share=8, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands, in one sequence or in all, still give exact weights"""
    look = "is the maximum of each row taken off before exp?"
    student.compare(specs.batched_attention, "levels", "lowered", names=NAMES, look_at=look)


@check(share=5, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.batched_attention, "integers", names=NAMES, look_at=LOOK)


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
