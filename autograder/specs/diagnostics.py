"""Diagnostics of scores and weights as loops, and the verdicts that are drawn from them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

LARGEST = {"float16": 65504.0, "float32": (2 - 2**-23) * 2.0**127, "float64": (2 - 2**-52) * 2.0**1023}


def score_stats(scores: Array) -> tuple[float, float, float, float]:
    """scores (n_q, n_k) -> mean, std (dividing by the count), largest minus smallest, largest."""
    entries = [float(score) for row in scores for score in row]
    mean = math.fsum(entries) / len(entries)
    std = math.sqrt(math.fsum((entry - mean) ** 2 for entry in entries) / len(entries))
    return mean, std, max(entries) - min(entries), max(entries)


def attention_entropy(weights: Array) -> Array:
    """weights (n_q, n_k) -> (n_q,) in nats, with 0 log 0 = 0."""
    return np.array([-math.fsum(w * math.log(w) for w in map(float, row) if w > 0) for row in weights])


def normalized_entropy(weights: Array) -> Array:
    """weights (n_q, n_k) -> (n_q,) from 0 to 1; 0 where there is one key only."""
    n_k = weights.shape[1]
    return np.array([entropy / math.log(n_k) if n_k > 1 else 0.0 for entropy in attention_entropy(weights)])


def is_uniform(weights: Array, atol: float = 1e-3) -> Array:
    """weights (n_q, n_k) -> bool (n_q,): every entry within atol of 1 / n_k."""
    n_k = weights.shape[1]
    return np.array([all(abs(float(w) - 1 / n_k) <= atol for w in row) for row in weights])


def overflow_risk(scores: Array, dtype: str) -> bool:
    """scores (n_q, n_k), "float16", "float32" or "float64" -> whether exp of one of them is beyond the dtype."""
    return any(float(score) > math.log(LARGEST[dtype]) for row in scores for score in row)


def diagnose(scores: Array, weights: Array) -> str:
    """scores and weights (n_q, n_k) -> the first verdict that fits; -inf among the scores is a mask."""
    entries = [float(w) for row in weights for w in row]
    if not all(map(math.isfinite, entries)):
        return "not finite"
    if any(math.isnan(s) or s == math.inf for row in scores for s in map(float, row)):
        return "not finite"
    if min(entries) < 0 or any(abs(math.fsum(map(float, row)) - 1) > 1e-3 for row in weights):
        return "not weights"
    mean = math.fsum(map(float, normalized_entropy(weights))) / len(weights)
    return "uniform" if mean > 0.95 else "peaked" if mean < 0.25 else "healthy"
