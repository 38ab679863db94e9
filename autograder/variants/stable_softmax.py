"""Right but unusual answers to stable_softmax(scores); every one keeps full marks."""

import functools
import itertools
import math
from contextlib import suppress

import numpy as np


def _as_float(array):
    return array if array.dtype.kind == "f" else array.astype(float)


class _Softmax:
    """A class with __call__ and the axis as a setting."""

    def __init__(self, *, axis):
        self.axis = axis

    def _powers(self, scores):
        return np.exp(scores - np.amax(scores, axis=self.axis, keepdims=True))

    def __call__(self, scores):
        powers = self._powers(scores)
        return powers / np.sum(powers, axis=self.axis, keepdims=True)


calls_an_object = _Softmax(axis=-1)


def loops_over_every_number(scores):
    """Plain Python floats, math.exp and math.fsum, row by row."""
    weights = np.zeros(scores.shape)
    for place in np.ndindex(scores.shape[:-1]):
        row = [float(score) for score in scores[place]]
        top = max(row)
        powers = [math.exp(score - top) for score in row]
        weights[place] = [power / math.fsum(powers) for power in powers]
    return weights


def applies_a_function_to_each_row(scores):
    """Runs along the last axis with apply_along_axis and Python's own max and sum."""

    def one_row(row):
        powers = np.exp(row - max(row))
        return powers / sum(powers)

    return np.apply_along_axis(one_row, -1, scores)


def merges_the_leading_axes(scores):
    """Works on a two-dimensional view and takes the shape back at the end."""
    rows = scores.reshape(-1, scores.shape[-1])
    powers = np.exp(rows - rows.max(axis=1)[:, None])
    return (powers / powers.sum(axis=1)[:, None]).reshape(scores.shape)


def takes_off_a_log_sum(scores):
    """Takes exp of the scores minus their logsumexp, made by hand."""
    top = scores.max(axis=-1, keepdims=True)
    log_sum = top + np.log(np.sum(np.exp(scores - top), axis=-1, keepdims=True))
    return np.exp(scores - log_sum)


def reduces_with_logaddexp(scores):
    """Lets np.logaddexp.reduce find the logarithm of the sum."""
    with np.errstate(all="ignore"):
        return np.exp(scores - np.logaddexp.reduce(_as_float(scores), axis=-1, keepdims=True))


def moves_the_axis_to_the_front(scores):
    """Brings the last axis to the front, where broadcasting needs no keepdims."""
    rows = np.moveaxis(scores, -1, 0)
    powers = np.exp(rows - rows.max(axis=0))
    return np.moveaxis(powers / powers.sum(axis=0), 0, -1)


def swaps_axes_of_a_stack(scores):
    """Adds an axis in front, swaps it with the last and works along axis 0."""
    columns = np.swapaxes(scores[None], 0, -1)
    shifted = columns - np.maximum.reduce(columns)
    powers = np.exp(shifted)
    return np.swapaxes(powers / np.add.reduce(powers), 0, -1)[0]


