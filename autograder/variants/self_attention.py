"""Right but unusual answers to self_attention(x, W_q, W_k, W_v); every one keeps full marks."""

import math
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def loops_over_every_index(x, W_q, W_k, W_v):
    """Plain loops and the standard library's math."""
    Q, K, V = (x @ W_q).tolist(), (x @ W_k).tolist(), (x @ W_v).tolist()
    output, weights = [], []
    for q in Q:
        scores = [sum(a * b for a, b in zip(q, k)) / math.sqrt(len(k)) for k in K]
        powers = [math.exp(score - max(scores)) for score in scores]
        row = [power / sum(powers) for power in powers]
        weights.append(row)
        output.append([sum(w * v[feature] for w, v in zip(row, V)) for feature in range(len(V[0]))])
    return np.array(output), np.array(weights)


def uses_einsum(x, W_q, W_k, W_v):
    """Every product is an einsum."""
    Q, K, V = (np.einsum("nm,md->nd", x, W) for W in (W_q, W_k, W_v))
    weights = _softmax(np.einsum("id,jd->ij", Q, K) * K.shape[-1] ** -0.5)
    return np.einsum("ij,jd->id", weights, V), weights


def answers_one_query_at_a_time(x, W_q, W_k, W_v):
    """A list of rows, stacked at the end."""
    K, V = x @ W_k, x @ W_v
    rows = [_softmax(K @ (token @ W_q) / np.sqrt(K.shape[1])) for token in x]
    return np.stack([row @ V for row in rows]), np.stack(rows)


def projects_in_one_product(x, W_q, W_k, W_v):
    """One product with all three matrices side by side, split where Q, K and V end."""
    d_k = W_q.shape[1]
    Q, K, V = np.split(x @ np.hstack([W_q, W_k, W_v]), [d_k, 2 * d_k], axis=1)
    weights = _softmax(Q @ K.T / np.sqrt(d_k))
    return weights @ V, weights


def scales_a_copy_of_W_q(x, W_q, W_k, W_v):
    """The scale stands in the query projection."""
    weights = _softmax(x @ (W_q / np.sqrt(W_q.shape[1])) @ (x @ W_k).T)
    return weights @ (x @ W_v), weights


def shares_the_scale(x, W_q, W_k, W_v):
    """Queries and keys take half of the scale each."""
    quarter = W_k.shape[1] ** 0.25
    weights = _softmax((x @ W_q / quarter) @ (x @ W_k / quarter).T)
    return weights @ (x @ W_v), weights


def merges_query_and_key_weights(x, W_q, W_k, W_v):
    """Q and K never exist: one bilinear form compares the tokens."""
    weights = _softmax(x @ (W_q @ W_k.T) @ x.T / math.sqrt(W_k.shape[1]))
    return weights @ (x @ W_v), weights


def projects_after_averaging(x, W_q, W_k, W_v):
    """The tokens are averaged first and become values last."""
    weights = _softmax((x @ W_q) @ (x @ W_k).T / math.sqrt(W_k.shape[1]))
    return (weights @ x) @ W_v, weights


def subtracts_the_log_of_the_sum(x, W_q, W_k, W_v):
    """The softmax is exp(score - logsumexp), written by hand."""
    scores = (x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1])
    top = scores.max(axis=1)
    log_sum = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
    weights = np.exp(scores - log_sum[:, None])
    return weights @ (x @ W_v), weights


def compares_scores_in_pairs(x, W_q, W_k, W_v):
    """A weight is one over a sum of exponentials of differences; an overflow to inf is a weight of zero."""
    scores = (x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1])
    with np.errstate(over="ignore"):
        weights = 1 / np.exp(scores[:, None, :] - scores[:, :, None]).sum(axis=2)
    return weights @ (x @ W_v), weights


def shifts_beyond_the_maximum(x, W_q, W_k, W_v):
    """Subtracts three more than the maximum, which cancels just as well."""
    scores = (x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1])
    powers = np.exp(scores - (scores.max(axis=1, keepdims=True) + 3))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights @ (x @ W_v), weights


