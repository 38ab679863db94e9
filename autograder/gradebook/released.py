"""What the gradebook knows of a released notebook: its cells, their points, and the ids under which marks are kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbgrader import utils
from nbgrader.api import Assignment as AssignmentRow
from nbgrader.api import BaseCell, Gradebook, GradeCell, Notebook, SolutionCell, SourceCell, TaskCell
from sqlalchemy import Connection, select

from autograder.facts import Course
from autograder.gradebook.connect import GradebookError, Target, open_gradebook

CHECK = "check_"


@dataclass(frozen=True, slots=True)
class ReleasedCell:
    """A cell as it went out. Marks hang on the id `graded`, comments on the id `commented`; None where none do."""

    name: str
    cell_type: str
    source: str
    checksum: str | None
    locked: bool
    solution: bool
    task: bool
    points: float | None
    graded: str | None
    commented: str | None

    @property
    def exercise(self) -> str | None:
        """The exercise whose check cell this is."""
        return self.name.removeprefix(CHECK) if self.graded and self.name.startswith(CHECK) else None

    def metadata(self) -> dict[str, Any]:
        """nbgrader's metadata of the cell, schema 3, as nbgrader itself would restore it."""
        marks: dict[str, Any] = {
            "cell_type": self.cell_type,
            "checksum": self.checksum,
            "grade": self.graded is not None and not self.task,
            "grade_id": self.name,
            "locked": self.locked,
            "points": self.points,
            "schema_version": 3,
            "solution": self.solution,
            "task": self.task,
        }
        return {key: value for key, value in marks.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Released:
    """A notebook as it went out. `mirrored` are the ids of all notebooks of its assignment, this one among them."""

    assignment_id: str
    notebook_id: str
    mirrored: tuple[str, ...]
    kernelspec: Mapping[str, Any]
    cells: Mapping[str, ReleasedCell]


def released(connection: Connection, target: Target) -> Released:
    """Read the notebook's cells from the gradebook; GradebookError when it was never registered."""
    found = connection.execute(
        select(Notebook.id, Notebook.kernelspec, AssignmentRow.id)
        .join(AssignmentRow, Notebook.assignment_id == AssignmentRow.id)
        .where(Notebook.name == target.notebook, AssignmentRow.name == target.assignment)
    ).one_or_none()
    if found is None:
        raise GradebookError(
            f"the gradebook knows no notebook {target.notebook} of assignment {target.assignment}; "
            "run softmarks build, or nbgrader generate_assignment in a course of your own"
        )
    notebook_id, kernelspec, assignment_id = found
    others = connection.execute(select(Notebook.id).where(Notebook.assignment_id == assignment_id)).scalars()
    return Released(
        assignment_id, notebook_id, tuple(others), json.loads(kernelspec or "{}"), _cells(connection, notebook_id)
    )


def _cells(connection: Connection, notebook_id: str) -> dict[str, ReleasedCell]:
    base, grade, task = BaseCell.__table__, GradeCell.__table__, TaskCell.__table__
    solution = SolutionCell.__table__
    sources = connection.execute(select(SourceCell.__table__).where(SourceCell.notebook_id == notebook_id)).all()
    here = base.c.notebook_id == notebook_id
    graded = {
        row.name: row
        for kind in (grade, task)
        for row in connection.execute(select(base.c.name, base.c.id, kind.c.max_score).join(kind).where(here))
    }
    tasks = set(connection.execute(select(base.c.name).join(task).where(here)).scalars())
    found = connection.execute(select(base.c.name, base.c.id).join(solution).where(here))
    answers: dict[str, str] = {row.name: row.id for row in found}
    return {
        row.name: ReleasedCell(
            name=row.name,
            cell_type=row.cell_type,
            source=row.source or "",
            checksum=row.checksum,
            locked=row.locked,
            solution=row.name in answers,
            task=row.name in tasks,
            points=graded[row.name].max_score if row.name in graded else None,
            graded=graded[row.name].id if row.name in graded else None,
            commented=answers.get(row.name, graded[row.name].id if row.name in tasks else None),
        )
        for row in sources
    }


def register(course: Course, assignment: str) -> None:
    """Enter the released notebook's cells into the gradebook, or bring them up to date; marks are kept.

    A cell that is gone takes its automatic marks with it; GradebookError when a person had marked it.
    """
    target = Target.of(course, assignment)
    path = course.released(target.assignment)
    if not path.is_file():
        raise GradebookError(f"{path} does not exist; run softmarks build, which makes it")
    notebook = nbformat.read(path, as_version=4)
    with open_gradebook(target) as gradebook:
        gradebook.update_or_create_assignment(target.assignment)
        kernelspec = json.dumps(notebook.metadata.get("kernelspec", {}))
        gradebook.update_or_create_notebook(target.notebook, target.assignment, kernelspec=kernelspec)
        cells = [cell for cell in notebook.cells if "grade_id" in cell.metadata.get("nbgrader", {})]
        _forget(gradebook, target, {cell.metadata.nbgrader.grade_id for cell in cells}, path)
        for cell in cells:
            _enter(gradebook, target, cell)


def _enter(gradebook: Gradebook, target: Target, cell: Any) -> None:
    where = (cell.metadata.nbgrader.grade_id, target.notebook, target.assignment)
    if utils.is_grade(cell):
        points = float(cell.metadata.nbgrader.points)
        gradebook.update_or_create_grade_cell(*where, max_score=points, cell_type=cell.cell_type)
    if utils.is_solution(cell):
        gradebook.update_or_create_solution_cell(*where)
    gradebook.update_or_create_source_cell(
        *where,
        cell_type=cell.cell_type,
        locked=utils.is_locked(cell),
        source=cell.source,
        checksum=cell.metadata.nbgrader.get("checksum"),
    )


def _forget(gradebook: Gradebook, target: Target, kept: set[str], path: Path) -> None:
    """Remove the cells that the notebook no longer has."""
    notebook = gradebook.find_notebook(target.notebook, target.assignment)
    gone = [cell for cell in (*notebook.source_cells, *notebook._base_cells) if cell.name not in kept]
    grades = [grade for cell in gone for grade in getattr(cell, "grades", None) or ()]
    comments = [comment for cell in gone for comment in getattr(cell, "comments", None) or ()]
    by_hand = [g for g in grades if g.manual_score is not None or g.extra_credit is not None]
    by_hand += [c for c in comments if c.manual_comment is not None]
    if by_hand:
        names = ", ".join(sorted({item.name for item in by_hand}))
        raise GradebookError(
            f"a person has marked {names}, which {path} no longer has; put the exercise back, "
            "or clear those marks in the formgrader first"
        )
    for item in (*grades, *comments, *gone):
        gradebook.db.delete(item)
    gradebook.db.commit()
