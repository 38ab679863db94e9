"""Where the gradebook lies and how it is opened: waiting for whoever holds it, and saying plainly what went wrong."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy
from nbgrader.api import Gradebook
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from autograder.facts import Course

WAIT = 30.0  # seconds; a formgrader or another run holds the file for milliseconds at a time


class GradebookError(Exception):
    """The gradebook cannot be used as asked; the text names the file and the way out. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Target:
    """Which notebook of which assignment in which gradebook. In a course of one's own both bear the same name."""

    url: str
    course_id: str
    assignment: str
    notebook: str

    @staticmethod
    def of(course: Course, assignment: str) -> Target:
        """The gradebook of a course of this kit."""
        name = course.assignment(assignment).name
        return Target(database_url(course.folder("classroom")), course.id, name, name)


def database_url(classroom: Path) -> str:
    """The gradebook below a classroom folder, as SQLAlchemy and nbgrader name it."""
    return f"sqlite:///{classroom / 'gradebook.db'}"


@contextmanager
def scripts_on_path() -> Iterator[None]:
    """Find the interpreter's own commands first: nbgrader starts `alembic` by name, also where nothing is activated."""
    before = os.environ.get("PATH")
    here = sysconfig.get_path("scripts")
    os.environ["PATH"] = os.pathsep.join([here, before] if before else [here])
    try:
        yield
    finally:
        if before is None:
            del os.environ["PATH"]
        else:
            os.environ["PATH"] = before


@contextmanager
def open_gradebook(target: Target) -> Iterator[Gradebook]:
    """nbgrader's own gradebook object; the file and its folder are made on first use."""
    path = _file(target.url)
    with explained(target.url):
        if path is not None:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with scripts_on_path(), writing(engine(target.url)):
            pass  # whoever holds the file has let it go: nbgrader itself would wait only five seconds
        with scripts_on_path(), Gradebook(target.url, target.course_id) as gradebook:
            yield gradebook


def engine(url: str, wait: float = WAIT) -> Engine:
    """An engine whose transactions hold the file for writing from their first statement on, or wait for it."""
    if sqlalchemy.make_url(url).get_backend_name() != "sqlite":
        return sqlalchemy.create_engine(url)
    made = sqlalchemy.create_engine(
        url, poolclass=NullPool, connect_args={"timeout": wait, "isolation_level": None, "check_same_thread": False}
    )
    event.listen(made, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return made


@contextmanager
def writing(made: Engine) -> Iterator[Connection]:
    """One transaction: all of it is in the file afterwards, or nothing."""
    with explained(str(made.url)), made.begin() as connection:
        yield connection


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    """A connection for looking only; it needs no right to write and makes no file."""
    path = _file(url)
    if path is not None and not path.exists():
        raise GradebookError(f"there is no gradebook at {path} yet; run softmarks grade first")
    with explained(url):
        made = sqlalchemy.create_engine(url, poolclass=NullPool)
        with made.connect() as connection:
            yield connection


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Turn what the database says into a sentence that names the file and the way out."""
    try:
        yield
    except (SQLAlchemyError, ValueError, OSError) as error:
        sentence = _sentence(str(error).lower(), _file(url) or sqlalchemy.make_url(url).render_as_string())
        if sentence is None:
            raise
        raise GradebookError(sentence) from error


def _sentence(said: str, where: Path | str) -> str | None:
    if "database is locked" in said or "database table is locked" in said:
        return (
            f"the gradebook {where} is held by another program, and waiting did not help; nothing was written. "
            "Close the formgrader or the other grading run, then run the same command again"
        )
    if "readonly database" in said or "read-only" in said or "permission denied" in said:
        return f"the gradebook {where} may not be written by you; nothing was written. Change its permissions or owner"
    if "unable to open" in said:
        return f"the gradebook {where} cannot be opened; look whether its folder exists and is yours"
    if "disk is full" in said or "disk i/o" in said or "no space left" in said:
        return f"the disk that holds {where} is full or failing; nothing was written. Make room, then run it again"
    if "not a database" in said or "malformed" in said:
        return f"{where} is no intact gradebook; put it aside or bring back a copy, then run the same command again"
    if "no such table" in said or "no such column" in said:
        return f"{where} was made by another version of nbgrader; copy it, then run nbgrader db upgrade"
    return None


def _file(url: str) -> Path | None:
    """The file of a SQLite database that is a plain file, else None."""
    made = sqlalchemy.make_url(url)
    if made.get_backend_name() != "sqlite" or not made.database or made.database.startswith(("file:", ":memory:")):
        return None
    return Path(made.database)
