"""Right but unusual answers to multi_head_attention; every one keeps full marks."""

import functools
import math
from collections import namedtuple
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


def _softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _attend(q, k, v):
    weights = _softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]))
    return weights @ v, weights


def _width(d_model, num_heads):
    if d_model % num_heads:
        raise ValueError(f"d_model {d_model} is not divisible by num_heads {num_heads}")
    return d_model // num_heads


def slices_columns_in_a_loop(x, W_q, W_k, W_v, W_o, num_heads):
    """One head at a time, its columns cut out by hand."""
    d_head = _width(x.shape[1], num_heads)
    Q, K, V = x @ W_q, x @ W_k, x @ W_v
    heads, maps = [], []
    for h in range(num_heads):
        columns = slice(h * d_head, (h + 1) * d_head)
        head, weights = _attend(Q[:, columns], K[:, columns], V[:, columns])
        heads.append(head)
        maps.append(weights)
    return np.concatenate(heads, axis=1) @ W_o, np.array(maps)


def loops_over_every_index(x, W_q, W_k, W_v, W_o, num_heads):
    """Plain loops over heads, queries, keys and features."""
    d_head = _width(x.shape[1], num_heads)
    Q, K, V = x @ W_q, x @ W_k, x @ W_v
    joined, weights = np.zeros(x.shape), np.zeros((num_heads, len(x), len(x)))
    for h in range(num_heads):
        columns = range(h * d_head, (h + 1) * d_head)
        for i in range(len(x)):
            scores = [sum(Q[i, c] * K[j, c] for c in columns) / math.sqrt(d_head) for j in range(len(x))]
            powers = [math.exp(score - max(scores)) for score in scores]
            for j, power in enumerate(powers):
                weights[h, i, j] = power / sum(powers)
                for c in columns:
                    joined[i, c] += weights[h, i, j] * V[j, c]
    return joined @ W_o, weights


def splits_the_features(x, W_q, W_k, W_v, W_o, num_heads):
    """np.split over the columns; it refuses heads that do not fit."""
    parts = zip(*(np.split(x @ W, num_heads, axis=1) for W in (W_q, W_k, W_v)))
    heads, maps = zip(*(_attend(*part) for part in parts))
    return np.hstack(heads) @ W_o, np.stack(maps)


def splits_the_weight_matrices(x, W_q, W_k, W_v, W_o, num_heads):
    """Every head has weight matrices of its own."""
    matrices = zip(*(np.hsplit(W, num_heads) for W in (W_q, W_k, W_v)))
    results = [_attend(x @ a, x @ b, x @ c) for a, b, c in matrices]
    return np.concatenate([head for head, _ in results], axis=-1) @ W_o, np.array([w for _, w in results])


def adds_up_blocks_of_W_o(x, W_q, W_k, W_v, W_o, num_heads):
    """Nothing is joined: each head meets its rows of W_o and the results are added."""
    blocks = zip(*(np.split(W, num_heads, axis=1) for W in (W_q, W_k, W_v)), np.split(W_o, num_heads))
    output, maps = np.zeros(x.shape), []
    for a, b, c, o in blocks:
        head, weights = _attend(x @ a, x @ b, x @ c)
        output = output + head @ o
        maps.append(weights)
    return output, np.stack(maps)


