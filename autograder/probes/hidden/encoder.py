"""Hidden inputs of the exercises on masks, norms and many heads."""

from __future__ import annotations

import numpy as np

from autograder.probes import probe
from autograder.probes.hidden import Arrays, Rng

# --- causal_mask ------------------------------------------------------------------------------------------------------


@probe("causal_mask")
def causal_mask_five(rng: Rng) -> Arrays:
    """five tokens: direction, diagonal and kind"""
    return (5,)


@probe("causal_mask")
def causal_mask_nine(rng: Rng) -> Arrays:
    """nine tokens: a mask fixed at eight shows"""
    return (9,)


@probe("causal_mask")
def causal_mask_long(rng: Rng) -> Arrays:
    """three hundred tokens: windows of any usual width, and positions in a small integer type, give way"""
    return (300,)


@probe("causal_mask")
def causal_mask_eight(rng: Rng) -> Arrays:
    """eight tokens, the documents' size: what was copied from there and fits only there is still counted right here"""
    return (8,)


@probe("causal_mask")
def causal_mask_two(rng: Rng) -> Arrays:
    """two tokens, the smallest mask with a future: a single entry is forbidden"""
    return (2,)


@probe("causal_mask")
def causal_mask_one(rng: Rng) -> Arrays:
    """a single token sees itself"""
    return (1,)


# --- layer_norm -------------------------------------------------------------------------------------------------------


def _norm(rng: Rng, n: int, d: int, mean: float, spread: float, eps: float) -> Arrays:
    return rng.normal(mean, spread, (n, d)), rng.normal(1.5, 0.6, d), rng.normal(-0.5, 1, d), eps


@probe("layer_norm")
def layer_norm_rectangular(rng: Rng) -> Arrays:
    """rows with a mean and a spread of their own, gamma and beta far from 1 and 0"""
    return _norm(rng, 3, 5, 2.0, 3.0, 1e-5)


@probe("layer_norm")
def layer_norm_square(rng: Rng) -> Arrays:
    """as many tokens as features: row statistics broadcast over columns run silently"""
    return _norm(rng, 4, 4, -1.0, 2.0, 1e-5)


@probe("layer_norm")
def layer_norm_large_eps(rng: Rng) -> Arrays:
    """eps 0.1, where inside and outside the root differ"""
    return _norm(rng, 3, 6, 0.5, 0.8, 0.1)


@probe("layer_norm")
def layer_norm_larger_eps(rng: Rng) -> Arrays:
    """eps 2, above the variance: an eps that is ignored, doubled or squared shows"""
    return _norm(rng, 2, 4, 0.5, 1.0, 2.0)


@probe("layer_norm")
def layer_norm_constant(rng: Rng) -> Arrays:
    """a row without any variance must come out as beta"""
    x, gamma, beta, eps = _norm(rng, 3, 4, 1.0, 2.0, 1e-5)
    x[1] = 2.5
    return x, gamma, beta, eps


@probe("layer_norm")
def layer_norm_small(rng: Rng) -> Arrays:
    """a variance near eps, which then decides the result"""
    return _norm(rng, 3, 5, 0.0, 3e-3, 1e-5)


@probe("layer_norm")
def layer_norm_tiny_eps(rng: Rng) -> Arrays:
    """eps 1e-12 on small rows: a fixed 1e-5 shows"""
    return _norm(rng, 2, 5, 0.0, 1e-4, 1e-12)


@probe("layer_norm")
def layer_norm_offset(rng: Rng) -> Arrays:
    """a mean of 1000 beside a spread of 1: steps in float32 show"""
    return _norm(rng, 6, 12, 1000.0, 1.0, 1e-5)


@probe("layer_norm")
def layer_norm_outlier(rng: Rng) -> Arrays:
    """one feature of 128 more than ten spreads from the mean: whatever is clipped at 3 or 10 shows"""
    x, gamma, beta, eps = _norm(rng, 2, 128, 0.5, 1.0, 1e-5)
    x[[0, 1], rng.integers(128, size=2)] += (400, -400)
    return x, gamma, beta, eps


