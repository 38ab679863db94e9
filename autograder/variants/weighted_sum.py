"""Right but unusual answers to weighted_sum(weights, V); every one keeps full marks."""

import functools
import itertools
import math
from collections.abc import Iterator

import numpy as np


def loops_over_every_index(weights, V):
    """Three plain loops and no matrix product."""
    output = np.zeros((len(weights), V.shape[1]))
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            for feature in range(V.shape[1]):
                output[i, feature] += weights[i, j] * V[j, feature]
    return output


def uses_einsum(weights, V):
    """Names the indices and lets einsum sum the keys away."""
    return np.einsum("qk,kd->qd", weights, V)


def transposes_twice(weights, V):
    """Multiplies the transposes in reverse order and turns the result back."""
    return (V.T @ weights.T).T


def broadcasts_and_sums(weights, V):
    """Makes all products at once and sums over the middle axis."""
    return (weights[:, :, np.newaxis] * V).sum(axis=1)


def uses_tensordot(weights, V):
    """Contracts the key axes by number."""
    return np.tensordot(weights, V, axes=([1], [0]))


def uses_the_inner_product(weights, V):
    """Takes inner products with the columns of V."""
    return np.inner(weights, V.T)


def applies_a_function_to_each_row(weights, V):
    """Runs along the rows with apply_along_axis."""
    return np.apply_along_axis(lambda row: row.dot(V), 1, weights)


def goes_feature_by_feature(weights, V):
    """Computes one column of the output at a time."""
    return np.column_stack([weights @ column for column in V.T])


def reduces_outer_products(weights, V):
    """Adds up one outer product per key with functools.reduce."""
    return functools.reduce(np.add, (np.outer(column, value) for column, value in zip(weights.T, V)))


def adds_key_by_key(weights, V):
    """Adds each key's share to a running total of its own."""
    total = np.zeros((len(weights), V.shape[1]))
    for j, value in enumerate(V):
        total += weights[:, j : j + 1] * value
    return total


def sums_exactly(weights, V):
    """Uses math.fsum, which rounds only once."""
    return np.array([[math.fsum(w * v for w, v in zip(row, column)) for column in V.T] for row in weights])


def halves_the_keys(weights, V):
    """Calls itself on either half of the keys."""

    def add_up(start, stop):
        if stop - start == 1:
            return np.outer(weights[:, start], V[start])
        middle = (start + stop) // 2
        return add_up(start, middle) + add_up(middle, stop)

    return add_up(0, len(V))


def computes_in_long_double(weights, V):
    """Computes wider than asked and comes back to float64."""
    return (weights.astype(np.longdouble) @ V.astype(np.longdouble)).astype(float)


def fills_a_buffer(weights, V):
    """Lets matmul write into an array of its own."""
    buffer = np.empty((weights.shape[0], V.shape[1]))
    np.matmul(weights, V, out=buffer)
    return buffer


def yields_its_rows(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Has type hints and stacks what a generator yields."""

    def rows() -> Iterator[np.ndarray]:
        for row in weights:
            yield sum(w * v for w, v in zip(row, V))

    return np.stack(list(rows()))


def guards_its_arguments(weights, V):
    """Converts with asarray and refuses what does not fit."""
    weights, V = np.asarray(weights, dtype=float), np.asarray(V, dtype=float)
    if weights.ndim != 2 or V.ndim != 2 or weights.shape[1] != V.shape[0]:
        raise ValueError(f"weights {weights.shape} and V {V.shape} do not fit")
    return weights.dot(V)


def walks_over_the_product(weights, V):
    """Visits all index triples in one flat loop."""
    (n_q, n_k), d_v = weights.shape, V.shape[-1]
    output = np.zeros((n_q, d_v))
    for i, j, feature in itertools.product(range(n_q), range(n_k), range(d_v)):
        output[i, feature] += weights[i, j] * V[j, feature]
    return output


def converts_to_double_first(weights, V):
    """Brings both factors to float64, whatever came."""
    return np.dot(weights.astype("f8"), V.astype("f8"))
