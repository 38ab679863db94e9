"""Right but unusual answers to project_qkv(x, W_q, W_k, W_v); every one keeps full marks."""

import functools
import itertools
import math
from collections import namedtuple
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


def _as_float(array):
    return array if array.dtype.kind == "f" else array.astype(float)


class _Projected(NamedTuple):
    queries: np.ndarray
    keys: np.ndarray
    values: np.ndarray


class _Projector:
    """A small class whose instances are called, one weight each."""

    def __init__(self, weight):
        self.weight = _as_float(weight)

    def __call__(self, x):
        return _as_float(x) @ self.weight


def loops_over_every_index(x, W_q, W_k, W_v):
    """Four plain loops and no matrix product."""
    results = []
    for W in (W_q, W_k, W_v):
        result = np.zeros((x.shape[0], W.shape[1]))
        for token, new in np.ndindex(result.shape):
            for old in range(x.shape[1]):
                result[token, new] += x[token, old] * W[old, new]
        results.append(result)
    return tuple(results)


def returns_a_list(x, W_q, W_k, W_v):
    """Hands back a list of three arrays, with a comprehension over the weights."""
    return [_as_float(x) @ _as_float(W) for W in (W_q, W_k, W_v)]


def returns_a_named_tuple(x, W_q, W_k, W_v):
    """Hands back a namedtuple made inside the function."""
    Projections = namedtuple("Projections", "Q K V")
    return Projections(*(np.matmul(_as_float(x), _as_float(W)) for W in (W_q, W_k, W_v)))


def returns_a_typed_tuple(x: npt.NDArray, W_q: npt.NDArray, W_k: npt.NDArray, W_v: npt.NDArray) -> _Projected:
    """Hands back a typing.NamedTuple, with type hints all over."""
    product = functools.partial(np.dot, _as_float(x))
    return _Projected(product(_as_float(W_q)), product(_as_float(W_k)), product(_as_float(W_v)))


def splits_one_fused_product(x, W_q, W_k, W_v):
    """One product with the weights side by side, split at the true widths."""
    borders = np.cumsum([W_q.shape[1], W_k.shape[1]])
    fused = _as_float(x) @ np.concatenate([W_q, W_k, W_v], axis=1)
    return tuple(np.split(fused, borders, axis=1))


def uses_einsum(x, W_q, W_k, W_v):
    """Names the indices, once for each weight."""
    x = np.asarray(x) * 1.0
    return tuple(np.einsum("td,de->te", x, W) for W in (W_q, W_k, W_v))


def transposes_twice(x, W_q, W_k, W_v):
    """Multiplies the transposes in reverse order and turns the results back."""
    x = x.astype(np.result_type(x, np.float32))
    return (W_q.T @ x.T).T, (W_k.T @ x.T).T, (W_v.T @ x.T).T


def goes_token_by_token(x, W_q, W_k, W_v):
    """Projects one row of x at a time and stacks the rows."""

    def project(W):
        return np.vstack([row @ _as_float(W) for row in _as_float(x)])

    return project(W_q), project(W_k), project(W_v)


def adds_scaled_rows_of_the_weights(x, W_q, W_k, W_v):
    """Sees every new token as a mixture of the rows of W, summed by broadcasting."""
    stretched = _as_float(x)[:, :, np.newaxis]
    return tuple((stretched * W[np.newaxis]).sum(axis=1) for W in (W_q, W_k, W_v))


def adds_outer_products(x, W_q, W_k, W_v):
    """Adds one outer product for each feature with functools.reduce."""
    columns = list(_as_float(x).T)
    return tuple(functools.reduce(np.add, map(np.outer, columns, W)) for W in (W_q, W_k, W_v))


def calls_small_objects(x, W_q, W_k, W_v):
    """Makes an object of a class with __call__ for each weight."""
    queries, keys, values = map(_Projector, (W_q, W_k, W_v))
    return queries(x), keys(x), values(x)


def writes_into_buffers(x, W_q, W_k, W_v):
    """Allocates the results first and lets matmul fill them with out=."""
    tokens = np.array(x, dtype=np.float64)
    buffers = tuple(np.empty((len(tokens), W.shape[1])) for W in (W_q, W_k, W_v))
    for W, buffer in zip((W_q, W_k, W_v), buffers):
        np.matmul(tokens, W.astype(np.float64), out=buffer)
    return buffers


def sums_exactly(x, W_q, W_k, W_v):
    """Takes math.fsum over products of Python floats."""

    def product(W):
        rows, columns = x.tolist(), W.T.tolist()
        pairs = itertools.product(rows, columns)
        sums = [math.fsum(a * b for a, b in zip(row, column)) for row, column in pairs]
        return np.array(sums).reshape(len(rows), len(columns))

    return product(W_q), product(W_k), product(W_v)


def works_in_long_double(x, W_q, W_k, W_v):
    """Computes in long double and goes back to float64."""
    wide = x.astype(np.longdouble)
    return tuple((wide @ W).astype(np.float64) for W in (W_q, W_k, W_v))


def stacks_padded_weights(x, W_q, W_k, W_v):
    """Pads the weights to one width, multiplies a stack of three and cuts the padding off."""
    widths = [W.shape[1] for W in (W_q, W_k, W_v)]
    stack = np.zeros((3, x.shape[1], max(widths)))
    for layer, W, width in zip(stack, (W_q, W_k, W_v), widths):
        layer[:, :width] = W
    Q, K, V = _as_float(x) @ stack
    return Q[:, : widths[0]], K[:, : widths[1]], V[:, : widths[2]]


def contracts_by_number(x, W_q, W_k, W_v):
    """Contracts axes by number with tensordot, after a check of the input."""
    if (d_model := x.shape[-1]) != W_q.shape[0]:
        raise ValueError(f"x has {d_model} features and W_q {W_q.shape[0]} rows")
    return tuple(np.tensordot(_as_float(x), W, axes=(1, 0)) for W in (W_q, W_k, W_v))


def converts_to_double_first(x, W_q, W_k, W_v):
    """Brings everything to float64, whatever came."""
    tokens = x.astype(np.float64)
    return tokens.dot(W_q.astype(np.float64)), tokens.dot(W_k.astype(np.float64)), tokens.dot(W_v.astype(np.float64))
