"""multi_head_attention: several small attentions side by side, then one linear map over all of them."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shapes

NAMES = ("output", "weights")
LOOK = "which columns belong to a head, which length scales it, and in which order are heads joined?"


@check(share=0)
def test_defined(student):
    """multi_head_attention is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_shape(student):
    """it returns the output (seq_len, d_model) and the weights (num_heads, seq_len, seq_len), in this order"""
    for probe in ("three_heads", "two_heads", "square"):
        answer = student.answer(probe)
        output, weights = answer.arrays(*NAMES)
        seq_len, num_heads = answer.arguments[0].shape[0], answer.arguments[-1]
        maps = (num_heads, seq_len, seq_len)
        expect_shapes(
            (output, answer.arguments[0].shape, "(seq_len, d_model) for the output", "how are the heads joined?"),
            (weights, maps, "(num_heads, seq_len, seq_len) for the weights", "how many heads, each how wide?"),
            order=", ".join(NAMES),
        )


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("three_heads", "single"):
        for received in student.answer(probe).arrays(*NAMES):
            expect_float(received)


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("three_heads")


@check(share=6, needs=test_dtype)
def test_rows_sum_to_one(student):
    """in every head each token's weights are between 0 and 1 and sum to one"""
    _, weights = student.answer("three_heads").arrays(*NAMES)
    if not (weights >= 0).all() or not alike(weights.sum(axis=-1), np.ones(weights.shape[:2])):
        raise Wrong("expected: rows that sum to one; came: they do not; look at: the axis of the softmax")


@check(share=10, needs=test_dtype, value=True)
def test_one_head(student):
    """with one head it is plain attention followed by W_o"""
    student.compare(specs.multi_head_attention, "one_head", names=NAMES, look_at=LOOK)


@check(share=20, needs=test_dtype, value=True)
def test_weights(student):
    """each head's weights come from its own columns, scaled by the root of d_head"""
    student.compare(
        specs.multi_head_attention, "three_heads", "two_heads", "single", names=NAMES, only="weights", look_at=LOOK
    )


@check(share=20, needs=test_dtype, value=True)
def test_output(student):
    """the heads stand side by side in order and go through W_o"""
    student.compare(
        specs.multi_head_attention, "three_heads", "two_heads", "single", names=NAMES, only="output", look_at=LOOK
    )


@check(share=6, needs=test_dtype, value=True)
def test_square(student):
    """both are right when sizes coincide, where swapped axes run silently"""
    student.compare(specs.multi_head_attention, "square", names=NAMES, look_at=LOOK)


@check(share=5, needs=test_dtype, value=True)
def test_as_many_heads_as_features(student):
    """heads of a single feature work too"""
    student.compare(specs.multi_head_attention, "thin_heads", names=NAMES, look_at=LOOK)


@check(share=5, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.multi_head_attention, "integers", names=NAMES, look_at=LOOK)


@check(share=5, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands still give finite, exact weights"""
    look = "is the row's maximum taken off before exp?"
    student.compare(specs.multi_head_attention, "large", "lowered", names=NAMES, look_at=look)


@check(share=5, needs=test_defined)
def test_indivisible(student):
    """a d_model that cannot be divided into num_heads is refused with a ValueError"""
    for probe in ("indivisible", "fewer_features"):
        outcome = student.outcome(probe)
        if outcome.kind == "value":
            raise Wrong("expected: ValueError; came: an answer; look at: do num_heads times d_head make up d_model?")
        if "ValueError" not in outcome.bases:
            came = outcome.exception or outcome.kind
            raise Wrong(f"expected: ValueError; came: {came}; look at: the kind of error")


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
