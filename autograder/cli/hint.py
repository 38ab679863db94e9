"""softmarks hint: the next hint for one exercise, stronger each time the function has changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder import facts, hints
from autograder.attempts import Attempts
from autograder.batch import Job, grade_one
from autograder.cli.check import CourseFolder
from autograder.cli.screen import say
from autograder.facts import Course, Exercise
from autograder.hints.changed import in_file
from autograder.report import ExerciseResult, Status
from autograder.submission import read


def hint(
    exercise: Annotated[str, typer.Argument(help="the function, e.g. stable_softmax")],
    path: Annotated[Path | None, typer.Argument(help="your file; else the assignment's file in this folder")] = None,
    course: CourseFolder = None,
) -> None:
    """Say where to read, what to try, which input goes wrong, which mistake it is: one hint, more after each change."""
    known = facts.find(course)
    wanted = known.exercise(exercise)
    file = path or _here(wanted, known)
    result, code = _judged(file, wanted, known) if file else (None, "")
    memory = Attempts(known.id)
    given = hints.hint(result, code, hints.load().get(exercise, hints.Texts()), memory.of(exercise))
    if given.step:
        memory.hinted(exercise, given.step, code)
    for line in given.lines:
        say(line)
    if file is None:
        names = f"{wanted.assignment}.ipynb or {wanted.assignment}.py"
        print(f"There is no {names} in this folder; for hints about your own function, give its path as well.")


def _here(exercise: Exercise, course: Course) -> Path | None:
    """The assignment's file in the current folder, or where the course keeps it; the newer of notebook and script."""
    name = exercise.assignment
    folders = [Path()] if course.root is None else [Path(), course.folder("release") / name]
    for folder in folders:
        found = [folder / f"{name}{ending}" for ending in (".ipynb", ".py")]
        if there := [file for file in found if file.is_file()]:
            return max(there, key=lambda file: file.stat().st_mtime)
    return None


def _judged(file: Path, exercise: Exercise, course: Course) -> tuple[ExerciseResult | None, str]:
    """The public verdict on the function in a file, and the digest of its code."""
    report = grade_one(Job(file, str(file), course.root, exercise.assignment, False, exercise.name))
    if report.status is not Status.GRADED:
        say(f"softmarks: {report.message}", error=True)
        raise typer.Exit(1)
    code = in_file(read(file, course, exercise.assignment), exercise.name)
    return next((one for one in report.exercises if one.name == exercise.name), None), code
