"""Steps for nbgrader's own `autograde`: the same reading, the same sandbox, the same marks as `softmarks grade`.

Three steps are ours, for notebooks of this kit only; every other notebook of the course takes nbgrader's own way.

RepairCells comes first and makes the notebook anew from the submission as we read it, with nbgrader's metadata as it
went out. Duplicated ids (which would end the whole batch as "old metadata"), deleted, stripped, retyped and edited
cells never reach the steps behind it.

GradeInSandbox stands in place of Execute. It grades the folder under submitted/ and not the copy that nbgrader made,
so that both doors grade the same bytes. It never raises: what it cannot grade is not graded, and never zero.

SaveVerdicts stands in place of SaveAutoGrades, which reads marks out of outputs and takes silence for full marks. It
writes through the same Writer as `softmarks grade`. AssignLatePenalties and all other steps stay nbgrader's.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbgrader import utils
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute, NbGraderPreprocessor, SaveAutoGrades
from traitlets import Unicode
from traitlets.config import Config, Configurable

from autograder import facts
from autograder.batch import Grader
from autograder.facts import Course
from autograder.gradebook.autograded import put_back, read_stamp, set_aside
from autograder.gradebook.connect import GradebookError, Target, reading
from autograder.gradebook.paper import paper, with_verdicts
from autograder.gradebook.released import CHECK, Released, released
from autograder.gradebook.writer import Writer
from autograder.report import Report, Status
from autograder.submission import Refused, Unreadable, read

_REPORT = "softmarks_report"
_NOT_RUN = "nbgrader ran without its grading step (--no-execute); run nbgrader autograde again, with it"


def steps() -> Config:
    """What nbgrader_config.py needs to grade with this kit: nbgrader's own lists of steps with ours in them."""
    config = Config()
    config.Autograde.sanitize_preprocessors = [
        "autograder.gradebook.RepairCells",
        "nbgrader.preprocessors.ClearOutput",
        "nbgrader.preprocessors.DeduplicateIds",
        "nbgrader.preprocessors.OverwriteKernelspec",
        "nbgrader.preprocessors.OverwriteCells",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]
    config.Autograde.autograde_preprocessors = [
        "autograder.gradebook.GradeInSandbox",
        "nbgrader.preprocessors.IgnorePattern",
        "nbconvert.preprocessors.ClearMetadataPreprocessor",
        "nbgrader.preprocessors.LimitOutput",
        "autograder.gradebook.SaveVerdicts",
        "nbgrader.preprocessors.AssignLatePenalties",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]
    return config


class CourseStep(Configurable):
    """What the three steps are told: where the facts of the exercises stand."""

    course = Unicode(
        "", help="The folder of this kit's course_config.py; empty: nbgrader's course folder, else the kit's checkout."
    ).tag(config=True)


@dataclass(frozen=True, slots=True)
class _Job:
    """One notebook of ours on its way through nbgrader."""

    course: Course
    target: Target
    known: Released
    student: str
    submitted: Path
    autograded: Path


class RepairCells(CourseStep, NbGraderPreprocessor):  # type: ignore[misc]
    """Puts a submitted notebook in order before any other step looks at it."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        job = _job(self, resources)
        if job is None:
            return nb, resources
        try:
            submission = read(job.submitted, job.course, job.target.notebook)
        except (Unreadable, Refused):
            submission = None
        except Exception:
            self.log.exception("the submission of %s could not be put in order", job.student)
            submission = None
        return nbformat.from_dict(paper(submission, job.known)), resources


class GradeInSandbox(CourseStep, Execute):  # type: ignore[misc]
    """Grades a submission in the sandbox and writes the verdicts below its check cells."""

    def preprocess(self, nb: Any, resources: Any, **more: Any) -> tuple[Any, Any]:
        job = _job(self, resources)
        if job is None:
            stock: tuple[Any, Any] = super().preprocess(nb, resources, **more)
            return stock
        set_aside(job.autograded)
        try:
            report = _grader(_converter(self), job).grade(job.submitted, job.student)
            made = with_verdicts(nb, report, job.known)
        except Exception as fault:
            self.log.exception("grading %s broke", job.student)
            report = _fault(job, f"the grading itself broke: {type(fault).__name__}")
            made = with_verdicts(nb, report, job.known)
        resources[_REPORT] = report
        return nbformat.from_dict(made), resources


class SaveVerdicts(CourseStep, SaveAutoGrades):  # type: ignore[misc]
    """Writes the marks and comments of the report that GradeInSandbox left."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        job = _job(self, resources)
        if job is None:
            stock: tuple[Any, Any] = super().preprocess(nb, resources)
            return stock
        report = resources.get(_REPORT) or _fault(job, _NOT_RUN)
        with Writer(job.target) as writer:
            writer.write([(job.student, report, read_stamp(job.submitted))])
        put_back(job.autograded)
        by_hand = [cell for cell in nb.cells if _is_by_hand(cell, job.known)]
        super().preprocess(nbformat.from_dict({**nb, "cells": by_hand}), resources)
        return nb, resources


def _is_by_hand(cell: Any, known: Released) -> bool:
    """A cell that somebody added to our notebook and marks by hand: nbgrader notes whether it was answered."""
    if not (utils.is_solution(cell) or utils.is_task(cell)):
        return False
    return CHECK + cell.metadata.nbgrader.grade_id not in known.cells


def _fault(job: _Job, message: str) -> Report:
    return Report(str(job.submitted), job.target.notebook, True, Status.GRADER_FAULT, message)


def _converter(step: Any) -> Any:
    """nbgrader's converter, which lives as long as its batch; the steps are made anew for every notebook."""
    while not isinstance(getattr(step, "coursedir", None), CourseDirectory):
        step = step.parent
    return step


def _job(step: Any, resources: Any) -> _Job | None:
    """The notebook's place in the course; None when it is none of ours."""
    place, names = _converter(step).coursedir, resources["nbgrader"]
    course = facts.find(Path(step.course) if step.course else None, Path(place.root))
    if names["notebook"] not in {assignment.name for assignment in course.assignments}:
        return None
    target = Target(names["db_url"], place.course_id, names["assignment"], names["notebook"])
    try:
        with reading(target.url) as connection:
            known = released(connection, target)
    except GradebookError as error:
        step.log.warning("%s", error)
        return None
    exercises = {exercise.name for exercise in course.assignment(target.notebook).exercises}
    if exercises.isdisjoint(cell.exercise for cell in known.cells.values()):
        return None
    folders = [place.submitted_directory, place.autograded_directory]
    submitted, autograded = (Path(place.format_path(f, names["student"], names["assignment"])) for f in folders)
    return _Job(course, target, known, names["student"], submitted, autograded)


def _grader(converter: Any, job: _Job) -> Grader:
    """One grader for the whole batch: it hangs on the converter and is closed when that is gone."""
    held: dict[str, Grader] = vars(converter).setdefault("softmarks_graders", {})
    name = job.target.notebook
    if name not in held:
        held[name] = Grader(job.course, name)
        weakref.finalize(converter, held[name].close)
    return held[name]
