"""Is everything stopped that does not stop by itself, with the right word for it, and does the rest go on?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autograder.outcome import Offered

Opened = Any

SPIN = "def f():\n    while True: pass"
STUBBORN = """
import signal, sys
def ignore(*_): pass
for number in range(1, 32):
    try: signal.signal(number, ignore)
    except (OSError, ValueError): pass
def f():
    while True:
        try:
            while True: pass
        except BaseException: pass
"""
ASLEEP = "import time\ndef f(): time.sleep(1000)"
WAITING = "import threading\ndef f(): threading.Event().wait()"
THREADS = """
import threading
def burn():
    while True: pass
def f():
    for _ in range(8): threading.Thread(target=burn, daemon=True).start()
    burn()
"""
PATTERN = "import re\ndef f(): re.match(r'(a+)+$', 'a' * 60 + 'b')"


@pytest.mark.parametrize("source", [SPIN, STUBBORN, ASLEEP, WAITING, THREADS, PATTERN])
def test_an_endless_call_is_a_timeout_and_the_next_call_works(opened_here: Opened, source: str) -> None:
    port = opened_here(source, "def g(): return 1")
    outcome = port.call("f", [])
    assert outcome.kind == "timeout"
    assert "it ran longer than" in outcome.text
    assert outcome.seconds >= 0.49
    assert port.call("g", []).value == 1


def test_an_endless_call_is_stopped_on_every_backend(opened: Opened) -> None:
    port = opened(SPIN, "def g(): return 1")
    assert port.call("f", []).kind == "timeout"
    assert port.call("g", []).value == 1


@pytest.mark.parametrize(
    "route",
    [
        "np.ones(10**9)",
        "[np.empty(10**6) for _ in range(1000)]",
        "[' ' * 10_000 + str(i) for i in range(10**6)]",
        "bytearray(8 * 2**30)",
        "mmap.mmap(-1, 8 * 2**30).write(b'x' * 8)",
        "np.zeros((10**5, 10**5)) + 1",
    ],
)
def test_too_much_memory_is_memory_by_whatever_route(opened_here: Opened, route: str) -> None:
    port = opened_here(f"import mmap\nimport numpy as np\ndef f(): {route}", "def g(): return np.ones(2)")
    outcome = port.call("f", [])
    assert outcome.kind == "memory" or (outcome.exception == "OSError" and "mmap" in route)
    np.testing.assert_array_equal(port.call("g", []).value, [1, 1])


def test_too_much_memory_is_memory_on_every_backend(opened: Opened) -> None:
    port = opened("import numpy as np\nx = np.ones(10**9)", "def f(): return np.ones(10**9)", "def g(): return 1")
    assert [(t.cell, t.kind) for t in port.load().troubles] == [(1, "memory")]
    assert port.call("f", []).kind == "memory"
    assert port.call("g", []).value == 1


@pytest.mark.parametrize(
    "body",
    [
        "os._exit(0)",
        "ctypes.string_at(0)",
        "os.abort()",
        "[os.close(fd) for fd in range(3, 64)]",
        "deep()",
    ],
)
def test_a_dead_process_is_a_crash_and_the_next_call_works(opened_here: Opened, body: str) -> None:
    port = opened_here(
        f"""
        import ctypes, os
        def deep():
            numbers = iter([1])
            for _ in range(3 * 10**5): numbers = map(abs, numbers)
            return next(numbers)
        def f():
            {body}
        def g(): return 1
        """
    )
    outcome = port.call("f", [])
    assert outcome.kind == "crashed"
    assert outcome.text
    assert port.call("g", []).value == 1


def test_a_dead_process_is_a_crash_on_every_backend(opened: Opened) -> None:
    port = opened("import os\ndef f(): os._exit(3)\ndef g(): return 1")
    outcome = port.call("f", [])
    assert outcome.kind == "crashed"
    assert "status 3" in outcome.text
    assert port.call("g", []).value == 1


def test_a_cell_that_stops_the_process_is_left_out_and_the_others_run(opened: Opened) -> None:
    port = opened(
        "count = 1\nimport sys",
        "while True: pass",
        "def f(): return count",
        "import os\nos._exit(1)\ndef g(): return 2",
        "broken = 1 / 0",
        "print('last')",
    )
    loaded = port.load()
    assert [(t.cell, t.kind) for t in loaded.troubles] == [(2, "timeout"), (4, "crashed"), (5, "raised")]
    assert loaded.defined == {"f"}
    assert loaded.outputs[6] == "last\n"
    assert port.call("f", []).value == 1


def test_a_submission_has_one_budget_for_everything(opened_briefly: Opened) -> None:
    port = opened_briefly(SPIN + "\ndef g(): return 1")
    calls = [port.call("f", []) for _ in range(5)]
    assert {outcome.kind for outcome in calls} == {"timeout"}
    assert sum(outcome.seconds for outcome in calls) < 3
    assert port.call("g", []).kind == "timeout"
    assert "used up its 1 seconds" in port.call("g", []).text


def test_a_submission_whose_cells_use_up_the_budget_defines_nothing(opened_briefly: Opened) -> None:
    port = opened_briefly(*["while True: pass"] * 3, "def f(): return 1")
    loaded = port.load()
    assert loaded.defined == frozenset()
    assert len(loaded.troubles) == 4
    assert {trouble.kind for trouble in loaded.troubles} == {"timeout"}
    assert port.call("f", []).kind == "timeout"


# --- forged and malformed answers -------------------------------------------------------------------------------------

FORGED = """
import os, json, struct
def frame(header, rest=b""):
    data = json.dumps(header).encode()
    return struct.pack(">I", len(data)) + data + rest
