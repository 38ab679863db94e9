"""Right but unusual answers to causal_mask(seq_len); every one keeps full marks."""

import functools
import itertools

import numpy as np


@functools.lru_cache(maxsize=8)
def _remembered(seq_len):
    return np.tri(seq_len, dtype=bool)


def uses_tri(seq_len):
    """NumPy has a function that makes just this triangle."""
    return np.tri(seq_len, dtype=bool)


def casts_a_triangle_of_ones(seq_len):
    """Cuts floats and turns them into truth values."""
    return np.tril(np.ones((seq_len, seq_len))).astype(bool)


def negates_the_future(seq_len):
    """Marks what is forbidden and turns it round."""
    return ~np.triu(np.ones((seq_len, seq_len), dtype=bool), k=1)


def compares_places(seq_len):
    """Compares a column of places with a row of places."""
    places = np.arange(seq_len)
    return places[:, None] >= places[None, :]


def compares_by_an_outer_ufunc(seq_len):
    """Uses the outer method of a comparison, transposed."""
    return np.less_equal.outer(np.arange(seq_len), np.arange(seq_len)).T


def asks_a_function_of_the_indices(seq_len):
    """Lets fromfunction hand the indices to a lambda."""
    return np.fromfunction(lambda i, j: j <= i, (seq_len, seq_len))


def builds_nested_lists(seq_len):
    """Writes lists of lists and makes an array of them."""
    return np.array([[j <= i for j in range(seq_len)] for i in range(seq_len)])


def fills_row_by_row(seq_len):
    """Sets the allowed part of each row in a loop."""
    mask = np.zeros((seq_len, seq_len), dtype=bool)
    for i in range(seq_len):
        mask[i, : i + 1] = True
    return mask


def sets_the_triangle_by_index(seq_len):
    """Sets all allowed places with one pair of index arrays."""
    mask = np.full((seq_len, seq_len), False)
    mask[np.tril_indices(seq_len)] = True
    return mask


def draws_pairs_in_order(seq_len):
    """Takes every ordered pair of places from itertools."""
    mask = np.zeros((seq_len, seq_len), dtype=bool)
    for j, i in itertools.combinations_with_replacement(range(seq_len), 2):
        mask[i, j] = True
    return mask


def grows_from_a_smaller_mask(seq_len):
    """Calls itself for one token less and adds a row and a column."""

    def grow(n):
        if n == 1:
            return np.ones((1, 1), dtype=bool)
        return np.vstack([np.hstack([grow(n - 1), np.zeros((n - 1, 1), dtype=bool)]), np.ones((1, n), dtype=bool)])

    return grow(seq_len)


def sums_the_identity(seq_len):
    """Adds up the identity downwards: once seen, always seen."""
    return np.cumsum(np.eye(seq_len), axis=0) > 0


def accumulates_an_or(seq_len):
    """Accumulates a logical or over the rows of the identity."""
    return np.logical_or.accumulate(np.eye(seq_len, dtype=bool), axis=0)


def reads_an_additive_mask(seq_len):
    """Makes the mask that is added to scores and asks where it is finite."""
    return np.isfinite(np.triu(np.full((seq_len, seq_len), -np.inf), k=1))


def slides_a_window(seq_len):
    """Every row is a window on the same line of truth values; the result is a read-only view."""
    line = np.arange(1 - seq_len, seq_len) <= 0
    return np.lib.stride_tricks.sliding_window_view(line, seq_len)[::-1]


def remembers_its_masks(seq_len):
    """Keeps the masks it made and hands out copies."""
    return _remembered(seq_len).copy()


def checks_its_argument(seq_len: int) -> np.ndarray:
    """Type hints, a walrus and a ValueError for less than one token."""
    if (n := int(seq_len)) < 1:
        raise ValueError("seq_len must be at least 1")
    rows, columns = np.indices((n, n))
    return columns <= rows
