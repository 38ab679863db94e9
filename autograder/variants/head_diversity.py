"""Right but unusual answers to head_diversity(weights); every one keeps full marks."""

import itertools
import math

import numpy as np


def compares_all_pairs_at_once(weights):
    """One large array of differences, of which the upper triangle counts."""
    weights = np.asarray(weights, dtype=float)
    gaps = np.abs(weights[:, None] - weights[None]).sum(axis=-1).mean(axis=-1) / 2
    return gaps[np.triu_indices(len(weights), k=1)].mean()


def loops_over_pairs(weights):
    """combinations of the standard library, and a running mean."""
    found = [0.5 * np.mean(np.abs(a - b).sum(axis=1)) for a, b in itertools.combinations(weights, 2)]
    return sum(found) / len(found)


def counts_ordered_pairs(weights):
    """Every pair twice, each head with itself too, divided by the number of true ones."""
    num_heads, n_q = weights.shape[:2]
    total = sum(np.abs(a - b).sum() for a, b in itertools.product(weights, repeat=2))
    return float(total / (2 * num_heads * (num_heads - 1) * n_q))


def adds_up_what_is_more(weights):
    """Half the sum of differences of two rows is what one has more than the other."""
    rows = np.asarray(weights, dtype=float)
    pairs = itertools.combinations(range(len(rows)), 2)
    return np.mean([np.maximum(rows[a] - rows[b], 0).sum(axis=-1) for a, b in pairs])


def subtracts_what_is_shared(weights):
    """One less the overlap of two rows."""
    return 1 - np.mean([np.minimum(a, b).sum(axis=-1) for a, b in itertools.combinations(weights, 2)])


def sorts_the_weights(weights):
    """Over sorted heads, each weight counts as often more as less."""
    num_heads, n_q, _ = weights.shape
    ordered = np.sort(np.asarray(weights, dtype=float), axis=0)
    factors = 2 * np.arange(num_heads) - num_heads + 1
    return np.einsum("h,hqk->", factors, ordered) / (num_heads * (num_heads - 1) * n_q)


def loops_over_every_weight(weights):
    """Plain loops and a list."""
    num_heads, n_q, n_k = weights.shape
    found = []
    for a in range(num_heads):
        for b in range(a):
            for i in range(n_q):
                found.append(math.fsum(abs(float(weights[a, i, j]) - float(weights[b, i, j])) for j in range(n_k)) / 2)
    return math.fsum(found) / len(found)


def returns_an_array_without_axes(weights):
    """A 0-dimensional array is one number, too."""
    gaps = [np.abs(a - b).sum(axis=-1) for a, b in itertools.combinations(weights, 2)]
    return np.array(np.mean(gaps) / 2)
