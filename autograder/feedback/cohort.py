"""What a whole class did: marks, pass rates, mistakes by name, mistakes that wait for one, and who needs a person."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median
from urllib.parse import quote

from autograder.facts import Assignment, Course, Exercise
from autograder.feedback.human import needs_a_human
from autograder.report import ExerciseResult, Report, Status

_PLAIN = re.compile(r"[a-z0-9_](?:[a-z0-9_.@+=,-]{0,78}[a-z0-9_])?")
# The class page, and what Windows takes for a device whatever its ending.
_TAKEN = re.compile(r"index|(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
_LONGEST_NAME = 40  # characters of up to four bytes


@dataclass(frozen=True, slots=True)
class Row:
    """One student."""

    student: str
    link: str
    status: Status
    score: float | None
    scores: Mapping[str, float | None]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One exercise over all students; `rate` is the share of the graded who passed it."""

    name: str
    max_score: float
    passed: int
    partly: int
    nothing: int
    not_attempted: int
    not_graded: int
    rate: float | None
    mean: float | None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A catalogued mistake and everybody whose numbers it gives."""

    exercise: str
    id: str
    says: str
    students: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Students with the same wrong numbers, which no catalogue entry gives."""

    exercise: str
    students: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """A check and how many it stopped."""

    exercise: str
    name: str
    says: str
    count: int


@dataclass(frozen=True, slots=True)
class Cohort:
    """Everything that the cohort page shows."""

    max_score: float
    graded: int
    mean: float | None
    median: float | None
    rows: tuple[Row, ...]
    human: tuple[Row, ...]
    exercises: tuple[Line, ...]
    mistakes: tuple[Mistake, ...]
    unnamed: tuple[Group, ...]
    checks: tuple[FailedCheck, ...]


def cohort(course: Course, assignment: Assignment, reports: Mapping[str, Report]) -> Cohort:
    """Count the reports of one assignment, keyed by student."""
    rows = tuple(_row(course, assignment, student, report) for student, report in sorted(reports.items()))
    scores = [row.score for row in rows if row.score is not None]
    results: dict[str, dict[str, ExerciseResult]] = defaultdict(dict)
    for student, report in sorted(reports.items()):
        for result in report.exercises:
            results[result.name][student] = result
    return Cohort(
        max_score=assignment.max_score,
        graded=len(scores),
        mean=mean(scores) if scores else None,
        median=median(scores) if scores else None,
        rows=rows,
        human=tuple(row for row in rows if row.reasons),
        exercises=tuple(
            _line(exercise, results[exercise.name].values(), len(rows)) for exercise in assignment.exercises
        ),
        mistakes=_mistakes(results),
        unnamed=_unnamed(results),
        checks=_checks(results),
    )


def page_name(student: str) -> str:
    """The file of a student's page; a student id may hold anything, a file name may not.

    Other names than plain ones bear a hash behind a ~, so that no two of them meet, and none meets the class page, on
    a disk that takes capital letters, or the two ways to write an é, for the same.
    """
    if _PLAIN.fullmatch(student) and not _TAKEN.fullmatch(student):
        return f"{student}.html"
    readable = re.sub(r"[^\w @+=,-]+", "_", student)[:_LONGEST_NAME].strip()
    return f"{readable}~{hashlib.sha256(student.encode('utf-8', 'backslashreplace')).hexdigest()[:12]}.html"


def _row(course: Course, assignment: Assignment, student: str, report: Report) -> Row:
    found = {result.name: result.score for result in report.exercises}
    return Row(
        student=student,
        link=quote(page_name(student)),
        status=report.status,
        score=report.score,
        scores={exercise.name: found.get(exercise.name) for exercise in assignment.exercises},
        reasons=needs_a_human(course, report),
    )


def _line(exercise: Exercise, results: Iterable[ExerciseResult], students: int) -> Line:
    graded = [result for result in results if result.score is not None]
    passed = sum(result.status is Status.PASSED for result in graded)
    untouched = sum(result.status is Status.NOT_ATTEMPTED for result in graded)
    partly = sum(result.status is not Status.PASSED and (result.score or 0) > 0 for result in graded)
    return Line(
        name=exercise.name,
        max_score=exercise.points,
        passed=passed,
        partly=partly,
        nothing=len(graded) - passed - partly - untouched,
        not_attempted=untouched,
        not_graded=students - len(graded),
        rate=passed / len(graded) if graded else None,
        mean=mean(result.score or 0.0 for result in graded) if graded else None,
    )


def _mistakes(results: Mapping[str, Mapping[str, ExerciseResult]]) -> tuple[Mistake, ...]:
    says: dict[tuple[str, str], str] = {}
    who: dict[tuple[str, str], list[str]] = defaultdict(list)
    for exercise, by_student in results.items():
        for student, result in by_student.items():
            for named in (result.misconception, result.second_misconception):
                if named is not None:
                    says[exercise, named.id] = named.says
                    who[exercise, named.id].append(student)
    found = [Mistake(exercise, id_, says[exercise, id_], tuple(names)) for (exercise, id_), names in who.items()]
    return tuple(sorted(found, key=lambda mistake: (-len(mistake.students), mistake.exercise, mistake.id)))


def _unnamed(results: Mapping[str, Mapping[str, ExerciseResult]]) -> tuple[Group, ...]:
    who: dict[tuple[str, str], list[str]] = defaultdict(list)
    for exercise, by_student in results.items():
        for student, result in by_student.items():
            if result.unnamed and result.misconception is None:
                who[exercise, result.unnamed].append(student)
    groups: Sequence[Group] = [Group(exercise, tuple(names)) for (exercise, _), names in who.items() if len(names) > 1]
    return tuple(sorted(groups, key=lambda group: (-len(group.students), group.exercise, group.students)))


def _checks(results: Mapping[str, Mapping[str, ExerciseResult]]) -> tuple[FailedCheck, ...]:
    attempted = [
        (exercise, check)
        for exercise, by_student in results.items()
        for result in by_student.values()
        if result.status not in (Status.NOT_ATTEMPTED, Status.MISSING)
        for check in result.checks
    ]
    held = (Status.PASSED, Status.SKIPPED)
    counts = Counter((exercise, check.name) for exercise, check in attempted if check.status not in held)
    says = {(exercise, check.name): check.says for exercise, check in attempted}
    return tuple(FailedCheck(*key, says[key], count) for key, count in counts.most_common())
