"""Other people's weights and modules as loops: layouts as PyTorch documents them, and two recurrent cells.

The LSTM is that of Hochreiter and Schmidhuber 1997 with the forget gate of Gers, Schmidhuber and Cummins 2000.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.specs.attention import attention_scores, product, stable_softmax, weighted_sum

Array = np.ndarray[Any, Any]
OURS = {
    ("query", "weight"): "W_q",
    ("query", "bias"): "b_q",
    ("key", "weight"): "W_k",
    ("key", "bias"): "b_k",
    ("value", "weight"): "W_v",
    ("value", "bias"): "b_v",
}


def from_linear(weight: Array) -> Array:
    """(d_out, d_in) as Linear keeps it -> (d_in, d_out) as x @ W wants it."""
    d_out, d_in = weight.shape
    out = np.empty((d_in, d_out))
    for i in range(d_in):
        for j in range(d_out):
            out[i, j] = weight[j, i]
    return out


def from_packed(in_proj_weight: Array) -> tuple[Array, Array, Array]:
    """(3 d_model, d_model), the maps of Q, K and V under one another -> three (d_model, d_model) for x @ W."""
    d_model = in_proj_weight.shape[1]
    blocks = []
    for which in range(3):
        block = np.empty((d_model, d_model))
        for i in range(d_model):
            for j in range(d_model):
                block[j, i] = in_proj_weight[which * d_model + i, j]
        blocks.append(block)
    return blocks[0], blocks[1], blocks[2]


def bert_names(names: Sequence[str]) -> dict[str, str]:
    """Our name -> theirs, for names whose last two parts are those of a projection; all others are left out."""
    found = {}
    for name in names:
        parts = name.split(".")
        if len(parts) >= 2 and (parts[-2], parts[-1]) in OURS:
            found[OURS[parts[-2], parts[-1]]] = name
    return found


def biased_attention(
    x: Array, W_q: Array, b_q: Array, W_k: Array, b_k: Array, W_v: Array, b_v: Array, num_heads: int
) -> Array:
    """x (seq_len, d_model), all W (d_model, d_model), all b (d_model,) -> (seq_len, d_model), with no W_o behind."""
    seq_len, d_model = x.shape
    d_head = d_model // num_heads
    Q, K, V = (_plus(product(x, W), b) for W, b in ((W_q, b_q), (W_k, b_k), (W_v, b_v)))
    joined = np.empty((seq_len, d_model))
    for h in range(num_heads):
        columns = range(h * d_head, (h + 1) * d_head)
        q, k, v = (np.array([[M[i, c] for c in columns] for i in range(seq_len)]) for M in (Q, K, V))
        for i, row in enumerate(weighted_sum(stable_softmax(attention_scores(q, k)), v)):
            for position, c in enumerate(columns):
                joined[i, c] = row[position]
    return joined


def _plus(matrix: Array, bias: Array) -> Array:
    return np.array([[matrix[i, j] + float(bias[j]) for j in range(len(bias))] for i in range(len(matrix))])


def with_temperature(Q: Array, temperature: float) -> Array:
    """Q (n_q, d_k): every query over the temperature, so that every score is."""
    out = np.empty(Q.shape)
    for place in np.ndindex(Q.shape):
        out[place] = float(Q[place]) / temperature
    return out


def rnn_cell(x: Array, h: Array, W_xh: Array, W_hh: Array, b: Array) -> Array:
    """x (d_x,), h (d_h,), W_xh (d_x, d_h), W_hh (d_h, d_h), b (d_h,) -> the next h."""
    return np.array([math.tanh(number) for number in _sums(x, h, W_xh, W_hh, b)])


def lstm_cell(x: Array, h: Array, c: Array, W: Array, U: Array, b: Array) -> tuple[Array, Array]:
    """x (d_x,), h and c (d_h,), W (d_x, 4 d_h), U (d_h, 4 d_h), b (4 d_h,) -> the next h and c; gates i, f, g, o."""
    d_h = len(h)
    sums = _sums(x, h, W, U, b)
    new_h, new_c = np.empty(d_h), np.empty(d_h)
    for j in range(d_h):
        i, f, o = _sigmoid(sums[j]), _sigmoid(sums[d_h + j]), _sigmoid(sums[3 * d_h + j])
        new_c[j] = f * float(c[j]) + i * math.tanh(sums[2 * d_h + j])
        new_h[j] = o * math.tanh(new_c[j])
    return new_h, new_c


def _sums(x: Array, h: Array, W: Array, U: Array, b: Array) -> list[float]:
    """x W + h U + b, one exact sum for each column."""
    return [
        math.fsum(
            [
                *(float(x[i]) * float(W[i, j]) for i in range(len(x))),
                *(float(h[i]) * float(U[i, j]) for i in range(len(h))),
                float(b[j]),
            ]
        )
        for j in range(len(b))
    ]


def _sigmoid(number: float) -> float:
    if number >= 0:
        return 1 / (1 + math.exp(-number))
    return math.exp(number) / (1 + math.exp(number))
