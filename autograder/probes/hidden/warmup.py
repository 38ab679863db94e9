"""Hidden inputs of the three questions of day 0."""

from __future__ import annotations

import numpy as np

from autograder.probes import probe
from autograder.probes.hidden import Arrays, Rng, cancelling, whole

# --- row_means --------------------------------------------------------------------------------------------------------


@probe("row_means")
def row_means_rectangular(rng: Rng) -> Arrays:
    """three rows of five: axes and counts"""
    return (rng.normal(2, 3, (3, 5)),)


@probe("row_means")
def row_means_square(rng: Rng) -> Arrays:
    """as many rows as columns: means of columns have the right shape"""
    return (rng.normal(-1, 3, (4, 4)),)


@probe("row_means")
def row_means_one_column(rng: Rng) -> Arrays:
    """a single column: every number is its own mean"""
    return (rng.normal(size=(4, 1)),)


@probe("row_means")
def row_means_long(rng: Rng) -> Arrays:
    """four rows of 300 with large numbers and a small mean: medians, trimmed means and steps in float32 show"""
    x = rng.normal(scale=1e4, size=(4, 300))
    return (x - x.mean(axis=1, keepdims=True) + rng.normal(size=(4, 1)),)


@probe("row_means")
def row_means_integers(rng: Rng) -> Arrays:
    """whole numbers whose means are no whole numbers"""
    x = whole(rng, 3, 4)
    x[:, 0] += (1 - x.sum(axis=1)) % 4
    return (x,)


@probe("row_means")
def row_means_single(rng: Rng) -> Arrays:
    """float32 input: half precision shows in the dtype"""
    return (rng.normal(2, 3, (3, 5)).astype(np.float32),)


# --- scale_columns ----------------------------------------------------------------------------------------------------


@probe("scale_columns")
def scale_columns_rectangular(rng: Rng) -> Arrays:
    """three rows of five: factors that run along the rows do not fit"""
    return rng.normal(size=(3, 5)), rng.normal(size=5)


@probe("scale_columns")
def scale_columns_square(rng: Rng) -> Arrays:
    """as many rows as columns: factors that run along the rows fit silently"""
    return rng.normal(size=(4, 4)), rng.normal(size=4)


@probe("scale_columns")
def scale_columns_zeros(rng: Rng) -> Arrays:
    """factors of 0 and 1, large and small ones; a step in float32 has no room for the last column"""
    x, factors = rng.normal(size=(2, 5)), np.array([0.0, 1.0, -1e6, 1e-6, 1e-50])
    x[:, 4] *= 1e50
    return x, factors


@probe("scale_columns")
def scale_columns_integers(rng: Rng) -> Arrays:
    """whole numbers times broken ones"""
    return whole(rng, 3, 4) * 2 + 1, rng.normal(size=4)


@probe("scale_columns")
def scale_columns_single(rng: Rng) -> Arrays:
    """float32 input: half precision shows in the dtype"""
    return rng.normal(size=(3, 5)).astype(np.float32), rng.normal(size=5).astype(np.float32)


# --- pairwise_dots ----------------------------------------------------------------------------------------------------


@probe("pairwise_dots")
def pairwise_dots_rectangular(rng: Rng) -> Arrays:
    """3 rows against 5, of width 4: transposes and wrong axes show in the shape"""
    return rng.normal(size=(3, 4)), rng.normal(size=(5, 4))


@probe("pairwise_dots")
def pairwise_dots_square(rng: Rng) -> Arrays:
    """everything 3 x 3: products in the wrong order run silently"""
    return rng.normal(size=(3, 3)), rng.normal(size=(3, 3))


@probe("pairwise_dots")
def pairwise_dots_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel: a step in float32 shows"""
    left, right = cancelling(rng, 3, 4, 5)
    return left, right.T.copy()


@probe("pairwise_dots")
def pairwise_dots_integers(rng: Rng) -> Arrays:
    """whole numbers against broken ones"""
    return whole(rng, 2, 3), rng.normal(size=(4, 3))


@probe("pairwise_dots")
def pairwise_dots_single(rng: Rng) -> Arrays:
    """float32 input: half precision shows in the dtype"""
    return rng.normal(size=(3, 4)).astype(np.float32), rng.normal(size=(5, 4)).astype(np.float32)
