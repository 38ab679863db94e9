"""softmarks forget: removes every trace of a student from the classroom."""

from __future__ import annotations

from typing import Annotated

import typer

from autograder import facts
from autograder.batch import require_instructor
from autograder.cli.check import CourseFolder
from autograder.cli.screen import name, say
from autograder.cli.trouble import told


def forget(
    student: Annotated[str, typer.Argument(help="the student's id, as it stands in the gradebook", show_default=False)],
    yes: Annotated[bool, typer.Option("--yes", help="do not ask")] = False,
    course: CourseFolder = None,
) -> None:
    """Remove a student's work, marks, comments, pages and log lines. There is no way back."""
    require_instructor("forget")
    from autograder.forgetting import Forgetting

    known = facts.find(course)
    with told(known):
        task = Forgetting(known, student)
        if not task.anything():
            say(f"softmarks: nothing is known of {name(student)}; look at the spelling", error=True)
            raise typer.Exit(2)
        if not yes:
            typer.confirm(f"Remove everything about {name(student)} from {known.folder('classroom')}?", abort=True)
        for line in task.run():
            say(line)
        left = task.left()
    for place in left:
        say(f"softmarks: {place} holds the work of others as well and was left as it is", error=True)
    if left:
        raise typer.Exit(1)
