"""A large class: does time grow as the class does, does memory stay, and what costs a run that changes nothing?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from autograder.bench import kit
from autograder.bench.classes import Kind, empty_course, hand_in, notebooks
from autograder.bench.clock import Spent
from autograder.facts import Course

PARTS = 10


@dataclass(frozen=True, slots=True)
class Mark:
    """After `count` submissions: seconds since the command was started, and megabytes by kind of process."""

    count: int
    seconds: float
    megabytes: dict[str, float]


@dataclass(frozen=True, slots=True)
class Large:
    """A class graded once, and once more with nothing changed."""

    kind: Kind
    marks: tuple[Mark, ...]
    whole: Spent
    again: Spent

    @property
    def bend(self) -> float:
        """The rate of the second half of the class over that of the first, both without the start: 1 is a line."""
        return bend([(mark.count, mark.seconds) for mark in self.marks])


def bend(moments: Sequence[tuple[int, float]]) -> float:
    """Seconds for each submission in the second half, over those in the first; the first part holds the start."""
    begin, middle, end = moments[0], moments[len(moments) // 2], moments[-1]
    first = (middle[1] - begin[1]) / (middle[0] - begin[0])
    second = (end[1] - middle[1]) / (end[0] - middle[0])
    return second / first


def grade(original: Course, kind: Kind, size: int, jobs: int, folder: Path) -> Large:
    """Grade `size` submissions in `folder`, looking at the processes after each tenth."""
    course = empty_course(original, folder)
    hand_in(course.folder("classroom") / "submitted", notebooks(course, kind, size))
    marks: dict[int, dict[str, float]] = {}
    wanted = {size * part // PARTS for part in range(1, PARTS + 1)}

    def watch(count: int) -> None:
        if count in wanted:
            marks[count] = megabytes()

    once = kit.grade(course, jobs, watch)
    again = kit.grade(course, jobs)
    told = tuple(Mark(count, once.at[count - 1], found) for count, found in sorted(marks.items()))
    return Large(kind, told, once.whole, again.whole)


def megabytes() -> dict[str, float]:
    """Resident memory of the processes below this one: the most of each kind."""
    found: defaultdict[str, float] = defaultdict(float)
    for name, size in _processes():
        found[name] = max(found[name], size)
    return dict(found)


def _processes() -> Iterator[tuple[str, float]]:
    for process in psutil.Process().children(recursive=True):
        try:
            words, size = " ".join(process.cmdline()), process.memory_info().rss / 2**20
        except psutil.Error:
            continue  # it ended while it was looked at
        if "boot.py" in words:
            yield "clean process or submission", size
        elif "spawn_main" in words:
            yield "worker", size
        elif "softmarks" in words:
            yield "command", size
