"""softmarks check: loose files through the public checks, or with --hidden through the full grading."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from autograder import attempts, facts
from autograder.attempts import Attempts
from autograder.batch import Job, grade_all, require_instructor
from autograder.cli import screen
from autograder.facts import Course
from autograder.hints.changed import in_file
from autograder.report import ExerciseResult, Report, Status
from autograder.submission import Refused, Unreadable, read

Paths = Annotated[list[Path], typer.Argument(help="notebooks, .py files, folders or zips", show_default=False)]
CourseFolder = Annotated[Path | None, typer.Option("--course", help="the folder that holds course_config.py")]
Plain = Annotated[bool, typer.Option("--plain", help="one labelled line per check, no tables, no colours")]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object per line, one line per submission")]
Told = tuple[Report, frozenset[str]]  # a report as it is shown, and the exercises of which something is held back


def check(
    paths: Paths,
    assignment: Annotated[str | None, typer.Option(help="which assignment, where the file does not say")] = None,
    exercise: Annotated[str | None, typer.Option(help="check this function only")] = None,
    hidden: Annotated[bool, typer.Option("--hidden", help="the full grading (instructor edition)")] = False,
    evidence: Annotated[bool, typer.Option("--evidence", help="with --hidden: inputs, expected, received")] = False,
    name: Annotated[bool, typer.Option("--name", help="show a failing input and the mistake's name now")] = False,
    everything: Annotated[bool, typer.Option("--all", help="as much about every exercise as about the first")] = False,
    as_json: AsJson = False,
    plain: Plain = False,
    course: CourseFolder = None,
) -> None:
    """Check loose files: what holds, what does not, and which mistake it is."""
    known = facts.find(course)
    if evidence and not hidden:
        raise typer.BadParameter("expected values belong to the full grading; add --hidden")
    if hidden:
        require_instructor("check --hidden")
    if assignment:
        known.assignment(assignment)
    if exercise:
        assignment = assignment or known.exercise(exercise).assignment
    jobs = [Job(path, str(path), known.root, assignment, hidden, exercise, evidence=evidence) for path in paths]
    reports = grade_all(jobs, workers=2)
    if as_json:
        clean = _print_json(reports, evidence)
    else:
        tell = _everything(evidence) if hidden else _what_is_due(known, jobs, name)
        clean = _print(reports, len(jobs), screen.is_plain(plain), tell, brief=not (hidden or everything))
    if not clean:
        raise typer.Exit(1)


def _print_json(reports: Iterable[Report], appeal: bool) -> bool:
    clean = True
    for report in reports:
        screen.show_json(report.as_json(appeal=appeal))
        clean &= _is_clean(report)
    return clean


def _print(reports: Iterable[Report], count: int, plain: bool, tell: Callable[[Report], Told], *, brief: bool) -> bool:
    if count > 1 and not plain:
        reports = track(reports, description="checking", total=count)
    done = []
    for report in reports:
        done.append(report)
        if plain or count == 1:
            screen.show_report(*tell(report), plain, brief=brief)
    if count > 1 and not plain:
        screen.show_table(done, plain, "checked")
    return all(map(_is_clean, done))


def _everything(evidence: bool) -> Callable[[Report], Told]:
    """Who grades is shown the name and the example at once; hidden inputs only on demand."""
    return lambda report: (report if evidence else screen.without_evidence(report), frozenset())


def _what_is_due(course: Course, jobs: list[Job], asked: bool) -> Callable[[Report], Told]:
    """A learner is shown the name and the example at the second failing attempt with changed code, or on request."""
    memory = Attempts(course.id)

    def tell(report: Report) -> Told:
        # Several files at once are not one person's attempts, so they are never counted.
        codes = _codes(jobs[0], course) if len(jobs) == 1 else None
        waiting = {one.name for one in report.exercises if not _is_due(memory, one, codes) and not asked}
        held = frozenset(one.name for one in report.exercises if one.name in waiting and attempts.is_explained(one))
        shown = tuple(attempts.held_back(one) if one.name in held else one for one in report.exercises)
        return replace(report, exercises=shown), held

    return tell


def _is_due(memory: Attempts, result: ExerciseResult, codes: Callable[[str], str] | None) -> bool:
    if codes is None:
        return memory.of(result.name).is_name_due
    return attempts.is_due(memory, result, codes(result.name))


def _codes(job: Job, course: Course) -> Callable[[str], str]:
    """The digests of a file's functions; empty for all when it cannot be read."""
    try:
        submission = read(job.path, course, job.assignment)
    except (Unreadable, Refused):
        return lambda exercise: ""
    return lambda exercise: in_file(submission, exercise)


def _is_clean(report: Report) -> bool:
    """Graded, and no check failed."""
    return report.status is Status.GRADED and all(e.status is Status.PASSED for e in report.exercises)
