"""What a course text must fulfil before anything is built from it; a refusal names file, line and way out."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Sequence

from autograder.build import markers
from autograder.build.script import Piece, Script
from autograder.build.words import PLACEHOLDERS, RESUBMISSION
from autograder.facts import Assignment, Course

MARKS = ("exercise", "check", "title", "predict", "recall", "locked")


def problems(course: Course, scripts: Sequence[Script]) -> list[str]:
    """Everything that stands against building these texts."""
    found = list(_policies(course))
    for script in scripts:
        found += _facts(script.assignment)
        found += markers.doubtful_lines(script)
        found += _marks(script)
        found += _order(script)
        for piece in script.pieces:
            found += markers.unpaired(script, piece)
            found += _placeholders(script, piece)
            if not piece.prose:
                found += _code(script, piece)
        found += _titles(script)
        found += _check_cells(script)
        found += _predictions(script)
    return found


# --- facts ------------------------------------------------------------------------------------------------------------


def _policies(course: Course) -> Iterator[str]:
    if course.resubmission not in RESUBMISSION:
        known = " or ".join(f'"{policy}"' for policy in RESUBMISSION)
        yield f"course_config.py: expected RESUBMISSION_POLICY {known}; came {course.resubmission!r}; choose one"


def _facts(assignment: Assignment) -> Iterator[str]:
    for exercise in assignment.exercises:
        if not (math.isfinite(exercise.points) and exercise.points >= 0):
            yield f"course_config.py: {exercise.name} has {exercise.points} points; give it 0 or more"
        if not re.fullmatch(r"[A-Za-z_]\w*", exercise.name, re.ASCII):
            yield f"course_config.py: {exercise.name!r} is no function name; use letters, digits and underscores"
    # What brings no points is stretch: a day is planned without it.
    planned = sum(exercise.minutes for exercise in assignment.exercises if exercise.points)
    if planned > assignment.minutes:
        yield (
            f"course_config.py: the exercises of {assignment.name} plan {planned} minutes, the assignment "
            f"{assignment.minutes}; plan less, or give the day more time"
        )


# --- cells ------------------------------------------------------------------------------------------------------------


def _marks(script: Script) -> Iterator[str]:
    """Cell lines carry one known mark at most, and each mark its own kind of cell."""
    for piece in script.pieces:
        where = script.where(piece.line)
        strange = [mark for mark in piece.marks if mark not in MARKS]
        if strange:
            yield f"{where}: the cell line carries {strange[0]}; known are {_KNOWN}"
        elif len(piece.marks) > 1:
            yield f"{where}: one cell cannot be {' and '.join(piece.marks)} at once; make a cell of each"
        elif piece.prose and piece.marks and not piece.title:
            yield f"{where}: {next(iter(piece.marks))} is code; leave out [markdown]"
        elif not piece.prose and piece.title:
            yield f'{where}: a title is prose; write `# %% [markdown] title="{piece.title}"`'


def _order(script: Script) -> Iterator[str]:
    """The exercises of the text are those of course_config.py, once each, in its order."""
    planned = [exercise.name for exercise in script.assignment.exercises]
    written = script.marked("exercise")
    names = [piece.exercise for piece in written]
    for place, piece in enumerate(written):
        where = script.where(piece.line)
        if piece.exercise not in planned:
            yield (
                f"{where}: exercise {piece.exercise} has no points: course_config.py does not list it under "
                f"{script.assignment.name}; add it there, or correct the name"
            )
        elif piece.exercise in names[:place]:
            yield f"{where}: exercise {piece.exercise} was already written above; keep one of the two"
    for name in planned:
        if name not in names:
            yield f'{script.name}: exercise {name} of course_config.py is missing; add a cell `# %% exercise="{name}"`'
    shared = [name for name in names if name in planned]
    if len(set(shared)) == len(shared) and shared != [name for name in planned if name in names]:
        came = ", ".join(names)
        yield f"{script.name}: expected the exercises in the order {', '.join(planned)}; came {came}; reorder them"


def _code(script: Script, piece: Piece) -> Iterator[str]:
    try:
        tree = ast.parse(piece.source)
    except SyntaxError as error:
        yield f"{script.where(piece.line + (error.lineno or 1))}: this is no valid Python ({error.msg}); correct it"
        return
    if not piece.exercise:
        return
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    named = [node for node in functions if node.name == piece.exercise]
    if not named:
        came = ", ".join(node.name for node in functions) or "no function"
        yield f"{script.where(piece.line)}: expected a function {piece.exercise}; came {came}; correct one of the names"
    elif not (ast.get_docstring(named[0]) or "").strip():
        where = script.where(piece.line + named[0].lineno)
        yield f"{where}: {piece.exercise} has no docstring; say what goes in and what comes out"


def _check_cells(script: Script) -> Iterator[str]:
    """After each exercise, and before the next, stands one cell that holds its check and nothing else."""
    open_exercise = ""
    for piece in script.pieces:
        where = script.where(piece.line)
        if piece.exercise:
            if open_exercise:
                yield f"{where}: exercise {open_exercise} above has no check cell; add {_check_cell(open_exercise)}"
            open_exercise = piece.exercise
        elif piece.check:
            if piece.check != open_exercise:
                yield f"{where}: a check of {piece.check} without its exercise before it; move it, or correct the name"
            elif piece.source.strip() != f"check({piece.check})":
                more = f"{len(piece.source.splitlines())} lines of other code"
                yield f"{where}: expected nothing but `check({piece.check})`; came {more}; move it to a cell of its own"
            open_exercise = "" if piece.check == open_exercise else open_exercise
    if open_exercise:
        yield f"{script.name}: exercise {open_exercise} has no check cell; add {_check_cell(open_exercise)}"


def _predictions(script: Script) -> Iterator[str]:
    """A prediction stands between the title and the code of its exercise, asks for numbers and holds none."""
    titled: set[str] = set()
    written: set[str] = set()
    for piece in script.pieces:
        titled.add(piece.title)
        written.add(piece.exercise)
        where, name = script.where(piece.line), piece.predict
        if name and (name not in titled or name in written):
            yield f"{where}: predict {name} belongs between the title and the code of that exercise; move it there"
        elif (name := name or piece.recall) and not re.search(_asking(name), piece.source, re.MULTILINE):
            yield f'{where}: expected a line `predict("{name}", [None, None])`, a None for each number; write it so'


def _asking(name: str) -> str:
    """The line of a question whose numbers are still to be typed, as a pattern."""
    return rf'^predict\("{re.escape(name)}", \[None(, None)*\]\)$'


def _check_cell(exercise: str) -> str:
    return f'`# %% check="{exercise}"` with `check({exercise})`'


# --- prose ------------------------------------------------------------------------------------------------------------


def _titles(script: Script) -> Iterator[str]:
    """Every exercise is introduced by a title that shows its facts; a learner sees the points before the work."""
    titled = {}
    for piece in script.marked("title"):
        titled[piece.title] = piece.line
        if "{facts}" not in piece.source.split("\n"):
            where = script.where(piece.line)
            yield f"{where}: the title of {piece.title} does not show its points; add a line `{{facts}}`"
    written = {piece.exercise: piece.line for piece in script.marked("exercise")}
    for name, line in titled.items():
        if name not in written:
            yield f"{script.where(line)}: a title for {name}, which is no exercise of this text; correct the name"
    for name, line in written.items():
        if titled.get(name, math.inf) > line:
            yield (
                f"{script.where(line)}: no title stands before exercise {name}; add a cell "
                f'`# %% [markdown] title="{name}"` with a line `{{facts}}`'
            )


def _placeholders(script: Script, piece: Piece) -> Iterator[str]:
    """{facts} stands in titles only, and a placeholder that nobody fills in is a slip."""
    if not piece.prose:
        return
    for number, line in enumerate(piece.source.split("\n"), start=1):
        where = script.where(piece.line + number)
        for found in re.findall(r"\{ *[A-Za-z_]+ *\}", line):
            if found == "{facts}" and not piece.title:
                yield f"{where}: {{facts}} belongs to a title cell; which exercise's facts are meant?"
            elif found not in PLACEHOLDERS and (line.strip() == found or found.strip("{ }").lower() in _NAMES):
                yield f"{where}: nothing fills in {found}; known are {', '.join(PLACEHOLDERS)}"


_KNOWN = ", ".join(f'{mark}="…"' for mark in MARKS)
_NAMES = tuple(name.strip("{}") for name in PLACEHOLDERS)
