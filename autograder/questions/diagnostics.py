"""Day 2: how undecided a row is, and whether it is even."""

from __future__ import annotations

import numpy as np

from autograder.questions import Array, Function, question


@question(
    "attention_entropy",
    "counts_in_bits",
    "counts_in_decimal_digits",
    "forgets_the_minus",
    "divides_by_the_largest_entropy",
    "answers_with_the_maximum",
    "measures_the_way_from_uniform",
    "counts_effective_keys",
    "averages_over_the_keys",
)
def _two_rows_of_four_keys(attention_entropy: Function) -> Array:
    """The rows [1/2, 1/2, 0, 0] and [0, 1, 0, 0]."""
    return np.asarray(attention_entropy(np.array([[0.5, 0.5, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]])))


@question("is_uniform", "compares_with_an_eighth", "compares_the_mean", "answers_the_opposite")
def _five_keys(is_uniform: Function) -> Array:
    """An even row over five keys, and one that leans."""
    return np.asarray(is_uniform(np.array([[0.2, 0.2, 0.2, 0.2, 0.2], [0.4, 0.3, 0.1, 0.1, 0.1]])))
