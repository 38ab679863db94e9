"""Source notebook to release and solution, by nbgrader's own commands, in a folder made for this and thrown away."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from nbgrader.api import Base
from nbgrader.converters import GenerateAssignment, GenerateSolution
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import capture_log
from sqlalchemy import create_engine
from traitlets.config import Config

from autograder.build.nbgrader_tools import STUB, configuration
from autograder.build.notebook import notebook_of, text_of
from autograder.build.script import BuildError, Script, pieces_of
from autograder.facts import Course

Made = dict[str, bytes]


def everything(course: Course, scripts: Sequence[Script], workshop: Path) -> Made:
    """All built course files, by path relative to the course, made in the empty folder `workshop`."""
    there = replace(course, root=workshop)
    config = configuration(there)
    there.folder("classroom").mkdir()
    # A gradebook for a moment: made here, so that nbgrader need not ask alembic, which takes longer than all the rest.
    Base.metadata.create_all(create_engine(config.CourseDirectory.db_url))
    for script in scripts:
        name = script.assignment.name
        notebook = there.folder("source") / name / f"{name}.ipynb"
        notebook.parent.mkdir(parents=True)
        notebook.write_text(text_of(notebook_of(script, course)), encoding="utf-8", newline="\n")
        for step in (GenerateAssignment, GenerateSolution):
            _run(step, config, script)
    folders = (there.folder(which) for which in ("source", "release", "solution"))
    files = (path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(workshop).as_posix(): path.read_bytes() for path in files}


def _run(step: type, config: Config, script: Script) -> None:
    """One nbgrader command. It talks much and raises little, so its log is kept and shown only when it failed."""
    place = CourseDirectory(config=config, assignment_id=script.assignment.name)
    result = capture_log(step(coursedir=place, config=config))
    if not result["success"]:
        raise BuildError(f"{script.name}: nbgrader's {step.__name__} failed and says: {result.get('log', '').strip()}")


def unfinished(made: Made, course: Course, scripts: Sequence[Script]) -> Iterator[str]:
    """What is wrong with the product itself: a file that is missing, a stub that does not run or lacks its line."""
    for script in scripts:
        name = script.assignment.name
        expected = [f"{folder}/{name}/{name}" for folder in (course.release, course.solution)]
        missing = [path + kind for path in expected for kind in (".ipynb", ".py") if path + kind not in made]
        if missing:
            yield f"{script.name}: {', '.join(missing)} did not come out of nbgrader; this is a fault of the build"
            continue
        released = f"{course.release}/{name}/{name}.py"
        stubs = {p.exercise: p.source for p in pieces_of(_without_head(made[released]), released) if p.exercise}
        for exercise in script.assignment.exercises:
            yield from _stub_trouble(released, exercise.name, stubs.get(exercise.name, ""))


def _without_head(script: bytes) -> str:
    text = script.decode("utf-8")
    return text[text.index("# %%") :]


def _stub_trouble(path: str, exercise: str, source: str) -> Iterator[str]:
    try:
        ast.parse(source)
    except SyntaxError as error:
        yield f"{path}: the stub of {exercise} is no valid Python ({error.msg}); look at the lines around its markers"
        return
    if STUB not in source:
        yield f"{path}: the stub of {exercise} does not say `{STUB}`; look at the markers of its cell"
