"""The class page counts what happened, and lists who needs a person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.facts import Course
from autograder.feedback import cohort_page, needs_a_human
from autograder.feedback.cohort import cohort
from autograder.report import ExerciseResult, Report, Status


def report_of(*results: ExerciseResult) -> Report:
    scores = [result.score for result in results]
    total = None if None in scores else sum(score or 0 for score in scores)
    return Report("x", "attention", True, Status.GRADED, exercises=results, score=total, max_score=5.0)


@pytest.fixture
def reports(softmax: ExerciseResult, unreadable: Report) -> dict[str, Report]:
    unnamed = replace(softmax, misconception=None, unnamed="digest-1")
    return {
        "ada": report_of(ExerciseResult("stable_softmax", Status.PASSED, (), 5.0, 5.0)),
        "bo": report_of(softmax),
        "cy": report_of(unnamed),
        "di": report_of(unnamed),
        "ed": report_of(replace(unnamed, unnamed="digest-2")),
        "fay": report_of(ExerciseResult("stable_softmax", Status.NOT_ATTEMPTED, (), 0.0, 5.0)),
        "gus": report_of(ExerciseResult("stable_softmax", Status.GRADER_FAULT, (), None, 5.0)),
        "hal": unreadable,
    }


def test_the_counts(course: Course, reports: dict[str, Report]) -> None:
    found = cohort(course, course.assignment("attention"), reports)
    line = next(line for line in found.exercises if line.name == "stable_softmax")
    assert (line.passed, line.partly, line.nothing, line.not_attempted, line.not_graded) == (1, 4, 0, 1, 2)
    assert line.rate == pytest.approx(1 / 6)
    assert line.mean == pytest.approx(9 / 6)
    assert (found.graded, found.mean, found.median) == (6, pytest.approx(1.5), 1.0)


def test_mistakes_are_counted_by_name_and_the_unnamed_in_groups(course: Course, reports: dict[str, Report]) -> None:
    found = cohort(course, course.assignment("attention"), reports)
    assert [(m.id, m.students) for m in found.mistakes] == [("axis_0", ("bo",))]
    assert [(g.exercise, g.students) for g in found.unnamed] == [("stable_softmax", ("cy", "di"))]
    assert "2 share an unnamed mistake" in cohort_page(course, "attention", reports)


def test_checks_that_stopped_people_are_counted(course: Course, reports: dict[str, Report]) -> None:
    found = cohort(course, course.assignment("attention"), reports)
    assert [(check.name, check.count) for check in found.checks] == [("test_values", 4)]


def test_who_needs_a_person(course: Course, reports: dict[str, Report]) -> None:
    found = cohort(course, course.assignment("attention"), reports)
    assert [row.student for row in found.human] == ["gus", "hal"]


def test_every_reason_for_a_person(course: Course, graded: Report, unreadable: Report) -> None:
    wrong = ExerciseResult("stable_softmax", Status.FAILED, (), 0.0, 5.0)
    assert needs_a_human(course, replace(graded, repairs=(), evidence=())) == ()
    assert len(needs_a_human(course, graded)) == 2
    assert "could not be read" in needs_a_human(course, unreadable)[0]
    assert "not opened" in needs_a_human(course, replace(unreadable, status=Status.REFUSED))[0]
    assert "broke" in needs_a_human(course, replace(unreadable, status=Status.GRADER_FAULT))[0]
    assert "earned nothing" in needs_a_human(course, report_of(wrong))[0]
    assert needs_a_human(course, report_of(replace(wrong, status=Status.NOT_ATTEMPTED))) == ()
    (missing,) = needs_a_human(course, report_of(replace(wrong, status=Status.MISSING)))
    assert "missing" in missing
    broken = [replace(wrong, status=status) for status in (Status.NOT_ATTEMPTED, Status.MISSING, Status.ERROR)]
    assert needs_a_human(course, report_of(*broken)) == ("It earned nothing, although something was written.",)
    right = ExerciseResult("weighted_sum", Status.PASSED, (), 3.0, 3.0)
    assert needs_a_human(course, report_of(right, replace(wrong, status=Status.MISSING))) == ()
    assert "seconds allowed" in needs_a_human(course, replace(report_of(), score=None, seconds=39.0))[0]


def test_an_ungraded_mark_is_empty_and_not_zero(course: Course, unreadable: Report) -> None:
    page = cohort_page(course, "attention", {"hal": unreadable})
    assert "Submissions: 1. Graded: 0. Not graded: 1." in page
    assert '<td class="number">0</td>\n</tr>' not in page
    assert cohort(course, course.assignment("attention"), {"hal": unreadable}).rows[0].score is None


def test_an_empty_class_has_a_page(course: Course) -> None:
    assert "Submissions: 0." in cohort_page(course, "attention", {})
