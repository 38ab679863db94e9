"""The public inputs: small shapes and round numbers, on which a person can follow what went wrong by hand.

They carry the public checks, the fingerprints that name a mistake on the learner's own machine, and the
counter-examples. None of them is used for a mark.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.probes import probe

Rng = np.random.Generator
Arrays = tuple[Any, ...]


def _whole(rng: Rng, *shape: int) -> np.ndarray[Any, Any]:
    """Small whole numbers as floats, no row of zeros."""
    numbers = rng.integers(-2, 3, size=shape).astype(float)
    numbers[..., 0] += 3 * ~numbers.any(axis=-1)
    return numbers


def _rows(*rows: tuple[float, ...]) -> np.ndarray[Any, Any]:
    return np.array(rows, dtype=float)


@probe("project_qkv")
def project_qkv_small(rng: Rng) -> Arrays:
    """two tokens of three features; Q and K are two wide, V is one wide"""
    return (
        _rows((1, 2, 0), (0, 1, -1)),
        _rows((1, 0), (0, 1), (1, 1)),
        _rows((0, 1), (2, 0), (1, -1)),
        _rows((1,), (1,), (3,)),
    )


@probe("project_qkv")
def project_qkv_square(rng: Rng) -> Arrays:
    """everything 2 x 2, so that a wrong order of factors still runs"""
    return _rows((1, 2), (3, 5)), _rows((1, 2), (0, 1)), _rows((2, 0), (1, 1)), _rows((0, 1), (3, 1))


@probe("project_qkv")
def project_qkv_wide(rng: Rng) -> Arrays:
    """V wider than Q and K"""
    return _whole(rng, 2, 3), _whole(rng, 3, 2), _whole(rng, 3, 2), _whole(rng, 3, 5)


@probe("project_qkv")
def project_qkv_integers(rng: Rng) -> Arrays:
    """integer weights beside x of floats"""
    return np.array([[0.5, 2, 0.25], [0, 1.5, -1]]), *(a.astype(int) for a in project_qkv_small(rng)[1:])


@probe("project_qkv")
def project_qkv_fractions(rng: Rng) -> Arrays:
    """numbers with many digits"""
    return tuple(rng.normal(size=shape) for shape in ((3, 4), (4, 2), (4, 2), (4, 3)))


@probe("project_qkv")
def project_qkv_mixed(rng: Rng) -> Arrays:
    """integer x beside weights of floats"""
    return np.array([[1, 2, 0], [3, -1, 1]]), *(rng.normal(size=(3, d)) for d in (2, 2, 1))


@probe("project_qkv")
def project_qkv_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel"""
    return _rows((3e4, 1 / 3, -3e4)), *(_rows(*[(1 + a, 1 / 7)] * 3) for a in (0.1, 0.2, 0.3))


@probe("attention_scores")
def attention_scores_small(rng: Rng) -> Arrays:
    """two queries, three keys, four features: the divisor is 2"""
    return _rows((2, 0, 0, 0), (0, 4, 2, 0)), _rows((1, 0, 1, 0), (0, 1, 0, 3), (-2, 1, 1, 1))


@probe("attention_scores")
def attention_scores_square(rng: Rng) -> Arrays:
    """everything 2 x 2, so that a wrong order of factors still runs"""
    return _rows((1, 2), (3, 5)), _rows((2, -1), (1, 4))


@probe("attention_scores")
def attention_scores_long(rng: Rng) -> Arrays:
    """five queries, two keys, nine features: the divisor is 3"""
    return _whole(rng, 5, 9), _whole(rng, 2, 9)


@probe("attention_scores")
def attention_scores_large(rng: Rng) -> Arrays:
    """legal scores of some hundreds"""
    return _rows((30, -20, 10)), _rows((20, 10, -10), (-30, 10, 20))


@probe("attention_scores")
def attention_scores_integers(rng: Rng) -> Arrays:
    """integer keys beside queries of floats"""
    Q, K = attention_scores_small(rng)
    return Q + 0.5, K.astype(int)


@probe("attention_scores")
def attention_scores_fractions(rng: Rng) -> Arrays:
    """numbers with many digits"""
    return rng.normal(size=(2, 5)), rng.normal(size=(3, 5))