def lays_keys_down_the_rows(x, W_q, W_k, W_v):
    """Works on transposed scores and turns them back at the end."""
    scores = (x @ W_k) @ (x @ W_q).T / np.sqrt(W_k.shape[1])
    powers = np.exp(scores - scores.max(axis=0))
    columns = powers / powers.sum(axis=0)
    return ((x @ W_v).T @ columns).T, columns.T


def works_in_place_on_its_own_array(x, W_q, W_k, W_v):
    """Reuses the array of scores for every step."""
    scores = np.array((x @ W_q) @ (x @ W_k).T, dtype=float)
    scores /= np.sqrt(W_k.shape[1])
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores @ (x @ W_v), scores


def returns_a_list(x, W_q, W_k, W_v):
    """Hands the two arrays back in a list."""
    weights = _softmax((x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1]))
    return [weights @ (x @ W_v), weights]


def returns_a_namedtuple(x, W_q, W_k, W_v):
    """The two results have names."""
    Attention = namedtuple("Attention", "output weights")
    weights = _softmax((x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1]))
    return Attention(output=weights @ (x @ W_v), weights=weights)


def returns_a_typed_namedtuple(x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray) -> tuple:
    """Type hints everywhere, and a NamedTuple class."""

    class Attention(NamedTuple):
        output: np.ndarray
        weights: np.ndarray

    scores: np.ndarray = (x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1])
    return Attention((weights := _softmax(scores)) @ (x @ W_v), weights)


def keeps_its_weights_in_an_object(x, W_q, W_k, W_v):
    """A dataclass that is called like a layer."""

    @dataclass(frozen=True)
    class Layer:
        W_q: np.ndarray
        W_k: np.ndarray
        W_v: np.ndarray

        def __call__(self, tokens):
            scores = (tokens @ self.W_q) @ (tokens @ self.W_k).T
            weights = _softmax(scores / np.sqrt(self.W_k.shape[1]))
            return weights @ (tokens @ self.W_v), weights

    return Layer(W_q, W_k, W_v)(x)


def returns_a_tuple_of_its_own_kind(x, W_q, W_k, W_v):
    """The pair is a subclass of a namedtuple with a property of its own."""

    class Pair(namedtuple("Pair", "output weights")):
        __slots__ = ()

        @property
        def heaviest(self):
            return self.weights.argmax(axis=1)

    weights = _softmax((x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1]))
    return Pair(weights @ (x @ W_v), weights)


def matches_the_shape(x, W_q, W_k, W_v):
    """A match statement takes the shapes apart and refuses others."""
    match (x.shape, W_q.shape, W_k.shape):
        case ((_, d_model), (rows, d_k), (also_rows, also_d_k)) if d_model == rows == also_rows and d_k == also_d_k:
            weights = _softmax((x @ W_q) @ (x @ W_k).T / d_k**0.5)
            return weights @ (x @ W_v), weights
        case _:
            raise ValueError("x and the weights do not fit")


def computes_in_long_double(x, W_q, W_k, W_v):
    """Computes wider than asked and comes back to float64."""
    x, W_q, W_k, W_v = (np.asarray(a, dtype=np.longdouble) for a in (x, W_q, W_k, W_v))
    weights = _softmax((x @ W_q) @ (x @ W_k).T / np.sqrt(np.longdouble(W_k.shape[1])))
    return (weights @ (x @ W_v)).astype(float), weights.astype(float)


def converts_to_double_first(x, W_q, W_k, W_v):
    """Brings everything to float64, whatever came, and softmaxes the columns of turned scores."""
    Q, K, V = (x.astype(np.float64) @ W.astype(np.float64) for W in (W_q, W_k, W_v))
    turned = K @ Q.T / np.sqrt(Q.shape[-1])
    powers = np.exp(turned - turned.max(axis=0))
    weights = (powers / powers.sum(axis=0)).T
    return weights @ V, weights
