"""What the gradebook holds before a run, and whether a report is in it already; looking makes no file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Self

import sqlalchemy
from nbgrader.api import Assignment as AssignmentRow
from nbgrader.api import BaseCell, Grade, SubmittedAssignment, SubmittedNotebook
from sqlalchemy import select

from autograder.gradebook.connect import Target, reading
from autograder.gradebook.marks import is_marked, late_seconds, scores
from autograder.gradebook.released import CHECK
from autograder.report import Report

_CLOSE = 1e-3  # scores are rounded on their way; marks differ by more


@dataclass(frozen=True, slots=True)
class Standing:
    """By student: the total that counts, the automatic marks added up (None while one is missing), the lateness."""

    totals: Mapping[str, float | None]
    automatic: Mapping[str, float | None]
    late: Mapping[str, float | None]

    @classmethod
    def of(cls, target: Target, stamps: Mapping[str, datetime | None]) -> Self:
        """Read it for all students; `stamps` are the times at which they handed in."""
        url = sqlalchemy.make_url(target.url)
        if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
            return cls({}, {}, dict.fromkeys(stamps))
        return cls(scores(target), _automatic(target), late_seconds(target, stamps))

    def holds(self, student: str, report: Report) -> bool:
        """True when the automatic marks of the report stand there."""
        if student not in self.automatic:
            return False
        there = self.automatic[student]
        asked = report.score if is_marked(report) else None
        if there is None or asked is None:
            return there is asked
        return abs(there - asked) < _CLOSE


def _automatic(target: Target) -> dict[str, float | None]:
    with reading(target.url) as connection:
        rows = connection.execute(
            select(SubmittedAssignment.student_id, Grade.auto_score)
            .join(SubmittedNotebook, Grade.notebook_id == SubmittedNotebook.id)
            .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(AssignmentRow, SubmittedAssignment.assignment_id == AssignmentRow.id)
            .join(BaseCell.__table__, Grade.cell_id == BaseCell.__table__.c.id)
            .where(AssignmentRow.name == target.assignment)
            .where(BaseCell.__table__.c.name.startswith(CHECK, autoescape=True))
        ).all()
    given = defaultdict(list)
    for student, score in rows:
        given[student].append(score)
    return {student: None if None in found else float(sum(found)) for student, found in given.items()}
