"""Do weights stay the same objects from call to call, as in a notebook, and everything else fresh?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from autograder.inprocess import FunctionPort
from autograder.outcome import FAMILIAR_BYTES, familiar

Opened = Any
SAYS = """
seen = []
def f(*arrays):
    seen.append(arrays)
    return [a is b for a, b in zip(arrays, seen[-2:][0])]
"""


def told(port: Any, *calls: tuple[Any, ...]) -> Any:
    return [port.call("f", call).value for call in calls][-1]


@pytest.fixture(params=["sandbox", "in process"])
def port(request: pytest.FixtureRequest, opened: Opened) -> Any:
    if request.param == "sandbox":
        return opened(SAYS)
    names: dict[str, Callable[..., Any]] = {}
    exec(SAYS, names)
    return FunctionPort({"f": names["f"]})


def test_an_equal_array_is_the_same_object_again(port: Any) -> None:
    weights = np.ones((2, 3))
    assert told(port, (np.zeros(2), weights), (np.ones(2), weights.copy())) == [False, True]


@pytest.mark.parametrize("other", [np.ones(4), np.ones((2, 2), np.float32), np.array([[1, 1], [1, np.nan]])])
def test_another_shape_dtype_or_number_is_another_object(port: Any, other: Any) -> None:
    assert told(port, (np.ones((2, 2)),), (other,)) == [False]


def test_another_call_between_makes_all_fresh(port: Any) -> None:
    weights = np.ones((2, 3))
    assert told(port, (weights,), (np.zeros(1),), (weights,)) == [False]


def test_what_a_call_has_changed_is_handed_in_afresh(opened: Opened) -> None:
    port = opened("def f(x):\n    before = x.copy()\n    x += 1\n    return before")
    for _ in range(3):
        np.testing.assert_array_equal(port.call("f", [np.zeros(2)]).value, [0, 0])


def test_large_arrays_are_not_compared() -> None:
    large, small = np.zeros(FAMILIAR_BYTES // 8 + 1), np.zeros(FAMILIAR_BYTES // 8)
    given = (large.copy(), small.copy())
    assert [a is b for a, b in zip(familiar(given, (large, small)), (large, small), strict=True)] == [False, True]
