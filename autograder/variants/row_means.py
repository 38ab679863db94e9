"""Right but unusual answers to row_means(x); every one keeps full marks."""

import math

import numpy as np


def divides_the_sums(x):
    """Adds up and divides by the length of a row."""
    return x.sum(axis=-1) / x.shape[-1]


def loops_over_the_rows(x):
    """One row at a time, in a list."""
    return np.array([row.mean() for row in x])


def adds_exactly(x):
    """Plain loops and the standard library's exact sum."""
    means = np.empty(len(x))
    for number, row in enumerate(x.tolist()):
        means[number] = math.fsum(row) / len(row)
    return means


def multiplies_by_a_column_of_shares(x):
    """A product with a vector of equal shares."""
    return x @ np.full(x.shape[1], 1 / x.shape[1])


def averages_the_columns_of_the_transpose(x):
    """Turns the array and averages over the first axis."""
    return np.average(x.T, axis=0)


def takes_the_axis_away_afterwards(x):
    """Keeps the axis and squeezes it out again."""
    return np.squeeze(np.mean(x, axis=1, keepdims=True), axis=1)


def uses_einsum(x):
    """A contraction over the features."""
    return np.einsum("nd->n", x) / x.shape[1]
