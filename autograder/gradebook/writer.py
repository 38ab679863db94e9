"""Marks and comments into nbgrader's gradebook: in bulk, in one transaction a batch, and only where something changed.

What a person entered (manual scores, extra credit, manual comments) is never touched. A submission without a mark
has no automatic score and waits for a person; it is never a zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Self

from nbgrader.api import Assignment as AssignmentRow
from nbgrader.api import Comment, Grade, Student, SubmittedAssignment, SubmittedNotebook, new_uuid
from sqlalchemy import Connection, Table, bindparam, insert, select, update

from autograder.feedback import comment
from autograder.gradebook.connect import WAIT, GradebookError, Target, engine, writing
from autograder.gradebook.late import Policy, late_policy, penalty
from autograder.gradebook.marks import points, results, utc
from autograder.gradebook.released import Released, released
from autograder.report import ExerciseResult, Report, Status

# (student id, report, when it was handed in if that is known)
Graded = tuple[str, Report, datetime | None]
_CHUNK = 500  # ids in one question; SQLite takes a bounded number of parameters

_NOT_GRADED = "Not graded yet: a person will look at this. It is not a zero."


@dataclass(frozen=True, slots=True)
class _Row:
    """One student of a batch: marks and comments by exercise, `rest` where an exercise has no comment, and the time.

    `fault`: the fault is ours and the next run tries again, so nothing is known of the work yet.
    """

    marks: Mapping[str, ExerciseResult]
    said: Mapping[str, str | None]
    rest: str | None
    stamp: datetime | None
    fault: bool = False

    @staticmethod
    def of(report: Report, stamp: datetime | None) -> _Row:
        when = None if stamp is None else utc(stamp)
        marks = results(report)
        if not marks:
            return _Row({}, {}, _NOT_GRADED, when, report.status is Status.GRADER_FAULT)
        return _Row(marks, {name: comment(result) or None for name, result in marks.items()}, None, when)


class Writer:
    """Writes one assignment's reports, batch after batch. Use one Writer in one process."""

    def __init__(self, target: Target, *, policy: Policy | None = None, wait: float = WAIT) -> None:
        """`policy` decides what lateness costs (nbgrader's default: nothing); `wait` seconds for a locked file."""
        self._target = target
        self._policy = policy or late_policy(None)
        self._engine = engine(target.url, wait)
        with writing(self._engine) as connection:
            self._released = released(connection, target)
            # A change of nothing: a file that may not be written says so now, not after a class has been graded.
            table = AssignmentRow.__table__
            connection.execute(update(table).where(table.c.id.is_(None)).values(name=table.c.name))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.dispose()

    @property
    def released(self) -> Released:
        """The notebook as it went out."""
        return self._released

    def write(self, batch: Iterable[Graded]) -> None:
        """Write the reports in one transaction: all of them are in the gradebook afterwards, or none.

        GradebookError when the file cannot be written, ValueError when a student or an assignment does not fit.
        """
        rows = self._by_student(batch)
        if not rows:
            return
        with writing(self._engine) as db:
            _add_students(db, rows)
            submissions = self._submissions(db, rows)
            notebooks = self._notebooks(db, submissions)
            self._grades(db, rows, notebooks)
            self._comments(db, rows, notebooks)
            self._penalties(db, submissions, notebooks)

    def _by_student(self, batch: Iterable[Graded]) -> dict[str, _Row]:
        rows: dict[str, _Row] = {}
        for student, report, stamp in batch:
            if student in rows:
                raise ValueError(f"{student} stands twice in one batch; choose the submission that counts first")
            if report.assignment not in (None, self._target.notebook):
                raise ValueError(f"the report on {student} is about {report.assignment}, not {self._target.notebook}")
            if not student or student != student.encode("utf-8", "replace").decode("utf-8"):
                raise GradebookError(f"{student!r} cannot be a student id; rename that folder under submitted/")
            rows[student] = _Row.of(report, stamp)
        return rows

    def _submissions(self, db: Connection, rows: Mapping[str, _Row]) -> dict[str, str]:
        """Student -> id of the submission, made where there is none, with the time it was handed in."""
        table = SubmittedAssignment.__table__
        mine = table.c.assignment_id == self._released.assignment_id
        found = {row.student_id: row for row in _among(db, table, table.c.student_id, list(rows), mine)}
        new = [
            {
                "id": new_uuid(),
                "assignment_id": self._released.assignment_id,
                "student_id": student,
                "timestamp": row.stamp,
            }
            for student, row in rows.items()
            if student not in found
        ]
        _insert(db, table, new)
        moved = [
            {"_id": found[student].id, "timestamp": row.stamp}
            for student, row in rows.items()
            if student in found and found[student].timestamp != row.stamp
        ]
        _update(db, table, ("timestamp",), moved)
        return {row["student_id"]: row["id"] for row in new} | {student: row.id for student, row in found.items()}

    def _notebooks(self, db: Connection, submissions: Mapping[str, str]) -> dict[str, str]:
        """Student -> id of this notebook in the submission; nbgrader wants rows for all notebooks of the assignment."""
        table = SubmittedNotebook.__table__
        mirrored = table.c.notebook_id.in_(self._released.mirrored)
        rows = _among(db, table, table.c.assignment_id, list(submissions.values()), mirrored)
        found = {(row.assignment_id, row.notebook_id): row.id for row in rows}
        new = [
            {"id": new_uuid(), "assignment_id": submission, "notebook_id": notebook, "flagged": False}
            for submission in submissions.values()
            for notebook in self._released.mirrored
            if (submission, notebook) not in found
        ]
        _insert(db, table, new)
        found |= {(row["assignment_id"], row["notebook_id"]): row["id"] for row in new}
        here = self._released.notebook_id
        return {student: found[submission, here] for student, submission in submissions.items()}

    def _grades(self, db: Connection, rows: Mapping[str, _Row], notebooks: Mapping[str, str]) -> None:
        table = Grade.__table__
        found = _by_cell(self._of_cells(db, table, notebooks, "graded"))
        new, changed = [], []
        for student, notebook in notebooks.items():
            marks = rows[student].marks
            for cell in self._released.cells.values():
                if cell.graded is None:
                    continue
                old = found.get((notebook, cell.graded))
                given = None if cell.exercise is None else points(marks.get(cell.exercise), cell.points or 0.0)
                if old is None:
                    row = {"id": new_uuid(), "cell_id": cell.graded, "notebook_id": notebook, "auto_score": given}
                    new.append(row | {"needs_manual_grade": given is None})
                elif rows[student].fault and old.manual_score is not None:
                    continue  # what a person gave stands; whether it has to be looked at shows when the work is graded
                elif cell.exercise is not None and (waits := _waits(old, given)) is not None:
                    changed.append({"_id": old.id, "auto_score": given, "needs_manual_grade": waits})
        _insert(db, table, new)
        _update(db, table, ("auto_score", "needs_manual_grade"), changed)

    def _comments(self, db: Connection, rows: Mapping[str, _Row], notebooks: Mapping[str, str]) -> None:
        table = Comment.__table__
        found = _by_cell(self._of_cells(db, table, notebooks, "commented"))
        exercises = {cell.exercise for cell in self._released.cells.values()}
        new, changed = [], []
        for student, notebook in notebooks.items():
            said = rows[student].said
            for cell in self._released.cells.values():
                if cell.commented is None:
                    continue
                old = found.get((notebook, cell.commented))
                text = said.get(cell.name, rows[student].rest) if cell.name in exercises else None
                if old is None:
                    row = {"id": new_uuid(), "cell_id": cell.commented, "notebook_id": notebook, "auto_comment": text}
                    new.append(row)
                elif cell.name in exercises and old.auto_comment != text:
                    changed.append({"_id": old.id, "auto_comment": text})
        _insert(db, table, new)
        _update(db, table, ("auto_comment",), changed)

    def _penalties(self, db: Connection, submissions: Mapping[str, str], notebooks: Mapping[str, str]) -> None:
        """Ask the late policy for every submission that came after its due date, with what a person gave counted in."""
        due = db.execute(select(AssignmentRow.duedate).where(AssignmentRow.id == self._released.assignment_id)).scalar()
        table = SubmittedAssignment.__table__
        times = {row.id: row for row in _among(db, table, table.c.id, list(submissions.values()))}
        scores = _scores(self._of_cells(db, Grade.__table__, notebooks, "graded"))
        notebook_rows = SubmittedNotebook.__table__
        before = {row.id: row for row in _among(db, notebook_rows, notebook_rows.c.id, list(notebooks.values()))}
        changed = []
        for student, notebook in notebooks.items():
            row = times[submissions[student]]
            limit = due + row.extension if due is not None and row.extension is not None else due
            late = (row.timestamp - limit).total_seconds() if limit is not None and row.timestamp is not None else 0.0
            taken = penalty(self._policy, student, scores.get(notebook, 0.0), late)
            if before[notebook].late_submission_penalty != taken:
                changed.append({"_id": notebook, "late_submission_penalty": taken})
        _update(db, notebook_rows, ("late_submission_penalty",), changed)

    def _of_cells(
        self, db: Connection, table: Table, notebooks: Mapping[str, str], kind: Literal["graded", "commented"]
    ) -> Iterator[Any]:
        """The rows of this notebook's cells; nbgrader's index begins with the cell, so the question names it."""
        cells = [getattr(cell, kind) for cell in self._released.cells.values()]
        wanted = table.c.cell_id.in_([cell for cell in cells if cell is not None])
        return _among(db, table, table.c.notebook_id, list(notebooks.values()), wanted)


