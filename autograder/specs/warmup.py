"""The three questions of day 0 as loops."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def row_means(x: Array) -> Array:
    """x (seq_len, d_model) -> (seq_len,): one mean for each row."""
    return np.array([math.fsum(float(number) for number in row) / len(row) for row in x])


def scale_columns(x: Array, factors: Array) -> Array:
    """x (seq_len, d_model), factors (d_model,) -> as x: column j times factors[j]."""
    out = np.empty(x.shape)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            out[i, j] = float(x[i, j]) * float(factors[j])
    return out


def pairwise_dots(a: Array, b: Array) -> Array:
    """a (n_a, d), b (n_b, d) -> (n_a, n_b): entry [i, j] is the dot product of row i of a and row j of b."""
    out = np.empty((a.shape[0], b.shape[0]))
    for i in range(a.shape[0]):
        for j in range(b.shape[0]):
            out[i, j] = math.fsum(float(a[i, k]) * float(b[j, k]) for k in range(a.shape[1]))
    return out