@probe("attention_scores")
def attention_scores_mixed(rng: Rng) -> Arrays:
    """integer queries beside keys of floats"""
    return np.array([[1, 2, 0], [3, -1, 1]]), rng.normal(size=(4, 3))


@probe("attention_scores")
def attention_scores_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel"""
    return _rows((3e4, 1 / 3, -3e4)), _rows((1.1, 1 / 7, 1.1), (0.7, 2 / 7, 0.7))


@probe("stable_softmax")
def stable_softmax_small(rng: Rng) -> Arrays:
    """scores that are logarithms: row 0 is [1/6, 2/6, 3/6]"""
    return (np.log(_rows((1, 2, 3), (4, 1, 1))),)


@probe("stable_softmax")
def stable_softmax_square(rng: Rng) -> Arrays:
    """as many queries as keys"""
    return (_rows((0, 1, 2), (3, -1, 0), (1, 1, -2)),)


@probe("stable_softmax")
def stable_softmax_large(rng: Rng) -> Arrays:
    """a row near 1000 and a row near -1000"""
    return (_rows((1000.1, 1001, 1003), (-1000.3, -1002, -1001)),)


@probe("stable_softmax")
def stable_softmax_levels(rng: Rng) -> Arrays:
    """two rows of very different level"""
    return (_rows((1000, 1001), (0, 1), (-2, -1)),)


@probe("stable_softmax")
def stable_softmax_peak(rng: Rng) -> Arrays:
    """one score far above or far below the others"""
    return (_rows((0, 3000, 1, 2), (1, 2, -3000, 0), (0, 900, 1, 2)),)


@probe("stable_softmax")
def stable_softmax_gap(rng: Rng) -> Arrays:
    """scores past 80, ten apart, and others around 50, 80, 500 and 700"""
    rows = _rows((90, 100, 91), (47, 49, 52), (77, 79, 82), (497, 499, 502), (697, 699, 702))
    return (np.vstack([rows, -rows]),)


@probe("stable_softmax")
def stable_softmax_masked(rng: Rng) -> Arrays:
    """minus infinity beside ordinary scores"""
    return (_rows((0, -np.inf, 1), (-np.inf, 2, -np.inf)),)


@probe("stable_softmax")
def stable_softmax_masked_low(rng: Rng) -> Arrays:
    """minus infinity in rows that lie very low"""
    levels = (5e3, 2e4, 5e5, 2e6, 5e8, 2e9, 1e12)
    return (_rows((-10000, -10001, -np.inf), *((-level, -np.inf, -np.inf) for level in levels)),)


@probe("stable_softmax")
def stable_softmax_huge(rng: Rng) -> Arrays:
    """rows near 100000 and ten million"""
    return (_rows((100000, 100001, 100003), (-10000000, -10000002, -10000001)),)


@probe("stable_softmax")
def stable_softmax_vector(rng: Rng) -> Arrays:
    """a single row without a second axis"""
    return (np.array([0.0, 1.0, -1.0]),)


@probe("stable_softmax")
def stable_softmax_cube(rng: Rng) -> Arrays:
    """three axes of different length"""
    return (_whole(rng, 2, 3, 4),)


@probe("stable_softmax")
def stable_softmax_integers(rng: Rng) -> Arrays:
    """integer scores"""
    return (np.array([[0, 1, 2], [3, 0, 0]]),)


@probe("weighted_sum")
def weighted_sum_small(rng: Rng) -> Arrays:
    """two queries average three values of two features"""
    return _rows((0.5, 0.25, 0.25), (0, 0.5, 0.5)), _rows((4, 0), (8, 4), (0, 12))


@probe("weighted_sum")
def weighted_sum_square(rng: Rng) -> Arrays:
    """everything 2 x 2, so that a wrong order of factors still runs"""
    return _rows((0.25, 0.75), (0.5, 0.5)), _rows((4, 0), (8, 12))


@probe("weighted_sum")
def weighted_sum_one_hot(rng: Rng) -> Arrays:
    """a single one in each row"""
    return _rows((0, 1, 0), (1, 0, 0)), _rows((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))


@probe("weighted_sum")
def weighted_sum_unnormalised(rng: Rng) -> Arrays:
    """rows that do not sum to one"""
    return _rows((2, 1), (0.25, 0.25)), _rows((4, 0, 8), (8, 4, 0))


@probe("weighted_sum")
def weighted_sum_thirds(rng: Rng) -> Arrays:
    """thirds and tenths over whole numbers, large ones that almost cancel"""
    return _rows((1 / 3, 1 / 3, 1 / 3), (0.1, 0.2, 0.7)), np.array([[30001, 1], [-30000, 4], [2, 2]])


@probe("weighted_sum")
def weighted_sum_decades(rng: Rng) -> Arrays:
    """weights on both sides of each power of ten"""
    small = (2e-2, 5e-3, 2e-3, 5e-4, 2e-4, 5e-5, 2e-5, 5e-6, 2e-6, 5e-7)
    return _rows((*small, 1 - sum(small))), np.arange(1.0, 12)[:, None]


@probe("weighted_sum")
def weighted_sum_integers(rng: Rng) -> Arrays:
    """integer weights over values of floats"""
    return np.array([[1, 2, 0]]), _rows((1.5, 3), (2.25, 5), (7, 4.5))


@probe("self_attention")
def self_attention_small(rng: Rng) -> Arrays:
    """three tokens of two features; keys are four wide (divisor 2), values one wide"""
    x = _rows((1, 0), (0, 1), (1, 1))
    return x, _rows((1, 0, 2, 0), (0, 1, 0, 1)), _rows((1, 1, 0, 0), (0, 1, 1, -1)), _rows((3,), (6,))


@probe("self_attention")
def self_attention_square(rng: Rng) -> Arrays:
    """everything 2 x 2"""
    return _rows((1, 0), (1, 2)), _rows((1, 1), (0, 1)), _rows((1, 0), (1, 2)), _rows((2, 1), (0, 4))


@probe("self_attention")
def self_attention_longer(rng: Rng) -> Arrays:
    """five tokens of four features, keys three wide"""
    return _whole(rng, 5, 4), _whole(rng, 4, 3), _whole(rng, 4, 3), _whole(rng, 4, 2)


@probe("self_attention")
def self_attention_large(rng: Rng) -> Arrays:
    """two tokens with scores of some thousands, and a small one"""
    x = _rows((40, 0, 10), (0, 50, 0), (0, 0.1, 0))
    return x, _rows((1, 0), (0, 1), (1, 0)), _rows((1, 1), (0, 1), (1, 0)), _whole(rng, 3, 3)


@probe("self_attention")
def self_attention_raised(rng: Rng) -> Arrays:
    """scores near 1600 that differ by little"""
    return _rows((1, 0), (1, 1), (1, -1)), _rows((40, 0), (0, 1)), _rows((40, 1), (0, 2)), _rows((1, 4), (2, 0))


@probe("self_attention")
def self_attention_zero(rng: Rng) -> Arrays:
    """x of zeros: every weight must be 1 / seq_len"""
    return np.zeros((4, 3)), _whole(rng, 3, 2), _whole(rng, 3, 2), _whole(rng, 3, 2)


@probe("self_attention")
def self_attention_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return tuple(a.astype(int) for a in self_attention_small(rng))


@probe("attention_entropy")
def attention_entropy_small(rng: Rng) -> Arrays:
    """one even row, one uneven one"""
    return (_rows((0.5, 0.25, 0.25), (0.125, 0.125, 0.75)),)


@probe("attention_entropy")
def attention_entropy_square(rng: Rng) -> Arrays:
    """as many queries as keys"""
    return (_rows((0.5, 0.25, 0.25), (0.125, 0.125, 0.75), (0.75, 0.125, 0.125)),)


@probe("attention_entropy")
def attention_entropy_one_hot(rng: Rng) -> Arrays:
    """a single one in each row: the entropy is 0"""
    return (_rows((0, 1, 0, 0), (1, 0, 0, 0)),)


@probe("attention_entropy")
def attention_entropy_uniform(rng: Rng) -> Arrays:
    """equal weights over four keys: the entropy is log 4"""
    return (np.full((2, 4), 0.25),)


@probe("attention_entropy")
def attention_entropy_peaked(rng: Rng) -> Arrays:
    """one weight of almost one beside tiny ones"""
    return (_rows((0.999991, 3e-6, 3e-6, 3e-6), (0.5, 0.499997, 3e-6, 0)),)


@probe("attention_entropy")
def attention_entropy_masked(rng: Rng) -> Arrays:
    """zeros beside ordinary weights"""
    return (_rows((1, 0, 0), (0.25, 0.75, 0)),)


@probe("attention_entropy")
def attention_entropy_decades(rng: Rng) -> Arrays:
    """weights on both sides of each power of ten"""
    small = (2e-2, 5e-3, 2e-3, 5e-4, 2e-4, 5e-5, 2e-5, 5e-6, 2e-6, 5e-7)
    return (_rows((*small, 1 - sum(small))),)


@probe("attention_entropy")
def attention_entropy_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers"""
    return (np.array([[0, 1, 0], [1, 0, 0]]),)


