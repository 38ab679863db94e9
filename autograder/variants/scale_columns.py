"""Right but unusual answers to scale_columns(x, factors); every one keeps full marks."""

import numpy as np


def multiplies_by_a_diagonal_matrix(x, factors):
    """The factors stand on the diagonal of a matrix."""
    return x @ np.diag(factors)


def multiplies_the_transpose(x, factors):
    """Turns the array, scales its rows and turns it back."""
    return (x.T * factors[:, np.newaxis]).T


def writes_the_broadcast_out(x, factors):
    """Repeats the factors for every row."""
    return np.multiply(x, np.tile(factors, (len(x), 1)))


def loops_over_every_number(x, factors):
    """Two loops."""
    scaled = np.zeros(x.shape)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            scaled[i, j] = x[i, j] * factors[j]
    return scaled


def loops_over_the_columns(x, factors):
    """Scales column by column and puts them together."""
    return np.stack([column * factor for column, factor in zip(x.T, factors, strict=True)], axis=1)


def uses_einsum(x, factors):
    """Names both axes."""
    return np.einsum("nd,d->nd", x, factors)
