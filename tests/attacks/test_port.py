"""Attacks on what lies between grader and process: budgets, call-backs, and what the grader keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import dedent

import numpy as np
import pytest

from autograder.facts import Limits
from autograder.outcome import Offered, Outcome
from autograder.sandbox import Sandbox, SandboxPort
from tests.attacks.arena import deadline

pytestmark = pytest.mark.attack
LIMITS = Limits(
    call_seconds=0.3,
    cell_seconds=1.0,
    submission_seconds=1.5,
    wall_factor=5.0,
    memory_megabytes=256,
    file_megabytes=1,
    output_characters=200,
    submission_megabytes=16,
)


@dataclass(frozen=True)
class Cell:
    """The attacker's only cell."""

    source: str
    number: int = 1
    label: str = "cell 1"
    first_line: int = 1


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(("numpy",), LIMITS) as made:
        yield made


@pytest.fixture
def opened(sandbox: Sandbox) -> Iterator[Callable[[str], SandboxPort]]:
    ports: list[SandboxPort] = []

    def open_(source: str) -> SandboxPort:
        ports.append(sandbox.open([Cell(dedent(source))], ["f", "g"]))
        return ports[-1]

    with deadline(60):
        yield open_
    for port in ports:
        port.close()


Opened = Callable[[str], SandboxPort]
SITS_OUT = {
    "without a main thread": "threading.Thread(target=time.sleep, args=(9,), daemon=True).start(); libc.syscall(60, 0)",
    "asleep": "time.sleep(60)",
    "an eighth awake": "[(sum(range(400_000)), time.sleep(0.09)) for _ in range(10**6)]",
    "busy": "[None for _ in iter(int, 1)]",
}


@pytest.mark.parametrize(
    "how", ["without a main thread", *(pytest.param(how, marks=pytest.mark.slow) for how in list(SITS_OUT)[1:])]
)
def test_a_submission_never_gets_more_than_its_own_seconds(opened: Opened, how: str) -> None:
    """However a call sits out its time, so many calls use up the submission's."""
    port = opened(
        f"""
        import ctypes, threading, time
        libc = ctypes.CDLL(None)
        def f():
            {SITS_OUT[how]}
        """
    )
    outcomes = [port.call("f", []) for _ in range(7)]
    assert {outcome.kind for outcome in outcomes} <= {"timeout", "crashed"}
    assert "used up" in outcomes[-1].text


def test_what_is_handed_back_is_bounded_in_all(opened: Opened) -> None:
    port = opened("import numpy as np\nbig = np.ones(4 * 10**6)\ndef f(): return big\ndef g(): return 1")
    kinds = [port.call("f", []).kind for _ in range(4)]
    assert kinds[0] == "value"
    assert kinds[-1] == "memory"


CALLING = """
    import threading, time
    import numpy as np
    kept = []
"""


def offered(port: SandboxPort, budget: int = 5) -> Outcome:
    """f is handed `double`, which doubles, and may call it so often."""

    def doubles(x: float) -> float:
        return x * 2

    return port.call("f", [Offered("double", doubles, budget)])


def test_call_backs_end_with_their_budget(opened: Opened) -> None:
    port = opened(
        CALLING
        + """
    def f(double):
        done = 0
        try:
            while True:
                double(1.0)
                done += 1
        except RuntimeError as error:
            return done, str(error)
    """
    )
    done, said = offered(port).value
    assert done == 5
    assert "too often" in said


def test_a_call_back_without_an_end_is_stopped(opened: Opened) -> None:
    port = opened(
        CALLING
        + """
    def f(double):
        while True:
            try:
                double(1.0)
            except RuntimeError:
                pass
    """
    )
    assert offered(port).kind == "timeout"


