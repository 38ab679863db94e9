"""What has been graded: a stopped run goes on where it was, and an unchanged submission costs nothing.

An entry is keyed by the hash of everything that can change a verdict: the submission, the graders, the facts, the
course key, the limits and the libraries. Students stand here under hashed ids.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import platform
import sqlite3
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Self

import numpy as np

from autograder.facts import Course
from autograder.report import Report

FILE = "journal.db"
PACKAGE = Path(__file__).parent
# What decides a verdict; pages, doors and texts do not.
GRADES = (
    "*.py",
    "graders/*.py",
    "probes/*.py",
    "misconceptions/*.py",
    "diagnosis/*.py",
    "counterexample/*.py",
    "sandbox/*.py",
    "submission/*.py",
)


@cache
def grader_version(package: Path = PACKAGE) -> str:
    """A hash of all code that can change a verdict, and of the versions it stands on."""
    digest = hashlib.sha256(f"{platform.python_version()} {np.__version__}".encode())
    for pattern in GRADES:
        for path in sorted(package.glob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


class Journal:
    """An SQLite file: a report is in it whole or not at all, whatever happens to the process."""

    def __init__(self, course: Course, assignment: str, key: bytes) -> None:
        classroom = course.folder("classroom")
        classroom.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._key = key
        self._assignment = assignment
        config = course.config.read_bytes()
        self._context = hashlib.sha256(b"\0".join([grader_version().encode(), config, key])).hexdigest()
        self._db = sqlite3.connect(classroom / FILE, timeout=30)
        self._db.execute("pragma journal_mode=wal")
        self._db.execute(
            "create table if not exists graded (student text, assignment text, state text, report text,"
            " settled integer not null default 0, primary key (student, assignment))"
        )
        self._db.commit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def _id(self, student: str) -> str:
        return hmac.new(self._key, student.encode("utf-8", "surrogateescape"), hashlib.sha256).hexdigest()

    def state(self, digest: str) -> str:
        """The key of a verdict on a submission of this digest, under everything else that decides it."""
        return hashlib.sha256(f"{self._context} {digest}".encode()).hexdigest()

    def known(self, student: str, state: str) -> tuple[Report, bool] | None:
        """The report on this very state and whether it stands in the gradebook already, or None."""
        row = self._db.execute(
            "select report, settled from graded where student = ? and assignment = ? and state = ?",
            (self._id(student), self._assignment, state),
        ).fetchone()
        return (Report.from_json(json.loads(row[0])), bool(row[1])) if row else None

    def add(self, student: str, state: str, report: Report) -> None:
        """Keep a report; it is not settled until the gradebook has it."""
        with self._db:
            self._db.execute(
                "insert or replace into graded (student, assignment, state, report) values (?, ?, ?, ?)",
                (self._id(student), self._assignment, state, json.dumps(report.as_record())),
            )

    def settle(self, students: Iterable[str]) -> None:
        """Note that the gradebook and the pages hold what the journal holds."""
        with self._db:
            self._db.executemany(
                "update graded set settled = 1 where student = ? and assignment = ?",
                [(self._id(student), self._assignment) for student in students],
            )

    def forget(self, student: str) -> None:
        """Remove every trace of a student."""
        with self._db:
            self._db.execute("delete from graded where student = ?", (self._id(student),))
