"""multi_head_attention: several small attentions side by side, then one linear map over all of them."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shapes
from autograder.misconceptions import joined

NAMES = ("output", "weights")
LOOK = "which columns belong to a head, which length scales it, and in which order are heads joined?"


def own_way(own, x, W_q, W_k, W_v, W_o, num_heads):
    """The right composition, with the student's own functions for splitting and merging."""
    Q, K, V = (own(specs.split_heads, x @ W, num_heads) for W in (W_q, W_k, W_v))
    weights = specs.stable_softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
    return own(specs.merge_heads, weights @ V) @ W_o, weights


def own_or_true(student, *probes, only="", look_at=LOOK):
    """Each probe's answer is the truth, or what the student's own earlier functions make of it."""
    for probe in probes:
        if not student.follows(probe, own_way, specs.multi_head_attention):
            behind = " and ".join(student.behind(probe, own_way, specs.multi_head_attention))
            look = f"your own {behind}, whose mistake is carried on here: mend that first" if behind else look_at
            student.compare(specs.multi_head_attention, probe, names=NAMES, only=only, look_at=look)


@check(share=0)
def test_defined(student):
    """multi_head_attention is there and can be called"""
    student.defines()
    student.joins(own_way, joined.of("multi_head_attention"))


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
    own_or_true(student, "one_head")


@check(share=20, needs=test_dtype, value=True)
def test_weights(student):
    """each head's weights come from its own columns, scaled by the root of d_head"""
    own_or_true(student, "three_heads", "two_heads", "single", only="weights")


@check(share=20, needs=test_dtype, value=True)
def test_output(student):
    """the heads stand side by side in order and go through W_o"""
    own_or_true(student, "three_heads", "two_heads", "single", only="output")


@check(share=6, needs=test_dtype, value=True)
def test_square(student):
    """both are right when sizes coincide, where swapped axes run silently"""
    own_or_true(student, "square")


@check(share=5, needs=test_dtype, value=True)
def test_as_many_heads_as_features(student):
    """heads of a single feature work too"""
    own_or_true(student, "thin_heads")


@check(share=5, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    own_or_true(student, "integers")


@check(share=5, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands still give finite, exact weights"""
    own_or_true(student, "large", "lowered", look_at="is the row's maximum taken off before exp?")


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
