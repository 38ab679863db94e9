"""Many calls that are sent together come to what they come to one by one, whatever one of them does."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from autograder.outcome import Offered
from autograder.sandbox.links import SocketLink

Opened = Any

COUNTS = """
seen = []
def f(x):
    seen.append(x)
    return len(seen), x * 2
"""
DOES = """
import os
def f(x):
    if x == 3:
        {}
    return x
"""
WAYS = {
    "timeout": "while True: pass",
    "crashed": "os._exit(0)",
    "memory": "return [b' ' * 2**26 for _ in range(2**10)]",
    "raised": "raise KeyError(x)",
}


def asked(*arguments: object) -> list[tuple[list[object], int]]:
    return [([argument], 0) for argument in arguments]


def test_calls_are_answered_in_their_order_by_one_process(opened: Opened) -> None:
    outcomes = opened(COUNTS).calls("f", asked(*range(50)))
    assert [outcome.value for outcome in outcomes] == [(k + 1, 2 * k) for k in range(50)]


def test_no_calls_are_no_answers(opened: Opened) -> None:
    assert opened(COUNTS).calls("f", []) == []


@pytest.mark.parametrize("way", WAYS)
def test_calls_end_with_the_one_that_had_to_be_stopped(opened_here: Opened, way: str) -> None:
    port = opened_here(DOES.format(WAYS[way]))
    outcomes = port.calls("f", asked(*range(6)))
    alone = port.call("f", [3])
    assert [outcome.value for outcome in outcomes[:3]] == [0, 1, 2]
    assert (outcomes[3].kind, outcomes[3].exception) == (alone.kind, alone.exception)
    # Who runs out of memory in Python raises, and goes on.
    goes_on = way == "raised" or len(outcomes) == 6
    assert [outcome.value for outcome in outcomes[4:]] == ([4, 5] if goes_on else [])
    assert goes_on or way != "raised"
    assert port.calls("f", asked(7, 8))[1].value == 8


BUSY = """
import time
def f(x):
    end = time.process_time() + 0.3
    while time.process_time() < end: pass
"""


def test_each_call_has_the_seconds_of_a_call(opened_here: Opened) -> None:
    """Half a second is what one call may take; together they take more."""
    outcomes = opened_here(BUSY).calls("f", asked(1, 2, 3))
    assert [outcome.kind for outcome in outcomes] == ["value"] * 3


def test_a_grader_that_is_held_up_takes_no_answer_for_late(opened_here: Opened, monkeypatch: Any) -> None:
    """While it is away the process has done all calls, and so has used the seconds of several."""
    port = opened_here(BUSY)
    port.load()
    write = SocketLink.write
    monkeypatch.setattr(SocketLink, "write", lambda *given: (write(*given), time.sleep(1.5)))
    outcomes = port.calls("f", asked(1, 2, 3))
    assert [outcome.kind for outcome in outcomes] == ["value"] * 3


def test_a_large_answer_that_lay_there_in_time_is_taken_whole(opened_here: Opened, monkeypatch: Any) -> None:
    port = opened_here("import numpy as np" + BUSY.replace("pass", "pass\n    return np.full(15_000, float(x))"))
    port.load()
    write = SocketLink.write
    monkeypatch.setattr(SocketLink, "write", lambda *given: (write(*given), time.sleep(1.5)))
    outcomes = port.calls("f", asked(1, 2))
    assert [outcome.kind for outcome in outcomes] == ["value"] * 2


def test_whoever_drips_past_the_deadline_is_stopped(opened_here: Opened) -> None:
    port = opened_here(
        """
        import os
        def f(x):
            while True:
                os.write(3, b"\\x00\\x00\\xff\\xff" + b" " * 0xffff)
        """
    )
    assert port.call("f", [1]).kind in ("timeout", "crashed")
    assert port.calls("f", asked(1, 2, 3))[0].kind in ("timeout", "crashed")


def test_answers_larger_than_the_line_holds_do_not_block_it(opened: Opened) -> None:
    port = opened("import numpy as np\ndef f(x): return np.full((512, 512), x)")
    outcomes = port.calls("f", asked(*(float(k) for k in range(12))))
    assert [outcome.value[0, 0] for outcome in outcomes] == list(range(12))


def test_questions_larger_than_the_line_holds_are_sent_alone(opened: Opened) -> None:
    given = [np.full(size, 1.0) for size in (3, 10**5, 7, 8000, 8000, 5)]
    outcomes = opened("def f(x): return x.sum()").calls("f", asked(*given))
    assert [outcome.value for outcome in outcomes] == [array.size for array in given]


def test_a_call_that_may_call_back_is_sent_alone(opened: Opened) -> None:
    """And whether its function refused belongs to that call, whichever is sent next."""
    offered = Offered("half", lambda x: x / 2, 1)
    port = opened("def f(half, x):\n    try: return half(x) + half(x)\n    except RuntimeError: return half and -1.0")
    outcomes = port.calls("f", [([offered, 8.0], 0), ([offered, 6.0], 0)])
    assert [outcome.value for outcome in outcomes] == [-1.0, -1.0]
    assert offered.refused == ["half was called too often"]


def test_an_answer_that_bears_another_number_ends_the_process(opened_here: Opened) -> None:
    port = opened_here(
        """
        import sys
        def f(x):
            frame = sys._getframe()
            while type(frame.f_locals.get("self")).__name__ != "Child":
                frame = frame.f_back
            if x == 1:
                frame.f_locals["self"]._question += 1
            return x
        """
    )
    outcomes = port.calls("f", asked(0, 1, 2))
    assert [outcome.kind for outcome in outcomes] == ["value", "crashed"]
    assert "an answer to another question" in outcomes[1].text