@probe("attention_entropy")
def attention_entropy_ten_keys(rng: Rng) -> Arrays:
    """more than eight keys"""
    return (np.array([np.arange(1, 11) / 55]),)


@probe("is_uniform")
def is_uniform_small(rng: Rng) -> Arrays:
    """an even row and two focused ones over four keys"""
    return (_rows((0.25, 0.25, 0.25, 0.25), (0.7, 0.1, 0.1, 0.1), (0.2, 0.4, 0.2, 0.2)),)


@probe("is_uniform")
def is_uniform_square(rng: Rng) -> Arrays:
    """as many queries as keys, the last two alike"""
    return (_rows((1 / 3, 1 / 3, 1 / 3), (0.5, 0.3, 0.2), (0.5, 0.3, 0.2)),)


@probe("is_uniform")
def is_uniform_focused(rng: Rng) -> Arrays:
    """no even row, though one leads with exactly a third"""
    return (_rows((1 / 3, 0.6, 1 - 1 / 3 - 0.6), (0.9, 0.05, 0.05)),)


@probe("is_uniform")
def is_uniform_edge(rng: Rng) -> Arrays:
    """ever farther off: the first four are within 0.001, the others are not"""
    offs = (0.00006, 0.00016, 0.0002, 0.0006, 0.0016, 0.005)
    return (np.array([(0.25 + off, 0.25, 0.25, 0.25 - off) for off in offs]),)


