"""The floor: fork, compile and execute the cells, make the same calls, and nothing else. No wall, no judge."""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from autograder.batch import Grader
from autograder.bench.classes import ASSIGNMENT
from autograder.bench.clock import Spent, spent
from autograder.facts import Course
from autograder.outcome import Asked, Loaded, Outcome, Port, Value
from autograder.sandbox import Cell, Sandbox

Call = tuple[str, tuple[Any, ...]]
Work = tuple[list[str], list[Call]]  # the cells of one submission, and the calls that grading it makes
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def measure(work: Sequence[Work], jobs: int, place: Path) -> Spent:
    """The work in `jobs` processes at once; `place` is a file to hand it over in. Only running it is timed."""
    place.write_bytes(pickle.dumps(list(work)))
    lines: list[str] = []
    command = [sys.executable, "-m", "autograder.bench.bare", str(place), str(jobs)]
    spent(command, cwd=Path(__file__).parents[2], env={**os.environ, **ONE_THREAD}, hear=lines.append)
    return Spent(**json.loads(lines[-1]))


def record(course: Course, paths: Iterable[Path]) -> tuple[list[Work], list[Work]]:
    """Each submission's cells and all calls of its grading, naming of mistakes and counter-examples included.

    Twice: with all of its cells, and with those alone that grading runs.
    """
    every, needed = [], []
    with _Recording(course, ASSIGNMENT) as grader:
        for path in paths:
            grader.calls, grader.cells = [], ()
            submission = grader.graded(path).submission
            every.append((_sources(submission.cells if submission else ()), grader.calls))
            needed.append((_sources(grader.cells), grader.calls))
    return every, needed


def _sources(cells: Iterable[Cell]) -> list[str]:
    return [cell.source for cell in cells]


class _Recording(Grader):
    """A grader that notes the calls of the submission that it graded last, and the cells that its first process ran."""

    calls: list[Call]
    cells: Sequence[Cell]

    def _sandbox(self, allowed: tuple[str, ...]) -> Sandbox:
        if allowed not in self._sandboxes:
            self._sandboxes[allowed] = _Ears(self, allowed)
        return self._sandboxes[allowed]


class _Ears(Sandbox):
    def __init__(self, grader: _Recording, allowed: tuple[str, ...]) -> None:
        super().__init__(allowed, grader.course.limits)
        self._grader = grader

    def open(self, cells: Sequence[Cell], wanted: Sequence[str]) -> Port:  # type: ignore[override]
        self._grader.cells = self._grader.cells or cells
        return _Recorded(super().open(cells, wanted), self._grader.calls)


class _Recorded:
    """A port that notes what is called."""

    def __init__(self, port: Port, calls: list[Call]) -> None:
        self._port, self._calls = port, calls

    def load(self) -> Loaded:
        return self._port.load()

    def call(self, function: str, arguments: Sequence[Value], kilobytes: int = 0) -> Outcome:
        self._calls.append((function, tuple(arguments)))
        return self._port.call(function, arguments, kilobytes)

    def calls(self, function: str, asked: Sequence[Asked]) -> list[Outcome]:
        outcomes = self._port.calls(function, asked)
        self._calls += [(function, tuple(arguments)) for arguments, _ in asked[: len(outcomes)]]
        return outcomes

    def alone(self) -> Port:
        return _Recorded(self._port.alone(), self._calls)

    def close(self) -> None:
        self._port.close()

    def __getattr__(self, name: str) -> Any:
        """What else the grader asks of a sandbox's port."""
        return getattr(self._port, name)
