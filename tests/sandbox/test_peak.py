"""Is the memory of one call counted, alike in every backend and in this process, and is hiding it noticed?"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from autograder.inprocess import FunctionPort

Opened = Any
CELL = """
import tracemalloc
import numpy as np

def f(n, how):
    if how == "raises":
        np.ones(n)
        raise ValueError("n")
    if how == "bit by bit":
        return sum(float(np.ones(1000).sum()) for _ in range(n // 1000))
    total = float(np.ones(n).sum())
    if how == "resets":
        tracemalloc.reset_peak()
    if how == "clears":
        tracemalloc.clear_traces()
    if how == "stops":
        tracemalloc.stop()
    if how == "starts anew":
        tracemalloc.stop()
        tracemalloc.start()
    return total
"""
LARGE, SMALL = 30_000, 3_000  # numbers: 234 and 23 kilobytes
ALLOWED = 100


@pytest.fixture(params=["in this process", "in the sandbox"])
def port(request: pytest.FixtureRequest, opened: Callable[..., Any]) -> Any:
    if request.param == "in the sandbox":
        return opened(CELL)
    names: dict[str, Any] = {}
    exec(CELL, names)
    return FunctionPort({"f": names["f"]})


def test_a_call_may_take_what_is_allowed(port: Any) -> None:
    assert port.call("f", (SMALL, "at once"), kilobytes=ALLOWED).value == SMALL
    assert port.call("f", (LARGE, "bit by bit"), kilobytes=ALLOWED).value == LARGE


def test_more_at_any_one_time_is_too_much(port: Any) -> None:
    outcome = port.call("f", (LARGE, "at once"), kilobytes=ALLOWED)
    assert (outcome.kind, outcome.value) == ("memory", None)
    assert outcome.arguments_after == (LARGE, "at once")


def test_without_a_bound_nothing_is_counted(port: Any) -> None:
    assert port.call("f", (LARGE, "at once")).value == LARGE


def test_the_next_call_is_not_blamed(port: Any) -> None:
    port.call("f", (LARGE, "at once"), kilobytes=ALLOWED)
    assert port.call("f", (SMALL, "at once"), kilobytes=ALLOWED).kind == "value"


@pytest.mark.parametrize("how", ["resets", "clears", "stops", "starts anew"])
@pytest.mark.parametrize("n", [SMALL, LARGE])
def test_whoever_meddles_with_the_count_is_taken_to_hide_something(port: Any, how: str, n: int) -> None:
    assert port.call("f", (n, how), kilobytes=ALLOWED).kind == "memory"


def test_an_exception_stays_an_exception(port: Any) -> None:
    assert port.call("f", (LARGE, "raises"), kilobytes=ALLOWED).exception == "ValueError"


def test_arguments_do_not_count() -> None:
    port = FunctionPort({"f": lambda x: float(x.sum())})
    assert port.call("f", (np.ones(LARGE),), kilobytes=ALLOWED).value == LARGE


@pytest.mark.parametrize("tracing", [False, True])
def test_whoever_traces_for_themselves_goes_on_doing_so(tracing: bool) -> None:
    port = FunctionPort({"f": lambda n: float(np.ones(n).sum())})
    if tracing:
        tracemalloc.start()
    try:
        held = np.ones(LARGE)
        assert port.call("f", (SMALL,), kilobytes=ALLOWED).value == SMALL
        assert port.call("f", (LARGE,), kilobytes=ALLOWED).kind == "memory"
        assert tracemalloc.is_tracing() is tracing
        assert held.size == LARGE
    finally:
        tracemalloc.stop()
