"""softmarks watch: checks a file each time it is saved, and shows the first exercise that is not solved yet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder import facts
from autograder.cli import screen
from autograder.cli.check import CourseFolder, Plain
from autograder.cli.watching.keys import keys
from autograder.cli.watching.looking import TooMany
from autograder.cli.watching.loop import Watching
from autograder.cli.watching.session import Session

INTERRUPTED = 130


def watch(
    path: Annotated[Path, typer.Argument(help="your notebook or .py file, or the folder it lies in")] = Path("."),
    assignment: Annotated[str | None, typer.Option(help="which assignment, where the file does not say")] = None,
    plain: Plain = False,
    course: CourseFolder = None,
) -> None:
    """Check a file each time it is saved; keys give a hint, the next exercise, or the stub back. q or Ctrl-C ends."""
    known = facts.find(course)
    if assignment:
        known.assignment(assignment)
    try:
        with keys() as heard:
            Watching(Session(known, assignment), path, heard, plain=screen.is_plain(plain)).run()
    except TooMany as trouble:
        raise typer.BadParameter(str(trouble)) from trouble
    except KeyboardInterrupt:
        print("softmarks: no longer watching", flush=True)
        raise typer.Exit(INTERRUPTED) from None
