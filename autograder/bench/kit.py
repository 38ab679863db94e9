"""`softmarks grade` as an instructor runs it: every wall, gradebook, autograded notebooks, pages, journal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from autograder.bench.classes import ASSIGNMENT
from autograder.bench.clock import BenchError, Spent, program, spent
from autograder.facts import Course


@dataclass(frozen=True, slots=True)
class Graded:
    """One run: what the whole command cost, and when (in seconds from its start) each report stood and was printed."""

    whole: Spent
    at: tuple[float, ...]

    @property
    def count(self) -> int:
        return len(self.at)


def grade(course: Course, jobs: int, watch: Callable[[int], None] | None = None) -> Graded:
    """Grade the class; `watch` is told after each report how many there are."""
    assert course.root is not None
    at: list[float] = []
    start = time.perf_counter()

    def hear(line: str) -> None:
        if line.startswith("{"):
            at.append(time.perf_counter() - start)
            if watch is not None:
                watch(len(at))

    command = [program("softmarks"), "grade", ASSIGNMENT, "--json", "--jobs", str(jobs), "--course", str(course.root)]
    whole = spent(command, cwd=course.root, hear=hear)
    if not at:
        raise BenchError("softmarks grade printed no report")
    return Graded(whole, tuple(at))
