"""Gradients, positions, tiles and caches as loops: Vaswani et al. 2017; Milakov and Gimelshein 2018 for the tiles."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from autograder.specs.attention import attention_scores, product, stable_softmax, weighted_sum

Array = np.ndarray[Any, Any]
STEP = 1e-5


def grad_check(f: Callable[[Array], float], x: Array, gradient: Array) -> float:
    """The largest |gradient - central difference|; nan where one of them is."""
    gaps = []
    for place in np.ndindex(x.shape):
        above, below = (np.array(x, dtype=np.float64) for _ in range(2))
        above[place] += STEP
        below[place] -= STEP
        gaps.append(abs(float(gradient[place]) - (float(f(above)) - float(f(below))) / (2 * STEP)))
    return math.nan if any(map(math.isnan, gaps)) else max(gaps)


def softmax_backward(weights: Array, d_weights: Array) -> Array:
    """weights, d_weights (n_q, n_k): through the Jacobian of each row, weight i (1 if i is j, less weight j)."""
    out = np.empty(weights.shape)
    for row in range(weights.shape[0]):
        w, d = ([float(number) for number in rows[row]] for rows in (weights, d_weights))
        for i in range(len(w)):
            out[row, i] = math.fsum(d[j] * w[j] * ((i == j) - w[i]) for j in range(len(w)))
    return out


def attention_backward(Q: Array, K: Array, V: Array, d_output: Array) -> tuple[Array, Array, Array]:
    """Q (n_q, d_k), K (n_k, d_k), V (n_k, d_v), d_output (n_q, d_v) -> the gradients of Q, K and V."""
    weights = stable_softmax(attention_scores(Q, K))
    d_scores = softmax_backward(weights, product(d_output, V.T)) / math.sqrt(Q.shape[1])
    return product(d_scores, K), product(d_scores.T, Q), product(weights.T, d_output)


def layer_norm_backward(x: Array, gamma: Array, d_output: Array, eps: float = 1e-5) -> tuple[Array, Array, Array]:
    """x, d_output (seq_len, d_model), gamma (d_model,): through mean and variance, number by number."""
    n, d = x.shape
    dx, d_gamma, d_beta = np.empty((n, d)), np.zeros(d), np.zeros(d)
    for i in range(n):
        row, up = ([float(number) for number in rows[i]] for rows in (x, d_output))
        mean = math.fsum(row) / d
        root = math.sqrt(math.fsum((number - mean) ** 2 for number in row) / d + eps)
        hat = [(number - mean) / root for number in row]
        for j in range(d):
            d_gamma[j] += up[j] * hat[j]
            d_beta[j] += up[j]
            dx[i, j] = math.fsum(
                up[k] * float(gamma[k]) * ((j == k) - 1 / d - hat[j] * hat[k] / d) / root for k in range(d)
            )
    return dx, d_gamma, d_beta


def sinusoidal_positions(seq_len: int, d_model: int) -> Array:
    """(seq_len, d_model): column 2i is sin(p / 10000^(2i / d_model)), column 2i + 1 the cos of the same."""
    out = np.empty((seq_len, d_model))
    for p in range(seq_len):
        for column in range(d_model):
            angle = p / 10000 ** (2 * (column // 2) / d_model)
            out[p, column] = math.cos(angle) if column % 2 else math.sin(angle)
    return out


def tiled_attention(Q: Array, K: Array, V: Array, block_size: int) -> Array:
    """Q (n_q, d_k), K (n_k, d_k), V (n_k, d_v) -> (n_q, d_v): each query by itself; the tiles change no number."""
    out = np.empty((Q.shape[0], V.shape[1]))
    for i in range(Q.shape[0]):
        out[i] = weighted_sum(stable_softmax(attention_scores(Q[i : i + 1], K)), V)[0]
    return out


def decode_step(q: Array, k: Array, v: Array, K_cache: Array, V_cache: Array) -> tuple[Array, Array, Array]:
    """q, k (d_k,), v (d_v,), K_cache (t, d_k), V_cache (t, d_v) -> output (d_v,) and the caches, one longer."""
    keys = np.array([*K_cache.tolist(), k.tolist()], dtype=np.float64)
    values = np.array([*V_cache.tolist(), v.tolist()], dtype=np.float64)
    output = weighted_sum(stable_softmax(attention_scores(q[None, :], keys)), values)
    return output[0], keys, values


def fitted_exponent(sizes: Array, costs: Array) -> float:
    """The slope of log costs against log sizes by least squares."""
    across, up = ([math.log(float(number)) for number in numbers] for numbers in (sizes, costs))
    middle, height = (math.fsum(logs) / len(logs) for logs in (across, up))
    together = math.fsum((a - middle) * (b - height) for a, b in zip(across, up, strict=True))
    return together / math.fsum((a - middle) ** 2 for a in across)
