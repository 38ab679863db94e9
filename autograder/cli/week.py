"""softmarks week: the days of the course, what is planned for each, what is done, and what is next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from autograder import facts
from autograder.attempts import Attempt, Attempts
from autograder.cli import screen
from autograder.cli.check import CourseFolder, Plain
from autograder.facts import Assignment, Course, Exercise

DONE = "public checks hold"
DONE_ALONE = "checks hold"  # where nobody grades, there are no others
TRIED = "tried"
NOT_BEGUN = "not begun"
PLAN = "Minutes are planned, not measured: take the time you need."
MEMORY = "What is done is what this machine remembers of its own checks; nothing of it is handed in."
GRADING = "Hidden checks look further at grading."


def week(plain: Plain = False, course: CourseFolder = None) -> None:
    """Show the days: minutes planned, exercises done on this machine, and what is next."""
    known = facts.find(course)
    memory = Attempts(known.id)
    days = sorted(known.assignments, key=lambda one: one.day)
    states = {one.name: _state(memory.of(one.name), known) for day in days for one in day.exercises}
    is_plain = screen.is_plain(plain)
    out = screen.console(is_plain)
    if is_plain:
        for line in (known.title, *_lines(days, states)):
            out.print(line, markup=False)
    else:
        out.print(_table(known, days, states))
    for line in (PLAN, *_next(days, states), MEMORY, *(() if known.self_study else (GRADING,))):
        out.print(line, markup=False)


def _state(remembered: Attempt, course: Course) -> str:
    """What this machine remembers of an exercise, in words."""
    if remembered.passed:
        return DONE_ALONE if course.self_study else DONE
    return TRIED if remembered.failures or remembered.step else NOT_BEGUN


def _is_done(state: str) -> bool:
    return state in (DONE, DONE_ALONE)


def _done(day: Assignment, states: dict[str, str]) -> str:
    done = sum(_is_done(states[one.name]) for one in day.exercises)
    return f"{done} of {len(day.exercises)}"


def _lines(days: list[Assignment], states: dict[str, str]) -> Iterator[str]:
    """The days on lines that read well aloud."""
    for day in days:
        done = f"{_done(day, states)} exercises done"
        yield f"day {day.day}, {day.title}: planned {day.minutes} minutes, {done}"
        for one in day.exercises:
            yield f"  exercise {one.name}: {states[one.name]}, planned {one.minutes} minutes"


def _table(course: Course, days: list[Assignment], states: dict[str, str]) -> Table:
    """The days for eyes."""
    table = Table(title=escape(course.title), header_style="bold")
    table.add_column("day")
    table.add_column("exercise", overflow="fold")
    table.add_column("planned", justify="right")
    table.add_column("on this machine")
    for day in days:
        said = f"{_done(day, states)} done"
        table.add_row(str(day.day), escape(day.title), f"{day.minutes} min", said, style="bold")
        for one in day.exercises:
            state = states[one.name]
            colour = "green" if _is_done(state) else "dim" if state == NOT_BEGUN else "default"
            table.add_row("", f"  {one.name}", f"{one.minutes} min", f"[{colour}]{state}[/]")
        table.add_section()
    return table


def _next(days: list[Assignment], states: dict[str, str]) -> Iterator[str]:
    """The first exercise that is not done, and the command to go on with it."""
    left = [(day, one) for day in days for one in day.exercises if not _is_done(states[one.name])]
    if not left:
        yield "Next: nothing is left."
        return
    day, one = left[0]
    yield f"Next: {one.name} on day {day.day}, planned {one.minutes} minutes: softmarks watch {_file(one)}"


def _file(exercise: Exercise) -> str:
    """The file to go on with, the script where it alone is here."""
    name = exercise.assignment
    return f"{name}.py" if Path(f"{name}.py").is_file() and not Path(f"{name}.ipynb").is_file() else f"{name}.ipynb"
