"""Whether two arrays agree, held against NumPy's own slower word for it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from autograder.facts import Tolerance
from autograder.judge import agrees, agrees_with_nan, close_entries

ODD = [0.0, -0.0, 1.0, 1.0 + 1e-8, 1.0 + 1e-6, -1.0, 1e-10, 5e-324, 1e308, -1e308, np.inf, -np.inf, np.nan]
PAIRS = np.array(list(itertools.product(ODD, repeat=2)))


@pytest.mark.parametrize("tolerance", [Tolerance(1e-7, 1e-9), Tolerance(0.0, 0.0), Tolerance(0.0, np.inf)])
def test_entries_are_close_where_numpy_says_so(tolerance):
    received, expected = PAIRS.T
    with np.errstate(all="ignore"):
        right = np.isclose(received, expected, rtol=tolerance.rtol, atol=tolerance.atol)
    np.testing.assert_array_equal(close_entries(received, expected, tolerance), right)
    for one, other, same in zip(received, expected, right, strict=True):
        assert agrees(np.array(one), np.array(other), tolerance) is bool(same)
        both = bool(np.isnan(one) and np.isnan(other))
        assert agrees_with_nan(np.array([one, 1]), np.array([other, 1]), tolerance) is bool(same or both)


def test_arrays_without_entries_agree_when_their_shapes_do():
    assert agrees(np.empty((0, 3)), np.empty((0, 3)), Tolerance(0.0, 0.0))
    assert not agrees(np.empty((0, 3)), np.empty((3, 0)), Tolerance(0.0, 0.0))
