"""softmarks build: from the course text to notebooks, stubs, solutions and built data; --check only looks."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from autograder import facts
from autograder.batch import require_instructor
from autograder.cli.check import CourseFolder


def build(
    check: Annotated[bool, typer.Option("--check", help="only look; fail when stale or leaking")] = False,
    wheelhouse: Annotated[
        bool, typer.Option("--wheelhouse", help="also hand-outs that install without a network, on machines like this")
    ] = False,
    self_study: Annotated[
        bool, typer.Option("--self-study", help="also the edition for those whom nobody grades")
    ] = False,
    course: CourseFolder = None,
) -> None:
    """Make everything that is released, solved or handed out from the texts in source/."""
    require_instructor("build")
    # Imported here because nbgrader takes seconds to load and no learner's command needs it.
    from autograder import build as builder

    known = facts.find(course)
    report = builder.build(known, check=check)
    for label, lines in (("problem", report.problems), ("leak", report.leaks), ("stale", report.stale)):
        for line in lines:
            print(f"{label}: {line}", file=sys.stderr)
    for line in report.written:
        print(f"written: {line}")
    if not report.clean:
        raise typer.Exit(1)
    print("everything is as source/ says" if check or not report.written else "built")
    if check:
        return
    try:
        made = builder.make_handouts(known, offline=wheelhouse)
        alone = builder.make_self_study(known) if self_study else None
    except builder.BuildError as error:
        print(f"problem: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    for path in made:
        print(f"for learners: {path}")
    if alone:
        print(f"for self-study: {alone}")
