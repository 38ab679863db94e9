"""How reports look in a terminal: a table and colour for eyes, one labelled line per check for everything else."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from autograder.hints import explanation, public_count
from autograder.report import Check, ExerciseResult, Report, Status
from autograder.submission.record import in_utf8, printable

COLOURS = {
    Status.PASSED: "green",
    Status.SKIPPED: "dim",
    Status.NOT_ATTEMPTED: "dim",
    Status.GRADED: "green",
}

_HALF = "\\ud"

NEXT = "next: mend {name}, save, and check again"
NEXT_OF_MORE = "next: mend {name}, save, and check again; --all says as much about the others that do not hold"
NEXT_UNWRITTEN = "next: write {name}, which is still as it was handed out"
HOW_TO_ASK = "--name shows an input that goes wrong, and the mistake's name if it has one; or run softmarks hint {name}"


def is_plain(asked: bool) -> bool:
    """Words on lines instead of tables and colours: asked for, NO_COLOR, or not a terminal."""
    return asked or bool(os.environ.get("NO_COLOR")) or not sys.stdout.isatty()


def console(plain: bool) -> Console:
    return Console(no_color=plain, highlight=False, soft_wrap=plain)


def say(text: str, *, error: bool = False) -> None:
    """Print a text in which names and words of others may stand, so that nothing of it steers a terminal."""
    print(harmless(text), file=sys.stderr if error else sys.stdout)


def harmless(text: str) -> str:
    """The text with its line ends, and without characters that steer a terminal or turn the line around."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\n" else " " if char.isspace() else "\ufffd" for char in text)


def name(text: str) -> str:
    """The name of a file or student, on one line and whole, since its end is what tells it from others."""
    return printable(text, longest=4096)


