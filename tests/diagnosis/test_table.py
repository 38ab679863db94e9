"""A table of answers leaves out none that is the same behaviour as what was seen."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from autograder.diagnosis.matching import same_outcome
from autograder.diagnosis.table import Table
from autograder.facts import Tolerance
from autograder.outcome import Foreign, Outcome
from autograder.probes import Probe

TOLERANCES = {name: Tolerance(1e-9, 1e-12) for name in ("float64", "float32", "float32_large")}
ROW = np.array([1.5, -2.0, 0.0])
VALUES = [
    5.0,
    np.float64(5.0),
    np.array(5.0),
    5,
    np.int64(5),
    np.array(5),
    True,
    np.True_,
    np.array(True),
    "five",
    np.str_("five"),
    np.array("five"),
    None,
    5j,
    np.complex128(5j),
    np.array(5j),
    2**80,
    Foreign("Thing"),
    Foreign("Other"),
    {"a": 1.5},
    {"a": np.float64(1.5)},
    ROW,
    ROW * (1 + 1e-11),
    ROW.astype(np.float32),
    ROW.astype(np.float16),
    np.array([1, 2]),
    np.array([1.0, 2.0]),
    np.array([np.nan, 1.0, np.inf]),
    np.array([np.nan, 1.0 + 1e-12, np.inf]),
    np.array([np.nan, np.inf, np.inf]),
    np.array([1e300, 1e300]),
    np.array([1e200, 1e200]),
    (1.5, 2.5),
    [1.5, 2.5],
    [np.float64(1.5), np.array(2.5)],
    ([1.5], 2.0),
    [(1.5,), 2.0],
    (ROW, np.array([1])),
    [ROW, np.array([1.0])],
    (),
    [],
    np.empty(0),
    np.empty((0, 3)),
]


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("seen", [*VALUES, ValueError, KeyError], ids=repr)
def test_what_is_the_same_is_near(seen, whole):
    given = Probe("e", "p", "", (np.ones(2, dtype=int if whole else float),))
    outcomes = [Outcome("value", value) for value in VALUES]
    outcomes += [Outcome("raised", exception=name) for name in ("ValueError", "KeyError")]
    received = Outcome("raised", exception=seen.__name__) if isinstance(seen, type) else Outcome("value", seen)
    near = Table(enumerate(outcomes)).near(received, TOLERANCES["float64"])
    alike = [number for number, one in enumerate(outcomes) if same_outcome(received, one, given, TOLERANCES)]
    assert alike, "at least itself"
    assert set(alike) <= set(near)
    assert near == sorted(near)


def test_what_is_far_is_left_out():
    outcomes = [Outcome("value", value) for value, _ in product([ROW, ROW + 1, ROW[:2]], range(3))]
    assert Table(enumerate(outcomes)).near(Outcome("value", ROW), TOLERANCES["float64"]) == [0, 1, 2]
