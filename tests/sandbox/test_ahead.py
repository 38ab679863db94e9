"""Without forks a fresh interpreter is kept ready for whoever comes again, and nothing of it stays behind."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from autograder.facts import Limits
from autograder.sandbox import Cell, Sandbox, sandbox
from tests.conftest import ROOT

LIMITS = Limits(2.0, 6.0, 40.0, 10.0, 2048, 8, 4000, 64)
CELL = """
from dataclasses import dataclass

from autograder.facts import Limits
from autograder.sandbox import Sandbox

@dataclass(frozen=True)
class Cell:
    number: int = 1
    source: str = "def f(x):\\n    return x\\n"
    label: str = "cell 1"
    first_line: int = 1

sandbox = Sandbox(("numpy",), Limits(2.0, 6.0, 40.0, 10.0, 2048, 8, 4000, 64), backend="portable")
for _ in range(3):
    port = sandbox.open([Cell()], ["f"])
    assert port.call("f", [2.0]).value == 2.0
    port.close()
"""


class One:
    number, source, label, first_line = 1, "def f(x):\n    return x\n", "cell 1", 1


@pytest.fixture
def starts(monkeypatch):
    """How many interpreters were started."""
    counted = []

    class Counted(sandbox.Portable):
        def __init__(self, config):
            counted.append(self)
            super().__init__(config)

    monkeypatch.setattr(sandbox, "Portable", Counted)
    return counted


def use(box: Sandbox, cell: Cell) -> None:
    port = box.open([cell], ["f"])
    assert port.call("f", [2.0]).value == 2.0
    port.close()


def test_who_comes_once_starts_one(starts):
    with Sandbox(("numpy",), LIMITS, backend="portable") as box:
        use(box, One)
    assert len(starts) == 1


def test_who_comes_again_finds_one_ready_and_each_serves_once(starts):
    with Sandbox(("numpy",), LIMITS, backend="portable") as box:
        for _ in range(4):
            use(box, One)
    assert len(starts) == 5  # four that served, and one that was ready
    assert all(one._end is not None for one in starts)


def test_nothing_stays_behind_when_nobody_closes_it(tmp_path):
    settings = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", CELL], env=settings, check=True, timeout=120)
    assert list(tmp_path.iterdir()) == []
