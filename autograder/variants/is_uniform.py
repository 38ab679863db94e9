"""Right but unusual answers to is_uniform(weights, atol); every one keeps full marks."""

import functools
import operator
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class _Detector:
    """A frozen dataclass that is called with the weights and a tolerance."""

    default: float = 1e-3

    def __call__(self, weights, atol=None):
        tolerance = self.default if atol is None else atol
        return np.all(np.abs(weights - 1 / weights.shape[-1]) <= tolerance, axis=-1)


calls_a_dataclass = _Detector()


def loops_over_every_weight(weights, atol=1e-3):
    """Two plain loops that leave a row at the first weight that is off."""
    n_q, n_k = weights.shape
    verdicts = np.ones(n_q, dtype=bool)
    for i in range(n_q):
        for j in range(n_k):
            if abs(weights[i, j] - 1 / n_k) > atol:
                verdicts[i] = False
                break
    return verdicts


def compares_row_by_row_with_allclose(weights, atol=1e-3):
    """Calls np.allclose once a row, with no relative part."""
    n_k = weights.shape[1]
    return np.array([np.allclose(row, 1 / n_k, rtol=0, atol=atol) for row in weights])


def uses_isclose(weights, atol=1e-3):
    """Uses np.isclose against a full array of 1 / n_k."""
    even = np.full(weights.shape, 1 / weights.shape[-1])
    return np.isclose(weights, even, rtol=0.0, atol=atol).all(axis=-1)


def looks_at_both_ends(weights, atol=1e-3):
    """Compares only the largest and the smallest weight of each row."""
    even = 1 / weights.shape[-1]
    return (weights.max(axis=-1) - even <= atol) & (even - weights.min(axis=-1) <= atol)


def takes_the_largest_deviation(weights, atol=1e-3):
    """Takes the maximum norm of the deviations."""
    return np.linalg.norm(weights - 1 / weights.shape[1], ord=np.inf, axis=1) <= atol


def counts_the_exceptions(weights, atol=1e-3):
    """Counts weights that are off and asks for none."""
    off = np.abs(np.subtract(weights, 1.0 / weights.shape[-1])) > atol
    return np.count_nonzero(off, axis=-1) == 0


def negates_any(weights, atol=1e-3):
    """Says that no weight is off, instead of that all are near."""
    low, high = 1 / weights.shape[-1] - atol, 1 / weights.shape[-1] + atol
    return ~((weights < low) | (weights > high)).any(axis=-1)


def clips_and_compares(weights, atol=1e-3):
    """A row is even when clipping to the allowed band leaves it as it is."""
    even = 1 / weights.shape[-1]
    return (np.clip(weights, even - atol, even + atol) == weights).all(axis=-1)


def reduces_with_logical_and(weights, atol=1e-3):
    """Lets functools.reduce join the verdicts of the columns."""
    near = np.abs(weights - 1 / weights.shape[-1]) <= atol
    return functools.reduce(np.logical_and, near.T)


def applies_a_function_to_each_row(weights, atol=1e-3):
    """Runs along the rows with apply_along_axis."""
    return np.apply_along_axis(lambda row: bool(max(abs(row - 1 / len(row))) <= atol), 1, weights)


def vectorises_over_rows(weights, atol=1e-3):
    """Gives np.vectorize the signature of a function from row to verdict."""
    judge = np.vectorize(lambda row: (abs(row - 1 / row.size) <= atol).all(), signature="(k)->()", otypes=[bool])
    return judge(weights)


def sorts_a_copy(weights, atol=1e-3):
    """Sorts a copy of each row and looks at its first and last weight."""
    ordered = np.sort(weights, axis=-1)
    ends = ordered[:, [0, -1]]
    return np.abs(ends - 1 / ordered.shape[-1]).max(axis=-1) <= atol


def asks_in_units_of_the_mean(weights, atol=1e-3):
    """Multiplies by n_k, so that an even weight is 1, and the tolerance too."""
    n_k = weights.shape[-1]
    return (np.abs(n_k * weights - 1) <= n_k * atol).all(axis=-1)


def squares_instead_of_abs(weights, atol=1e-3):
    """Compares squared deviations with the squared tolerance."""
    return np.square(weights - np.reciprocal(float(weights.shape[-1]))).max(-1) <= atol**2


def feeds_an_iterator(weights, atol=1e-3):
    """Feeds fromiter with all() over generator expressions."""
    even = 1 / len(weights[0])
    verdicts = (all(abs(weight - even) <= atol for weight in row) for row in weights.tolist())
    return np.fromiter(verdicts, dtype=bool, count=len(weights))


def compares_with_the_row_mean(weights, atol=1e-3):
    """Takes the mean of each row for 1 / n_k, which it is when the row adds up to one."""
    return (np.abs(weights - weights.mean(axis=-1, keepdims=True)) <= atol).all(axis=-1)


def checks_what_it_gets(weights: np.ndarray, atol: float = 1e-3) -> np.ndarray:
    """Refuses other shapes in a match statement, and has type hints."""
    weights = np.asarray(weights, dtype=float)
    match weights.shape:
        case (_, n_k):
            return np.less_equal(np.ptp(np.stack([weights, np.full_like(weights, 1 / n_k)]), axis=0), atol).all(1)
        case shape:
            raise ValueError(f"weights must have two axes, not the shape {shape}")


def sets_switches(weights, atol=1e-3):
    """Starts with True everywhere and switches rows off in place."""
    verdicts = np.full(len(weights), True)
    rows, _ = np.nonzero(np.abs(weights - 1 / weights.shape[-1]) > atol)
    verdicts[rows] = False
    return verdicts


def maps_over_the_rows(weights, *tolerance):
    """Takes the tolerance from *args and maps a helper over the rows."""
    (atol,) = tolerance or (0.001,)
    most = map(operator.methodcaller("max"), np.abs(weights - 1 / weights.shape[-1]))
    return np.array([bool(deviation <= atol) for deviation in most], dtype=np.bool_)
