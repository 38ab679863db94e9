"""Does the sandbox live long and leave nothing behind: no file descriptor, no process, no zombie, whatever dies?"""

from __future__ import annotations

import concurrent.futures as cf
import multiprocessing as mp
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from autograder.facts import Limits
from autograder.sandbox import Sandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the clean process exists on Linux only")

LIMITS = Limits(1.0, 2.0, 20.0, 20.0, 256, 2, 200, 64)


@dataclass(frozen=True)
class Cell:
    number: int
    source: str
    label: str = "cell 1"
    first_line: int = 1


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(("numpy",), LIMITS, backend="fork") as one:
        yield one


def answer(sandbox: Sandbox, source: str = "def f(): return 42") -> Any:
    port = sandbox.open([Cell(1, source)], ["f"])
    try:
        return port.call("f", []).value
    finally:
        port.close()


def zygote() -> psutil.Process:
    """The clean process that this test started: the youngest one."""
    found = [process for process in psutil.Process().children() if "fork" in process.cmdline()]
    return max(found, key=lambda process: process.create_time())


def wait_until_gone(process: psutil.Process) -> None:
    assert psutil.wait_procs([process], timeout=20)[1] == []


def test_two_hundred_submissions_leave_no_descriptor_and_no_process(sandbox: Sandbox) -> None:
    assert answer(sandbox) == 42
    before = len(os.listdir("/proc/self/fd"))
    theirs = zygote().num_fds()
    for k in range(200):
        assert answer(sandbox, f"def f(): return {k}") == k
    assert len(os.listdir("/proc/self/fd")) == before
    assert zygote().num_fds() == theirs
    assert zygote().children(recursive=True) == []


def test_closing_ends_the_clean_process(sandbox: Sandbox) -> None:
    assert answer(sandbox) == 42
    process = zygote()
    sandbox.close()
    wait_until_gone(process)
    assert answer(sandbox) == 42  # and the next submission starts another


@pytest.mark.parametrize("backend", ["fork", "portable"])
def test_a_process_that_is_shot_while_it_starts_gets_a_second_try(backend: str, monkeypatch: Any) -> None:
    started = []
    original = subprocess.Popen

    def shot_at_first(*arguments: Any, **more: Any) -> Any:
        process = original(*arguments, **more)
        started.append(process)
        if len(started) == 1:
            process.kill()
        return process

    with Sandbox(("numpy",), LIMITS, backend=backend) as one:
        monkeypatch.setattr(subprocess, "Popen", shot_at_first)
        assert answer(one) == 42
    assert len(started) >= 2  # one more may be kept ready


def test_a_dead_clean_process_is_noticed_and_replaced(sandbox: Sandbox) -> None:
    port = sandbox.open([Cell(1, "def f(): return 42")], ["f"])
    assert port.call("f", []).value == 42
    process = zygote()
    process.kill()
    process.wait()
    assert port.call("f", []).kind == "crashed"
    assert port.call("f", []).value == 42
    port.close()
    assert answer(sandbox) == 42


def test_several_submissions_are_open_at_once(sandbox: Sandbox) -> None:
    ports = [
        sandbox.open([Cell(1, f"n = {k}\ndef f():\n    global n\n    n += 10\n    return n")], ["f"]) for k in range(5)
    ]
    for turn in (10, 20):
        assert [port.call("f", []).value for port in ports] == [k + turn for k in range(5)]
    for port in ports:
        port.close()


def test_closing_twice_and_before_loading_is_harmless(sandbox: Sandbox) -> None:
    port = sandbox.open([Cell(1, "def f(): return 1")], ["f"])
    port.close()
    assert port.call("f", []).value == 1
    port.close()
    port.close()


def test_threads_have_each_their_own_sandbox() -> None:
    def work(k: int) -> Any:
        with Sandbox(("numpy",), LIMITS, backend="fork") as sandbox:
            return answer(sandbox, f"import numpy as np\ndef f(): return int(np.sum([{k}]))")

    with cf.ThreadPoolExecutor(3) as pool:
        assert list(pool.map(work, range(3))) == [0, 1, 2]


def test_threads_may_share_one_sandbox(sandbox: Sandbox) -> None:
    with cf.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda k: answer(sandbox, f"def f(): return {k}"), range(20))) == list(range(20))


INHERITED: dict[str, Sandbox] = {}


def in_worker(k: int) -> Any:
    sandbox = INHERITED.get("one") or Sandbox(("numpy",), LIMITS, backend="fork")
    try:
        return answer(sandbox, f"def f(): return {k}")
    finally:
        sandbox.close()


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_pool_can_use_it(sandbox: Sandbox, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when a worker inherits a sandbox whose clean process belongs to its parent."""
    assert answer(sandbox) == 42
    if method == "fork":
        monkeypatch.setitem(INHERITED, "one", sandbox)
    with cf.ProcessPoolExecutor(2, mp_context=mp.get_context(method)) as pool:
        assert list(pool.map(in_worker, range(4))) == [0, 1, 2, 3]
    assert answer(sandbox) == 42


GRADER = """
import os, sys, time
from autograder.facts import Limits
from autograder.sandbox import Sandbox

class Cell:
    number, label, first_line = 1, "cell 1", 1
    source = "import time\\ndef f(): time.sleep(100)"

sandbox = Sandbox(("numpy",), Limits(100.0, 100.0, 1000.0, 20.0, 256, 2, 200, 64), backend="fork")
port = sandbox.open([Cell], ["f"])
port.load()
pid = os.fork() if len(sys.argv) > 1 else 1  # a copy that holds the grader's end of every line
if pid == 0:
    time.sleep(100)
print("ready", flush=True)
port.call("f", [])
"""


@pytest.mark.parametrize("how", [[], ["with a copy"]])
def test_nothing_outlives_a_killed_grader(tmp_path: Path, how: list[str]) -> None:
    script = tmp_path / "grader.py"
    script.write_text(GRADER, encoding="utf-8")
    grader = subprocess.Popen([sys.executable, script, *how], stdout=subprocess.PIPE)
    assert grader.stdout is not None
    assert grader.stdout.readline() == b"ready\n"
    family = psutil.Process(grader.pid).children(recursive=True)
    started = [process for process in family if "boot.py" in " ".join(process.cmdline())]
    assert len(started) == 2  # the clean process and its child
    grader.send_signal(signal.SIGKILL)
    grader.wait()
    _, alive = psutil.wait_procs(started, timeout=20)
    for process in family:
        if process.is_running():
            process.kill()
    grader.stdout.close()
    assert not alive


ORPHANS = """
import os
def f():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            while True: pass
    return 42
"""


def test_what_a_submission_starts_ends_with_it(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the filter of system calls left out, so that it can start something."""
    from autograder.sandbox import sandbox as module

    monkeypatch.setattr(module, "_system_calls", lambda: {"system_calls": "", "no_system_calls": "left out"})
    answer(sandbox, ORPHANS)
    assert zygote().children(recursive=True) == []
    layers = {layer.name: layer for layer in sandbox.layers()}
    assert layers["system calls"].why == "left out"
