"""Entropy and uniformity of attention weights as loops."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def attention_entropy(weights: Array) -> Array:
    """weights (n_q, n_k) -> (n_q,) in nats, with 0 log 0 = 0."""
    return np.array([-math.fsum(w * math.log(w) for w in map(float, row) if w > 0) for row in weights])


def is_uniform(weights: Array, atol: float = 1e-3) -> Array:
    """weights (n_q, n_k) -> bool (n_q,): every entry within atol of 1 / n_k."""
    n_k = weights.shape[1]
    return np.array([all(abs(float(w) - 1 / n_k) <= atol for w in row) for row in weights])
