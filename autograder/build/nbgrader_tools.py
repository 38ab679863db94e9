"""The one place where nbgrader is told about the course: folders, gradebook, stubs, hooks, and our grading step."""

from __future__ import annotations

import os
import sysconfig
from functools import partial
from pathlib import Path

from traitlets.config import Config

from autograder import gradebook
from autograder.build.percent import write_scripts
from autograder.facts import Course
from autograder.gradebook import tame

STUB = "raise NotImplementedError"


def prepare(course: Course) -> None:
    """What nbgrader takes for granted: folders for its gradebook and exchange, and the command `alembic` on PATH.

    PATH stays changed: whoever reads nbgrader_config.py is a process of nbgrader or Jupyter, and both may have been
    started by path from an environment that is not activated.
    """
    course.folder("classroom").mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _exchange(course).is_dir():
        _exchange(course).mkdir()
        _exchange(course).chmod(0o777)
    scripts = sysconfig.get_path("scripts")
    known = os.environ.get("PATH", "").split(os.pathsep)
    if scripts not in known:
        os.environ["PATH"] = os.pathsep.join([scripts, *filter(None, known)])


def configuration(course: Course) -> Config:
    """Everything nbgrader has to know, for its commands, its formgrader and our own calls alike."""
    config = Config()
    _folders(config, course)
    _release(config, course)
    config.merge(gradebook.steps())
    config.merge(tame.settings())
    return config


def _folders(config: Config, course: Course) -> None:
    here = config.CourseDirectory
    here.course_id = course.id
    here.root = str(course.root)
    here.source_directory = course.source
    here.release_directory = course.release
    here.solution_directory = course.solution
    here.submitted_directory = os.path.join(course.classroom, "submitted")
    here.autograded_directory = os.path.join(course.classroom, "autograded")
    here.feedback_directory = os.path.join(course.classroom, "feedback")
    here.db_url = gradebook.Target.of(course, course.assignments[0].name).url
    config.Exchange.root = str(_exchange(course))


def _exchange(course: Course) -> Path:
    """nbgrader insists that everybody may write into its exchange, so it lies behind the classroom's closed door."""
    return course.folder("classroom") / "exchange"


def _release(config: Config, course: Course) -> None:
    config.ClearSolutions.code_stub = {"python": STUB}
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
