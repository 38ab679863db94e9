"""Right but unusual answers to tiled_attention(Q, K, V, block_size); every one keeps full marks."""

import math

import numpy as np
from scipy import special


def keeps_the_output_normalised(Q, K, V, block_size):
    """The running output is always an average already."""
    n_q = len(Q)
    level, output = np.full((n_q, 1), -np.inf), np.zeros((n_q, V.shape[1]))
    for start in range(0, len(K), block_size):
        scores = Q @ K[start : start + block_size].T / math.sqrt(Q.shape[1])
        here = special.logsumexp(scores, axis=1, keepdims=True)
        both = np.logaddexp(level, here)
        mixed = np.exp(scores - here) @ V[start : start + block_size]
        output = output * np.exp(level - both) + mixed * np.exp(here - both)
        level = both
    return output


def goes_through_the_keys_twice(Q, K, V, block_size):
    """Once for the level of each query, once for the mixture."""
    blocks = [slice(i, i + block_size) for i in range(0, len(K), block_size)]
    root = math.sqrt(Q.shape[1])
    parts = [special.logsumexp(Q @ K[block].T / root, axis=1) for block in blocks]
    level = special.logsumexp(np.array(parts), axis=0)[:, None]
    return sum(np.exp(Q @ K[block].T / root - level) @ V[block] for block in blocks)


def goes_backwards(Q, K, V, block_size):
    """The last keys first."""
    K, V = K[::-1], V[::-1]
    highest, total, mix = -np.inf, 0.0, 0.0
    for start in range(0, K.shape[0], block_size):
        scores = Q @ K[start : start + block_size].T * Q.shape[1] ** -0.5
        new = np.maximum(highest, np.max(scores, axis=1, keepdims=True))
        old = np.exp(highest - new)
        powers = np.exp(scores - new)
        total = old * total + powers.sum(axis=1, keepdims=True)
        mix = old * mix + powers @ V[start : start + block_size]
        highest = new
    return mix / total


def takes_one_query_at_a_time(Q, K, V, block_size):
    """A running maximum for each query by itself."""
    output = []
    for q in Q:
        highest, total, mix = -math.inf, 0.0, np.zeros(V.shape[1])
        for start in range(0, len(K), block_size):
            scores = K[start : start + block_size] @ q / math.sqrt(len(q))
            new = max(highest, float(scores.max()))
            powers = np.exp(scores - new)
            shrink = math.exp(highest - new)
            total, mix = total * shrink + powers.sum(), mix * shrink + powers @ V[start : start + block_size]
            highest = new
        output.append(mix / total)
    return np.array(output)


def takes_a_whole_row_at_a_time(Q, K, V, block_size):
    """One query over all keys: no online softmax, and no table either."""
    return np.array([special.softmax(K @ q / math.sqrt(len(q))) @ V for q in Q])


def carries_the_total_as_a_column(Q, K, V, block_size):
    """Ones beside the values, so that the total is mixed along."""
    highest, sums = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), V.shape[1] + 1))
    for start in range(0, len(K), block_size):
        block = slice(start, start + block_size)
        scores = Q @ K[block].T / Q.shape[1] ** 0.5
        new = np.maximum(highest, scores.max(1, keepdims=True))
        wider = np.concatenate([V[block], np.ones((len(V[block]), 1))], axis=1)
        sums = sums * np.exp(highest - new) + np.exp(scores - new) @ wider
        highest = new
    return sums[:, :-1] / sums[:, -1:]


def shrinks_only_when_it_must(Q, K, V, block_size):
    """The old sums are touched only where the maximum grew."""
    n_q, root = len(Q), math.sqrt(Q.shape[1])
    highest, total, mix = np.full(n_q, -np.inf), np.zeros(n_q), np.zeros((n_q, V.shape[1]))
    for start in range(0, len(K), block_size):
        scores = Q @ K[start : start + block_size].T / root
        top = scores.max(axis=1)
        grew = top > highest
        shrink = np.exp(highest[grew] - top[grew])
        total[grew] *= shrink
        mix[grew] *= shrink[:, None]
        highest = np.where(grew, top, highest)
        powers = np.exp(scores - highest[:, None])
        total += powers.sum(axis=1)
        mix += powers @ V[start : start + block_size]
    return mix / total[:, None]


def splits_into_a_list(Q, K, V, block_size):
    """np.array_split makes the tiles."""
    places = range(block_size, len(K), block_size)
    highest, total, mix = -np.inf, 0.0, 0.0
    for keys, values in zip(np.split(K, places), np.split(V, places), strict=True):
        scores = np.inner(Q, keys) / np.sqrt(Q.shape[1])
        new = np.maximum(highest, scores.max(axis=1))
        powers = np.exp(scores - new[:, None])
        shrink = np.exp(highest - new)
        total = total * shrink + powers.sum(axis=1)
        mix = mix * (shrink[:, None]) + powers @ values
        highest = new
    return mix / total[:, None]


def loops_over_every_number(Q, K, V, block_size):
    """Plain loops and the standard library."""
    root, output = math.sqrt(Q.shape[1]), np.zeros((len(Q), V.shape[1]))
    for i, q in enumerate(Q.tolist()):
        highest, total, mix = -math.inf, 0.0, [0.0] * V.shape[1]
        for key, value in zip(K, V, strict=True):
            score = sum(a * b for a, b in zip(q, key.tolist(), strict=True)) / root
            new = max(highest, score)
            shrink, power = math.exp(highest - new), math.exp(score - new)
            total = total * shrink + power
            mix = [m * shrink + power * v for m, v in zip(mix, value.tolist(), strict=True)]
            highest = new
        output[i] = [m / total for m in mix]
    return output
