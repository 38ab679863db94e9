"""Right but unusual answers to fitted_exponent(sizes, costs); every one keeps full marks."""

import math
import statistics

import numpy as np


def asks_polyfit(sizes, costs):
    """NumPy's own line."""
    return np.polyfit(np.log(sizes), np.log(costs), 1)[0]


def asks_least_squares(sizes, costs):
    """A matrix of logarithms and ones."""
    logs = np.log(np.asarray(sizes, dtype=float))
    matrix = np.stack([logs, np.ones(len(logs))], axis=1)
    return float(np.linalg.lstsq(matrix, np.log(np.asarray(costs, dtype=float)), rcond=None)[0][0])


def divides_covariance_by_variance(sizes, costs):
    """Covariance over variance, in logarithms to the base 2."""
    table = np.cov(np.log2(np.asarray(sizes, float)), np.log2(np.asarray(costs, float)))
    return table[0, 1] / table[0, 0]


def asks_the_standard_library(sizes, costs):
    """statistics knows a regression."""
    across, up = ([math.log10(number) for number in numbers.tolist()] for numbers in (sizes, costs))
    return statistics.linear_regression(across, up).slope


def averages_all_pairs(sizes, costs):
    """The slopes of all pairs, each weighted with its squared distance."""
    x, y = np.log(np.asarray(sizes, float)), np.log(np.asarray(costs, float))
    across, up = x[:, None] - x, y[:, None] - y
    return float(np.sum(across * up) / np.sum(across**2))


def solves_the_normal_equations(sizes, costs):
    """Two equations with two unknowns."""
    x, y = np.log(np.asarray(sizes, float)), np.log(np.asarray(costs, float))
    slope, _ = np.linalg.solve([[x @ x, x.sum()], [x.sum(), len(x)]], [x @ y, y.sum()])
    return np.float64(slope)


def multiplies_correlation_and_spreads(sizes, costs):
    """Correlation times the ratio of the spreads."""
    x, y = np.log(sizes.astype(float)), np.log(costs.astype(float))
    return float(np.corrcoef(x, y)[0, 1] * y.std() / x.std())
