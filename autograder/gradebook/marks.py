"""Numbers: what a report is worth in the gradebook, and what the gradebook holds already."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from nbgrader.api import Assignment as AssignmentRow
from nbgrader.api import BaseCell, Grade, Student, SubmittedAssignment, SubmittedNotebook
from nbgrader.utils import parse_utc
from sqlalchemy import Connection, Row, select

from autograder.gradebook.connect import Target, reading
from autograder.lms import Mark
from autograder.report import ExerciseResult, Report, Status


def points(result: ExerciseResult | None, worth: float) -> float | None:
    """The exercise's share of a cell worth `worth` points, as a plain float in 0 … worth.

    None where there is no number to write: nothing graded, or a score that is no number. None is never zero. Where
    nothing can be earned, in an exercise beside the points, zero is the mark and nobody has to look at it.
    """
    if result is None or result.score is None or result.max_score is None:
        return None
    score, most = float(result.score), float(result.max_score)
    if not (math.isfinite(score) and math.isfinite(most)):
        return None
    if not most:
        return None if worth else 0.0
    share = score if most == worth else score / most * worth
    return min(max(share, 0.0), float(worth))


def results(report: Report) -> Mapping[str, ExerciseResult]:
    """The exercises of a report that carry a mark; none at all when the submission as a whole was not graded."""
    return {result.name: result for result in report.exercises} if is_marked(report) else {}


def is_marked(report: Report) -> bool:
    return report.status is Status.GRADED and report.score is not None


def scores(target: Target) -> dict[str, float | None]:
    """The total of each student who has a row, before any late penalty; None where something still waits for a mark."""
    with reading(target.url) as connection:
        return {student: _total(rows) for student, rows in _grades(connection, target).items()}


def marks(target: Target) -> list[Mark]:
    """What an LMS wants to know of every student of the course, in order of id; also of those who handed in nothing."""
    with reading(target.url) as connection:
        by_student = _grades(connection, target)
        penalties = _penalties(connection, target)
        students = connection.execute(select(Student.__table__).order_by(Student.id)).all()
        most = _most(connection, target)
    found = []
    for student in students:
        rows = by_student.get(student.id, [])
        total = _total(rows) if rows else None
        found.append(
            Mark(
                student=student.id,
                name=" ".join(part for part in (student.first_name, student.last_name) if part),
                email=student.email or "",
                lms_id=student.lms_user_id or "",
                score=None if total is None else max(total - penalties.get(student.id, 0.0), 0.0),
                max_score=most,
                parts={row.name: _score(row) for row in rows},
            )
        )
    return found


def late_seconds(target: Target, stamps: Mapping[str, datetime | None]) -> dict[str, float | None]:
    """How late each student handed in, extensions counted; None where no due date or no time is known."""
    with reading(target.url) as connection:
        due = connection.execute(select(AssignmentRow.duedate).where(AssignmentRow.name == target.assignment)).scalar()
        rows = connection.execute(
            select(SubmittedAssignment.student_id, SubmittedAssignment.extension)
            .join(AssignmentRow, SubmittedAssignment.assignment_id == AssignmentRow.id)
            .where(AssignmentRow.name == target.assignment, SubmittedAssignment.extension.is_not(None))
        )
        extra = {row.student_id: row.extension for row in rows}
    late: dict[str, float | None] = {}
    for student, stamp in stamps.items():
        limit = due + extra[student] if due is not None and student in extra else due
        late[student] = None if limit is None or stamp is None else max((utc(stamp) - limit).total_seconds(), 0.0)
    return late


def utc(stamp: datetime) -> datetime:
    """The time as nbgrader keeps it: in UTC, without a zone."""
    plain: datetime = parse_utc(stamp)
    return plain


def _grades(connection: Connection, target: Target) -> dict[str, list[Row[Any]]]:
    rows = connection.execute(
        select(SubmittedAssignment.student_id, BaseCell.name, Grade.auto_score, Grade.manual_score, Grade.extra_credit)
        .join(SubmittedNotebook, Grade.notebook_id == SubmittedNotebook.id)
        .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(AssignmentRow, SubmittedAssignment.assignment_id == AssignmentRow.id)
        .join(BaseCell.__table__, Grade.cell_id == BaseCell.__table__.c.id)
        .where(AssignmentRow.name == target.assignment)
        .order_by(SubmittedAssignment.student_id, BaseCell.name)
    )
    by_student = defaultdict(list)
    for row in rows:
        by_student[row.student_id].append(row)
    return dict(by_student)


def _score(row: Row[Any]) -> float | None:
    given = row.manual_score if row.manual_score is not None else row.auto_score
    return None if given is None else float(given) + float(row.extra_credit or 0.0)


def _total(rows: list[Row[Any]]) -> float | None:
    given = [_score(row) for row in rows]
    return None if None in given else round(sum(score or 0.0 for score in given), 6)


def _penalties(connection: Connection, target: Target) -> dict[str, float]:
    rows = connection.execute(
        select(SubmittedAssignment.student_id, SubmittedNotebook.late_submission_penalty)
        .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(AssignmentRow, SubmittedAssignment.assignment_id == AssignmentRow.id)
        .where(AssignmentRow.name == target.assignment)
    )
    total: dict[str, float] = defaultdict(float)
    for student, penalty in rows:
        total[student] += penalty or 0.0
    return dict(total)


def _most(connection: Connection, target: Target) -> float:
    row = connection.execute(select(AssignmentRow.max_score).where(AssignmentRow.name == target.assignment)).scalar()
    return float(row or 0.0)
