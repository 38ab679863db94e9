"""The one place where nbgrader is told about the course: folders, gradebook, stubs, hooks, and our grading step."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

from nbconvert.exporters import NotebookExporter
from nbgrader.api import Gradebook
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
    SaveCells,
)
from traitlets.config import Config

from autograder.build.percent import write_scripts
from autograder.build.script import BuildError
from autograder.facts import Course

STUB = "raise NotImplementedError"
GRADEBOOK = "gradebook.db"


def configuration(course: Course) -> Config:
    """Everything nbgrader has to know, for its commands, its formgrader and our own calls alike."""
    scripts_on_path()
    config = Config()
    _folders(config, course)
    _release(config, course)
    _grading(config)
    return config


def _folders(config: Config, course: Course) -> None:
    classroom = made_classroom(course)
    here = config.CourseDirectory
    here.course_id = course.id
    here.root = str(course.root)
    here.source_directory = course.source
    here.release_directory = course.release
    here.solution_directory = course.solution
    here.submitted_directory = os.path.join(course.classroom, "submitted")
    here.autograded_directory = os.path.join(course.classroom, "autograded")
    here.feedback_directory = os.path.join(course.classroom, "feedback")
    here.db_url = database(course)
    # nbgrader makes its exchange world-writable, so it lies behind the classroom's closed door.
    config.Exchange.root = str(classroom / "exchange")


def _release(config: Config, course: Course) -> None:
    config.ClearSolutions.code_stub = {"python": STUB}
    config.ClearSolutions.enforce_metadata = True
    # `--force` and the formgrader's button empty the folder first, so the .py edition is written behind them.
    config.GenerateAssignment.post_convert_hook = partial(write_scripts, folder=course.folder("release"))
    config.GenerateSolution.post_convert_hook = partial(write_scripts, folder=course.folder("solution"))
    # The stock list ends in Execute, which stamps times and outputs into a file that is to be the same every time.
    config.GenerateSolution.preprocessors = [
        "nbgrader.preprocessors.IncludeHeaderFooter",
        "nbgrader.preprocessors.LockCells",
        "nbgrader.preprocessors.ClearOutput",
        "nbgrader.preprocessors.ClearMarkScheme",
        "autograder.build.percent.DropMarkers",
    ]


def _grading(config: Config) -> None:
    # As in stock nbgrader, with our sandbox in place of Execute.
    config.Autograde.autograde_preprocessors = [
        "autograder.gradebook.GradeInSandbox",
        "nbgrader.preprocessors.IgnorePattern",
        "nbconvert.preprocessors.ClearMetadataPreprocessor",
        "nbgrader.preprocessors.LimitOutput",
        "nbgrader.preprocessors.SaveAutoGrades",
        "nbgrader.preprocessors.AssignLatePenalties",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]


def database(course: Course) -> str:
    return f"sqlite:///{course.folder('classroom') / GRADEBOOK}"


def made_classroom(course: Course) -> Path:
    """The classroom folder, made on first use and closed to other accounts: it holds personal data."""
    classroom = course.folder("classroom")
    classroom.mkdir(mode=0o700, parents=True, exist_ok=True)
    return classroom


def scripts_on_path() -> None:
    """Let nbgrader find the command `alembic`, which it looks up on PATH, where no environment is activated."""
    scripts = str(Path(sys.executable).parent)
    known = os.environ.get("PATH", "").split(os.pathsep)
    if scripts not in known:
        os.environ["PATH"] = os.pathsep.join([scripts, *known])


def register(course: Course, name: str) -> None:
    """Put an assignment and its cells into the classroom's gradebook, as generate_assignment does; repeating is harmless.

    Raises BuildError when the notebook is not built, or when its cells changed after somebody handed in.
    """
    notebook = course.folder("source") / course.assignment(name).name / f"{name}.ipynb"
    if not notebook.is_file():
        raise BuildError(f"{notebook} is missing; run `softmarks build` first")
    config = configuration(course)
    with Gradebook(database(course), course.id) as gradebook:
        gradebook.update_or_create_assignment(name)
    exporter = NotebookExporter(config=config)
    for step in (LockCells, ClearSolutions, ClearOutput, CheckCellMetadata, ComputeChecksums, SaveCells):
        exporter.register_preprocessor(step, enabled=True)
    place = {"student": ".", "assignment": name, "notebook": name, "db_url": database(course)}
    try:
        exporter.from_filename(str(notebook), resources={"nbgrader": place})
    except RuntimeError as error:
        raise BuildError(
            f"{notebook}: the gradebook holds submissions for other cells than these ({error}); "
            "restore the exercises that were released, or start a new classroom folder"
        ) from error
