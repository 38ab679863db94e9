"""softmarks grade, report and export: a class into the gradebook, the page about it, and the file for the LMS."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autograder import facts
from autograder.batch import require_instructor
from autograder.cli import screen
from autograder.cli.check import AsJson, CourseFolder, Plain
from autograder.facts import Course
from autograder.report import Report, Status

if TYPE_CHECKING:
    from autograder.class_run import ClassRun

Name = Annotated[str, typer.Argument(help="the assignment, e.g. attention", show_default=False)]
TRUST = "--trust-submissions"


def grade(
    assignment: Name,
    student: Annotated[str | None, typer.Option(help="this student only")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="worker processes")] = 2,
    force: Annotated[bool, typer.Option("--force", help="grade again what has not changed")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="say who would gain or lose what; write nothing")] = False,
    trust: Annotated[bool, typer.Option(TRUST, help="grade although this machine cannot wall code off")] = False,
    as_json: AsJson = False,
    plain: Plain = False,
    course: CourseFolder = None,
) -> None:
    """Grade everything under classroom/submitted/ into gradebook, autograded notebooks, feedback and reports."""
    require_instructor("grade")
    # Imported here because nbgrader takes seconds to load and no learner's command needs it.
    from autograder.class_run import ClassRun, Options

    known = facts.find(course)
    _insist_on_walls(trust)
    run = ClassRun(known, assignment, Options(student=student, workers=jobs, force=force, dry=dry_run))
    if not run.hand_ins:
        _nobody(known, assignment, student)
    reports = _run(run, as_json, screen.is_plain(plain))
    if not as_json:
        _tell(run, reports, screen.is_plain(plain), dry_run)
    if not dry_run and student is None:
        run.class_page(reports)
    if any(report.status is not Status.GRADED for report in reports):
        raise typer.Exit(1)


def _run(run: ClassRun, as_json: bool, plain: bool) -> list[Report]:
    done = []
    columns = TextColumn("grading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, disable=as_json or plain, transient=True) as bar:
        task = bar.add_task("grading", total=len(run.hand_ins))
        for report in run.reports():
            done.append(report)
            bar.advance(task)
            if as_json:
                print(json.dumps(report.as_json(), ensure_ascii=False), flush=True)
    return done


def _nobody(course: Course, assignment: str, student: str | None) -> None:
    place = course.folder("classroom") / "submitted"
    who = f"{student} handed in nothing" if student else "nobody has handed in anything"
    print(f"softmarks: {who} for {assignment}; submissions belong under {place}/STUDENT/{assignment}/", file=sys.stderr)
    raise typer.Exit(2)


def _insist_on_walls(trust: bool) -> None:
    from autograder.sandbox import default_backend

    if default_backend() == "portable" and not trust:
        print(
            "softmarks: this machine cannot wall submissions off from your files; "
            f"grade on Linux, or say {TRUST} if you know everybody who wrote them",
            file=sys.stderr,
        )
        raise typer.Exit(2)


def _tell(run: ClassRun, reports: list[Report], plain: bool, dry: bool) -> None:
    screen.show_table(reports, plain, f"{run.assignment}: {len(reports)} submissions")
    for line in changes(reports):
        print(line)
    for line in people(run.course, reports):
        print(line)
    if not dry:
        classroom = run.course.folder("classroom")
        print(f"gradebook: {classroom / 'gradebook.db'}")
        print(f"class page: {classroom / 'reports' / run.assignment / 'index.html'}")
        print(f"student pages: {classroom / 'feedback'}")


def changes(reports: list[Report]) -> list[str]:
    """Who gains or loses against the gradebook as it was."""
    lines = []
    for report in reports:
        if report.previous_score is None or report.score is None or report.score == report.previous_score:
            continue
        word = "gains" if report.score > report.previous_score else "loses"
        gap = abs(report.score - report.previous_score)
        lines.append(f"{report.submission} {word} {gap:g}: {report.previous_score:g} becomes {report.score:g}")
    return lines


def people(course: Course, reports: list[Report]) -> list[str]:
    """The submissions that a person should look at, with the reason."""
    from autograder.feedback import needs_a_human

    return [f"needs a person: {r.submission}: {reason}" for r in reports for reason in needs_a_human(course, r)]


def report(assignment: Name, course: CourseFolder = None) -> None:
    """Write the class page from what has been graded, without grading anything again."""
    require_instructor("report")
    from autograder.class_run import ClassRun, Options

    run = ClassRun(facts.find(course), assignment, Options())
    reports = list(run.known())
    print(f"class page: {run.class_page(reports)}")
    missing = len(run.hand_ins) - len(reports)
    if missing:
        print(f"{missing} submissions are not graded yet; run softmarks grade {assignment}")
        raise typer.Exit(1)


def export(
    assignment: Name,
    form: Annotated[str, typer.Option("--format", help="csv, canvas or moodle")] = "csv",
    out: Annotated[Path | None, typer.Option(help="the file to write; standard output when left out")] = None,
    course: CourseFolder = None,
) -> None:
    """Print the marks as a file that an LMS takes in; what is not graded stays empty."""
    require_instructor("export")
    from autograder.gradebook import Target, marks
    from autograder.lms import export as exported

    known = facts.find(course)
    found = marks(Target.of(known, known.assignment(assignment).name))
    text = exported(known.assignment(assignment), found, form)
    if out is None:
        print(text, end="")
    else:
        out.write_text(text, encoding="utf-8", newline="")
    if any(mark.score is None for mark in found):
        raise typer.Exit(1)
