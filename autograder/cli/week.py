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
TRIED = "tried"
NOT_BEGUN = "not begun"
PLAN = "Minutes are planned, not measured: take the time you need."
MEMORY = (
    "What is done is what this machine remembers of its own checks; nothing of it is handed in. "
    "Hidden checks look further at grading."
)


def week(plain: Plain = False, course: CourseFolder = None) -> None:
    """Show the days: minutes planned, exercises done on this machine, and what is next."""
    known = facts.find(course)
    memory = Attempts(known.id)
    days = sorted(known.assignments, key=lambda one: one.day)
    remembered = {one.name: memory.of(one.name) for day in days for one in day.exercises}
    is_plain = screen.is_plain(plain)
    out = screen.console(is_plain)
    if is_plain:
        for line in (known.title, *_lines(days, remembered)):
            out.print(line, markup=False)
    else:
        out.print(_table(known, days, remembered))
    for line in (PLAN, *_next(days, remembered), MEMORY):
        out.print(line, markup=False)


def _lines(days: list[Assignment], remembered: dict[str, Attempt]) -> Iterator[str]:
    """The days on lines that read well aloud."""
    for day in days:
        done = f"{_done(day, remembered)} of {len(day.exercises)} exercises done"
        yield f"day {day.day}, {day.title}: planned {day.minutes} minutes, {done}"
        for one in day.exercises:
            yield f"  exercise {one.name}: {_state(remembered[one.name])}, planned {one.minutes} minutes"


def _table(course: Course, days: list[Assignment], remembered: dict[str, Attempt]) -> Table:
    """The days for eyes."""
    table = Table(title=escape(course.title), header_style="bold")
    table.add_column("day")
    table.add_column("exercise", overflow="fold")
    table.add_column("planned", justify="right")
    table.add_column("on this machine")
    for day in days:
        said = f"{_done(day, remembered)} of {len(day.exercises)} done"
        table.add_row(str(day.day), escape(day.title), f"{day.minutes} min", said, style="bold")
        for one in day.exercises:
            state = _state(remembered[one.name])
            colour = {DONE: "green", NOT_BEGUN: "dim"}.get(state, "")
            table.add_row("", f"  {one.name}", f"{one.minutes} min", f"[{colour}]{state}[/]" if colour else state)
        table.add_section()
    return table


def _done(day: Assignment, remembered: dict[str, Attempt]) -> int:
    return sum(_state(remembered[one.name]) == DONE for one in day.exercises)


def _state(known: Attempt) -> str:
    """What this machine remembers of an exercise, in words."""
    if known.passed:
        return DONE
    return TRIED if known.failures or known.step else NOT_BEGUN


def _next(days: list[Assignment], remembered: dict[str, Attempt]) -> Iterator[str]:
    """The first exercise that is not done, and the command to go on with it."""
    left = [(day, one) for day in days for one in day.exercises if _state(remembered[one.name]) != DONE]
    if not left:
        yield "Next: nothing is left; look at softmarks check once more before you hand in."
        return
    day, one = left[0]
    yield f"Next: {one.name} on day {day.day}, planned {one.minutes} minutes: softmarks watch {_file(one)}"


def _file(exercise: Exercise) -> str:
    """The file to go on with, the script where it alone is here."""
    name = exercise.assignment
    return f"{name}.py" if Path(f"{name}.py").is_file() and not Path(f"{name}.ipynb").is_file() else f"{name}.ipynb"
