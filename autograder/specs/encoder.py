"""The encoder layer and its parts as loops: Vaswani et al. 2017; Ba, Kiros and Hinton 2016 for layer_norm."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from autograder.specs.attention import (
    attention_scores,
    product,
    project_qkv,
    self_attention,
    stable_softmax,
    weighted_sum,
)

Array = np.ndarray[Any, Any]


def causal_mask(seq_len: int) -> Array:
    """bool (seq_len, seq_len): True where key j may be seen by query i, that is j <= i."""
    return np.array([[j <= i for j in range(seq_len)] for i in range(seq_len)])


def masked_weights(scores: Array, mask: Array) -> Array:
    """scores, mask (n_q, n_k) -> (n_q, n_k): softmax over the allowed keys of a row, 0 elsewhere; 0 where none is."""
    out = np.zeros(scores.shape)
    for i in range(scores.shape[0]):
        allowed = [j for j in range(scores.shape[1]) if mask[i, j]]
        if allowed:
            for j, weight in zip(allowed, stable_softmax(np.array([scores[i, j] for j in allowed])), strict=True):
                out[i, j] = weight
    return out


def layer_norm(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """x (seq_len, d_model), gamma and beta (d_model,): biased variance, eps inside the root."""
    n, d = x.shape
    out = np.empty((n, d))
    for i in range(n):
        row = [float(value) for value in x[i]]
        mean = math.fsum(row) / d
        variance = math.fsum((value - mean) ** 2 for value in row) / d
        for j in range(d):
            out[i, j] = (row[j] - mean) / math.sqrt(variance + eps) * float(gamma[j]) + float(beta[j])
    return out


def output_drift(output: Array, x: Array) -> Array:
    """output, x (seq_len, d_model) -> (seq_len,): how far each token moved, as a Euclidean length."""
    pairs = zip(output, x, strict=True)
    return np.array([math.hypot(*(float(a) - float(b) for a, b in zip(o, t, strict=True))) for o, t in pairs])


def split_heads(x: Array, num_heads: int) -> Array:
    """x (seq_len, d_model) -> (num_heads, seq_len, d_head): head h owns columns h * d_head ... (h + 1) * d_head."""
    seq_len, d_model = x.shape
    d_head = _head_width(d_model, num_heads)
    out = np.empty((num_heads, seq_len, d_head))
    for h in range(num_heads):
        for i in range(seq_len):
            for c in range(d_head):
                out[h, i, c] = x[i, h * d_head + c]
    return out


def _head_width(d_model: int, num_heads: int) -> int:
    """d_head; ValueError when d_model is not divisible by num_heads."""
    if d_model % num_heads:
        raise ValueError(f"d_model {d_model} cannot be divided into {num_heads} heads")
    return d_model // num_heads


def merge_heads(heads: Array) -> Array:
    """heads (num_heads, seq_len, d_head) -> (seq_len, num_heads * d_head), the heads side by side in order."""
    num_heads, seq_len, d_head = heads.shape
    out = np.empty((seq_len, num_heads * d_head))
    for h in range(num_heads):
        for i in range(seq_len):
            for c in range(d_head):
                out[i, h * d_head + c] = heads[h, i, c]
    return out


def multi_head_attention(
    x: Array, W_q: Array, W_k: Array, W_v: Array, W_o: Array, num_heads: int
) -> tuple[Array, Array]:
    """All W (d_model, d_model) -> output (seq_len, d_model), weights (num_heads, seq_len, seq_len).

    Head h owns columns h * d_head ... (h + 1) * d_head. ValueError when d_model is not divisible by num_heads.
    """
    Q, K, V = (split_heads(array, num_heads) for array in project_qkv(x, W_q, W_k, W_v))
    weights = np.array([stable_softmax(attention_scores(q, k)) for q, k in zip(Q, K, strict=True)])
    heads = np.array([weighted_sum(w, v) for w, v in zip(weights, V, strict=True)])
    return product(merge_heads(heads), W_o), weights


def head_diversity(weights: Array) -> float:
    """weights (num_heads, n_q, n_k), two heads or more -> the mean of half the summed differences, from 0 to 1."""
    num_heads, n_q, n_k = weights.shape
    found = []
    for first in range(num_heads):
        for second in range(first + 1, num_heads):
            for i in range(n_q):
                gaps = (abs(float(weights[first, i, j]) - float(weights[second, i, j])) for j in range(n_k))
                found.append(math.fsum(gaps) / 2)
    return math.fsum(found) / len(found)


def feed_forward(x: Array, W_1: Array, b_1: Array, W_2: Array, b_2: Array) -> Array:
    """W_1 (d_model, d_ff), W_2 (d_ff, d_model): max(0, x W_1 + b_1) W_2 + b_2, as x (seq_len, d_model)."""
    hidden = _added(product(x, W_1), np.array([b_1] * len(x)))
    for i in range(hidden.shape[0]):
        for j in range(hidden.shape[1]):
            hidden[i, j] = max(0.0, hidden[i, j])
    return _added(product(hidden, W_2), np.array([b_2] * len(x)))


def _added(a: Array, b: Array) -> Array:
    out = np.empty(a.shape)
    for i, j in np.ndindex(a.shape):
        out[i, j] = float(a[i, j]) + float(b[i, j])
    return out


def encoder_layer(
    x: Array,
    attention: tuple[Array, Array, Array, Array],
    ffn: tuple[Array, Array, Array, Array],
    norms: tuple[Array, Array, Array, Array],
    num_heads: int,
    pre_norm: bool,
) -> Array:
    """(seq_len, d_model) -> (seq_len, d_model), eps 1e-5; post-norm: norm(x + f(x)), pre-norm: x + f(norm(x))."""
    gamma_1, beta_1, gamma_2, beta_2 = norms
    if len({x.shape[1], *(len(W) for W in attention), *(len(W) for W in norms)}) > 1:
        raise ValueError("the sizes do not fit")
    if pre_norm:
        x = _added(x, multi_head_attention(layer_norm(x, gamma_1, beta_1), *attention, num_heads)[0])
        return _added(x, feed_forward(layer_norm(x, gamma_2, beta_2), *ffn))
    x = layer_norm(_added(x, multi_head_attention(x, *attention, num_heads)[0]), gamma_1, beta_1)
    return layer_norm(_added(x, feed_forward(x, *ffn)), gamma_2, beta_2)


def batched_attention(x: Array, W_q: Array, W_k: Array, W_v: Array) -> tuple[Array, Array]:
    """x (batch, seq_len, d_model) -> output (batch, seq_len, d_v), weights (batch, seq_len, seq_len): one by one."""
    outputs, weights = zip(*(self_attention(sequence, W_q, W_k, W_v) for sequence in x), strict=True)
    return np.array(outputs), np.array(weights)
