"""The five lines of attention as loops: Vaswani et al. 2017, section 3.2."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def product(a: Array, b: Array) -> Array:
    """(n, k) times (k, m), one sum of products per entry; fsum keeps the last digit."""
    out = np.empty((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            out[i, j] = math.fsum(float(a[i, k]) * float(b[k, j]) for k in range(a.shape[1]))
    return out


def project_qkv(x: Array, W_q: Array, W_k: Array, W_v: Array) -> tuple[Array, Array, Array]:
    """x (seq_len, d_model); W_q, W_k (d_model, d_k); W_v (d_model, d_v) -> Q, K (seq_len, d_k), V (seq_len, d_v)."""
    return product(x, W_q), product(x, W_k), product(x, W_v)


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
    return product(weights, V)


def self_attention(x: Array, W_q: Array, W_k: Array, W_v: Array) -> tuple[Array, Array]:
    """One head: output (seq_len, d_v) and weights (seq_len, seq_len)."""
    Q, K, V = project_qkv(x, W_q, W_k, W_v)
    weights = stable_softmax(attention_scores(Q, K))
    return weighted_sum(weights, V), weights


def xavier_std(fan_in: int, fan_out: int) -> float:
    """The normal form of Glorot and Bengio 2010, equation 12: the variance is 1 over the mean of the two."""
    mean = math.fsum([fan_in, fan_out]) / 2
    return math.sqrt(1 / mean)
