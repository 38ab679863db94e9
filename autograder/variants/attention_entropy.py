"""Right but unusual answers to attention_entropy(weights); every one keeps full marks."""

import functools
import math

import numpy as np


def _term(weight):
    return -weight * math.log(weight) if weight > 0 else 0.0


class _Entropy:
    """A class with __call__, whose guard is a setting."""

    def __init__(self, guard=1e-12):
        self.guard = guard

    def __call__(self, weights):
        return -np.sum(weights * np.log(weights + self.guard), axis=-1)


calls_an_object = _Entropy()


def loops_over_every_weight(weights):
    """Two plain loops, with zeros skipped."""
    entropy = np.zeros(weights.shape[0])
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            if weights[i, j] == 0:
                continue
            entropy[i] -= weights[i, j] * np.log(weights[i, j])
    return entropy


def guards_with_1e_8(weights):
    """Adds the documents' own guard of 1e-8 inside the logarithm."""
    return -(weights * np.log(weights + 1e-8)).sum(axis=1)


def skips_nan_in_the_sum(weights):
    """Lets 0 * log 0 become nan and leaves it out with nansum."""
    with np.errstate(all="ignore"):
        return -np.nansum(weights * np.log(weights), axis=-1)


def chooses_after_the_fact(weights):
    """Computes w * log w everywhere and puts zeros where w is zero."""
    with np.errstate(all="ignore"):
        return -np.where(weights > 0, weights * np.log(weights), 0).sum(-1)


def computes_only_where_positive(weights):
    """Uses where= and out= of the logarithm, so that zeros are never touched."""
    logs = np.log(weights, out=np.zeros(weights.shape), where=weights > 0)
    return np.negative(np.einsum("qk,qk->q", weights, logs))


def picks_positive_weights(weights):
    """Takes the positive weights of each row out before the logarithm."""
    rows = (row[row > 0] for row in weights)
    return np.array([-(row @ np.log(row)) for row in rows])


def caps_infinite_logarithms(weights):
    """Turns log 0 into a huge finite number, which 0 then takes to 0."""
    with np.errstate(all="ignore"):
        return -(weights * np.nan_to_num(np.log(weights))).sum(axis=-1)


def lifts_zeros_to_the_smallest_number(weights):
    """Takes the logarithm of the larger of w and the smallest positive float."""
    floor = np.finfo(np.float64).tiny
    return -np.sum(weights * np.log(np.maximum(weights, floor)), axis=-1)


def changes_the_base(weights):
    """Counts bits with log2 and converts to nats at the end."""
    bits = -np.sum(weights * np.log2(np.where(weights > 0, weights, 1.0)), axis=-1)
    return bits * math.log(2)


def sums_small_terms_first(weights):
    """Sorts each row and adds up with math.fsum."""
    return np.array([math.fsum(map(_term, row)) for row in np.sort(weights, axis=-1).tolist()])


def vectorises_the_term(weights):
    """Turns a function of one weight into a ufunc with np.vectorize."""
    return np.vectorize(_term, otypes=[float])(weights).sum(axis=-1)


def applies_a_function_to_each_row(weights):
    """Runs along the rows with apply_along_axis and skips zeros by multiplying with a mask."""

    def one_row(row):
        seen = row != 0
        return float(np.dot(row, np.log(1 - seen + row)))

    return -np.apply_along_axis(one_row, -1, weights)


def measures_the_way_to_uniform(weights):
    """Takes log n_k minus the divergence from equal weights."""
    n_k = weights.shape[-1]
    ratio = np.where(weights > 0, weights * n_k, 1)
    return np.log(n_k) - (weights * np.log(ratio)).sum(axis=-1)


def multiplies_powers(weights):
    """Takes minus the logarithm of the product of w ** w, where 0 ** 0 is 1."""
    return -np.log(np.prod(weights.astype(float) ** weights, axis=-1))


def goes_column_by_column(weights):
    """Adds up the terms of one key after the other with functools.reduce."""

    def add(total, column):
        safe = np.where(column > 0, column, 1)
        return total - column * np.log(safe)

    return functools.reduce(add, weights.T, np.zeros(len(weights)))


def masks_with_numpy_ma(weights):
    """Lets numpy.ma hide log 0 and fills the sum as a plain array."""
    terms = np.ma.filled(np.ma.log(np.ma.masked_equal(weights, 0)) * weights, 0.0)
    return -np.asarray(terms).sum(axis=-1)


def checks_what_it_gets(weights: np.ndarray, *, axis: int = -1) -> np.ndarray:
    """Refuses all but matrices, works in long double and has type hints."""
    weights = np.asarray(weights)
    if (ndim := weights.ndim) != 2:
        raise ValueError(f"weights must have two axes, not {ndim}")
    wide = weights.astype(np.longdouble)
    logs = np.log(wide + (wide == 0))
    return (-(wide * logs).sum(axis=axis)).astype(np.float64)


def splits_the_rows_in_two(weights):
    """Recursion: halves the matrix until one row is left, and joins the halves."""
    if len(weights) > 1:
        middle = len(weights) // 2
        halves = weights[:middle], weights[middle:]
        return np.concatenate([splits_the_rows_in_two(half) for half in halves])
    positive = weights[weights > 0]
    return np.array([-(positive * np.log(positive)).sum()])


def separates_exponent_and_fraction(weights):
    """Takes each weight apart with frexp and adds the logarithms of both parts."""
    fraction, exponent = np.frexp(weights.astype(float))
    logs = np.log(np.where(fraction > 0, fraction, 1)) + exponent * math.log(2)
    return -(weights * logs).sum(axis=-1)


def sums_only_where_positive(weights):
    """Lets nan stand where a weight is 0, and leaves those places out of the sum."""
    return -np.sum(weights * np.log(weights), axis=-1, where=weights > 0)