@pytest.mark.parametrize(
    "argument", ["'x' * 10**6", "np.ones(10**7)", "object()", "[[[[[1]]]]]", "None", "double", "{1: 'x', 'y': 2}"]
)
def test_hostile_arguments_of_a_call_back_are_the_students_to_hear(opened: Opened, argument: str) -> None:
    port = opened(
        CALLING
        + f"""
    def f(double):
        try:
            return "given", double({argument})
        except RuntimeError as error:
            return "told", str(error)
    """
    )
    outcome = offered(port)
    assert outcome.kind in ("value", "memory", "crashed")
    if outcome.kind == "value":
        assert outcome.value[0] in ("given", "told")


def test_a_call_back_that_was_kept_is_worth_nothing_in_the_next_call(opened: Opened) -> None:
    port = opened(
        CALLING
        + """
    def f(double):
        kept.append(double)
        return double(2.0)
    def g():
        try:
            return kept[0](3.0)
        except RuntimeError as error:
            return str(error)
    """
    )
    assert offered(port).value == 4.0
    assert "no function" in port.call("g", []).value


def test_threads_that_call_back_together_only_hurt_themselves(opened: Opened) -> None:
    port = opened(
        CALLING
        + """
    def f(double):
        for _ in range(10):
            threading.Thread(target=lambda: [double(1.0) for _ in range(100)], daemon=True).start()
        return double(1.0)
    def g():
        return 5
    """
    )
    assert offered(port, budget=50).kind in ("value", "crashed", "timeout", "raised")
    assert port.call("g", []).kind in ("value", "crashed", "timeout")


NOTICED = {
    "import socket\nsocket.socket()": "network",
    "import urllib.request\nurllib.request.urlopen('http://127.0.0.1/')": "network",
    "import subprocess\nsubprocess.run(['true'])": "another process",
    "import os\nos.system('true')": "another process",
    "import os\nos.fork()": "another process",
    "import os\nos.kill(1, 0)": "signal",
    "open('/etc/passwd')": "outside its own folder",
    "import pathlib\npathlib.Path('../../secret').read_text()": "outside its own folder",
    "import os\nos.listdir('/')": "outside its own folder",
    "import gc\ngc.get_objects()": "objects",
    "import sys\nsys._getframe(1)": "frames",
    "import sys\nsys.settrace(lambda *a: None)": "hook",
    "import ctypes\nctypes.CDLL(None)": "memory",
    "import os\nos.write(3, b'x' * 100)": "line",
}


@pytest.mark.parametrize("code", NOTICED)
@pytest.mark.parametrize("when", [pytest.param("while loading", marks=pytest.mark.slow), "in a call"])
def test_what_nobody_needs_is_noticed(opened: Opened, code: str, when: str) -> None:
    body = "\n".join(f"    {line}" for line in code.split("\n"))
    port = opened(f"def f():\n{body}\n" if when == "in a call" else f"{code}\n")
    port.load()
    if when == "in a call":
        assert port.noticed == ()
        port.call("f", [])
    (sentence,) = port.noticed
    assert NOTICED[code] in sentence


def test_what_everybody_may_do_is_not_noticed(opened: Opened) -> None:
    port = opened(
        """
        import collections, dataclasses, decimal, json, tempfile, pathlib, warnings
        import numpy as np
        Pair = collections.namedtuple("Pair", "x y")
        @dataclasses.dataclass
        class Row:
            x: int
        def f(x):
            warnings.warn("x")
            np.testing.assert_allclose(x, x)
            pathlib.Path("mine.txt").write_text("x")
            with tempfile.TemporaryFile() as file:
                file.write(b"x")
            return np.random.default_rng(0).normal(size=3)
        """
    )
    assert port.call("f", [np.zeros(3)]).kind == "value"
    assert port.noticed == ()


def test_no_argument_of_one_call_is_seen_in_another(opened: Opened) -> None:
    """What a call was given goes with it, unless the student kept it."""
    port = opened(
        """
        import gc, numpy as np
        def f(x): return 1
        def g(x):
            gc.unfreeze()
            return sum(type(o) is np.ndarray and o.shape == (7, 11, 13) for o in gc.get_objects())
        """
    )
    port.call("f", [np.zeros((7, 11, 13))])
    assert port.call("g", [np.zeros(1)]).value == 0
