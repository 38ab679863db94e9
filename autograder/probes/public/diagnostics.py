"""Public inputs of the exercises on entropy and uniformity."""

from __future__ import annotations

import numpy as np

from autograder.probes import probe
from autograder.probes.public import Arrays, Rng, matrix


@probe("attention_entropy")
def attention_entropy_small(rng: Rng) -> Arrays:
    """one even row, one uneven one"""
    return (matrix((0.5, 0.25, 0.25), (0.125, 0.125, 0.75)),)


@probe("attention_entropy")
def attention_entropy_square(rng: Rng) -> Arrays:
    """as many queries as keys"""
    return (matrix((0.5, 0.25, 0.25), (0.125, 0.125, 0.75), (0.75, 0.125, 0.125)),)


@probe("attention_entropy")
def attention_entropy_one_hot(rng: Rng) -> Arrays:
    """a single one in each row: the entropy is 0"""
    return (matrix((0, 1, 0, 0), (1, 0, 0, 0)),)


@probe("attention_entropy")
def attention_entropy_uniform(rng: Rng) -> Arrays:
    """equal weights over four keys: the entropy is log 4"""
    return (np.full((2, 4), 0.25),)


@probe("attention_entropy")
def attention_entropy_peaked(rng: Rng) -> Arrays:
    """one weight of almost one beside tiny ones"""
    return (matrix((0.999991, 3e-6, 3e-6, 3e-6), (0.5, 0.499997, 3e-6, 0)),)


@probe("attention_entropy")
def attention_entropy_masked(rng: Rng) -> Arrays:
    """zeros beside ordinary weights"""
    return (matrix((1, 0, 0), (0.25, 0.75, 0)),)


@probe("attention_entropy")
def attention_entropy_vanishing(rng: Rng) -> Arrays:
    """weights far below the step between 1 and the next float"""
    return (matrix((1.0, 1e-17, 1e-30), (0.5, 0.5, 1e-18)),)


@probe("attention_entropy")
def attention_entropy_decades(rng: Rng) -> Arrays:
    """weights on both sides of each power of ten"""
    small = (2e-2, 5e-3, 2e-3, 5e-4, 2e-4, 5e-5, 2e-5, 5e-6, 2e-6, 5e-7)
    return (matrix((*small, 1 - sum(small))),)


@probe("attention_entropy")
def attention_entropy_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers"""
    return (np.array([[0, 1, 0], [1, 0, 0]]),)


@probe("attention_entropy")
def attention_entropy_ten_keys(rng: Rng) -> Arrays:
    """more than eight keys"""
    return (np.array([np.arange(1, 11) / 55]),)


@probe("is_uniform")
def is_uniform_small(rng: Rng) -> Arrays:
    """an even row and two focused ones over four keys"""
    return (matrix((0.25, 0.25, 0.25, 0.25), (0.7, 0.1, 0.1, 0.1), (0.2, 0.4, 0.2, 0.2)),)


@probe("is_uniform")
def is_uniform_square(rng: Rng) -> Arrays:
    """as many queries as keys, the last two alike"""
    return (matrix((1 / 3, 1 / 3, 1 / 3), (0.5, 0.3, 0.2), (0.5, 0.3, 0.2)),)


@probe("is_uniform")
def is_uniform_focused(rng: Rng) -> Arrays:
    """no even row, though one leads with exactly a third"""
    return (matrix((1 / 3, 0.6, 1 - 1 / 3 - 0.6), (0.9, 0.05, 0.05)),)


@probe("is_uniform")
def is_uniform_edge(rng: Rng) -> Arrays:
    """ever farther off: the first four are within 0.001, the others are not"""
    offs = (0.00006, 0.00016, 0.0002, 0.0006, 0.0016, 0.005)
    return (np.array([(0.25 + off, 0.25, 0.25, 0.25 - off) for off in offs]),)


@probe("is_uniform")
def is_uniform_close(rng: Rng) -> Arrays:
    """forty keys, none or one just too far off"""
    weights = np.full((8, 40), 1 / 40)
    weights[0] += np.tile((6e-4, -6e-4), 20)
    weights[1, [0, 39]] += (6e-4, -6e-4)
    weights[2, [1, -2]] += (3e-4, -3e-4)
    weights[7, 10:14] += (6e-4, -6e-4, 6e-4, -6e-4)
    for row, off in ((3, 1.6e-3), (4, -1.6e-3), (6, 6e-4)):
        weights[row] -= off / 39
        weights[row, 5] += off * 40 / 39
    weights[5, 4:6] += (1.6e-3, -1.6e-3)
    return (weights,)


@probe("is_uniform")
def is_uniform_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers"""
    return (np.array([[0, 1, 0], [1, 0, 0]]),)


@probe("is_uniform")
def is_uniform_loose(rng: Rng) -> Arrays:
    """atol 0.05, handed in"""
    return matrix((0.51, 0.49), (0.75, 0.25), (0.53, 0.47), (0.58, 0.42)), 0.05


@probe("is_uniform")
def is_uniform_tight(rng: Rng) -> Arrays:
    """atol 0.00001, handed in"""
    offs = (5e-4, 3e-3, 1e-6, 2.505e-6)
    return np.array([(0.25 + off, 0.25 - off, 0.25, 0.25) for off in offs]), 1e-5


@probe("is_uniform")
def is_uniform_many(rng: Rng) -> Arrays:
    """256 keys: an even row, one that is a little off everywhere, one in two places, and focused ones"""
    weights = np.full((6, 256), 1 / 256)
    weights[1] += np.tile((2e-4, -2e-4), 128)
    weights[2, 3:5] += (1e-4, -1e-4)
    for row, peak in ((3, 0.0125), (4, 0.03), (5, 0.2)):
        weights[row] = (1 - peak) / 256
        weights[row, 7] += peak
    return (weights,)


@probe("is_uniform")
def is_uniform_eight(rng: Rng) -> Arrays:
    """an even row and a focused one over eight keys"""
    return (matrix((0.125,) * 8, (0.3, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)),)


@probe("is_uniform")
def is_uniform_steps(rng: Rng) -> Arrays:
    """three keys, ever farther from even"""
    return (np.array([(1 / 3 + off, 1 / 3, 1 / 3 - off) for off in (0.006, 0.012, 0.02, 0.04, 0.08, 0.16)]),)


@probe("is_uniform")
def is_uniform_slopes(rng: Rng) -> Arrays:
    """forty keys: a slow climb, and one key missing"""
    return (np.array([1 / 40 + np.linspace(-0.009, 0.009, 40), [0] + [1 / 39] * 39]),)


@probe("is_uniform")
def is_uniform_alike(rng: Rng) -> Arrays:
    """two focused rows, both the same"""
    return (matrix((0.5, 0.3, 0.2), (0.5, 0.3, 0.2)),)


@probe("is_uniform")
def is_uniform_one_key(rng: Rng) -> Arrays:
    """a single key: the only possible row is even"""
    return (np.ones((1, 1)),)
