"""Public inputs of the exercises on masks, norms and many heads."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.probes import probe
from autograder.probes.public import Arrays, Rng, matrix, whole


@probe("causal_mask")
def causal_mask_three(rng: Rng) -> Arrays:
    """three tokens"""
    return (3,)


@probe("causal_mask")
def causal_mask_one(rng: Rng) -> Arrays:
    """a single token sees itself"""
    return (1,)


@probe("causal_mask")
def causal_mask_six(rng: Rng) -> Arrays:
    """six tokens"""
    return (6,)


@probe("causal_mask")
def causal_mask_long(rng: Rng) -> Arrays:
    """forty tokens"""
    return (40,)


@probe("causal_mask")
def causal_mask_eight(rng: Rng) -> Arrays:
    """eight tokens"""
    return (8,)


@probe("causal_mask")
def causal_mask_three_hundred(rng: Rng) -> Arrays:
    """three hundred tokens, more than eight bits can count"""
    return (300,)


def _allowed(*rows: str) -> np.ndarray[Any, Any]:
    """A mask drawn with letters: y may be looked at, n not."""
    return np.array([[letter == "y" for letter in row] for row in rows])


@probe("masked_weights")
def masked_weights_small(rng: Rng) -> Arrays:
    """two queries, three keys, one forbidden for each"""
    return matrix((1, 2, 0), (0, 1, 3)), _allowed("yny", "yyn")


@probe("masked_weights")
def masked_weights_square(rng: Rng) -> Arrays:
    """as many queries as keys, and a mask without a pattern"""
    return matrix((1, 0, 2), (2, 1, 0), (0, 3, 1)), _allowed("nyy", "yyn", "nyn")


@probe("masked_weights")
def masked_weights_causal(rng: Rng) -> Arrays:
    """four tokens that do not see the future"""
    return whole(rng, 4, 4), _allowed("ynnn", "yynn", "yyyn", "yyyy")


@probe("masked_weights")
def masked_weights_no_key(rng: Rng) -> Arrays:
    """a query that may look nowhere"""
    return matrix((1, 2), (2, 0), (0, 1)), _allowed("yn", "nn", "yy")


@probe("masked_weights")
def masked_weights_low(rng: Rng) -> Arrays:
    """allowed scores far below zero"""
    return matrix((-2000, -2001, 1), (-2002, 0, -2000)), _allowed("yyn", "yny")


@probe("masked_weights")
def masked_weights_peak(rng: Rng) -> Arrays:
    """a forbidden score far above the allowed ones"""
    return matrix((1, 3000, 2), (0, 1, 2)), _allowed("yny", "yyy")


@probe("masked_weights")
def masked_weights_large(rng: Rng) -> Arrays:
    """rows of very different level"""
    return matrix((5000, 5001, 0), (-5000, -5000, 0)), _allowed("yyn", "yyn")


@probe("masked_weights")
def masked_weights_one_key(rng: Rng) -> Arrays:
    """a single key, which only the second query may see"""
    return matrix((2,), (1,)), _allowed("n", "y")


@probe("masked_weights")
def masked_weights_integers(rng: Rng) -> Arrays:
    """integer scores"""
    return np.array([[1, 2, 0], [0, 1, 3]]), _allowed("yny", "yyn")


@probe("layer_norm")
def layer_norm_small(rng: Rng) -> Arrays:
    """two rows whose mean and variance are whole numbers"""
    return matrix((1, 3, 5, 7), (0, 4, 0, 4)), matrix((1, 2, 1, 3))[0], matrix((0, 1, -1, 2))[0], 1e-5


@probe("layer_norm")
def layer_norm_square(rng: Rng) -> Arrays:
    """as many tokens as features"""
    return matrix((1, 2, 6), (0, 3, 3), (5, 1, 0)), matrix((1, 2, 3))[0], matrix((1, 0, -1))[0], 1e-5


@probe("layer_norm")
def layer_norm_large_eps(rng: Rng) -> Arrays:
    """eps 3 beside a variance of 1: the root is 2"""
    return matrix((1, 3), (4, 2)), matrix((4, 2))[0], matrix((1, 0))[0], 3.0


@probe("layer_norm")
def layer_norm_constant(rng: Rng) -> Arrays:
    """a row without any variance must come out as beta"""
    return matrix((2, 2, 2), (1, 2, 3)), matrix((1, 2, 3))[0], matrix((4, 5, 6))[0], 1e-5


@probe("layer_norm")
def layer_norm_tiny(rng: Rng) -> Arrays:
    """a variance near eps"""
    return matrix((0.001, 0.003), (0.002, -0.002)), matrix((1, 2))[0], matrix((0, 1))[0], 1e-5


@probe("layer_norm")
def layer_norm_tiny_eps(rng: Rng) -> Arrays:
    """an eps far below the usual one, beside a variance of its size"""
    return matrix((0.0001, 0.0003), (0.0002, -0.0002)), matrix((1, 2))[0], matrix((0, 1))[0], 1e-8


@probe("layer_norm")
def layer_norm_outlier(rng: Rng) -> Arrays:
    """one feature of 128 far from the others"""
    x = np.zeros((1, 128))
    x[0, 3] = 128
    return x, np.ones(128), np.zeros(128), 1e-5


@probe("layer_norm")
def layer_norm_integers(rng: Rng) -> Arrays:
    """integer x beside gamma and beta of floats"""
    return np.array([[1, 3, 5, 7]]), matrix((1.5, 2, 1, 0.25))[0], matrix((0, 0.5, -1, 2))[0], 1e-5


@probe("output_drift")
def output_drift_small(rng: Rng) -> Arrays:
    """two tokens that moved by 5 and by 13"""
    return matrix((4, 5, 1), (5, 0, 13)), matrix((1, 1, 1), (0, 0, 1))


@probe("output_drift")
def output_drift_square(rng: Rng) -> Arrays:
    """as many tokens as features"""
    return matrix((4, 5), (1, 2)), matrix((1, 1), (1, 0))


@probe("output_drift")
def output_drift_still(rng: Rng) -> Arrays:
    """a token that did not move"""
    return matrix((3, 4, 0), (1, 1, 3)), matrix((3, 4, 0), (1, 1, 1))


@probe("output_drift")
def output_drift_near(rng: Rng) -> Arrays:
    """tokens near 1000 that moved a little"""
    return matrix((1000.003, 1000.004), (1000, 1000.001)), matrix((1000, 1000), (1000, 1000))


@probe("output_drift")
def output_drift_one_token(rng: Rng) -> Arrays:
    """a single token"""
    return matrix((6, 8)), matrix((0, 0))


@probe("output_drift")
def output_drift_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return np.array([[4, 5, 1], [5, 0, 13]]), np.array([[1, 1, 1], [0, 0, 1]])


def _counted(*shape: int) -> np.ndarray[Any, Any]:
    """0, 1, 2, … in reading order: each number says where it stood."""
    return np.arange(float(np.prod(shape))).reshape(shape)


@probe("split_heads")
def split_heads_small(rng: Rng) -> Arrays:
    """two tokens, two heads of three features"""
    return _counted(2, 6), 2


@probe("split_heads")
def split_heads_three(rng: Rng) -> Arrays:
    """four tokens, three heads of two features"""
    return _counted(4, 6), 3


@probe("split_heads")
def split_heads_square(rng: Rng) -> Arrays:
    """two tokens, two heads of two features"""
    return _counted(2, 4), 2


@probe("split_heads")
def split_heads_one_head(rng: Rng) -> Arrays:
    """a single head"""
    return _counted(3, 2), 1


@probe("split_heads")
def split_heads_thin(rng: Rng) -> Arrays:
    """heads of a single feature"""
    return _counted(2, 3), 3


@probe("split_heads")
def split_heads_indivisible(rng: Rng) -> Arrays:
    """four features cannot be divided into three heads"""
    return _counted(3, 4), 3


@probe("split_heads")
def split_heads_fewer_features_indivisible(rng: Rng) -> Arrays:
    """two features cannot be divided into four heads"""
    return _counted(2, 2), 4


@probe("split_heads")
def split_heads_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return _counted(2, 6).astype(int), 2


@probe("merge_heads")
def merge_heads_small(rng: Rng) -> Arrays:
    """two heads, three tokens, two features of a head"""
    return (_counted(2, 3, 2),)


@probe("merge_heads")
def merge_heads_three(rng: Rng) -> Arrays:
    """three heads, two tokens, four features of a head"""
    return (_counted(3, 2, 4),)


@probe("merge_heads")
def merge_heads_square(rng: Rng) -> Arrays:
    """two of everything"""
    return (_counted(2, 2, 2),)


@probe("merge_heads")
def merge_heads_one_head(rng: Rng) -> Arrays:
    """a single head"""
    return (_counted(1, 2, 3),)


@probe("merge_heads")
def merge_heads_one_token(rng: Rng) -> Arrays:
    """a single token"""
    return (_counted(3, 1, 2),)


@probe("merge_heads")
def merge_heads_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return (_counted(2, 3, 2).astype(int),)


def _heads(rng: Rng, seq_len: int, d_model: int, num_heads: int) -> Arrays:
    return whole(rng, seq_len, d_model), *(whole(rng, d_model, d_model) / 2 for _ in range(4)), num_heads


@probe("multi_head_attention")
def multi_head_attention_small(rng: Rng) -> Arrays:
    """three tokens, two heads of two features"""
    return _heads(rng, 3, 4, 2)


@probe("multi_head_attention")
def multi_head_attention_square(rng: Rng) -> Arrays:
    """as many tokens as features"""
    return _heads(rng, 4, 4, 2)


@probe("multi_head_attention")
def multi_head_attention_three_heads(rng: Rng) -> Arrays:
    """five tokens, three heads of three features"""
    return _heads(rng, 5, 9, 3)


@probe("multi_head_attention")
def multi_head_attention_one_head(rng: Rng) -> Arrays:
    """a single head"""
    return _heads(rng, 3, 5, 1)


@probe("multi_head_attention")
def multi_head_attention_large(rng: Rng) -> Arrays:
    """two tokens with scores of some thousands, and a small one"""
    x, *rest = _heads(rng, 3, 4, 2)
    return x * np.array([[40.0], [40.0], [0.1]]), *rest


@probe("multi_head_attention")
def multi_head_attention_gap(rng: Rng) -> Arrays:
    """scores near 430 that lie one or two apart: a limit makes them equal, and float32 loses their digits"""
    x, _, _, *rest = _heads(rng, 5, 10, 2)
    x[:, 0] = (3.1, 3.11, 3.09, 3.12, 3.08)
    tens = np.zeros((10, 10))
    tens[0, [0, 5]] = 10
    return x, tens, tens.copy(), *rest


@probe("multi_head_attention")
def multi_head_attention_indivisible(rng: Rng) -> Arrays:
    """four features cannot be divided into three heads"""
    return _heads(rng, 2, 4, 3)


@probe("multi_head_attention")
def multi_head_attention_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    x, *weights, num_heads = _heads(rng, 3, 4, 2)
    return x.astype(int), *((w * 2).astype(int) for w in weights), num_heads


@probe("feed_forward")
def feed_forward_small(rng: Rng) -> Arrays:
    """two tokens of two features, three hidden ones"""
    W_1, W_2 = matrix((1, -1, 2), (0, 2, -1)), matrix((1, 0), (2, 1), (-1, 3))
    return matrix((1, 2), (-1, 1)), W_1, matrix((1, 0, -2))[0], W_2, matrix((3, -1))[0]


@probe("feed_forward")
def feed_forward_square(rng: Rng) -> Arrays:
    """three of everything"""
    return whole(rng, 3, 3), whole(rng, 3, 3), matrix((1, -1, 2))[0], whole(rng, 3, 3), matrix((0, 2, -1))[0]


@probe("feed_forward")
def feed_forward_narrow(rng: Rng) -> Arrays:
    """four tokens of three features, two hidden ones"""
    return whole(rng, 4, 3), whole(rng, 3, 2), matrix((2, -1))[0], whole(rng, 2, 3), matrix((1, 0, -2))[0]


@probe("feed_forward")
def feed_forward_zero(rng: Rng) -> Arrays:
    """a token of zeros"""
    return matrix((0, 0)), matrix((1, 2, 0), (0, 1, 1)), matrix((2, -3, 1))[0], whole(rng, 3, 2), matrix((1, -2))[0]


@probe("feed_forward")
def feed_forward_silent(rng: Rng) -> Arrays:
    """hidden numbers that are all below zero"""
    return matrix((1, 2)), matrix((1, 0), (0, 1)), matrix((-9, -7))[0], matrix((1, 2), (3, 4)), matrix((5, 6))[0]


@probe("feed_forward")
def feed_forward_large(rng: Rng) -> Arrays:
    """large hidden numbers"""
    return matrix((50, 20)), matrix((1, 0), (0, 10)), matrix((0, 1))[0], matrix((1, 0), (1, 2)), matrix((0, 1))[0]


@probe("feed_forward")
def feed_forward_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return tuple(array.astype(int) for array in feed_forward_small(rng))


@probe("head_diversity")
def head_diversity_small(rng: Rng) -> Arrays:
    """two heads, one query, two keys"""
    return (np.stack([matrix((1, 0)), matrix((0.5, 0.5))]),)


@probe("head_diversity")
def head_diversity_three_heads(rng: Rng) -> Arrays:
    """three heads, two queries, four keys"""
    first, second = matrix((0.5, 0.5, 0, 0), (0.5, 0.25, 0.25, 0)), matrix((0, 0, 0.5, 0.5), (1, 0, 0, 0))
    return (np.stack([first, second, matrix((0, 0.5, 0.5, 0), (0.25, 0.25, 0.25, 0.25))]),)


@probe("head_diversity")
def head_diversity_square(rng: Rng) -> Arrays:
    """two of everything"""
    return (np.stack([matrix((1, 0), (0.25, 0.75)), matrix((0.5, 0.5), (0, 1))]),)


@probe("head_diversity")
def head_diversity_equal(rng: Rng) -> Arrays:
    """two equal heads"""
    return (np.stack([matrix((0.5, 0.5), (0.25, 0.75))] * 2),)


@probe("head_diversity")
def head_diversity_apart(rng: Rng) -> Arrays:
    """two heads that look at different keys"""
    return (np.stack([np.eye(4)[:2], np.eye(4)[2:]]),)


@probe("head_diversity")
def head_diversity_many_heads(rng: Rng) -> Arrays:
    """four heads, of which two are equal"""
    rows = matrix((1, 0, 0), (0, 1, 0), (0, 1, 0), (0.5, 0.25, 0.25))
    return (rows[:, None],)


@probe("head_diversity")
def head_diversity_near(rng: Rng) -> Arrays:
    """two heads that differ by a few thousandths"""
    return (np.stack([matrix((0.5, 0.5)), matrix((0.498, 0.502))]),)


@probe("head_diversity")
def head_diversity_hair(rng: Rng) -> Arrays:
    """two heads that differ by a hundred-millionth"""
    return (np.array([[[0.5, 0.5]], [[0.5 + 1e-8, 0.5 - 1e-8]]]),)


@probe("head_diversity")
def head_diversity_integers(rng: Rng) -> Arrays:
    """one-hot maps as integers"""
    return (np.array([[[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 0, 1]]]),)


def _layer(rng: Rng, seq_len: int, d_model: int, d_ff: int, num_heads: int, pre_norm: bool) -> Arrays:
    attention = tuple(whole(rng, d_model, d_model) / 2 for _ in range(4))
    ffn = whole(rng, d_model, d_ff), whole(rng, d_ff), whole(rng, d_ff, d_model), whole(rng, d_model)
    norms = (whole(rng, d_model) + 3, whole(rng, d_model), whole(rng, d_model) + 3, whole(rng, d_model))
    return whole(rng, seq_len, d_model), attention, ffn, norms, num_heads, pre_norm


@probe("encoder_layer")
def encoder_layer_post(rng: Rng) -> Arrays:
    """post-norm, two tokens of four features, two heads, three hidden features"""
    return _layer(rng, 2, 4, 3, 2, False)


@probe("encoder_layer")
def encoder_layer_pre(rng: Rng) -> Arrays:
    """pre-norm, three tokens of four features, two heads, two hidden features"""
    return _layer(rng, 3, 4, 2, 2, True)


@probe("encoder_layer")
def encoder_layer_post_square(rng: Rng) -> Arrays:
    """post-norm, four of everything"""
    return _layer(rng, 4, 4, 4, 2, False)


@probe("encoder_layer")
def encoder_layer_pre_square(rng: Rng) -> Arrays:
    """pre-norm, four of everything"""
    return _layer(rng, 4, 4, 4, 2, True)


def _quiet(pre_norm: bool) -> Arrays:
    """Two tokens whose matrices let nothing through, so that only norms and residuals are left."""
    nothing, none, same = np.zeros((2, 2)), np.zeros(2), np.eye(2)
    norms = (np.array([2.0, 1.0]), np.array([0.0, 1.0]), np.array([1.0, 3.0]), np.array([1.0, 0.0]))
    return matrix((4, 0), (1, 3)), (same, same, same, nothing), (same, none, nothing, none), norms, 1, pre_norm


@probe("encoder_layer")
def encoder_layer_post_quiet(rng: Rng) -> Arrays:
    """post-norm with matrices that let nothing through"""
    return _quiet(False)


@probe("encoder_layer")
def encoder_layer_pre_quiet(rng: Rng) -> Arrays:
    """pre-norm with matrices that let nothing through"""
    return _quiet(True)


@probe("encoder_layer")
def encoder_layer_post_small(rng: Rng) -> Arrays:
    """post-norm on tokens so small that eps decides"""
    x, attention, (W_1, b_1, W_2, b_2), *rest = _layer(rng, 2, 4, 3, 2, False)
    return x / 500, attention, (W_1, b_1 / 1000, W_2, b_2 / 1000), *rest


@probe("encoder_layer")
def encoder_layer_pre_small(rng: Rng) -> Arrays:
    """pre-norm on tokens so small that eps decides"""
    x, *rest = _layer(rng, 2, 4, 3, 2, True)
    return x / 500, *rest


@probe("encoder_layer")
def encoder_layer_post_integers(rng: Rng) -> Arrays:
    """post-norm on integer arrays"""
    x, attention, ffn, norms, *rest = _layer(rng, 2, 4, 3, 2, False)
    groups = (tuple((2 * a).astype(int) for a in attention), *(tuple(a.astype(int) for a in g) for g in (ffn, norms)))
    return x.astype(int), *groups, *rest


def _batch(rng: Rng, batch: int, seq_len: int, d_model: int, d_k: int, d_v: int) -> Arrays:
    matrices = (whole(rng, d_model, width) / 2 for width in (d_k, d_k, d_v))
    return whole(rng, batch, seq_len, d_model), *matrices


@probe("batched_attention")
def batched_attention_small(rng: Rng) -> Arrays:
    """two sequences of three tokens, four features, queries of two, values of one"""
    return _batch(rng, 2, 3, 4, 2, 1)


@probe("batched_attention")
def batched_attention_square(rng: Rng) -> Arrays:
    """three of everything"""
    return _batch(rng, 3, 3, 3, 3, 3)


@probe("batched_attention")
def batched_attention_one_sequence(rng: Rng) -> Arrays:
    """a batch of one sequence"""
    return _batch(rng, 1, 2, 3, 2, 4)


@probe("batched_attention")
def batched_attention_one_token(rng: Rng) -> Arrays:
    """three sequences of a single token"""
    return _batch(rng, 3, 1, 2, 4, 3)


@probe("batched_attention")
def batched_attention_levels(rng: Rng) -> Arrays:
    """one sequence with scores of some thousands, one with small ones"""
    x, *rest = _batch(rng, 2, 2, 3, 2, 2)
    return x * np.array([60.0, 1.0])[:, None, None], *rest


@probe("batched_attention")
def batched_attention_lowered(rng: Rng) -> Arrays:
    """scores near -1400 that differ by little"""
    x, W_q, W_k = matrix((1, 0), (1, 1)), matrix((40,), (0,)), matrix((-35,), (0.01,))
    return x[None], W_q, W_k, matrix((1,), (2,))


@probe("batched_attention")
def batched_attention_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return tuple((2 * array).astype(int) for array in batched_attention_small(rng))
