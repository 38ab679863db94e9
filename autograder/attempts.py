"""What a learner's own machine remembers of failing attempts, so that a name comes when it helps; never handed in.

One small file in the learner's state folder. A file that cannot be read or written costs the memory, never a check.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import platformdirs

from autograder.report import ExerciseResult, Status

FILE = "attempts.json"
NAMED_FROM = 2  # failing attempts with changed code


@dataclass(frozen=True, slots=True)
class Attempt:
    """Everything that is remembered of one exercise."""

    code: str = ""  # digest of the function at the last failing attempt
    failures: int = 0  # failing attempts, each with changed code
    step: int = 0  # which step of the hints was given last; 0 is none
    hinted: str = ""  # digest of the function when that step was given
    passed: int = 0  # since when its public checks hold, in seconds since 1970; 0 while they do not
    time: int = 0  # of the last change here, in seconds since 1970

    @property
    def is_name_due(self) -> bool:
        return self.failures >= NAMED_FROM


class Attempts:
    """The attempts at one course's exercises, as this machine remembers them."""

    def __init__(self, course: str, folder: Path | None = None) -> None:
        self._course = course
        self._path = (folder or platformdirs.user_state_path("softmarks", appauthor=False)) / FILE

    def of(self, exercise: str) -> Attempt:
        """What is remembered; a blank record when there is nothing that can be read."""
        return _attempt(self._read().get(self._place(exercise)))

    def failed(self, exercise: str, code: str) -> Attempt:
        """Count a failing attempt, unless the function is the one that failed before or cannot be seen."""
        known = self.of(exercise)
        if not code or code == known.code:
            return known
        return self._keep(exercise, replace(known, code=code, failures=known.failures + 1, passed=0))

    def hinted(self, exercise: str, step: int, code: str) -> Attempt:
        """Remember which step of the hints was given, and for which code."""
        return self._keep(exercise, replace(self.of(exercise), step=step, hinted=code))

    def passed(self, exercise: str) -> None:
        """Of what passes only that and since when is kept."""
        known = self.of(exercise)
        since = known.passed or int(time.time())
        if known != Attempt(passed=since, time=known.time):
            self._keep(exercise, Attempt(passed=since))

    def _place(self, exercise: str) -> str:
        return f"{self._course}/{exercise}"

    def _keep(self, exercise: str, attempt: Attempt) -> Attempt:
        now = replace(attempt, time=int(time.time()))
        self._write({**self._read(), self._place(exercise): asdict(now)})
        return now

    def _read(self) -> dict[str, Any]:
        with suppress(OSError, ValueError, RecursionError):
            found = json.loads(self._path.read_text(encoding="utf-8"))
            return found if isinstance(found, dict) else {}
        return {}

    def _write(self, rows: dict[str, Any]) -> None:
        """All of the file or nothing of it; a machine without a home folder goes without."""
        if not self._path.is_absolute():
            return
        fresh = ""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, fresh = tempfile.mkstemp(prefix=f".{FILE}.", dir=self._path.parent)
            with open(handle, "w", encoding="utf-8") as file:
                json.dump(rows, file, indent=1, sort_keys=True)
            os.replace(fresh, self._path)
        except OSError:
            with suppress(OSError):
                os.unlink(fresh)


def _attempt(row: object) -> Attempt:
    """The record that a row holds; a row of any other form counts as none."""
    blank = Attempt()
    if not isinstance(row, dict) or row.keys() != asdict(blank).keys():
        return blank
    fits = all(type(row[name]) is type(value) for name, value in asdict(blank).items())
    return Attempt(**row) if fits else blank


def is_explained(result: ExerciseResult) -> bool:
    """Whether there is a name or an example that could be shown or held back."""
    return any((result.misconception, result.second_misconception, result.counter_example))


def held_back(result: ExerciseResult) -> ExerciseResult:
    """The verdict with the checks' own sentences only: the first failing attempt is for thinking."""
    return replace(result, misconception=None, second_misconception=None, counter_example=None)


def is_due(memory: Attempts, result: ExerciseResult, code: str) -> bool:
    """Remember what came of an attempt, and say whether the name and the example may now be shown unasked."""
    if result.status is Status.PASSED:
        memory.passed(result.name)
        return True
    if result.status in (Status.NOT_ATTEMPTED, Status.MISSING, Status.GRADER_FAULT):
        return False
    return memory.failed(result.name, code).is_name_due
