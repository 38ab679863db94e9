"""The truth, written a second time as loops over indices: slow, and unable to share a broadcasting mistake.

Every function obeys the exercise contract in float64. Shapes are in the docstrings; the formulas are those of
Vaswani et al. 2017 (section 3.2) and, for layer_norm, Ba, Kiros and Hinton 2016.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def _product(a: Array, b: Array) -> Array:
    """(n, k) times (k, m), one sum of products per entry; fsum keeps the last digit."""
    out = np.empty((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            out[i, j] = math.fsum(float(a[i, k]) * float(b[k, j]) for k in range(a.shape[1]))
    return out


def project_qkv(x: Array, W_q: Array, W_k: Array, W_v: Array) -> tuple[Array, Array, Array]:
    """x (seq_len, d_model); W_q, W_k (d_model, d_k); W_v (d_model, d_v) -> Q, K (seq_len, d_k), V (seq_len, d_v)."""
    return _product(x, W_q), _product(x, W_k), _product(x, W_v)


def attention_scores(Q: Array, K: Array) -> Array:
    """Q (n_q, d_k), K (n_k, d_k) -> (n_q, n_k): dot products over the root of d_k."""
    n_q, n_k, d_k = Q.shape[0], K.shape[0], K.shape[1]
    scores = np.empty((n_q, n_k))
    for i in range(n_q):
        for j in range(n_k):
            dot = math.fsum(float(Q[i, d]) * float(K[j, d]) for d in range(d_k))
            scores[i, j] = dot / math.sqrt(d_k)
    return scores


def _softmax_row(row: list[float]) -> list[float]:
    top = max(row)
    powers = [math.exp(score - top) for score in row]
    total = math.fsum(powers)
    return [power / total for power in powers]


def stable_softmax(scores: Array) -> Array:
    """Over the last axis of an array with ndim >= 1; every row has at least one finite entry."""
    rows = np.asarray(scores, dtype=np.float64).reshape(-1, scores.shape[-1])
    out = np.empty_like(rows)
    for i, row in enumerate(rows):
        out[i] = _softmax_row([float(score) for score in row])
    return out.reshape(scores.shape)


def weighted_sum(weights: Array, V: Array) -> Array:
    """weights (n_q, n_k), V (n_k, d_v) -> (n_q, d_v); nothing is renormalised."""
    return _product(weights, V)


def self_attention(x: Array, W_q: Array, W_k: Array, W_v: Array) -> tuple[Array, Array]:
    """One head: output (seq_len, d_v) and weights (seq_len, seq_len)."""
    Q, K, V = project_qkv(x, W_q, W_k, W_v)
    weights = stable_softmax(attention_scores(Q, K))
    return weighted_sum(weights, V), weights


def attention_entropy(weights: Array) -> Array:
    """weights (n_q, n_k) -> (n_q,) in nats, with 0 log 0 = 0."""
    return np.array([-math.fsum(w * math.log(w) for w in map(float, row) if w > 0) for row in weights])


def is_uniform(weights: Array, atol: float = 1e-3) -> Array:
    """weights (n_q, n_k) -> bool (n_q,): every entry within atol of 1 / n_k."""
    n_k = weights.shape[1]
    return np.array([all(abs(float(w) - 1 / n_k) <= atol for w in row) for row in weights])


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
    return _product(joined, W_o), weights
