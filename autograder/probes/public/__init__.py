"""The public inputs: small shapes and round numbers, on which a person can follow what went wrong by hand.

They carry the public checks, the fingerprints that name a mistake on the learner's own machine, and the
counter-examples. None of them is used for a mark.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Rng = np.random.Generator
Arrays = tuple[Any, ...]


def whole(rng: Rng, *shape: int) -> np.ndarray[Any, Any]:
    """Small whole numbers as floats, no row of zeros."""
    numbers = rng.integers(-2, 3, size=shape).astype(float)
    numbers[..., 0] += 3 * ~numbers.any(axis=-1)
    return numbers


def matrix(*rows: tuple[float, ...]) -> np.ndarray[Any, Any]:
    return np.array(rows, dtype=float)
