"""Right but unusual answers to normalized_entropy(weights); every one keeps full marks."""

import math

import numpy as np


def changes_the_base_of_the_logarithm(weights):
    """Takes every logarithm to the base n_k."""
    weights = np.asarray(weights, float)
    n_k = weights.shape[1]
    if n_k == 1:
        return np.zeros(len(weights))
    return np.array([-sum(math.log(w, n_k) * w for w in row if w > 0) for row in weights])


def counts_in_bits_throughout(weights):
    """Both logarithms to base 2."""
    weights = weights.astype(float)
    logs = np.log2(weights, where=weights > 0, out=np.zeros_like(weights))
    return -(weights * logs).sum(axis=-1) / max(np.log2(weights.shape[-1]), 1.0)


def measures_from_the_even_row(weights):
    """One minus the divergence from the even row, over log n_k."""
    weights = np.array(weights, dtype=np.float64)
    n_k = weights.shape[-1]
    safe = np.where(weights == 0, 1 / n_k, weights)
    divergence = (weights * np.log(safe * n_k)).sum(axis=-1)
    return np.zeros(len(weights)) if n_k < 2 else 1 - divergence / np.log(n_k)


def drops_the_zeros(weights):
    """Row by row, only the weights above 0."""
    result = []
    for row in weights:
        seen = row[row > 0].astype(float)
        result.append(0.0 if row.size == 1 else -seen.dot(np.log(seen)) / math.log(row.size))
    return np.asarray(result)


def ignores_nan(weights):
    """Lets 0 · log 0 be nan, and leaves it out of the sum."""
    with np.errstate(all="ignore"):
        share = -np.nansum(weights * np.log(weights), axis=1) / np.log(weights.shape[1])
    return np.where(np.isfinite(share), share, 0.0)


def adds_a_tiny_guard(weights):
    """A guard of 1e-12 inside the logarithm."""
    weights = weights + 0.0
    most = math.log(weights.shape[-1]) or 1.0
    return np.einsum("ij,ij->i", -weights, np.log(weights + 1e-12)) / most


def keeps_single_precision(weights):
    """Answers in the dtype it was given, where that is a float."""
    kind = weights.dtype if weights.dtype.kind == "f" else np.float64
    weights = weights.astype(kind)
    logs = np.log(np.where(weights > 0, weights, kind.type(1) if hasattr(kind, "type") else 1))
    most = np.log(weights.shape[-1]) if weights.shape[-1] > 1 else 1
    return (-(weights * logs).sum(axis=-1) / most).astype(kind)


def subtracts_from_the_maximum(weights):
    """The largest entropy less what is missing to it, row by row with a helper."""

    def share(row):
        missing = sum(float(w) * math.log(float(w) * len(row)) for w in row if w > 0)
        return (math.log(len(row)) - missing) / math.log(len(row))

    return np.array([share(row) if len(row) > 1 else 0.0 for row in weights])


def guards_its_input(weights: np.ndarray) -> np.ndarray:
    """Refuses other shapes, and has type hints."""
    weights = np.asarray(weights, dtype=float)
    if weights.ndim != 2:
        raise ValueError("weights must have two axes")
    entropy = -np.sum(weights * np.log(np.maximum(weights, np.finfo(float).tiny)), axis=1)
    return np.divide(entropy, np.log(weights.shape[1]), out=np.zeros_like(entropy), where=weights.shape[1] > 1)
