"""Right but unusual answers to with_temperature(Q, temperature); every one keeps full marks."""

import numpy as np


def multiplies_by_the_inverse(Q, temperature):
    """A factor instead of a divisor."""
    return Q * (1 / temperature)


def uses_a_diagonal_matrix(Q, temperature):
    """A product with the identity over the temperature."""
    return Q @ (np.eye(Q.shape[-1], dtype=np.result_type(Q, np.float32)) / temperature)


def loops_over_the_queries(Q, temperature):
    """One query at a time."""
    return np.array([query / temperature for query in Q])


def divides_by_the_root_twice(Q, temperature):
    """Two roots make one temperature."""
    return Q / np.sqrt(temperature) / np.sqrt(temperature)


def works_on_a_copy(Q, temperature):
    """In place, on an array of its own."""
    divided = np.array(Q, dtype=float)
    divided /= temperature
    return divided
