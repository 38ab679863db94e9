"""What has been graded: a stopped run goes on where it was, and an unchanged submission costs nothing.

An entry is keyed by the hash of everything that can change a verdict: the submission, the graders, the facts, the
course key, the limits and the libraries. Students stand here under hashed ids.
"""

from __future__ import annotations

import hashlib
import hmac
import platform
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from importlib import metadata
from pathlib import Path
from typing import Self

import numpy as np

from autograder.facts import Course
from autograder.filehash import hash_of_files
from autograder.report import Report

FILE = "journal.db"
LOCK = ".running"
_TABLE = (
    "create table if not exists graded (student text, assignment text, state text, report text, exercises text,"
    " settled integer not null default 0, primary key (student, assignment))"
)
PACKAGE = Path(__file__).parent
# What decides a verdict or its sentences; doors and pages do not.
GRADES = tuple(
    f"{room}*.{ending}"
    for ending in ("py", "json")
    for room in (
        *("", "data/", "graders/", "probes/", "misconceptions/", "sandbox/", "submission/"),
        *("diagnosis/", "counterexample/"),
    )
)
LIBRARIES = ("scipy", "matplotlib", "pytest")


class JournalError(Exception):
    """The journal cannot be used; the text names the file and the way out."""


class Busy(Exception):
    """Another run works in this classroom; the text says so."""


@cache
def grader_version(package: Path = PACKAGE) -> str:
    """A hash of all code that can change a verdict, and of the versions it stands on."""
    versions = [platform.python_version(), np.__version__]
    for library in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            versions.append(f"{library} {metadata.version(library)}")
    return hashlib.sha256(" ".join([*versions, hash_of_files(package, GRADES)]).encode()).hexdigest()


def hashed(key: bytes, student: str) -> str:
    """How a student is called wherever the name has no business: in the journal, in logs, on the wire."""
    return hmac.new(key, student.encode("utf-8", "surrogateescape"), hashlib.sha256).hexdigest()


@contextmanager
def alone(classroom: Path) -> Iterator[None]:
    """Hold the classroom for one run; the system lets go of it when the process ends, however it ends."""
    with explained(classroom / LOCK), closing(sqlite3.connect(classroom / LOCK, timeout=0)) as lock:
        try:
            lock.execute("begin exclusive")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            raise Busy(
                f"another softmarks command is at work in {classroom}; wait until it has ended, then run this one again"
            ) from error
        yield


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite says about the file into a sentence with the way out."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(
            f"{path} cannot be used: {error}. See that its disk has room and that the folder is yours to write; "
            "what is graded already is kept, and the same command goes on from there"
        ) from error


class Journal:
    """An SQLite file: a report is in it whole or not at all, whatever happens to the process."""

    def __init__(self, course: Course, assignment: str, key: bytes, *, dry: bool = False) -> None:
        """`dry` only looks: where there is no journal none is made."""
        classroom = course.folder("classroom")
        self._path = classroom / FILE
        self._key = key
        self._assignment = assignment
        facts = course.config.read_bytes(), course.handout(assignment)
        parts = [hashlib.sha256(part).digest() for part in (grader_version().encode(), *facts, key)]
        self._context = hashlib.sha256(b"".join(parts)).hexdigest()
        with explained(self._path):
            self._db = _looking(self._path) if dry else _writing(self._path)
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        self._db.close()

    def state(self, digest: str) -> str:
        """The key of a verdict on a submission of this digest, under everything else that decides it."""
        return hashlib.sha256(f"{self._context} {digest}".encode()).hexdigest()

    def known(self, student: str, state: str, attempt: str = "") -> tuple[Report, bool] | None:
        """The report on this very state and whether it stands in the gradebook already, or None.

        `attempt` tells the hand-ins of one student apart where the best of them counts.
        """
        with explained(self._path):
            row = self._db.execute(
                "select report, settled from graded where student = ? and assignment = ? and state = ?",
                (*self._place(student, attempt), state),
            ).fetchone()
        return (self._report(row[0], student, state, attempt), bool(row[1])) if row else None

    def last(self, student: str) -> Report | None:
        """The newest report on this student, whatever has changed since."""
        with explained(self._path):
            row = self._db.execute(
                "select report, state from graded where student = ? and assignment = ?", self._place(student)
            ).fetchone()
        return self._report(row[0], student, row[1]) if row else None

    def _place(self, student: str, attempt: str = "") -> tuple[str, str]:
        return hashed(self._key, student), self._assignment + attempt

    def _report(self, head: str, student: str, state: str, attempt: str = "") -> Report:
        rest = partial(self._exercises, *self._place(student, attempt), state)
        return Report.of_record(head, rest, submission=student)

    def _exercises(self, student: str, assignment: str, state: str) -> str:
        """The rest of a report, fetched where somebody asks for it, be it after the journal was closed."""
        if self._closed:
            self._db, self._closed = _looking(self._path), False
        with explained(self._path):
            told = self._db.execute(
                "select exercises from graded where student = ? and assignment = ? and state = ?",
                (student, assignment, state),
            ).fetchone()
        if told is None:
            raise JournalError(f"another run has graded again what {self._path} held; run this command again")
        return str(told[0])

    def add(self, student: str, state: str, report: Report, attempt: str = "") -> None:
        """Keep a report; it is not settled until the gradebook has it."""
        record = replace(report, submission="").record()
        with explained(self._path), self._db:
            self._db.execute(
                "insert or replace into graded (student, assignment, state, report, exercises) values (?, ?, ?, ?, ?)",
                (*self._place(student, attempt), state, *record),
            )

    def settle(self, students: Iterable[str], over: str) -> None:
        """Note that the gradebook and the pages hold what the journal holds; what stood under `over` is past."""
        names = [hashed(self._key, student) for student in students]
        with explained(self._path), self._db:
            self._db.executemany(
                "update graded set settled = 1 where student = ? and assignment = ?",
                [(name, self._assignment) for name in names],
            )
            self._db.executemany(
                "delete from graded where student = ? and assignment = ?",
                [(name, self._assignment + over) for name in names],
            )

    def forget(self, student: str) -> None:
        """Remove every trace of a student, in every assignment, also from the file's unused pages."""
        with explained(self._path):
            with self._db:
                self._db.execute("delete from graded where student = ?", (hashed(self._key, student),))
            self._db.execute("vacuum")
            self._db.execute("pragma wal_checkpoint(truncate)")


def _writing(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    db = sqlite3.connect(path, timeout=30)
    db.execute("pragma journal_mode=wal")
    # A report is safe from a killed process without waiting for the disk; a power cut costs the last reports, whole.
    db.execute("pragma synchronous=normal")
    db.execute("pragma secure_delete=on")
    if not _fits(db):  # an older kit wrote it: its entries hold for no verdict of this one
        db.execute("drop table if exists graded")
    db.execute(_TABLE)
    db.commit()
    return db


def _fits(db: sqlite3.Connection) -> bool:
    """Whether the table has the columns of this kit."""
    return "exercises" in {row[1] for row in db.execute("pragma table_info(graded)")}


def _looking(path: Path) -> sqlite3.Connection:
    """The journal as it stands, or an empty one that lies nowhere."""
    if path.exists():
        # Without a log beside it nobody is writing; opened as unchangeable it leaves no file behind.
        still = "" if path.with_name(f"{FILE}-wal").exists() else "&immutable=1"
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{still}", uri=True, timeout=30)
        if _fits(db):
            return db
        db.close()
    return _writing_nowhere()


def _writing_nowhere() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.execute(_TABLE)
    return db