def uses_einsum(x, W_q, W_k, W_v, W_o, num_heads):
    """The head axis is named in every einsum and nothing is transposed."""
    seq_len, d_model = x.shape
    q, k, v = ((x @ W).reshape(seq_len, num_heads, d_model // num_heads) for W in (W_q, W_k, W_v))
    weights = _softmax(np.einsum("ihd,jhd->hij", q, k) / math.sqrt(q.shape[-1]))
    return np.einsum("hij,jhd->ihd", weights, v).reshape(seq_len, d_model) @ W_o, weights


def contracts_with_a_cube_of_W_o(x, W_q, W_k, W_v, W_o, num_heads):
    """The projections become cubes, and the join is part of the last contraction."""
    d_model = x.shape[1]
    d_head = _width(d_model, num_heads)
    q, k, v = (np.einsum("nm,mhd->hnd", x, W.reshape(d_model, num_heads, d_head)) for W in (W_q, W_k, W_v))
    heads, weights = _attend(q, k, v)
    return np.einsum("hnd,hde->ne", heads, W_o.reshape(num_heads, d_head, d_model)), weights


def uses_tensordot(x, W_q, W_k, W_v, W_o, num_heads):
    """Projects and joins with tensordot over numbered axes."""
    d_model = x.shape[1]
    cubes = (W.reshape(d_model, num_heads, -1) for W in (W_q, W_k, W_v))
    q, k, v = (np.moveaxis(np.tensordot(x, cube, axes=1), 1, 0) for cube in cubes)
    heads, weights = _attend(q, k, v)
    return np.tensordot(heads, W_o.reshape(num_heads, -1, d_model), axes=([0, 2], [0, 1])), weights


def lays_features_before_tokens(x, W_q, W_k, W_v, W_o, num_heads):
    """Works on transposed features, where the heads lie one below the other."""
    seq_len, d_model = x.shape
    q, k, v = ((W.T @ x.T).reshape(num_heads, d_model // num_heads, seq_len) for W in (W_q, W_k, W_v))
    columns = _softmax(k.swapaxes(1, 2) @ q / np.sqrt(q.shape[1]), axis=1)
    return (W_o.T @ (v @ columns).reshape(d_model, seq_len)).T, columns.swapaxes(1, 2)


def projects_in_one_product(x, W_q, W_k, W_v, W_o, num_heads):
    """One product for queries, keys and values, reshaped to five meanings at once."""
    seq_len, d_model = x.shape
    fused = x @ np.concatenate([W_q, W_k, W_v], axis=1)
    q, k, v = fused.reshape(seq_len, 3, num_heads, d_model // num_heads).transpose(1, 2, 0, 3)
    heads, weights = _attend(q, k, v)
    return heads.transpose(1, 0, 2).reshape(seq_len, d_model) @ W_o, weights


def hides_the_columns_of_other_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """Heads keep the full width; what belongs to others is multiplied by zero."""
    d_head = _width(x.shape[1], num_heads)
    own = np.repeat(np.eye(num_heads), d_head, axis=1)[:, None, :]
    Q, K, V = x @ W_q, x @ W_k, x @ W_v
    weights = _softmax((Q * own) @ K.T / np.sqrt(d_head))
    return (weights @ (V * own)).sum(axis=0) @ W_o, weights


def forms_one_large_block_matrix(x, W_q, W_k, W_v, W_o, num_heads):
    """All heads in one attention over num_heads times seq_len tokens, strangers masked by -inf."""
    d_head, seq_len = _width(x.shape[1], num_heads), len(x)
    q, k, v = (np.concatenate(np.split(x @ W, num_heads, axis=1)) for W in (W_q, W_k, W_v))
    same = np.kron(np.eye(num_heads), np.ones((seq_len, seq_len))) > 0
    weights = _softmax(np.where(same, q @ k.T / np.sqrt(d_head), -np.inf))
    joined = np.hstack(np.split(weights @ v, num_heads))
    maps = [weights[s : s + seq_len, s : s + seq_len] for s in range(0, len(weights), seq_len)]
    return joined @ W_o, np.array(maps)


def merges_query_and_key_weights(x, W_q, W_k, W_v, W_o, num_heads):
    """Queries and keys never exist, and neither do values: two bilinear forms per head."""
    pieces = zip(*(np.split(W, num_heads, axis=1) for W in (W_q, W_k, W_v)), np.split(W_o, num_heads, axis=0))
    output, maps = 0, []
    for a, b, c, o in pieces:
        maps.append(_softmax(x @ (a @ b.T) @ x.T / np.sqrt(a.shape[1])))
        output = output + maps[-1] @ x @ (c @ o)
    return output, np.stack(maps)


def calls_itself_for_the_other_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """The first head, then the same for the rest."""
    d_head = _width(x.shape[1], num_heads)

    def rest(Q, K, V, W):
        head, weights = _attend(Q[:, :d_head], K[:, :d_head], V[:, :d_head])
        output = head @ W[:d_head]
        if Q.shape[1] == d_head:
            return output, [weights]
        more, maps = rest(Q[:, d_head:], K[:, d_head:], V[:, d_head:], W[d_head:])
        return output + more, [weights, *maps]

    output, maps = rest(x @ W_q, x @ W_k, x @ W_v, W_o)
    return output, np.stack(maps)


def fills_arrays_made_beforehand(x, W_q, W_k, W_v, W_o, num_heads):
    """Writes each head into its place of two arrays."""
    seq_len, d_model = x.shape
    d_head = _width(d_model, num_heads)
    joined, weights = np.empty((seq_len, d_model)), np.empty((num_heads, seq_len, seq_len))
    for h, start in enumerate(range(0, d_model, d_head)):
        q, k, v = (x @ W[:, start : start + d_head] for W in (W_q, W_k, W_v))
        joined[:, start : start + d_head], weights[h] = _attend(q, k, v)
    return joined @ W_o, weights


def takes_heads_from_a_generator(x, W_q, W_k, W_v, W_o, num_heads):
    """Nested helpers, one of them a generator; the heads are joined by functools.reduce."""

    def columns():
        d_head = _width(x.shape[1], num_heads)
        yield from (np.arange(h * d_head, (h + 1) * d_head) for h in range(num_heads))

    pairs = [_attend(x @ W_q[:, c], x @ W_k[:, c], x @ W_v[:, c]) for c in columns()]
    joined = functools.reduce(lambda left, right: np.append(left, right, axis=1), [head for head, _ in pairs])
    return joined @ W_o, np.array([weights for _, weights in pairs])


def scales_the_queries_first(x, W_q, W_k, W_v, W_o, num_heads):
    """The scale is a power and stands in the queries; the softmax subtracts the log of the sum."""
    seq_len, d_model = x.shape
    d_head = _width(d_model, num_heads)
    q, k, v = ((x @ W).reshape(seq_len, num_heads, d_head).swapaxes(0, 1) for W in (W_q, W_k, W_v))
    scores = (q * d_head**-0.5) @ k.swapaxes(1, 2)
    top = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - top - np.log(np.exp(scores - top).sum(axis=-1, keepdims=True)))
    return (weights @ v).swapaxes(0, 1).reshape(seq_len, d_model) @ W_o, weights


def keeps_its_weights_in_an_object(x, W_q, W_k, W_v, W_o, num_heads):
    """A class with methods, as frameworks write it."""

    @dataclass
    class MultiHead:
        W_q: np.ndarray
        W_k: np.ndarray
        W_v: np.ndarray
        W_o: np.ndarray
        num_heads: int

        def __post_init__(self):
            self.d_head = _width(len(self.W_q), self.num_heads)

        def split(self, features):
            return features.reshape(len(features), self.num_heads, self.d_head).transpose(1, 0, 2)

        def __call__(self, tokens):
            heads, weights = _attend(*(self.split(tokens @ W) for W in (self.W_q, self.W_k, self.W_v)))
            return heads.transpose(1, 0, 2).reshape(tokens.shape) @ self.W_o, weights

    return MultiHead(W_q, W_k, W_v, W_o, num_heads)(x)


def raises_an_error_of_its_own(x, W_q, W_k, W_v, W_o, num_heads):
    """The error is a subclass of ValueError, and the result a namedtuple."""

    class HeadsDoNotFit(ValueError):
        pass

    d_head, left_over = divmod(x.shape[1], num_heads)
    if left_over:
        raise HeadsDoNotFit(num_heads)
    MultiHead = namedtuple("MultiHead", ["output", "weights"])
    q, k, v = ((x @ W).reshape(-1, num_heads, d_head).transpose(1, 0, 2) for W in (W_q, W_k, W_v))
    heads, weights = _attend(q, k, v)
    return MultiHead(np.concatenate(list(heads), axis=-1) @ W_o, weights)


def has_hints_and_a_named_result(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, W_o: np.ndarray, num_heads: int
) -> tuple[np.ndarray, np.ndarray]:
    """Type hints, a walrus and a NamedTuple class."""

    class Result(NamedTuple):
        output: np.ndarray
        weights: np.ndarray

    if (remainder := x.shape[1] % num_heads) != 0:
        raise ValueError(f"{remainder} features would be left over")
    q, k, v = (np.array(np.split(x @ W, num_heads, axis=1)) for W in (W_q, W_k, W_v))
    heads, weights = _attend(q, k, v)
    return Result(np.block(list(heads)) @ W_o, weights)


def returns_a_list_and_guards_its_arguments(x, W_q, W_k, W_v, W_o, num_heads):
    """Converts with asarray, refuses other ndim, silences warnings and returns a list."""
    x, W_q, W_k, W_v, W_o = (np.asarray(a, dtype=float) for a in (x, W_q, W_k, W_v, W_o))
    if x.ndim != 2:
        raise ValueError("x needs two axes")
    d_head = _width(x.shape[1], num_heads)
    with np.errstate(all="ignore"):
        q, k, v = (np.stack([(x @ W)[:, h * d_head :][:, :d_head] for h in range(num_heads)]) for W in (W_q, W_k, W_v))
        heads, weights = _attend(q, k, v)
    return [np.moveaxis(heads, 0, 1).reshape(x.shape) @ W_o, weights]


def matches_the_remainder(x, W_q, W_k, W_v, W_o, num_heads):
    """A match statement decides what to do, and a default catches what cannot be."""
    match divmod(x.shape[1], num_heads):
        case (d_head, 0):
            q, k, v = (np.transpose((x @ W).reshape(len(x), num_heads, d_head), (1, 0, 2)) for W in (W_q, W_k, W_v))
            heads, weights = _attend(q, k, v)
            return np.transpose(heads, (1, 0, 2)).reshape(len(x), -1) @ W_o, weights
        case _:
            raise ValueError("num_heads must divide d_model")


def computes_in_long_double(x, W_q, W_k, W_v, W_o, num_heads):
    """Computes wider than asked, comes back to float64, and lets nothing but a ValueError out."""
    with suppress(ZeroDivisionError):
        parts = [np.split(x.astype(np.longdouble) @ W, num_heads, axis=1) for W in (W_q, W_k, W_v)]
        heads, maps = zip(*(_attend(q, k, v) for q, k, v in zip(*parts)))
        return (np.concatenate(heads, axis=1) @ W_o).astype(float), np.array(maps, dtype=float)
    raise ValueError("there must be at least one head")
