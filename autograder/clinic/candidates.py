"""Softmaxes to practise on, some right, some not: what a learner writes is a test that tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from autograder.outcome import Declined

Array = np.ndarray[Any, Any]
Softmax = Callable[[Array], Any]

MOST_LENGTH = 4


def candidate(softmax: Softmax) -> Softmax:
    """The same softmax for small arrays only, on a copy, so that it can change nothing of the caller's."""

    def small(given: Any) -> Any:
        array = given.copy() if isinstance(given, np.ndarray) else np.asarray(given, dtype=float)
        if array.dtype.kind not in "iuf":
            raise Declined("softmax takes an array of numbers")
        if not 1 <= array.ndim <= 2 or not array.size or max(array.shape) > MOST_LENGTH:
            raise Declined(f"softmax is tried on arrays of at most 4 x 4, with one axis or two; came {array.shape}")
        with np.errstate(all="ignore"):
            return softmax(array)

    return small


# --- right ------------------------------------------------------------------------------------------------------------


def _finite(z: Array) -> Array:
    """Minus infinity as a number so low that its share is 0."""
    return np.maximum(z, -1e200) if z.dtype.kind == "f" else z


def _one_over_relative_powers(z: Array) -> Array:
    z = _finite(z)
    ahead = np.expand_dims(z, -2) - np.expand_dims(z, -1)
    return np.asarray(np.reciprocal(np.exp(ahead).sum(-1)))


def _row_after_row(z: Array) -> Array:
    rows = [
        [1 / sum(np.exp(other - one) for other in row) for one in row] for row in np.atleast_2d(_finite(z)).tolist()
    ]
    return np.reshape(rows, z.shape)


def _in_single_precision(z: Array) -> Array:
    return _one_over_relative_powers(z).astype(np.float32)


def _halves_of_tanh(z: Array) -> Array:
    """1 / (1 + the others), the others by the hyperbolic tangent of half a gap where that is all there is."""
    z = _finite(z)
    if z.shape[-1] == 2:
        return np.asarray((1 + np.tanh((z - z[..., ::-1]) / 2)) / 2)
    return _row_after_row(z)


def _smallest_last(z: Array) -> Array:
    order = np.argsort(-z, axis=-1)
    there = np.take_along_axis(z, order, -1)
    return np.take_along_axis(_row_after_row(there), np.argsort(order, axis=-1), -1)


# --- wrong ------------------------------------------------------------------------------------------------------------


def _powers_over_powers(z: Array) -> Array:
    raised = np.exp(z)
    return np.asarray(raised / np.expand_dims(raised.sum(-1), -1))


def _down_the_columns(z: Array) -> Array:
    return np.asarray(_one_over_relative_powers(z.T).T)


def _all_at_once(z: Array) -> Array:
    return np.asarray(_one_over_relative_powers(np.ravel(z)).reshape(z.shape))


def _at_most_fifty(z: Array) -> Array:
    return _one_over_relative_powers(np.clip(z, -50, 50))


def _twice_as_sharp(z: Array) -> Array:
    return _one_over_relative_powers(2 * z)


def _in_whole_numbers(z: Array) -> Array:
    return np.asarray(_one_over_relative_powers(z).astype(z.dtype))


RIGHT: Mapping[str, Softmax] = MappingProxyType(
    {one.__name__.strip("_"): one for one in (_one_over_relative_powers, _row_after_row, _in_single_precision,
                                              _halves_of_tanh, _smallest_last)}
)  # fmt: skip
WRONG: Mapping[str, Softmax] = MappingProxyType(
    {one.__name__.strip("_"): one for one in (_powers_over_powers, _down_the_columns, _all_at_once, _at_most_fifty,
                                              _twice_as_sharp, _in_whole_numbers)}
)  # fmt: skip


def practice_candidates() -> tuple[list[Softmax], list[Softmax]]:
    """Those that a test should accept, and those that it should not, each tried on small arrays only."""
    return [candidate(one) for one in RIGHT.values()], [candidate(one) for one in WRONG.values()]
