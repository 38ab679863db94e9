"""Hidden inputs of the exercises on entropy and uniformity."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.probes import probe
from autograder.probes.hidden import Arrays, Rng, weight_rows

# --- attention_entropy ------------------------------------------------------------------------------------------------


@probe("attention_entropy")
def attention_entropy_rectangular(rng: Rng) -> Arrays:
    """ordinary rows, more keys than queries: axis, logarithm and sign"""
    return (weight_rows(rng, 3, 5),)


@probe("attention_entropy")
def attention_entropy_square(rng: Rng) -> Arrays:
    """as many queries as keys: sums over the wrong axis have the right shape"""
    return (weight_rows(rng, 4, 4),)


@probe("attention_entropy")
def attention_entropy_one_hot(rng: Rng) -> Arrays:
    """rows with a single one: 0 log 0 is 0, not nan, and the entropy is 0"""
    return (np.eye(6)[[1, 4, 0]],)


@probe("attention_entropy")
def attention_entropy_uniform(rng: Rng) -> Arrays:
    """uniform rows: the entropy is log n_k, here for seven keys"""
    return (np.full((2, 7), 1 / 7),)


@probe("attention_entropy")
def attention_entropy_masked(rng: Rng) -> Arrays:
    """causal rows: zeros beside ordinary weights"""
    rows = np.tril(weight_rows(rng, 5, 5))
    return (rows / rows.sum(axis=1, keepdims=True),)


@probe("attention_entropy")
def attention_entropy_peaked(rng: Rng) -> Arrays:
    """weights of 3e-6 over many keys: a coarse guard inside the logarithm or a clip bends them"""
    weights = np.full((2, 40), 3e-6)
    weights[0, int(rng.integers(40))] = 1 - 39 * 3e-6
    weights[1, :20] = (1 - 20 * 3e-6) / 20
    return (weights,)


@probe("attention_entropy")
def attention_entropy_decades(rng: Rng) -> Arrays:
    """weights on both sides of each power of ten from 1e-2 to 1e-6: a limit below which they are left out shows"""
    small = np.array([2e-2, 5e-3, 2e-3, 5e-4, 2e-4, 5e-5, 2e-5, 5e-6, 2e-6, 5e-7])
    return (rng.permuted(np.array([*small, 0.25, 0.75 - small.sum()])[None], axis=1),)


@probe("attention_entropy")
def attention_entropy_vanishing(rng: Rng) -> Arrays:
    """weights far below the step between 1 and the next float: 1 + w and w - 1 have lost them"""
    return (rng.permuted(np.array([[1e-17, 1.0, 1e-30, 1e-200], [3e-17, 2e-25, 0.25, 0.75]]), axis=1),)


@probe("attention_entropy")
def attention_entropy_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers are legal input: refusing them, or a buffer of their dtype, shows"""
    return (np.eye(5, dtype=int)[[3, 0]],)


@probe("attention_entropy")
def attention_entropy_single(rng: Rng) -> Arrays:
    """float32 weights: half precision shows in the dtype"""
    return (weight_rows(rng, 3, 5).astype(np.float32),)


# --- is_uniform -------------------------------------------------------------------------------------------------------


def _near_uniform(rng: Rng, n_k: int, off: float) -> np.ndarray[Any, Any]:
    """One row whose farthest entry is exactly `off` from 1 / n_k, and which sums to one."""
    row = np.full(n_k, 1 / n_k)
    up, down = rng.permutation(n_k)[:2]
    row[up] += off
    row[down] -= off
    return row


@probe("is_uniform")
def is_uniform_mixed(rng: Rng) -> Arrays:
    """uniform and focused rows side by side over four keys: one verdict per row"""
    focused = weight_rows(rng, 2, 4, spread=2.0)
    return (np.array([np.full(4, 0.25), focused[0], focused[1], np.full(4, 0.25), np.eye(4)[2]]),)


@probe("is_uniform")
def is_uniform_focused(rng: Rng) -> Arrays:
    """focused rows only, one of them leading with exactly 1 / n_k: none may be called uniform"""
    return (np.array([[1 / 3, 0.6, 1 - 1 / 3 - 0.6], [0.9, 0.05, 0.05], [0.2, 0.5, 0.3]]),)


@probe("is_uniform")
def is_uniform_square(rng: Rng) -> Arrays:
    """as many queries as keys, equal columns: comparing queries instead of keys calls every row uniform"""
    return (np.array([np.full(3, 1 / 3), [0.5, 0.3, 0.2], [0.5, 0.3, 0.2]]),)