def lines():
    for fd in range(3, 64):
        try: os.fstat(fd)
        except OSError: continue
        yield fd
def send(data):
    for fd in lines():
        try:
            while data: data = data[os.write(fd, data):]
            return
        except OSError: continue
def answered(values, kind="value"):
    return {"kind": "answer", "fields": {"kind": kind, "number": 1}, "values": values}
def g(): return 7
"""


@pytest.mark.parametrize(
    "body",
    [
        "send(b'\\xff' * 100)",
        "send(frame(answered([{'array': ['float64', [10**12], 8]}])))",
        "send(frame(answered([{'pickle': 'cos'}])))",
        "send(frame(answered([1], kind='won')))",
        "send(frame(answered([])))",
        "send(frame(answered([1], kind=3)))",
        "send(frame({'kind': 'answer', 'fields': [], 'values': []}))",
    ],
)
def test_a_forged_answer_is_a_crash(opened_here: Opened, body: str) -> None:
    port = opened_here(FORGED + f"def f():\n    {body}\n    os._exit(0)")
    outcome = port.call("f", [])
    assert outcome.kind == "crashed"
    assert outcome.value is None
    assert port.call("g", []).value == 7


def test_an_answer_in_advance_is_noticed(opened_here: Opened) -> None:
    port = opened_here(FORGED + "def f():\n    send(frame(answered([1])) * 3)\n    return 5")
    assert port.call("f", []).value == 1  # a function answers what it likes
    assert port.call("g", []).kind == "crashed"
    assert port.call("g", []).value == 7


def test_a_drip_of_bytes_does_not_hold_the_grader_up(opened_here: Opened) -> None:
    port = opened_here(
        FORGED
        + """
import time
def f():
    send((2**20).to_bytes(4, "big"))
    while True:
        send(b" ")
        time.sleep(0.05)
"""
    )
    assert port.call("f", []).kind == "timeout"
    assert port.call("g", []).value == 7


def test_a_flood_of_callbacks_ends_with_the_budget(opened_here: Opened) -> None:
    asked: list[int] = []

    def tick() -> int:
        asked.append(1)
        return 1

    port = opened_here(
        "def f(fn):\n    while True:\n        try: fn()\n        except RuntimeError: pass", "def g(): return 7"
    )
    outcome = port.call("f", [Offered("tick", tick, 10)])
    assert outcome.kind == "timeout"
    assert len(asked) == 10
    assert port.call("g", []).value == 7
