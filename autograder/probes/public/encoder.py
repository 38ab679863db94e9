"""Public inputs of the exercises on masks, norms and many heads."""

from __future__ import annotations

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
