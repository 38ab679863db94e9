"""Public inputs of the three questions of day 0."""

from __future__ import annotations

import numpy as np

from autograder.probes import probe
from autograder.probes.public import Arrays, Rng, matrix


@probe("row_means")
def row_means_small(rng: Rng) -> Arrays:
    """two rows of three"""
    return (matrix((1, 2, 6), (4, 0, 2)),)


@probe("row_means")
def row_means_square(rng: Rng) -> Arrays:
    """as many rows as columns"""
    return (matrix((1, 5), (2, 12)),)


@probe("row_means")
def row_means_outlier(rng: Rng) -> Arrays:
    """one number far from the others"""
    return (matrix((0, 0, 0, 0, 100), (1, 2, 3, 4, -60)),)


@probe("row_means")
def row_means_one_column(rng: Rng) -> Arrays:
    """a single column"""
    return (matrix((3,), (5,), (8,)),)


@probe("row_means")
def row_means_integers(rng: Rng) -> Arrays:
    """whole numbers whose means are no whole numbers"""
    return (np.array([[1, 2, 2, 2], [3, 0, 3, 0]]),)


@probe("scale_columns")
def scale_columns_small(rng: Rng) -> Arrays:
    """two rows of three"""
    return matrix((1, 2, 3), (4, 5, 6)), np.array([10.0, 0.5, -1.0])


@probe("scale_columns")
def scale_columns_square(rng: Rng) -> Arrays:
    """as many rows as columns"""
    return matrix((1, 2), (3, 4)), np.array([10.0, 100.0])


@probe("scale_columns")
def scale_columns_zeros(rng: Rng) -> Arrays:
    """factors of 0, 1 and a million"""
    return matrix((1, 2, 3, 4), (5, 6, 7, 8)), np.array([0.0, 1.0, 1e6, -1e-6])


@probe("scale_columns")
def scale_columns_integers(rng: Rng) -> Arrays:
    """whole numbers times broken ones"""
    return np.array([[1, 2], [3, 5], [7, 9]]), np.array([0.5, 0.25])


@probe("pairwise_dots")
def pairwise_dots_small(rng: Rng) -> Arrays:
    """2 rows against 3, of width 2"""
    return matrix((1, 2), (3, 0)), matrix((1, 1), (0, 2), (-1, 3))


@probe("pairwise_dots")
def pairwise_dots_square(rng: Rng) -> Arrays:
    """everything 2 x 2"""
    return matrix((1, 2), (3, 5)), matrix((1, 4), (2, -1))


@probe("pairwise_dots")
def pairwise_dots_wide(rng: Rng) -> Arrays:
    """3 rows against 2, of width 4"""
    return matrix((1, 0, 2, 0), (0, 3, 0, 1), (1, 1, 1, 1)), matrix((1, 2, 3, 4), (-1, 0, 5, 2))


@probe("pairwise_dots")
def pairwise_dots_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel"""
    return matrix((3e4, 1 / 3, -3e4)), matrix((1.1, 1 / 7, 1.1), (0.7, 2 / 7, 0.7))


@probe("pairwise_dots")
def pairwise_dots_integers(rng: Rng) -> Arrays:
    """whole numbers against halves"""
    return np.array([[1, 2], [3, 0]]), matrix((0.5, 1), (2, 0.25), (1.5, 1))
