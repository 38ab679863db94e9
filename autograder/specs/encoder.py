"""Masks, norms and many heads as loops: Vaswani et al. 2017; Ba, Kiros and Hinton 2016 for layer_norm."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from autograder.specs.attention import attention_scores, product, project_qkv, stable_softmax, weighted_sum

Array = np.ndarray[Any, Any]


def causal_mask(seq_len: int) -> Array:
    """bool (seq_len, seq_len): True where key j may be seen by query i, that is j <= i."""
    return np.array([[j <= i for j in range(seq_len)] for i in range(seq_len)])


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


def multi_head_attention(
    x: Array, W_q: Array, W_k: Array, W_v: Array, W_o: Array, num_heads: int
) -> tuple[Array, Array]:
    """All W (d_model, d_model) -> output (seq_len, d_model), weights (num_heads, seq_len, seq_len).

    Head h owns columns h * d_head ... (h + 1) * d_head. ValueError when d_model is not divisible by num_heads.
    """
    seq_len, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"d_model {d_model} cannot be divided into {num_heads} heads")
    d_head = d_model // num_heads
    Q, K, V = project_qkv(x, W_q, W_k, W_v)
    joined = np.empty((seq_len, d_model))
    weights = np.empty((num_heads, seq_len, seq_len))
    for h in range(num_heads):
        columns = range(h * d_head, (h + 1) * d_head)
        q, k, v = (np.array([[M[i, c] for c in columns] for i in range(seq_len)]) for M in (Q, K, V))
        weights[h] = stable_softmax(attention_scores(q, k))
        for i, row in enumerate(weighted_sum(weights[h], v)):
            for position, c in enumerate(columns):
                joined[i, c] = row[position]
    return product(joined, W_o), weights