def count(number: int, noun: str) -> str:
    """A number and its noun: 1 submission, 2 submissions."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def show_json(data: Mapping[str, Any]) -> None:
    """One object on one line, in plain ASCII: every program reads it, whatever the encoding here."""
    print(json.dumps(_in_utf8(data)), flush=True)


def show_line(text: str) -> None:
    """The same for an object that is a line of JSON already."""
    if _HALF in text:  # half of a pair, or a pair: not every program takes the first
        show_json(json.loads(text))
    else:
        print(text, flush=True)


def _in_utf8(value: Any) -> Any:
    if isinstance(value, str):
        return in_utf8(value)
    if isinstance(value, Mapping):
        return {key: _in_utf8(inner) for key, inner in value.items()}
    return [_in_utf8(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def word(status: Status) -> str:
    """The status as a person says it."""
    return str(status).replace("_", " ")


def show_report(report: Report, held: frozenset[str], plain: bool, *, brief: bool = False) -> None:
    """One submission, exercise by exercise; `held` are the exercises of which something waits to be asked for.

    With `brief` only the first exercise that does not hold is told in full: what comes after it mostly follows from it.
    """
    out = console(plain)
    lines = report_lines if not brief else brief_plain_lines if plain else brief_lines
    for line in map(harmless, lines(report, held)):
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
    yield from _head(report)
    for exercise in report.exercises:
        yield from _exercise_lines(exercise, report.hidden)
        yield from _how_to_ask(exercise, held)
    if report.score is not None:
        yield f"score: {report.score:g} of {report.max_score:g}"
    for piece in report.evidence:
        yield f"note: {piece}"


def brief_lines(report: Report, held: frozenset[str]) -> Iterable[str]:
    """A line for each exercise; then what to mend first, and nothing of what already holds there."""
    yield from _head(report)
    yield from (_title(exercise, report.hidden) for exercise in report.exercises)
    for first in _wrong(report)[:1]:
        yield f"first to mend: {first.name}"
        yield from _details(first, (check for check in _answered(first) if check.status is not Status.PASSED))
        yield from _how_to_ask(first, held)
    yield from _next(report)


def brief_plain_lines(report: Report, held: frozenset[str]) -> Iterable[str]:
    """A line for each exercise and each check; in full only what is to be mended first."""
    yield from _head(report)
    first = _wrong(report)[:1]
    for exercise in report.exercises:
        yield _title(exercise, report.hidden)
        if exercise in first:
            yield from _details(exercise, _answered(exercise))
            yield from _how_to_ask(exercise, held)
        else:
            yield from map(_check_line, _answered(exercise))
    yield from _next(report)


def _wrong(report: Report) -> list[ExerciseResult]:
    """The exercises that were written and do not hold."""
    return [one for one in report.exercises if one.status not in (Status.PASSED, Status.NOT_ATTEMPTED)]


def _next(report: Report) -> Iterable[str]:
    wrong = _wrong(report)
    unwritten = [one for one in report.exercises if one.status is Status.NOT_ATTEMPTED]
    if wrong:
        yield (NEXT_OF_MORE if wrong[1:] else NEXT).format(name=wrong[0].name)
    elif unwritten:
        yield NEXT_UNWRITTEN.format(name=unwritten[0].name)


def _head(report: Report) -> Iterable[str]:
    yield f"submission: {name(report.submission)}"
    if report.message:
        yield f"{word(report.status)}: {report.message}"
    for repair in report.repairs:
        yield f"repaired: {repair}"


def without_evidence(report: Report) -> Report:
    """The report as it is shown when nobody asked for hidden inputs."""
    return replace(report, exercises=tuple(replace(exercise, evidence=()) for exercise in report.exercises))


def _exercise_lines(exercise: ExerciseResult, hidden: bool) -> Iterable[str]:
    yield _title(exercise, hidden)
    if exercise.status is not Status.NOT_ATTEMPTED:
        yield from _details(exercise, _answered(exercise))


def _title(exercise: ExerciseResult, hidden: bool) -> str:
    score = "" if exercise.score is None else f", {exercise.score:g} of {exercise.max_score:g}"
    # Without hidden checks nobody may say that an exercise has passed.
    counted = hidden or exercise.status is Status.NOT_ATTEMPTED
    return f"exercise {exercise.name}: {word(exercise.status) + score if counted else public_count(exercise)}"


def _answered(exercise: ExerciseResult) -> Iterable[Check]:
    """The checks that were made; none of a function that nobody has written."""
    if exercise.status is not Status.NOT_ATTEMPTED:
        yield from (check for check in exercise.checks if check.status is not Status.SKIPPED)


def _how_to_ask(exercise: ExerciseResult, held: frozenset[str]) -> Iterable[str]:
    if exercise.name in held:
        yield f"  to see more: {HOW_TO_ASK.format(name=exercise.name)}"


def _details(exercise: ExerciseResult, checks: Iterable[Check]) -> Iterable[str]:
    """Checks with their messages, and what is known beyond them."""
    for check in checks:
        yield _check_line(check)
        if check.message:
            yield f"    {check.message}"
    if exercise.carried_from:
        step = "is right" if exercise.status is Status.PASSED else "has a mistake of its own"
        yield f"  carried: this step {step}; it carries on what is wrong in {', '.join(exercise.carried_from)}"
    yield from (f"  {line}" for line in explanation(exercise))
    for piece in exercise.evidence:
        yield f"  evidence for {piece.check} on input {piece.probe}:"
        for label in ("inputs", "expected", "received", "difference", "reproduce"):
            text = str(getattr(piece, label)).replace("\n", "\n      ")
            yield f"    {label}: {text}"


def _check_line(check: Check) -> str:
    return f"  check: {word(check.status)}: {check.says}"


def show_table(reports: Iterable[Report], plain: bool, title: str) -> None:
    """Many submissions, one row each."""
    reports = list(reports)
    if plain:
        for report in reports:
            say(summary(report))
        return
    names = list(dict.fromkeys(exercise.name for report in reports for exercise in report.exercises))
    table = Table(title=escape(title), header_style="bold")
    table.add_column("submission", overflow="fold")
    for exercise in names:
        table.add_column(exercise.replace("_", "_\u200b"), justify="right")
    table.add_column("score", justify="right")
    table.add_column("verdict")
    for report in reports:
        found = {exercise.name: exercise for exercise in report.exercises}
        cells = [_cell(found.get(exercise)) for exercise in names]
        score = "not graded" if report.score is None else f"{report.score:g}"
        table.add_row(escape(name(report.submission)), *cells, score, word(report.status))
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
    return f"{name(report.submission)}: {word(report.status)}: {score}{said}" + (f" ({states})" if states else "")
