"""Right but unusual answers to attention_scores(Q, K); every one keeps full marks."""

import functools
import itertools
import math
from dataclasses import dataclass

import numpy as np


@functools.lru_cache(maxsize=8)
def _root(d_k):
    return math.sqrt(d_k)


@dataclass(frozen=True)
class _Scorer:
    """A frozen dataclass that is called with Q and K."""

    power: float = -0.5

    def __call__(self, Q, K):
        return np.dot(Q, K.T) * float(K.shape[1]) ** self.power


calls_a_dataclass = _Scorer()


def loops_over_every_index(Q, K):
    """Three plain loops and Python's own power for the root."""
    d_k = K.shape[1]
    scores = np.zeros((Q.shape[0], K.shape[0]))
    for i in range(Q.shape[0]):
        for j in range(K.shape[0]):
            total = 0.0
            for d in range(d_k):
                total += float(Q[i, d]) * float(K[j, d])
            scores[i, j] = total / d_k**0.5
    return scores


def comprehends_rows_and_columns(Q, K):
    """Nested list comprehensions over dot products, turned into an array at the end."""
    root = math.sqrt(len(K[0]))
    return np.array([[np.dot(query, key) / root for key in K] for query in Q])


def uses_einsum(Q, K):
    """Names the indices and lets einsum sum the features."""
    return np.einsum("id,jd->ij", Q, K) / np.sqrt(K.shape[-1])


def scales_the_queries_first(Q, K):
    """Divides Q, as a new array, before the product."""
    scaled = Q / np.sqrt(Q.shape[1])
    return scaled @ K.T


def scales_the_keys_first(Q, K):
    """Divides the keys, as a new array, before the product."""
    return np.matmul(Q, np.swapaxes(K / math.sqrt(K.shape[1]), 0, 1))


def gives_each_factor_a_quarter_power(Q, K):
    """Multiplies Q and K by d_k ** -0.25 each."""
    share = K.shape[1] ** -0.25
    return (Q * share) @ (K * share).transpose()


def takes_inner_products(Q, K):
    """Uses np.inner, which sums over the last axes of both."""
    return np.inner(Q, K) / K.shape[1] ** 0.5


def contracts_by_number(Q, K):
    """Uses tensordot with the axes that are summed."""
    return np.tensordot(Q, K, axes=([1], [1])) / np.sqrt(float(Q.shape[1]))


def broadcasts_and_sums(Q, K):
    """Makes all products at once and sums over the last axis."""
    products = Q[:, np.newaxis, :] * K[np.newaxis, :, :]
    return products.sum(axis=-1) / np.sqrt(products.shape[-1])


def turns_the_product_of_keys(Q, K):
    """Takes K Qᵀ and transposes the result."""
    return (K @ Q.T / np.sqrt(K.shape[1])).T


def caches_the_root(Q, K):
    """Keeps the roots of recent widths in functools.lru_cache."""
    return Q @ K.T / _root(Q.shape[-1])


def goes_query_by_query(Q, K):
    """Runs along the queries with apply_along_axis."""
    return np.apply_along_axis(lambda query: K @ query, 1, Q) / np.sqrt(K.shape[1])


def fills_from_an_iterator(Q, K):
    """Feeds fromiter with vdot of every pair."""
    pairs = itertools.product(Q, K)
    flat = np.fromiter((np.vdot(key, query) for query, key in pairs), dtype=float, count=len(Q) * len(K))
    return flat.reshape(len(Q), len(K)) / np.sqrt(Q.shape[1])


def vectorises_a_dot_product(Q, K):
    """Gives np.vectorize the signature of a dot product."""
    dot = np.vectorize(lambda q, k: float(q @ k), signature="(d),(d)->()", otypes=[float])
    return dot(Q[:, None, :], K[None, :, :]) * (1 / math.sqrt(Q.shape[1]))


def divides_a_copy_in_place(Q, K):
    """Lets matmul write into its own buffer and divides that in place."""
    scores = np.empty((Q.shape[0], K.shape[0]))
    np.matmul(Q.astype(float), K.astype(float).T, out=scores)
    scores /= np.sqrt(K.shape[1])
    return scores


def checks_what_it_gets(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Refuses other shapes with a ValueError and has type hints and a match statement."""
    Q, K = np.asarray(Q), np.asarray(K)
    match Q.shape, K.shape:
        case (_, d_q), (_, d_k) if d_q == d_k:
            return (Q @ K.T) / np.sqrt(d_k)
        case _:
            raise ValueError(f"Q {Q.shape} and K {K.shape} must be matrices of equal width")


def splits_the_queries_in_two(Q, K):
    """Recursion: halves Q until one query is left, and joins the halves."""
    if len(Q) == 1:
        return (K @ Q[0] / np.sqrt(K.shape[1]))[None, :]
    middle = len(Q) // 2
    return np.concatenate([splits_the_queries_in_two(Q[:middle], K), splits_the_queries_in_two(Q[middle:], K)])


def polarises_the_norms(Q, K):
    """Gets each dot product from three squared norms in long double."""
    q, k = Q.astype(np.longdouble), K.astype(np.longdouble)
    sums = ((q[:, None] + k) ** 2).sum(-1) - (q**2).sum(-1)[:, None] - (k**2).sum(-1)
    return (sums / 2 / np.sqrt(np.longdouble(K.shape[1]))).astype(float)


def divides_by_the_norm_of_ones(Q, K):
    """Takes the divisor as the length of a vector of ones."""
    return Q.dot(K.T) / np.linalg.norm(np.ones(K.shape[1]))


def adds_up_feature_by_feature(Q, K):
    """Adds one outer product for each feature."""
    scores = sum(np.multiply.outer(q, k) for q, k in zip(Q.T, K.T))
    return scores / np.sqrt(K.shape[1])


def multiplies_by_a_negative_power(Q, K):
    """Multiplies by the width to the power of minus one half."""
    return (Q @ K.T) * K.shape[-1] ** -0.5


def converts_to_double_first(Q, K):
    """Brings both factors to float64, whatever came."""
    Q, K = Q.astype(np.float64), K.astype(np.float64)
    return Q @ K.T / math.sqrt(Q.shape[-1])
