"""The log for machines: one JSON object a line, students under hashed ids, no word of what they wrote."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from typing import Any, Self

from autograder.facts import Course
from autograder.feedback import save
from autograder.journal import hashed
from autograder.report import Report

FOLDER, FILE = "logs", "grade.jsonl"


class Logbook:
    """Appends to classroom/logs/grade.jsonl."""

    def __init__(self, course: Course, key: bytes) -> None:
        self._key = key
        self.path = course.folder("classroom") / FOLDER / FILE
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = self.path.open("a", encoding="utf-8", newline="\n")
        if self._torn():
            self._file.write("\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def graded(self, report: Report, settled: bool) -> None:
        """One submission; `settled` when it stood in the gradebook already, and nothing took any time."""
        times = {exercise.name: round(exercise.seconds, 4) for exercise in (() if settled else report.exercises)}
        self.event(
            "unchanged" if settled else "graded",
            student=hashed(self._key, report.submission),
            assignment=report.assignment,
            status=report.status,
            score=report.score,
            max_score=report.max_score,
            seconds=0.0 if settled else report.seconds,
            exercises=times,
        )

    def event(self, what: str, **details: Any) -> None:
        """A line of another kind, such as the beginning and the end of a run."""
        line = {"time": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%fZ}", "event": what, **details}
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()

    def _torn(self) -> bool:
        """True when a run that was killed left half a line."""
        with self.path.open("rb") as file:
            return file.seek(0, os.SEEK_END) > 0 and file.seek(-1, os.SEEK_END) >= 0 and file.read() != b"\n"

    def forget(self, student: str) -> None:
        """Remove the lines about a student; the file is replaced whole."""
        name = hashed(self._key, student)
        lines = self.path.read_text(encoding="utf-8").splitlines(keepends=True)
        self._file.close()
        save(self.path, "".join(line for line in lines if name not in line))
        self._file = self.path.open("a", encoding="utf-8", newline="\n")
