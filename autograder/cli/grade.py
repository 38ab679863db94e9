"""softmarks grade: a class into the gradebook, and what a person should know about it afterwards."""

from __future__ import annotations

import gc
import statistics
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autograder import facts
from autograder.batch import require_instructor
from autograder.cli import screen
from autograder.cli.check import AsJson, CourseFolder, Plain
from autograder.cli.trouble import told
from autograder.facts import Course
from autograder.report import Report, Status

if TYPE_CHECKING:
    from autograder.class_run import ClassRun

Name = Annotated[str, typer.Argument(help="the assignment, e.g. attention", show_default=False)]
TRUST = "--trust-submissions"
SLOWEST = 3
RARELY = 100_000  # new objects between two searches for garbage


def grade(
    assignment: Name,
    student: Annotated[str | None, typer.Option(help="this student only")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="worker processes")] = 2,
    scheduler: Annotated[str | None, typer.Option(help="a dask scheduler, such as tcp://HOST:8786")] = None,
    force: Annotated[bool, typer.Option("--force", help="grade again what has not changed")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="say who would gain or lose what; write nothing")] = False,
    trust: Annotated[bool, typer.Option(TRUST, help="grade although this machine cannot wall code off")] = False,
    as_json: AsJson = False,
    plain: Plain = False,
    course: CourseFolder = None,
) -> None:
    """Grade everything under classroom/submitted/ into gradebook, autograded notebooks, feedback and reports."""
    require_instructor("grade")
    known = facts.find(course)
    _insist_on_walls(trust)
    with _interrupted(assignment), told(known), ExitStack() as stack:
        # Imported here because nbgrader takes seconds to load and no learner's command needs it. What is loaded stays,
        # and so do the reports: looking for garbage in them again and again would take a quarter of the time.
        gc.disable()
        from autograder.class_run import ClassRun, Options
        from autograder.far import cluster

        gc.freeze()
        gc.set_threshold(RARELY)
        gc.enable()

        crew = stack.enter_context(cluster(scheduler)) if scheduler else None
        options = Options(student=student, workers=jobs, force=force, dry=dry_run, executor=crew)
        run = ClassRun(known, assignment, options)
        if not run.hand_ins:
            _nobody(known, assignment, student)
        reports = _run(run, as_json, screen.is_plain(plain))
        if not dry_run and student is None:
            run.class_page(reports)
        if not as_json:
            _tell(run, reports, screen.is_plain(plain), dry_run)
    if any(report.status is not Status.GRADED for report in reports):
        raise typer.Exit(1)


@contextmanager
def _interrupted(assignment: str) -> Iterator[None]:
    """Ctrl-C ends the run in good order; every report that was made is kept."""
    try:
        yield
    except KeyboardInterrupt:
        print(
            f"softmarks: interrupted; what is graded is kept, and softmarks grade {assignment} goes on from there",
            file=sys.stderr,
        )
        raise typer.Exit(130) from None


def _run(run: ClassRun, as_json: bool, plain: bool) -> list[Report]:
    done = []
    columns = TextColumn("grading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    # Closed at once when it is interrupted, so that no worker goes on.
    with Progress(*columns, disable=as_json or plain, transient=True) as bar, closing(run.reports()) as reports:
        task = bar.add_task("grading", total=len(run.hand_ins))
        for report in reports:
            done.append(report)
            bar.advance(task)
            if as_json:
                screen.show_line(report.line())
    return done


def _nobody(course: Course, assignment: str, student: str | None) -> None:
    place = course.folder("classroom") / "submitted"
    who = f"{student} handed in nothing" if student else "nobody has handed in anything"
    screen.say(f"softmarks: {who} for {assignment}; submissions belong under {place}/STUDENT/{assignment}/", error=True)
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
    screen.show_table(reports, plain, f"{run.assignment}: {screen.count(len(reports), 'submission')}")
    for line in (*changes(run, reports), *times(reports), *people(run, reports)):
        screen.say(line)
    if not dry:
        classroom = run.course.folder("classroom")
        print(f"gradebook: {classroom / 'gradebook.db'}")
        print(f"class page: {classroom / 'reports' / run.assignment / 'index.html'}")
        print(f"student pages: {classroom / 'feedback'}")
        again = f"softmarks grade {run.assignment} --force brings these back"
        print(f"  nbgrader generate_feedback --force writes its own over them; {again}")


def changes(run: ClassRun, reports: list[Report]) -> list[str]:
    """Who gains or loses against the gradebook as it was, and why."""
    lines = []
    for report in reports:
        before, now, who = report.previous_score, report.score, screen.name(report.submission)
        if before is not None and now is not None and now != before:
            word = "gains" if now > before else "loses"
            lines.append(f"{who} {word} {abs(now - before):g}: {before:g} becomes {now:g}")
        elif before is not None and now is None:
            lines.append(f"{who} loses the mark of {before:g} and is not graded")
        elif report.submission not in run.why:
            continue
        else:
            lines.append(f"{who}: the mark is {'none' if now is None else f'{now:g}'}")
        lines += [f"  {reason}" for reason in run.why.get(report.submission, ())]
    return lines


def times(reports: list[Report]) -> list[str]:
    """Where the time of grading went: by exercise, and the slowest submissions."""
    by_exercise: dict[str, list[float]] = {}
    for exercise in (exercise for report in reports for exercise in report.exercises):
        by_exercise.setdefault(exercise.name, []).append(exercise.seconds)
    lines = [
        f"time: {name}: {statistics.median(seconds):.3f} s as a rule, {max(seconds):.3f} s at most"
        for name, seconds in by_exercise.items()
    ]
    slowest = sorted(reports, key=lambda report: -report.seconds)[:SLOWEST]
    return [*lines, *(f"slowest: {screen.name(report.submission)}: {report.seconds:.2f} s" for report in slowest)]


def people(run: ClassRun, reports: list[Report]) -> list[str]:
    """The submissions that a person should look at, with the reason."""
    from autograder.feedback import needs_a_human

    reasons = {report.submission: list(needs_a_human(run.course, report)) for report in reports}
    for student in run.fooled(reports):
        reasons[student].append("Every public check passes, and yet less than half of the points are earned.")
    return [
        f"needs a person: {screen.name(student)}: {reason}" for student, found in reasons.items() for reason in found
    ]
