"""softmarks report and export: the page about the class, and the files that an LMS takes in."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from autograder import facts
from autograder.batch import require_instructor
from autograder.cli.check import CourseFolder
from autograder.cli.grade import Name
from autograder.cli.screen import count, say
from autograder.cli.trouble import told
from autograder.facts import Course
from autograder.submission.record import in_utf8


class Format(StrEnum):
    """The files that can be written."""

    CSV = "csv"
    CANVAS = "canvas"
    MOODLE = "moodle"


def report(assignment: Name, course: CourseFolder = None) -> None:
    """Write the class page from what has been graded, without grading anything again."""
    require_instructor("report")
    from autograder.class_run import ClassRun, Options

    known = facts.find(course)
    with told(known):
        run = ClassRun(known, assignment, Options())
        reports = list(run.known())
        say(f"class page: {run.class_page(reports)}")
    missing = len(run.hand_ins) - len(reports)
    if missing:
        say(f"{count(missing, 'submission')} not graded yet; run softmarks grade {assignment}")
        raise typer.Exit(1)


def export(
    assignment: Name,
    form: Annotated[Format, typer.Option("--format", help="which file")] = Format.CSV,
    out: Annotated[Path | None, typer.Option(help="the file to write; standard output when left out")] = None,
    feedback: Annotated[Path | None, typer.Option(help="also write this zip of the students' pages")] = None,
    course: CourseFolder = None,
) -> None:
    """Print the marks as a file that an LMS takes in; what is not graded stays empty."""
    require_instructor("export")
    from autograder.gradebook import Target, marks
    from autograder.lms import export as exported

    known = facts.find(course)
    with told(known):
        name = known.assignment(assignment).name
        found = marks(Target.of(known, name))
        if all(mark.score is None for mark in found):
            say(f"softmarks: nobody has a mark for {name} yet; run softmarks grade {name} first", error=True)
            raise typer.Exit(2)
        text = exported(known.assignment(name), found, form)
        if out is None:
            print(text, end="")
        else:
            out.write_text(text, encoding="utf-8", newline="")
        if feedback is not None:
            _pages(known, name, feedback)
    waiting = sum(mark.score is None for mark in found)
    if waiting:
        who = f"{waiting} of {count(len(found), 'student')} without a mark"
        say(f"softmarks: {who}; the place is empty, not 0", error=True)
        raise typer.Exit(1)


def _pages(course: Course, assignment: str, target: Path) -> None:
    """The students' pages in one zip, each named as the LMS named the work, so that a bulk upload finds its student."""
    from autograder.classroom import hand_ins
    from autograder.lms import feedback_zip

    pages, without = {}, 0
    for one in hand_ins(course, assignment):
        page = course.folder("classroom") / "feedback" / one.student / assignment / f"{assignment}.html"
        if page.is_file():
            pages[in_utf8(one.original)] = page.read_text(encoding="utf-8")
        else:
            without += 1
    feedback_zip(target, assignment, pages)
    if without:
        who = count(without, "student")
        say(f"softmarks: {who} without a page; run softmarks grade {assignment}", error=True)
