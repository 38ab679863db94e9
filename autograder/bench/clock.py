"""Commands and what they cost: time on the wall, and the processor time of everything that they started."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from autograder.sandbox import syscalls


class BenchError(Exception):
    """A command that is measured did not do its work; the text holds its last words."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds."""

    wall: float
    cpu: float


def adopt() -> None:
    """Have orphans of the measured commands handed to this process, so that their processor time is counted too."""
    if sys.platform == "linux":
        syscalls.prctl(syscalls.PR_SET_CHILD_SUBREAPER, 1)


def program(name: str) -> str:
    """A program of the environment in which this one runs."""
    return str(Path(sys.executable).with_name(name))


def spent(
    command: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    hear: Callable[[str], None] | None = None,
) -> Spent:
    """Run a command to its end; `hear` is told each line of its output as it comes. Status 0 and 1 count as done."""
    before, mine, start = _children(), _offspring(), time.perf_counter()
    with subprocess.Popen(
        command, cwd=cwd, env=env, text=True, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout is not None
        last = ""
        for line in process.stdout:
            last = line if not line.startswith("{") else last
            if hear is not None:
                hear(line)
    wall = time.perf_counter() - start
    _bury(_offspring() - mine)
    if process.returncode not in (0, 1):
        raise BenchError(f"{' '.join(command)} ended with status {process.returncode}: {last.strip()}")
    return Spent(wall, _children() - before)


def _children() -> float:
    """Processor seconds of all children that have ended, and of theirs."""
    if sys.platform == "win32":
        return 0.0
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _offspring() -> set[int]:
    """The processes that are children of this one now; empty where the system does not tell."""
    lists = Path("/proc/self/task").glob("*/children")
    return {int(number) for one in lists for number in one.read_text(encoding="ascii").split()}


def _bury(orphans: set[int]) -> None:
    """Wait for what the command left behind, and for nobody else; only then is its time counted."""
    for orphan in orphans:
        with suppress(ChildProcessError):
            os.waitpid(orphan, 0)