def _waits(old: Any, given: float | None) -> bool | None:
    """Whether a person has to look at a row that exists; None when it can stay as it is.

    As in nbgrader a mark by hand is kept and flagged when the automatic one changes; unlike there, only then.
    """
    if old.manual_score is None:
        waits = given is None
        return None if old.auto_score == given and old.needs_manual_grade == waits else waits
    return None if old.auto_score == given else True


def _scores(grades: Iterable[Any]) -> dict[str, float]:
    """Submitted notebook -> what it is worth now, as nbgrader adds it up."""
    total: dict[str, float] = {}
    for row in grades:
        given = row.manual_score if row.manual_score is not None else row.auto_score
        extra = 0.0 if given is None else row.extra_credit or 0.0
        total[row.notebook_id] = total.get(row.notebook_id, 0.0) + (given or 0.0) + extra
    return total


def _add_students(db: Connection, students: Iterable[str]) -> None:
    table = Student.__table__
    names = list(students)
    known = {row.id for row in _among(db, table, table.c.id, names)}
    _insert(db, table, [{"id": name} for name in names if name not in known])


def _by_cell(rows: Iterable[Any]) -> dict[tuple[str, str], Any]:
    return {(row.notebook_id, row.cell_id): row for row in rows}


def _among(db: Connection, table: Table, column: Any, values: Sequence[str], *also: Any) -> Iterator[Any]:
    """The rows whose `column` is one of `values`."""
    for start in range(0, len(values), _CHUNK):
        yield from db.execute(select(table).where(column.in_(values[start : start + _CHUNK]), *also)).all()


def _insert(db: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        db.execute(insert(table), rows)


def _update(db: Connection, table: Table, columns: Sequence[str], rows: list[dict[str, Any]]) -> None:
    if rows:
        values: dict[str, Any] = {name: bindparam(name) for name in columns}
        db.execute(update(table).where(table.c.id == bindparam("_id")).values(values), rows)
