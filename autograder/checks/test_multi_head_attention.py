"""Public checks of multi_head_attention: shape, kind, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, expect_float, expect_shapes

NAMES = ("output", "weights")
LOOK = "which columns belong to a head, which length scales it, and in which order are heads joined?"


@check(share=0)
def test_defined(student):
    """multi_head_attention is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """it returns the output (seq_len, d_model) and the weights (num_heads, seq_len, seq_len), in this order"""
    for probe in ("small", "three_heads"):
        answer = student.answer(probe)
        output, weights = answer.arrays(*NAMES)
        seq_len, num_heads = answer.arguments[0].shape[0], answer.arguments[-1]
        maps = (num_heads, seq_len, seq_len)
        expect_shapes(
            (output, answer.arguments[0].shape, "(seq_len, d_model) for the output", "how are the heads joined?"),
            (weights, maps, "(num_heads, seq_len, seq_len) for the weights", "how many heads, each how wide?"),
            order=", ".join(NAMES),
        )


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    for received in student.answer("small").arrays(*NAMES):
        expect_float(received)


@check(share=1, needs=test_dtype)
def test_rows_sum_to_one(student):
    """in every head each token's weights sum to one"""
    _, weights = student.answer("three_heads").arrays(*NAMES)
    if not alike(weights.sum(axis=-1), np.ones(weights.shape[:2])):
        raise Wrong("expected: rows that sum to one; came: they do not; look at: the axis of the softmax")


@check(share=1, needs=test_dtype, value=True)
def test_one_head(student):
    """with one head it is plain attention followed by W_o"""
    student.recognise("one_head", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """every head works on its own columns, and the heads stand side by side in order"""
    student.recognise("small", "square", "three_heads", "integers", look_at=LOOK)


@check(share=1, needs=test_values, value=True)
def test_large_scores(student):
    """scores in the thousands still give finite, exact weights"""
    student.recognise("large", "gap", look_at="is the row's maximum taken off before exp?")


@check(share=1, needs=test_defined)
def test_indivisible(student):
    """a d_model that cannot be divided into num_heads is refused with a ValueError"""
    outcome = student.outcome("indivisible")
    if outcome.kind == "value":
        raise Wrong("expected: ValueError; came: an answer; look at: do num_heads times d_head make up d_model?")
    if "ValueError" not in outcome.bases:
        raise Wrong(f"expected: ValueError; came: {outcome.exception or outcome.kind}; look at: the kind of error")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