@probe("layer_norm")
def layer_norm_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    return rng.integers(-9, 10, size=(3, 4)), rng.integers(1, 4, size=4), rng.normal(size=4), 1e-5


@probe("layer_norm")
def layer_norm_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    x, gamma, beta, eps = layer_norm_rectangular(rng)
    return x.astype(np.float32), gamma.astype(np.float32), beta.astype(np.float32), eps


# --- multi_head_attention ---------------------------------------------------------------------------------------------


def _heads(rng: Rng, seq_len: int, d_model: int, num_heads: int, spread: float = 1.0) -> Arrays:
    x = rng.normal(0.3, spread, (seq_len, d_model))
    return x, *(rng.normal(scale=0.4, size=(d_model, d_model)) for _ in range(4)), num_heads


@probe("multi_head_attention")
def multi_head_attention_three_heads(rng: Rng) -> Arrays:
    """seq_len 5, three heads of four features: splits, merges, scales and W_o"""
    return _heads(rng, 5, 12, 3)


@probe("multi_head_attention")
def multi_head_attention_two_heads(rng: Rng) -> Arrays:
    """seq_len 7, two heads of five features"""
    return _heads(rng, 7, 10, 2)


@probe("multi_head_attention")
def multi_head_attention_square(rng: Rng) -> Arrays:
    """seq_len = d_model, num_heads = d_head: swapped axes run silently"""
    return _heads(rng, 4, 4, 2)


@probe("multi_head_attention")
def multi_head_attention_one_head(rng: Rng) -> Arrays:
    """a single head is plain attention followed by W_o; the root of its width, 2.65, lies nearer 3 than 2"""
    return _heads(rng, 5, 7, 1)


@probe("multi_head_attention")
def multi_head_attention_thin_heads(rng: Rng) -> Arrays:
    """as many heads as features: each head is one feature wide and its scale is 1"""
    return _heads(rng, 3, 6, 6)


@probe("multi_head_attention")
def multi_head_attention_large(rng: Rng) -> Arrays:
    """scores in the thousands: a softmax that overflows gives nan"""
    return _heads(rng, 4, 6, 2, spread=60.0)


@probe("multi_head_attention")
def multi_head_attention_lowered(rng: Rng) -> Arrays:
    """scores near -1400 in one head and -2900 in the other that differ by little: exp without a shift leaves zeros,
    whatever is added below the line; the first token's own score lies so far below its others that a mask after the
    softmax leaves nothing of it
    """
    x, W_q, W_k, W_v, W_o, num_heads = _heads(rng, 4, 6, 2)
    x[:, 0], W_q[:, [0, 3]], W_k[:, [0, 3]] = 1, 0, 0
    x[0, 0] = 3
    W_q[0], W_k[0] = (50, 0, 0, 100, 0, 0), (-50, 0, 0, -50, 0, 0)
    return x, W_q, W_k, W_v, W_o, num_heads


@probe("multi_head_attention")
def multi_head_attention_indivisible(rng: Rng) -> Arrays:
    """twelve features cannot be divided into five heads"""
    return _heads(rng, 4, 12, 5)


@probe("multi_head_attention")
def multi_head_attention_fewer_features(rng: Rng) -> Arrays:
    """four features cannot be divided into eight heads"""
    return _heads(rng, 3, 4, 8)


@probe("multi_head_attention")
def multi_head_attention_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    W_q, W_k, W_v, W_o = (rng.integers(-1, 2, size=(4, 4)) for _ in range(4))
    return rng.integers(-2, 3, size=(3, 4)), W_q, W_k + rng.normal(scale=0.3, size=(4, 4)), W_v, W_o, 2


@probe("multi_head_attention")
def multi_head_attention_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    *arrays, num_heads = multi_head_attention_three_heads(rng)
    return *(a.astype(np.float32) for a in arrays), num_heads
