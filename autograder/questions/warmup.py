"""Day 0: three answers of the head before the three of the machine."""

from __future__ import annotations

import numpy as np

from autograder.questions import Array, Function, question


@question("row_means", "adds_up_and_never_divides", "takes_the_median", "divides_by_one_less")
def _one_row_of_four(row_means: Function) -> Array:
    """The row [1, 1, 2, 8]."""
    return np.asarray(row_means(np.array([[1.0, 1.0, 2.0, 8.0]])))


@question(
    "scale_columns",
    "scales_the_rows",
    "adds_the_factors",
    "uses_the_first_factor_everywhere",
    "reads_the_factors_backwards",
)
def _two_by_two(scale_columns: Function) -> Array:
    """The rows [1, 2] and [3, 4], the factors 10 and 100."""
    return np.asarray(scale_columns(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([10.0, 100.0]))).ravel()


@question(
    "pairwise_dots",
    "forgets_to_turn_b",
    "exchanges_a_and_b",
    "sums_over_the_rows",
    "meets_itself",
    "averages_the_products",
)
def _two_against_two(pairwise_dots: Function) -> Array:
    """The rows [1, 2] and [3, 0] against [1, 1] and [0, 2]."""
    return np.asarray(pairwise_dots(np.array([[1.0, 2.0], [3.0, 0.0]]), np.array([[1.0, 1.0], [0.0, 2.0]]))).ravel()
