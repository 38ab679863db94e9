"""Right but unusual answers to accepts(softmax); every one keeps full marks."""

from dataclasses import dataclass
from math import inf, isclose

import numpy as np

LN2 = 0.69314718


def compares_number_by_number(softmax):
    """Plain loops over lists, and isclose of the standard library."""
    tried = [
        ([[0.0, LN2, LN2], [LN2, 0.0, 0.0]], [[0.2, 0.4, 0.4], [0.5, 0.25, 0.25]]),
        (
            [[1000.0, 900.0], [0.0, 0.0], [-1000.0, -1000.0], [0.0, 3000.0]],
            [[1.0, 0.0], [0.5, 0.5], [0.5, 0.5], [0.0, 1.0]],
        ),
        ([[-inf, 0.0, 0.0]], [[0, 0.5, 0.5]]),
    ]
    for scores, weights in tried:
        came = softmax(np.array(scores)).tolist()
        for row, wanted in zip(came, weights, strict=True):
            if not all(isclose(a, b, abs_tol=1e-4, rel_tol=0) for a, b in zip(row, wanted, strict=True)):
                return False
    came = softmax(np.array([7, 7, 7, 7])).tolist()
    return all(isclose(one, 0.25, abs_tol=1e-4) for one in came)


@dataclass(frozen=True)
class _Case:
    scores: tuple
    weights: tuple

    def holds(self, softmax):
        came = np.asarray(softmax(np.array(self.scores)))
        return came.shape == np.shape(self.weights) and bool(np.abs(came - self.weights).max() < 1e-4)


CASES = (
    _Case(((LN2, 0.0), (0.0, 0.0), (0.0, LN2)), ((2 / 3, 1 / 3), (0.5, 0.5), (1 / 3, 2 / 3))),
    _Case(((5000.0, 5000.0, 4900.0), (1.0, 1.0, -4000.0)), ((0.5, 0.5, 0.0), (0.5, 0.5, 0.0))),
    _Case(((-2000.0, -2000.0), (0.0, 4000.0)), ((0.5, 0.5), (0.0, 1.0))),
    _Case((1, 1), (0.5, 0.5)),
    _Case((-inf, 0.0), (0.0, 1.0)),
    _Case((-inf, -1.0, -1.0), (0.0, 0.5, 0.5)),
)


def asks_its_cases(softmax):
    """A frozen dataclass for each case."""
    return all(case.holds(softmax) for case in CASES)


def catches_what_is_raised(softmax):
    """Says False where the softmax raises."""
    try:
        return bool(
            np.allclose(
                softmax(np.array([[0, LN2], [LN2, LN2], [LN2, 0]])),
                [[1 / 3, 2 / 3], [0.5, 0.5], [2 / 3, 1 / 3]],
                atol=1e-4,
            )
            and np.allclose(softmax(np.array([0.0, 0.0, -inf])), [0.5, 0.5, 0], atol=1e-4)
            and np.allclose(softmax(np.array([[-inf, 3.0, 3.0]])), [[0, 0.5, 0.5]], atol=1e-4)
            and np.allclose(softmax(np.array([[1000.0, 980.0], [20.0, 20.0]])), [[1, 0], [0.5, 0.5]], atol=1e-4)
            and np.allclose(softmax(np.array([[-1000.0, -1000.0], [900.0, -2500.0]])), [[0.5, 0.5], [1, 0]], atol=1e-4)
            and np.allclose(softmax(np.array([[3, 3], [5, 5]])), 0.5, atol=1e-4)
        )
    except RuntimeError:
        return False


def counts_what_is_off(softmax):
    """Counts the differences over all cases; none may be left."""
    off, half = 0, [0.5, 0.5]
    for scores, weights in (
        ([[0.0, LN2, 0.0], [LN2, LN2, 0.0]], [[0.25, 0.5, 0.25], [0.4, 0.4, 0.2]]),
        ([[1000.0, 900.0], [1.0, 1.0], [-1000.0, -1000.0], [0.0, 3000.0]], [[1.0, 0.0], half, half, [0.0, 1.0]]),
        ([[-inf, 2.0, 2.0]], [[0.0, *half]]),
        ([4, 4], half),
    ):
        gap = abs(np.asarray(softmax(np.array(scores)), dtype=float) - np.array(weights))
        off += int(np.count_nonzero(~(gap <= 1e-4)))
    return off == 0


def returns_numpys_own_bool(softmax):
    """np.bool from all() over a generator of arrays, and integers first."""
    halves = [
        softmax(np.array([3, 3])),
        softmax(np.array([[3, 3]]))[0],
        softmax(np.array([[2000.0, 2000.0], [0.0, 0.0]]))[1],
    ]
    halves += list(softmax(np.array([[-2000.0, -2000.0], [1.0, 1.0]])))
    sure = [
        softmax(np.array([[0.0, -3000.0, -inf], [-inf, -1000.0, -1100.0]]))[1],
        softmax(np.array([[-3000.0, 0.0]]))[0],
    ]
    thirds = softmax(np.array([[0.0, LN2], [LN2, LN2], [0.0, LN2]]))
    good = [np.abs(half - 0.5).max() < 1e-4 for half in halves]
    good += [
        np.abs(np.subtract(row, one)).max() < 1e-4 for row, one in zip(sure, (np.eye(3)[1], np.eye(2)[1]), strict=True)
    ]
    good.append(np.abs(thirds - np.array([[1 / 3, 2 / 3], [0.5, 0.5], [1 / 3, 2 / 3]])).max() < 1e-4)
    return np.all(good)
