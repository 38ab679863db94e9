"""How much of its time a student process has used, measured from outside, so that a busy machine changes no mark."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.sandbox.links import LOOK, Expired


class WallMeter:
    """Where the system tells nobody else's processor time: the clock on the wall."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def forgive(self, seconds: float) -> None:
        """Time that was the grader's."""
        self._start += seconds

    def seconds(self) -> float:
        return time.monotonic() - self._start

    def asleep(self) -> bool:
        return False


class ProcessMeter:
    """Processor time of all threads of a Linux process, and whether all of them sleep."""

    def __init__(self, pid: int) -> None:
        self._clock = (~pid << 3) | 2  # CPUCLOCK_SCHED of a process, as the kernel's posix-timers.h lays it out
        self._proc = Path("/proc") / str(pid)
        self._last = 0.0

    def forgive(self, seconds: float) -> None:
        """Who waits for the grader uses no processor."""

    def seconds(self) -> float:
        try:
            self._last = time.clock_gettime(self._clock)
        except OSError:
            self._last = max(self._last, self._from_proc())
        return self._last

    def _from_proc(self) -> float:
        try:
            fields = (self._proc / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def asleep(self) -> bool:
        """True when no thread runs, or waits for a processor or a disk: such a process is not slowed by anyone else."""
        try:
            stats = [path.read_text(encoding="ascii", errors="replace") for path in self._proc.glob("task/*/stat")]
        except OSError:
            return False
        return bool(stats) and all(stat.rpartition(")")[2].split()[0] not in "RD" for stat in stats)


class Allowance:
    """A deadline in processor seconds. Time that the process sleeps away counts as well; time on a queue does not.

    `wall` is the backstop for whatever neither runs nor sleeps.
    """

    def __init__(self, meter: WallMeter | ProcessMeter, seconds: float, wall: float) -> None:
        self._meter = meter
        self._limit = seconds
        self._start = meter.seconds()
        self._looked = time.monotonic()
        self._end = self._looked + wall
        self._used_at_look = 0.0
        self._slept = 0.0

    def used(self) -> float:
        """Seconds used so far, slept ones included."""
        return self._meter.seconds() - self._start + self._slept

    def wait(self) -> float:
        now, ran = time.monotonic(), self._meter.seconds() - self._start
        passed = now - self._looked
        if passed > 0.05:  # a shorter look says little about who slept
            if ran - self._used_at_look < 0.1 * passed and self._meter.asleep():
                self._slept += min(passed, 2 * LOOK)  # after a longer gap it was the grader who was held up
            self._looked, self._used_at_look = now, ran
        left = min(self._limit - ran - self._slept, self._end - now)
        if left <= 0:
            self._slept = max(self._slept, self._limit - ran)  # whoever sits the wall clock out has used up everything
            raise Expired
        return left

    @contextmanager
    def paused(self) -> Iterator[None]:
        """While the grader does work of its own, a callback, the process waits; that is not its fault."""
        before = time.monotonic()
        yield
        away = time.monotonic() - before
        self._meter.forgive(away)
        self._looked += away
        self._end += away