@probe("is_uniform")
def is_uniform_edge(rng: Rng) -> Arrays:
    """from a fiftieth of atol to five times atol off, also just inside and outside: half or twice atol shows"""
    return (np.array([_near_uniform(rng, 5, off) for off in (2e-4, 5e-3, 6e-5, 1.6e-4, 1.6e-3, 6e-4, 2e-5)]),)


@probe("is_uniform")
def is_uniform_close(rng: Rng) -> Arrays:
    """forty keys, none or one just too far off, above or below: sums, squares, ranges and ratios each give way"""
    weights = np.full((8, 40), 1 / 40)
    weights[0] += np.tile((6e-4, -6e-4), 20)
    weights[1, [0, 39]] += (6e-4, -6e-4)
    weights[2, [1, -2]] += (3e-4, -3e-4)
    weights[7, 10:14] += (6e-4, -6e-4, 6e-4, -6e-4)
    for row, off in ((3, 1.6e-3), (4, -1.6e-3), (6, 6e-4)):
        weights[row] -= off / 39
        weights[row, int(rng.integers(40))] += off * 40 / 39
    weights[5, rng.permutation(40)[:2]] += (1.6e-3, -1.6e-3)
    return (weights,)


@probe("is_uniform")
def is_uniform_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers are legal input, and none is uniform"""
    return (np.eye(4, dtype=int)[[2, 0]],)


@probe("is_uniform")
def is_uniform_loose(rng: Rng) -> Arrays:
    """another atol, handed in: 0.05, with rows a fifth, three fifths, eight fifths and five times of it off"""
    return np.array([_near_uniform(rng, 3, off) for off in (0.01, 0.25, 0.03, 0.08)]), 0.05


@probe("is_uniform")
def is_uniform_tight(rng: Rng) -> Arrays:
    """a small atol, handed in: rows that the default, or half precision, would call uniform are not"""
    return np.array([_near_uniform(rng, 3, off) for off in (2e-5, 4e-7, 2.4e-6)]), 4e-6


@probe("is_uniform")
def is_uniform_many(rng: Rng) -> Arrays:
    """512 keys: sums, means and spreads of many small deviations mislead, in both directions"""
    weights = np.full((6, 512), 1 / 512)
    weights[1] = _near_uniform(rng, 512, 1e-4)
    weights[2, ::2] += 2e-4
    weights[2, 1::2] -= 2e-4
    for row, peak in ((3, 0.02), (4, 0.03), (5, 0.4)):
        weights[row] = (1 - peak) / 512
        weights[row, int(rng.integers(512))] += peak
    return (weights,)


@probe("is_uniform")
def is_uniform_eight(rng: Rng) -> Arrays:
    """eight keys, as in the documents: their 0.125 is right here and nowhere else"""
    return (np.array([np.full(8, 1 / 8), *weight_rows(rng, 2, 8, spread=2.0)]),)


@probe("is_uniform")
def is_uniform_steps(rng: Rng) -> Arrays:
    """rows ever farther from even: limits on entropy, spread or decimals each give up at a step of their own"""
    return (np.array([_near_uniform(rng, 3, off) for off in (0.006, 0.012, 0.02, 0.04, 0.08, 0.16)]),)


@probe("is_uniform")
def is_uniform_climb(rng: Rng) -> Arrays:
    """a row that climbs in steps below atol to ends far apart: comparing neighbours calls it uniform"""
    return (np.array([1 / 40 + np.linspace(-0.009, 0.009, 40), np.full(40, 1 / 40)]),)


@probe("is_uniform")
def is_uniform_alike(rng: Rng) -> Arrays:
    """three focused rows, all the same: comparing queries with each other calls them uniform"""
    return (np.array([[0.5, 0.3, 0.2]] * 3),)


@probe("is_uniform")
def is_uniform_hole(rng: Rng) -> Arrays:
    """one empty key among 80: the others exceed 1 / n_k by little, so that only what is missing shows"""
    weights = np.full((2, 80), 1 / 80)
    weights[1] = 1 / 79
    weights[1, int(rng.integers(80))] = 0
    return (weights,)


@probe("is_uniform")
def is_uniform_one_key(rng: Rng) -> Arrays:
    """a single key: the only possible row is uniform"""
    return (np.ones((2, 1)),)


@probe("is_uniform")
def is_uniform_single(rng: Rng) -> Arrays:
    """float32 weights: a third is not exact, so an exact comparison misses uniform rows"""
    return (np.array([np.full(3, 1 / 3), [0.5, 0.3, 0.2]], dtype=np.float32),)
