"""What a submission costs in the sandbox, beside a bare fork that does the same work. No test: run it by hand.

python tests/sandbox/latency.py [RUNS]
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from dataclasses import dataclass

import numpy as np

from autograder.facts import Limits
from autograder.sandbox import BACKENDS, Sandbox

CALLS = 30
SOURCE = "import numpy as np\n\ndef f(x):\n    return x * 2.0\n"
GIVEN = np.random.default_rng(0).normal(size=(8, 64))
LIMITS = Limits(2.0, 6.0, 40.0, 10.0, 2048, 8, 4000, 64)


@dataclass(frozen=True)
class Cell:
    number: int
    source: str
    label: str = "cell 1"
    first_line: int = 1


def bare() -> list[float]:
    """Fork, compile, execute, call, exit; nothing crosses and nothing is walled off."""
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        names: dict[str, object] = {}
        exec(compile(SOURCE, "cell 1", "exec"), names)
        for _ in range(CALLS):
            names["f"](GIVEN.copy())  # type: ignore[operator]
        os._exit(0)
    os.waitpid(pid, 0)
    return [time.perf_counter() - start]


def walled(sandbox: Sandbox) -> list[float]:
    """The whole, then load, calls and close apart."""
    start = time.perf_counter()
    port = sandbox.open([Cell(1, SOURCE)], ["f"])
    port.load()
    loaded = time.perf_counter()
    for _ in range(CALLS):
        assert port.call("f", [GIVEN]).kind == "value"
    called = time.perf_counter()
    port.close()
    closed = time.perf_counter()
    return [closed - start, loaded - start, called - loaded, closed - called]


def main(runs: int) -> None:
    for backend in BACKENDS if sys.platform == "linux" else BACKENDS[1:]:
        with Sandbox(("numpy", "matplotlib"), LIMITS, backend=backend) as sandbox:
            walls = [layer.name for layer in sandbox.layers() if layer.holds]
            walled(sandbox)
            count = runs if backend == "fork" else max(runs // 10, 3)
            rows = [[*walled(sandbox), *(bare() if hasattr(os, "fork") else [float("nan")])] for _ in range(count)]
        total, load, calls, close, floor = (1000 * statistics.median(column) for column in zip(*rows, strict=True))
        print(f"{backend}: {total:.2f} ms = load {load:.2f} + {CALLS} calls {calls:.2f} + close {close:.2f}", end="; ")
        print(f"bare fork {floor:.2f} ms; {count} runs, medians; holding: {', '.join(walls)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