def works_in_place_on_a_copy(scores):
    """Copies the scores as floats and overwrites the copy at every step."""
    weights = np.array(scores, dtype=np.result_type(scores, np.float32), copy=True)
    weights -= weights.max(axis=-1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights


def takes_powers_of_two(scores):
    """Multiplies the shifted scores by log2(e) and uses exp2."""
    shifted = (scores - scores.max(axis=-1, keepdims=True)) * math.log2(math.e)
    powers = np.exp2(shifted)
    return powers / powers.sum(axis=-1, keepdims=True)


def shifts_past_the_maximum(scores):
    """Takes off the maximum plus three: any shift of that kind cancels."""
    powers = np.exp(scores - (3 + scores.max(axis=-1, keepdims=True)))
    return powers / np.einsum("...k->...", powers)[..., np.newaxis]


def compares_every_pair(scores):
    """Sees each weight as one over the sum of exp of all gaps."""
    scores = _as_float(scores)
    with np.errstate(all="ignore"):
        gaps = scores[..., np.newaxis, :] - scores[..., :, np.newaxis]
        hidden = np.isneginf(scores)[..., :, np.newaxis]
        return 1 / np.exp(np.where(hidden, np.inf, gaps)).sum(axis=-1)


def works_in_long_double(scores):
    """Computes in long double and goes back to float64."""
    wide = scores.astype(np.longdouble)
    powers = np.exp(wide - wide.max(axis=-1, keepdims=True))
    return (powers / powers.sum(axis=-1, keepdims=True)).astype(np.float64)


def adds_a_harmless_guard(scores):
    """Adds 1e-12 below the line, far under the tolerance."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-12)


def reads_the_maximum_by_position(scores):
    """Finds the maximum with argmax and take_along_axis."""
    best = np.expand_dims(scores.argmax(axis=-1), -1)
    powers = np.exp(scores - np.take_along_axis(scores, best, axis=-1))
    return powers / powers.sum(-1, keepdims=True)


def sorts_to_find_the_maximum(scores):
    """Sorts a copy and takes its last column as the maximum."""
    top = np.sort(scores)[..., -1:]
    return (powers := np.exp(scores - top)) / powers.sum(axis=-1, keepdims=True)


def descends_axis_by_axis(scores):
    """Recursion: an array with more than one axis is a stack of smaller softmaxes."""
    if scores.ndim > 1:
        return np.stack([descends_axis_by_axis(part) for part in scores])
    powers = np.exp(scores - np.max(scores))
    return powers / np.sum(powers)


def hides_minus_infinity(scores):
    """Computes exp only where the score is finite, with where= and out=."""
    scores = _as_float(np.asarray(scores))
    finite = np.isfinite(scores)
    top = scores.max(axis=-1, keepdims=True, where=finite, initial=-np.inf)
    shifted = np.subtract(scores, top, out=np.zeros_like(scores), where=finite)
    powers = np.exp(shifted, out=np.zeros_like(scores), where=finite)
    return np.divide(powers, powers.sum(axis=-1, keepdims=True))


def masks_with_numpy_ma(scores):
    """Hides minus infinity in a masked array and fills it with zeros at the end."""
    masked = np.ma.masked_invalid(_as_float(scores))
    powers = np.ma.exp(masked - masked.max(axis=-1, keepdims=True))
    return np.asarray((powers / powers.sum(axis=-1, keepdims=True)).filled(0.0))


def vectorises_over_rows(scores):
    """Gives np.vectorize the signature of a function from row to row."""
    shift = np.vectorize(lambda row: row - row.max(), signature="(k)->(k)", otypes=[float])
    share = np.vectorize(lambda row: row / row.sum(), signature="(k)->(k)", otypes=[float])
    return share(np.exp(shift(scores)))


def updates_running_sums(scores):
    """One pass over the keys with a running maximum and a rescaled running sum."""
    columns = np.moveaxis(_as_float(scores), -1, 0)
    top = np.full(columns.shape[1:], -np.inf)
    total = np.zeros(columns.shape[1:])
    with np.errstate(invalid="ignore"):
        for column in columns:
            new = np.maximum(top, column)
            total = np.nan_to_num(total * np.exp(top - new)) + np.nan_to_num(np.exp(column - new))
            top = new
        return np.exp(scores - top[..., None]) / total[..., None]


def guards_its_input(scores: np.ndarray, axis: int = -1, *, dtype: type = float) -> np.ndarray:
    """Refuses scalars, accepts anything like an array, and has defaults and type hints."""
    values = np.asarray(scores)
    if values.ndim == 0:
        raise ValueError("softmax needs at least one axis")
    with suppress(TypeError), np.errstate(over="raise"):
        values = values.astype(dtype)
        values = np.exp(values - values.max(axis=axis, keepdims=True))
    return values / np.linalg.norm(values, ord=1, axis=axis)[..., None]


def turns_the_sigmoid_of_a_gap(scores):
    """Each weight is a logistic function of the gap to the log-sum of all other keys."""
    scores = _as_float(scores)
    weights = np.empty(scores.shape)
    with np.errstate(all="ignore"):
        for j in range(scores.shape[-1]):
            others = np.delete(scores, j, axis=-1)
            rest = functools.reduce(np.logaddexp, np.moveaxis(others, -1, 0), np.full(scores.shape[:-1], -np.inf))
            weights[..., j] = 1 / (1 + np.exp(rest - scores[..., j]))
    return weights


def chains_rows_through_an_iterator(scores):
    """Feeds fromiter with all rows, one number at a time."""
    rows = scores.reshape(-1, scores.shape[-1]).tolist()
    shares = ([math.exp(score - max(row)) for score in row] for row in rows)
    numbers = itertools.chain.from_iterable([power / sum(powers) for power in powers] for powers in shares)
    return np.fromiter(numbers, dtype=np.float64, count=scores.size).reshape(scores.shape)


def puts_the_smallest_number_for_minus_infinity(scores):
    """Replaces minus infinity by the smallest float before anything else, as masks are often written."""
    scores = np.asarray(scores) * 1.0
    finite = np.where(np.isneginf(scores), np.finfo(scores.dtype).min, scores)
    powers = np.exp(finite - finite.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def answers_in_single_precision(scores):
    """Computes and answers in float32, which the contract judges by float32's digits."""
    small = np.asarray(scores).astype(np.float32)
    powers = np.exp(small - small.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def stretches_with_an_ellipsis(scores):
    """Brings maximum and sum back to their axis with [..., None]."""
    powers = np.exp(scores - np.max(scores, axis=-1)[..., None])
    return powers / np.sum(powers, axis=-1)[..., None]


def turns_the_rows_into_columns(scores):
    """Swaps the last axis to the front, where broadcasting needs no keepdims, and back."""
    columns = np.rollaxis(scores, scores.ndim - 1)
    powers = np.exp(columns - columns.max(axis=0))
    return np.moveaxis(powers / powers.sum(axis=0), 0, -1)
