"""softmarks check: loose files through the public checks, or with --hidden through the full grading."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from autograder import facts
from autograder.batch import Job, grade_all, require_instructor
from autograder.cli import screen
from autograder.report import Report, Status

Paths = Annotated[list[Path], typer.Argument(help="notebooks, .py files, folders or zips", show_default=False)]
CourseFolder = Annotated[Path | None, typer.Option("--course", help="the folder that holds course_config.py")]
Plain = Annotated[bool, typer.Option("--plain", help="one labelled line per check, no tables, no colours")]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object per line, one line per submission")]


def check(
    paths: Paths,
    assignment: Annotated[str | None, typer.Option(help="which assignment, where the file does not say")] = None,
    exercise: Annotated[str | None, typer.Option(help="check this function only")] = None,
    hidden: Annotated[bool, typer.Option("--hidden", help="the full grading (instructor edition)")] = False,
    evidence: Annotated[bool, typer.Option("--evidence", help="with --hidden: inputs, expected, received")] = False,
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
    jobs = [Job(path, str(path), known.root, assignment, hidden, exercise) for path in paths]
    reports = grade_all(jobs, workers=2)
    plain = screen.is_plain(plain)
    if as_json:
        clean = _print_json(reports, evidence)
    else:
        clean = _print(reports, len(jobs), plain, evidence)
    if not clean:
        raise typer.Exit(1)


def _print_json(reports: Iterable[Report], appeal: bool) -> bool:
    clean = True
    for report in reports:
        print(json.dumps(report.as_json(appeal=appeal), ensure_ascii=False), flush=True)
        clean &= _is_clean(report)
    return clean


def _print(reports: Iterable[Report], count: int, plain: bool, evidence: bool) -> bool:
    if count > 1 and not plain:
        reports = track(reports, description="checking", total=count)
    done = []
    for report in reports:
        done.append(report if evidence else screen.without_evidence(report))
        if plain or count == 1:
            screen.show_report(done[-1], plain)
    if count > 1 and not plain:
        screen.show_table(done, plain, "checked")
    return all(map(_is_clean, done))


def _is_clean(report: Report) -> bool:
    """Graded, and no check failed."""
    return report.status is Status.GRADED and all(e.status is Status.PASSED for e in report.exercises)
