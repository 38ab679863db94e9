"""Right but unusual answers to attention_backward(Q, K, V, d_output); every one keeps full marks."""

import math
from collections import namedtuple

import numpy as np
from scipy import special


def _weights(Q, K):
    return special.softmax(Q @ K.T / math.sqrt(Q.shape[1]), axis=1)


def multiplies_with_einsum(Q, K, V, d_output):
    """Every product by name of its axes."""
    scale = Q.shape[-1] ** -0.5
    weights = special.softmax(np.einsum("qd,kd->qk", Q, K) * scale, axis=-1)
    d_weights = np.einsum("qv,kv->qk", d_output, V)
    d_scores = scale * weights * (d_weights - np.einsum("qk,qk->q", weights, d_weights)[:, None])
    return (
        np.einsum("qk,kd->qd", d_scores, K),
        np.einsum("qk,qd->kd", d_scores, Q),
        np.einsum("qk,qv->kv", weights, d_output),
    )


def goes_query_by_query(Q, K, V, d_output):
    """One query at a time, adding up what keys and values receive."""
    dQ, dK, dV = (np.zeros(array.shape) for array in (Q, K, V))
    root = math.sqrt(Q.shape[1])
    for i, (q, up) in enumerate(zip(Q, d_output, strict=True)):
        w = special.softmax(K @ q / root)
        d = V @ up
        s = w * (d - w @ d) / root
        dQ[i] = s @ K
        dK += np.outer(s, q)
        dV += np.outer(w, up)
    return dQ, dK, dV


def averages_with_the_output(Q, K, V, d_output):
    """The row's average is the output times its gradient, as FlashAttention has it."""
    weights = _weights(Q, K)
    average = np.sum(d_output * (weights @ V), axis=1, keepdims=True)
    d_scores = weights * (d_output @ V.T - average) / math.sqrt(Q.shape[1])
    return d_scores @ K, d_scores.T @ Q, weights.T @ d_output


def scales_the_queries_first(Q, K, V, d_output):
    """The scale goes into the queries, and comes out of their gradient."""
    scale = 1 / math.sqrt(Q.shape[1])
    scaled = Q * scale
    weights = special.softmax(scaled @ K.T, axis=-1)
    d_weights = d_output @ V.T
    d_scores = weights * (d_weights - (weights * d_weights).sum(-1, keepdims=True))
    return d_scores @ K * scale, d_scores.T @ scaled, weights.T @ d_output


def works_on_the_transpose(Q, K, V, d_output):
    """Keys down, queries across."""
    scale = Q.shape[1] ** -0.5
    columns = special.softmax(K @ Q.T * scale, axis=0)
    d_columns = V @ d_output.T
    d_scores = columns * (d_columns - (columns * d_columns).sum(axis=0)) * scale
    return d_scores.T @ K, d_scores @ Q, columns @ d_output


def hands_back_a_named_tuple(Q, K, V, d_output):
    """A namedtuple of the three."""
    weights = _weights(Q, K)
    d_weights = np.matmul(d_output, V.T)
    d_scores = weights * (d_weights - np.sum(weights * d_weights, axis=-1, keepdims=True)) * Q.shape[1] ** -0.5
    return namedtuple("Gradients", "dQ dK dV")(d_scores @ K, d_scores.T @ Q, weights.T @ d_output)


def builds_every_jacobian(Q, K, V, d_output):
    """The Jacobian of each row of weights, in a list."""
    weights = _weights(Q, K)
    d_weights = d_output @ V.T
    rows = [(np.diag(w) - np.outer(w, w)) @ d for w, d in zip(weights, d_weights, strict=True)]
    d_scores = np.array(rows) / math.sqrt(Q.shape[1])
    return [d_scores @ K, d_scores.T @ Q, weights.T @ d_output]
