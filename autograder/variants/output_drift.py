"""Right but unusual answers to output_drift(output, x); every one keeps full marks."""

import functools
import math

import numpy as np


def asks_for_the_norm(output, x):
    """NumPy's own length of rows."""
    return np.linalg.norm(np.subtract(output, x), axis=-1)


def squares_and_adds(output, x):
    """The formula as it stands."""
    return np.sqrt(np.sum((output - x) ** 2, axis=1))


def uses_einsum(output, x):
    """The dot product of each difference with itself, as a contraction."""
    moved = np.asarray(x, dtype=float) - output
    return np.sqrt(np.einsum("nd,nd->n", moved, moved))


def measures_with_math_dist(output, x):
    """The standard library's distance of two points, token by token."""
    return np.array([math.dist(one, other) for one, other in zip(output.tolist(), x.tolist(), strict=True)])


def folds_with_hypot(output, x):
    """One feature after the other is a further corner of a right triangle."""
    return np.array([functools.reduce(np.hypot, row, 0.0) for row in output - x])


def reads_the_diagonal(output, x):
    """All dot products of all differences, of which only the diagonal is wanted."""
    moved = np.subtract(output, x, dtype=float)
    return np.sqrt(np.diagonal(moved @ moved.T))


def takes_the_length_of_complex_numbers(output, x):
    """Pairs of features as complex numbers."""
    moved = np.asarray(output - x, dtype=float)
    padded = np.pad(moved, ((0, 0), (0, moved.shape[1] % 2)))
    return np.sqrt((np.abs(padded[:, ::2] + 1j * padded[:, 1::2]) ** 2).sum(axis=1))


def fills_a_list(output, x):
    """Plain loops."""
    lengths = []
    for token, before in zip(output, x):
        total = 0.0
        for a, b in zip(token, before):
            total += (float(a) - float(b)) ** 2
        lengths.append(total**0.5)
    return np.array(lengths)


def scales_before_it_squares(output, x):
    """Takes the largest difference out first, as careful libraries do."""
    moved = np.abs(np.subtract(output, x, dtype=float))
    largest = np.where(moved.max(axis=1) > 0, moved.max(axis=1), 1)
    return largest * np.sqrt(((moved / largest[:, None]) ** 2).sum(axis=1))
