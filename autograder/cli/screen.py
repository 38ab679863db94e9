"""How reports look in a terminal: a table and colour for eyes, one labelled line per check for everything else."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import replace

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from autograder.hints import explanation, public_count
from autograder.report import Check, ExerciseResult, Report, Status

COLOURS = {
    Status.PASSED: "green",
    Status.SKIPPED: "dim",
    Status.NOT_ATTEMPTED: "dim",
    Status.GRADED: "green",
}

HOW_TO_ASK = "--name shows an input that goes wrong, and the mistake's name if it has one; or run softmarks hint {name}"


def is_plain(asked: bool) -> bool:
    """Words on lines instead of tables and colours: asked for, NO_COLOR, or not a terminal."""
    return asked or bool(os.environ.get("NO_COLOR")) or not sys.stdout.isatty()


def console(plain: bool) -> Console:
    return Console(no_color=plain, highlight=False, soft_wrap=plain)


def word(status: Status) -> str:
    """The status as a person says it."""
    return str(status).replace("_", " ")


def show_report(report: Report, held: frozenset[str], plain: bool) -> None:
    """One submission, exercise by exercise; `held` are the exercises of which something waits to be asked for."""
    out = console(plain)
    for line in report_lines(report, held):
        if plain:
            out.print(line, markup=False)
        else:
            out.print(_coloured(line))


def _coloured(line: str) -> str:
    text = escape(line)
    for status in Status:
        label = f": {word(status)}"
        if label in text and text.index(label) < 60:
            colour = COLOURS.get(status, "red")
            return text.replace(label, f": [{colour}]{word(status)}[/{colour}]", 1)
    return text


def report_lines(report: Report, held: frozenset[str] = frozenset()) -> Iterable[str]:
    """The whole report as lines that read well aloud."""
    yield f"submission: {report.submission}"
    if report.message:
        yield f"{word(report.status)}: {report.message}"
    for repair in report.repairs:
        yield f"repaired: {repair}"
    for exercise in report.exercises:
        yield from _exercise_lines(exercise, report.hidden)
        if exercise.name in held:
            yield f"  to see more: {HOW_TO_ASK.format(name=exercise.name)}"
    if report.score is not None:
        yield f"score: {report.score:g} of {report.max_score:g}"
    for piece in report.evidence:
        yield f"note: {piece}"


def without_evidence(report: Report) -> Report:
    """The report as it is shown when nobody asked for hidden inputs."""
    return replace(report, exercises=tuple(replace(exercise, evidence=()) for exercise in report.exercises))


def _exercise_lines(exercise: ExerciseResult, hidden: bool) -> Iterable[str]:
    score = "" if exercise.score is None else f", {exercise.score:g} of {exercise.max_score:g}"
    if exercise.status is Status.NOT_ATTEMPTED:
        yield f"exercise {exercise.name}: {word(exercise.status)}{score}"
        return
    # Without hidden checks nobody may say that an exercise has passed.
    yield f"exercise {exercise.name}: {word(exercise.status) + score if hidden else public_count(exercise)}"
    for check in exercise.checks:
        if check.status is not Status.SKIPPED:
            yield from _check_lines(check)
    if exercise.carried_from:
        step = "is right" if exercise.status is Status.PASSED else "has a mistake of its own"
        yield f"  carried: this step {step}; it carries on what is wrong in {', '.join(exercise.carried_from)}"
    yield from (f"  {line}" for line in explanation(exercise))
    for piece in exercise.evidence:
        yield f"  evidence for {piece.check} on input {piece.probe}:"
        for label in ("inputs", "expected", "received", "difference", "reproduce"):
            text = str(getattr(piece, label)).replace("\n", "\n      ")
            yield f"    {label}: {text}"


def _check_lines(check: Check) -> Iterable[str]:
    yield f"  check: {word(check.status)}: {check.says}"
    if check.message:
        yield f"    {check.message}"


def show_table(reports: Iterable[Report], plain: bool, title: str) -> None:
    """Many submissions, one row each."""
    reports = list(reports)
    if plain:
        for report in reports:
            print(summary(report))
        return
    names = list(dict.fromkeys(exercise.name for report in reports for exercise in report.exercises))
    table = Table(title=escape(title), header_style="bold")
    table.add_column("submission", overflow="fold")
    for name in names:
        table.add_column(name.replace("_", "_\u200b"), justify="right")
    table.add_column("score", justify="right")
    table.add_column("verdict")
    for report in reports:
        found = {exercise.name: exercise for exercise in report.exercises}
        cells = [_cell(found.get(name)) for name in names]
        score = "not graded" if report.score is None else f"{report.score:g}"
        table.add_row(escape(report.submission), *cells, score, word(report.status))
    console(plain).print(table)


def _cell(exercise: ExerciseResult | None) -> str:
    if exercise is None:
        return ""
    if exercise.score is None:
        return word(exercise.status)
    return f"{exercise.score:g}" if exercise.status is Status.PASSED else f"{exercise.score:g} {word(exercise.status)}"


def summary(report: Report) -> str:
    """One submission in one line."""
    score = "not graded" if report.score is None else f"{report.score:g} of {report.max_score:g}"
    states = ", ".join(f"{exercise.name} {word(exercise.status)}" for exercise in report.exercises)
    said = f": {report.message}" if report.message else ""
    return f"{report.submission}: {word(report.status)}: {score}{said}" + (f" ({states})" if states else "")
