"""softmarks show: what your own functions give, step by step, as text and as a page of figures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from autograder import facts
from autograder.cli import screen
from autograder.cli.check import CourseFolder, Plain
from autograder.facts import Course
from autograder.sandbox import Sandbox
from autograder.show import canvas
from autograder.show.own import Run, own
from autograder.show.page import page
from autograder.submission import Refused, Submission, Unreadable, read
from autograder.submission.record import printable


def show(
    path: Annotated[Path, typer.Argument(help="your notebook, .py file, folder or zip", show_default=False)],
    assignment: Annotated[str | None, typer.Option(help="which assignment, where the file does not say")] = None,
    out: Annotated[Path | None, typer.Option(help="write the figures there, as one page: figures.html")] = None,
    plain: Plain = False,
    course: CourseFolder = None,
) -> None:
    """Run your functions on a sentence of three tokens and show every step: shape, first values, health."""
    known = facts.find(course)
    try:
        submission = read(path, known, assignment)
    except (Unreadable, Refused) as trouble:
        print(f"softmarks: {trouble}", file=sys.stderr)
        raise typer.Exit(1) from trouble
    run = _run(submission, known)
    is_plain = screen.is_plain(plain)
    for line in _lines(run, is_plain):
        screen.console(is_plain).print(line, markup=False)
    if out is None:
        print(f"for the figures: softmarks show {printable(str(path))} --out figures.html")
    else:
        _write(out, page(run.views, known.assignment(submission.assignment).title, run.told))


def _run(submission: Submission, known: Course) -> Run:
    """The functions, run in the sandbox like everything that was handed in."""
    assignment = known.assignment(submission.assignment)
    with Sandbox(assignment.allowed_imports, known.limits) as sandbox:
        port = sandbox.open(submission.cells, [one.name for one in assignment.exercises])
        try:
            return own(port, submission)
        finally:
            port.close()


def _lines(run: Run, plain: bool) -> list[str]:
    said = [line for view in run.views for line in (*view.lines(plain=plain), "")]
    return [*said, *run.told]


def _write(out: Path, text: str) -> None:
    """The page, whole or not at all."""
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        print(
            f"softmarks: {printable(str(out))} cannot be written: {error.strerror}; give another --out", file=sys.stderr
        )
        raise typer.Exit(2) from error
    print(f"figures: {printable(str(out))}")
    if not canvas.is_there():
        print(canvas.MISSING.format(line=canvas.IN_A_TERMINAL))
