"""Is time charged to whoever spent it? On a clock that the test turns itself."""

from __future__ import annotations

import os
import time

import pytest

from autograder.sandbox import meter
from autograder.sandbox.links import Expired
from autograder.sandbox.meter import Allowance, ProcessMeter, WallMeter


class Clock(ProcessMeter):
    """The wall's time, the process's own, and whether it sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall = self.ran = 0.0
        self.sleeps = False
        monkeypatch.setattr(meter.time, "monotonic", lambda: self.wall)

    def seconds(self) -> float:
        return self.ran

    def asleep(self) -> bool:
        return self.sleeps

    def turn(self, wall: float, ran: float = 0.0) -> None:
        self.wall += wall
        self.ran += ran


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def steps_until_expired(allowance: Allowance, clock: Clock, wall: float, ran: float = 0.0) -> int:
    for step in range(10_000):
        try:
            allowance.wait()
        except Expired:
            return step
        clock.turn(wall, ran)
    raise AssertionError("it never expired")


def test_running_counts_however_slowly_the_wall_clock_goes(clock: Clock) -> None:
    allowance = Allowance(clock, 2.0, 200.0)
    assert steps_until_expired(allowance, clock, wall=1.0, ran=0.1) == 20
    assert allowance.used() == pytest.approx(2.0)


def test_standing_in_a_queue_costs_nothing_until_the_backstop(clock: Clock) -> None:
    allowance = Allowance(clock, 2.0, 20.0)
    assert steps_until_expired(allowance, clock, wall=0.1) == pytest.approx(200, abs=1)


def test_sleeping_counts(clock: Clock) -> None:
    clock.sleeps = True
    allowance = Allowance(clock, 2.0, 20.0)
    assert steps_until_expired(allowance, clock, wall=0.1) == pytest.approx(20, abs=1)
    assert allowance.used() == pytest.approx(2.0, abs=0.11)


def test_a_grader_that_was_held_up_is_not_the_students_sleep(clock: Clock) -> None:
    clock.sleeps = True
    allowance = Allowance(clock, 2.0, 200.0)
    clock.turn(wall=60.0)
    assert allowance.wait() > 1.7
    assert allowance.used() < 0.3


@pytest.mark.parametrize("kind", ["processor", "wall"])
def test_the_graders_own_work_is_not_the_students(clock: Clock, kind: str) -> None:
    clock.sleeps = True
    allowance = Allowance(clock if kind == "processor" else WallMeter(), 2.0, 20.0)
    with allowance.paused():
        clock.turn(wall=60.0)
    assert allowance.wait() == pytest.approx(2.0)
    assert allowance.used() == 0.0


def test_whoever_sits_out_the_backstop_has_used_up_everything(clock: Clock) -> None:
    allowance = Allowance(clock, 2.0, 20.0)
    clock.turn(wall=21.0)
    with pytest.raises(Expired):
        allowance.wait()
    assert allowance.used() == 2.0


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="Linux tells a process's time")
def test_a_processs_time_is_read_from_outside_in_two_ways() -> None:
    own = ProcessMeter(os.getpid())
    end = time.process_time() + 0.05
    while time.process_time() < end:
        pass
    assert abs(own.seconds() - time.process_time()) < 0.05
    assert abs(own._from_proc() - time.process_time()) < 0.1
    assert not own.asleep()
    assert ProcessMeter(2**22 + 1).seconds() == 0.0
