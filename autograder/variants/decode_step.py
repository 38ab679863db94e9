"""Right but unusual answers to decode_step(q, k, v, K_cache, V_cache); every one keeps full marks."""

import math
from collections import namedtuple

import numpy as np
from scipy import special


def stacks_the_rows(q, k, v, K_cache, V_cache):
    """vstack makes a row of the new vector by itself."""
    K, V = np.vstack([K_cache, k]) * 1.0, np.vstack([V_cache, v]) * 1.0
    return special.softmax(K @ q / math.sqrt(len(q))) @ V, K, V


def fills_an_empty_array(q, k, v, K_cache, V_cache):
    """A larger array, filled in two steps."""
    t = len(K_cache)
    keys = np.empty((t + 1, k.size), dtype=np.result_type(K_cache, np.float32))
    values = np.empty((t + 1, v.size), dtype=np.result_type(V_cache, np.float32))
    keys[:t], keys[t] = K_cache, k
    values[:t], values[t] = V_cache, v
    powers = np.exp((scores := keys @ q / len(q) ** 0.5) - scores.max())
    return powers @ values / powers.sum(), keys, values


def attends_before_it_appends(q, k, v, K_cache, V_cache):
    """Old scores and the new one are put together, and the caches grow last."""
    root = math.sqrt(q.size)
    scores = np.append(K_cache @ q, k @ q) / root
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    output = weights[:-1] @ V_cache + weights[-1] * v
    return output, np.append(K_cache, [k], axis=0) * 1.0, np.append(V_cache, [v], axis=0) * 1.0


def asks_a_table_of_one_row(q, k, v, K_cache, V_cache):
    """Full attention for one query, whose only row is handed back."""
    K, V = (np.r_[cache, row[None, :]] * 1.0 for cache, row in ((K_cache, k), (V_cache, v)))
    return (special.softmax(q[None] @ K.T / np.sqrt(q.shape[-1]), axis=-1) @ V)[0], K, V


def loops_over_the_keys(q, k, v, K_cache, V_cache):
    """A running maximum, one key at a time."""
    keys, values = [*K_cache.tolist(), k.tolist()], [*V_cache.tolist(), v.tolist()]
    highest, total, mix = -math.inf, 0.0, np.zeros(len(v))
    for key, value in zip(keys, values, strict=True):
        score = sum(a * b for a, b in zip(q.tolist(), key, strict=True)) / math.sqrt(len(key))
        new = max(highest, score)
        shrink, power = math.exp(highest - new), math.exp(score - new)
        total, mix = total * shrink + power, mix * shrink + power * np.array(value)
        highest = new
    return mix / total, np.array(keys, dtype=float), np.array(values, dtype=float)


def hands_back_a_named_tuple(q, k, v, K_cache, V_cache):
    """A namedtuple of the three."""
    K, V = (np.insert(cache * 1.0, len(cache), row, axis=0) for cache, row in ((K_cache, k), (V_cache, v)))
    weights = np.exp(special.log_softmax(K @ q * q.size**-0.5))
    return namedtuple("Step", "output keys values")(np.einsum("t,td->d", weights, V), K, V)
