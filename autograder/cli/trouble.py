"""Turns what can go wrong around a class, such as a full disk or a locked gradebook, into one sentence and status 2."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from autograder.cli.screen import say
from autograder.facts import Course

_ENDS = {
    errno.ENOSPC: "the disk is full; make room",
    errno.EDQUOT: "your share of the disk is used up; make room",
    errno.EROFS: "the disk may not be written; mount it for writing",
    errno.EACCES: "it may not be written by you; change its permissions or owner",
    errno.EPERM: "it may not be changed by you; change its permissions or owner",
    errno.EIO: "the disk fails; copy the folder to another one",
}


@contextmanager
def told(course: Course) -> Iterator[None]:
    """Say the trouble and the way out; what is graded already is kept in any case."""
    # Imported here because nbgrader takes seconds to load and no learner's command needs it.
    from autograder.gradebook import GradebookError
    from autograder.journal import Busy, JournalError

    try:
        yield
    except (GradebookError, JournalError, Busy) as trouble:
        say(f"softmarks: {trouble}", error=True)
    except OSError as trouble:
        if trouble.errno not in _ENDS:
            raise
        where = trouble.filename or course.folder("classroom")
        say(
            f"softmarks: {where}: {_ENDS[trouble.errno]}, then run the same command again; "
            "what is graded already is kept",
            error=True,
        )
    else:
        return
    raise typer.Exit(2)
