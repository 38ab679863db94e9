"""The hidden inputs: pairwise different sizes against transposes, square ones against silent broadcasting, and stress.

Weights have a standard deviation of 0.3 to 0.5, so that attention is neither uniform nor one-hot. The documents' own
default (8 x 12, weights times 0.01) never appears: every weight would be 0.125, whatever the code does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Rng = np.random.Generator
Arrays = tuple[Any, ...]


def weight_rows(rng: Rng, n_q: int, n_k: int, spread: float = 1.5) -> np.ndarray[Any, Any]:
    """Attention weights: positive rows that sum to one."""
    powers = np.exp(rng.normal(scale=spread, size=(n_q, n_k)))
    weights: np.ndarray[Any, Any] = powers / powers.sum(axis=1, keepdims=True)
    return weights


def cancelling(rng: Rng, n: int, half: int, m: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Factors (n, 2 half) and (2 half, m) whose product is small beside its terms: float32 loses most of its digits."""
    left, right = rng.normal(scale=300, size=(n, half)), rng.normal(size=(half, m))
    return (
        np.concatenate([left, rng.normal(size=(n, half)) - left], axis=1),
        np.concatenate([right, right + rng.normal(scale=1e-3, size=(half, m))], axis=0),
    )


def whole(rng: Rng, *shape: int) -> np.ndarray[Any, Any]:
    return rng.integers(-4, 5, size=shape)