@probe("is_uniform")
def is_uniform_close(rng: Rng) -> Arrays:
    """forty keys, none or one just too far off"""
    weights = np.full((8, 40), 1 / 40)
    weights[0] += np.tile((6e-4, -6e-4), 20)
    weights[1, [0, 39]] += (6e-4, -6e-4)
    weights[2, [1, -2]] += (3e-4, -3e-4)
    weights[7, 10:14] += (6e-4, -6e-4, 6e-4, -6e-4)
    for row, off in ((3, 1.6e-3), (4, -1.6e-3), (6, 6e-4)):
        weights[row] -= off / 39
        weights[row, 5] += off * 40 / 39
    weights[5, 4:6] += (1.6e-3, -1.6e-3)
    return (weights,)


@probe("is_uniform")
def is_uniform_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers"""
    return (np.array([[0, 1, 0], [1, 0, 0]]),)


@probe("is_uniform")
def is_uniform_loose(rng: Rng) -> Arrays:
    """atol 0.05, handed in"""
    return _rows((0.51, 0.49), (0.75, 0.25), (0.53, 0.47), (0.58, 0.42)), 0.05


@probe("is_uniform")
def is_uniform_tight(rng: Rng) -> Arrays:
    """atol 0.00001, handed in"""
    return _rows((0.2505, 0.2495, 0.25, 0.25), (0.253, 0.247, 0.25, 0.25), (0.250001, 0.249999, 0.25, 0.25)), 1e-5


@probe("is_uniform")
def is_uniform_many(rng: Rng) -> Arrays:
    """256 keys: an even row, one that is a little off everywhere, one in two places, and focused ones"""
    weights = np.full((6, 256), 1 / 256)
    weights[1] += np.tile((2e-4, -2e-4), 128)
    weights[2, 3:5] += (1e-4, -1e-4)
    for row, peak in ((3, 0.0125), (4, 0.03), (5, 0.2)):
        weights[row] = (1 - peak) / 256
        weights[row, 7] += peak
    return (weights,)


@probe("is_uniform")
def is_uniform_eight(rng: Rng) -> Arrays:
    """an even row and a focused one over eight keys"""
    return (_rows((0.125,) * 8, (0.3, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)),)


@probe("is_uniform")
def is_uniform_steps(rng: Rng) -> Arrays:
    """three keys, ever farther from even"""
    return (np.array([(1 / 3 + off, 1 / 3, 1 / 3 - off) for off in (0.006, 0.012, 0.02, 0.04, 0.08, 0.16)]),)


@probe("is_uniform")
def is_uniform_slopes(rng: Rng) -> Arrays:
    """forty keys: a slow climb, and one key missing"""
    return (np.array([1 / 40 + np.linspace(-0.009, 0.009, 40), [0] + [1 / 39] * 39]),)


@probe("is_uniform")
def is_uniform_alike(rng: Rng) -> Arrays:
    """two focused rows, both the same"""
    return (_rows((0.5, 0.3, 0.2), (0.5, 0.3, 0.2)),)


@probe("is_uniform")
def is_uniform_one_key(rng: Rng) -> Arrays:
    """a single key: the only possible row is even"""
    return (np.ones((1, 1)),)


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


@probe("layer_norm")
def layer_norm_small(rng: Rng) -> Arrays:
    """two rows whose mean and variance are whole numbers"""
    return _rows((1, 3, 5, 7), (0, 4, 0, 4)), _rows((1, 2, 1, 3))[0], _rows((0, 1, -1, 2))[0], 1e-5


@probe("layer_norm")
def layer_norm_square(rng: Rng) -> Arrays:
    """as many tokens as features"""
    return _rows((1, 2, 6), (0, 3, 3), (5, 1, 0)), _rows((1, 2, 3))[0], _rows((1, 0, -1))[0], 1e-5


@probe("layer_norm")
def layer_norm_large_eps(rng: Rng) -> Arrays:
    """eps 3 beside a variance of 1: the root is 2"""
    return _rows((1, 3), (4, 2)), _rows((4, 2))[0], _rows((1, 0))[0], 3.0


@probe("layer_norm")
def layer_norm_constant(rng: Rng) -> Arrays:
    """a row without any variance must come out as beta"""
    return _rows((2, 2, 2), (1, 2, 3)), _rows((1, 2, 3))[0], _rows((4, 5, 6))[0], 1e-5


@probe("layer_norm")
def layer_norm_tiny(rng: Rng) -> Arrays:
    """a variance near eps"""
    return _rows((0.001, 0.003), (0.002, -0.002)), _rows((1, 2))[0], _rows((0, 1))[0], 1e-5


@probe("layer_norm")
def layer_norm_outlier(rng: Rng) -> Arrays:
    """one feature of 128 far from the others"""
    x = np.zeros((1, 128))
    x[0, 3] = 128
    return x, np.ones(128), np.zeros(128), 1e-5


@probe("layer_norm")
def layer_norm_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return np.array([[1, 3, 5, 7]]), np.array([1, 2, 1, 3]), np.array([0, 1, -1, 2]), 1e-5


def _heads(rng: Rng, seq_len: int, d_model: int, num_heads: int) -> Arrays:
    return _whole(rng, seq_len, d_model), *(_whole(rng, d_model, d_model) / 2 for _ in range(4)), num_heads


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
def multi_head_attention_indivisible(rng: Rng) -> Arrays:
    """four features cannot be divided into three heads"""
    return _heads(rng, 2, 4, 3)


@probe("multi_head_attention")
def multi_head_attention_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    x, *weights, num_heads = _heads(rng, 3, 4, 2)
    return x.astype(int), *((w * 2).astype(int) for w in weights), num_heads
