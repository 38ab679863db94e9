"""The pages people read in a browser: one for each submission, one for the class."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from autograder.facts import Course
from autograder.feedback.cohort import cohort
from autograder.feedback.sentences import body, render
from autograder.filehash import hash_of_files
from autograder.report import Report


def submission_page(course: Course, report: Report, student: str, *, instructor: bool = False) -> str:
    """One submission as a page that needs nothing but itself.

    The student's page holds the sentences and never a hidden input or expected value; `instructor` adds the evidence.
    """
    title = course.assignment(report.assignment).title if report.assignment else course.title
    return render("submission.html.j2", title=title, report=report, body=body, student=student, instructor=instructor)


def cohort_page(course: Course, assignment: str, reports: Mapping[str, Report]) -> str:
    """The class as a page; each student's name links to the page of that submission in the same folder."""
    facts = course.assignment(assignment)
    return render("cohort.html.j2", title=facts.title, cohort=cohort(course, facts, reports))


@cache
def version() -> str:
    """A hash of all that decides how a page looks."""
    return hash_of_files(Path(__file__).parent, ("*.py", "templates/*"))


def ends_with(path: Path, text: str) -> bool:
    """Whether a page is there and ends so."""
    wanted = text.encode()
    try:
        with path.open("rb") as file:
            file.seek(-len(wanted), os.SEEK_END)
            return file.read() == wanted
    except OSError:
        return False


def save(path: Path, text: str) -> None:
    """Write the file whole or not at all, readable by its owner only. One writer at a time.

    What a killed writer left beside it is written over by the next one, since it bears the same name.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f".{hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]}.part")
    try:
        with open(part, "w", encoding="utf-8", errors="replace", newline="\n", opener=_private) as file:
            file.write(text)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
