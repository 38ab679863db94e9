"""Marks reach the gradebook whole, once, for the right student, and a person's own marks stay."""

from __future__ import annotations

import math
import os
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from gradebook_samples import ASSIGNMENT, named, report, result
from nbgrader.api import Gradebook

from autograder.facts import Course
from autograder.gradebook import GradebookError, Target, Writer, late_seconds, marks, scores
from autograder.gradebook.marks import points
from autograder.report import Report, Status


def unreadable(status: Status = Status.UNREADABLE) -> Report:
    return Report("path", ASSIGNMENT, True, status, message="it is no notebook")


def grade(target: Target, student: str, exercise: str = "stable_softmax") -> dict[str, object]:
    """One grade as nbgrader itself reads it."""
    with Gradebook(target.url, target.course_id) as gradebook:
        found = gradebook.find_grade(f"check_{exercise}", target.notebook, target.assignment, student)
        return {**found.to_dict(), "score": found.score}


def rows(target: Target, table: str) -> int:
    path = target.url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as database:
        count: int = database.execute(f"select count(*) from {table}").fetchone()[0]
        return count


def test_marks_and_comments_are_there_for_nbgrader(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        writer.write([("ada", report(course), None), ("bo", named(course), None)])
    assert scores(target) == {"ada": 20.0, "bo": 5.0}
    assert grade(target, "bo") | {"id": 0} == {
        "id": 0,
        "name": "check_stable_softmax",
        "notebook": ASSIGNMENT,
        "assignment": ASSIGNMENT,
        "student": "bo",
        "auto_score": 1.0,
        "manual_score": None,
        "extra_credit": None,
        "max_score": 5.0,
        "needs_manual_grade": False,
        "failed_tests": True,
        "cell_type": "code",
        "score": 1.0,
    }
    with Gradebook(target.url, target.course_id) as gradebook:
        comment = gradebook.find_comment("stable_softmax", ASSIGNMENT, ASSIGNMENT, "bo").auto_comment
        assert "These are the numbers of a softmax over columns. Which axis holds the keys?" in comment
        assert gradebook.find_comment("stable_softmax", ASSIGNMENT, ASSIGNMENT, "ada").auto_comment is None
        submission = gradebook.find_submission(ASSIGNMENT, "bo")
        assert (submission.score, submission.max_score, submission.needs_manual_grade) == (5.0, 20.0, False)


@pytest.mark.parametrize(
    ("score", "written"),
    [
        (np.float64(1.5), 1.5),
        (np.float32(1.5), 1.5),
        (np.int64(2), 2.0),
        (0, 0.0),
        (7.0, 5.0),
        (-1.0, 0.0),
        (math.nan, None),
        (math.inf, None),
        (np.float64("nan"), None),
        (None, None),
    ],
)
def test_a_score_is_a_plain_number_in_bounds_or_nothing(score: object, written: float | None) -> None:
    found = points(result("stable_softmax", score, 5.0), 5.0)
    assert found == written
    assert found is None or type(found) is float


def test_a_cell_worth_other_points_gets_its_share() -> None:
    assert points(result("stable_softmax", 2.5, 5.0), 10.0) == 5.0
    assert points(None, 10.0) is None
    assert points(result("stable_softmax", 0.0, 0.0), 5.0) is None


def test_where_nothing_can_be_earned_the_mark_is_zero_and_waits_for_nobody() -> None:
    assert points(result("stable_softmax", 0.0, 0.0), 0.0) == 0.0


def test_nan_in_one_exercise_is_not_graded_and_not_full(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        writer.write([("ada", replace(report(course, stable_softmax=math.nan), score=1.0), None)])
    assert grade(target, "ada")["auto_score"] is None
    assert scores(target) == {"ada": None}


@pytest.mark.parametrize("status", [Status.UNREADABLE, Status.REFUSED, Status.GRADER_FAULT])
def test_not_graded_is_never_zero(course: Course, target: Target, status: Status) -> None:
    with Writer(target) as writer:
        writer.write([("hal", unreadable(status), None), ("zed", report(course, 0.0), None)])
    for exercise in course.assignment(ASSIGNMENT).exercises:
        row = grade(target, "hal", exercise.name)
        assert (row["auto_score"], row["needs_manual_grade"]) == (None, True)
        row = grade(target, "zed", exercise.name)
        assert (row["auto_score"], row["needs_manual_grade"]) == (0.0, False)
    assert scores(target) == {"hal": None, "zed": 0.0}
    with Gradebook(target.url, target.course_id) as gradebook:
        assert "not a zero" in gradebook.find_comment("stable_softmax", ASSIGNMENT, ASSIGNMENT, "hal").auto_comment


def test_a_submission_that_can_no_longer_be_graded_loses_its_old_mark(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        writer.write([("ada", report(course), None)])
        writer.write([("ada", unreadable(), None)])
    assert scores(target) == {"ada": None}


def test_writing_twice_changes_nothing(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        batch = [("ada", named(course), datetime(2026, 3, 1)), ("hal", unreadable(), None)]
        writer.write(batch)
        first = Path(target.url.removeprefix("sqlite:///")).read_bytes()
        counts = [rows(target, table) for table in ("grade", "comment", "submitted_assignment", "student")]
        writer.write(batch)
    assert Path(target.url.removeprefix("sqlite:///")).read_bytes() == first
    cells = 2 * len(course.assignment(ASSIGNMENT).exercises)
    assert counts == [cells, cells, 2, 2]


def test_what_a_person_entered_stays(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        writer.write([("ada", named(course), None)])
    with Gradebook(target.url, target.course_id) as gradebook:
        found = gradebook.find_grade("check_stable_softmax", ASSIGNMENT, ASSIGNMENT, "ada")
        found.manual_score, found.extra_credit, found.needs_manual_grade = 4.5, 0.5, False
        gradebook.find_comment("stable_softmax", ASSIGNMENT, ASSIGNMENT, "ada").manual_comment = "see me"
        gradebook.db.commit()
    with Writer(target) as writer:
        writer.write([("ada", named(course), None)])
        assert grade(target, "ada")["needs_manual_grade"] is False  # nothing changed, nothing to look at again
        writer.write([("ada", report(course, stable_softmax=2.0), None)])
    row = grade(target, "ada")
    assert (row["manual_score"], row["extra_credit"], row["auto_score"]) == (4.5, 0.5, 2.0)
    assert row["needs_manual_grade"] is True
    assert scores(target) == {"ada": 20.0}
    with Gradebook(target.url, target.course_id) as gradebook:
        assert gradebook.find_comment("stable_softmax", ASSIGNMENT, ASSIGNMENT, "ada").comment == "see me"


def test_a_hand_graded_unreadable_submission_is_not_flagged_again(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        writer.write([("hal", unreadable(), None)])
        with Gradebook(target.url, target.course_id) as gradebook:
            for exercise in course.assignment(ASSIGNMENT).exercises:
                found = gradebook.find_grade(f"check_{exercise.name}", ASSIGNMENT, ASSIGNMENT, "hal")
                found.manual_score, found.needs_manual_grade = 1.0, False
            gradebook.db.commit()
        writer.write([("hal", unreadable(), None)])
    assert grade(target, "hal")["needs_manual_grade"] is False
    assert scores(target) == {"hal": float(len(course.assignment(ASSIGNMENT).exercises))}


def test_one_student_twice_or_a_foreign_report_is_refused_and_nothing_written(course: Course, target: Target) -> None:
    foreign = replace(report(course), assignment="diagnostics")
    with Writer(target) as writer:
        for batch in (
            [("bo", report(course), None), ("ada", report(course), None), ("ada", report(course, 0.0), None)],
            [("bo", report(course), None), ("ada", foreign, None)],
        ):
            with pytest.raises(ValueError, match="ada"):
                writer.write(batch)
        with pytest.raises(GradebookError, match="student id"):
            writer.write([("bo", report(course), None), ("a\udce9", report(course), None)])
        writer.write([])
    assert scores(target) == {}


def test_a_batch_is_written_whole_or_not_at_all(
    course: Course, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Writer(target) as writer:
        writer.write([("ada", report(course), None)])

        def broken(*_: object) -> None:
            raise RuntimeError("killed here")

        monkeypatch.setattr(writer, "_comments", broken)
        with pytest.raises(RuntimeError, match="killed here"):
            writer.write([("ada", report(course, 0.0), None), ("bo", report(course), None)])
    assert scores(target) == {"ada": 20.0}


def test_a_locked_gradebook_is_waited_for_and_then_said(course: Course, target: Target) -> None:
    with Writer(target, wait=0.05) as writer, closing(sqlite3.connect(target.url.removeprefix("sqlite:///"))) as other:
        other.execute("begin immediate")
        with pytest.raises(GradebookError, match=r"gradebook\.db is held by another program.*nothing was written"):
            writer.write([("ada", report(course), None)])
        other.rollback()
        writer.write([("ada", report(course), None)])
    assert scores(target) == {"ada": 20.0}


def test_a_read_only_gradebook_is_said_and_can_be_read(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        writer.write([("ada", report(course), None)])
    path = target.url.removeprefix("sqlite:///")
    closed = replace(target, url=f"sqlite:///file:{path}?mode=ro&uri=true")
    with pytest.raises(GradebookError, match="may not be written by you; nothing was written"):
        Writer(closed)
    assert scores(closed) == {"ada": 20.0}


def test_no_gradebook_a_broken_one_and_an_unknown_notebook_are_said(tmp_path: Path, target: Target) -> None:
    with pytest.raises(GradebookError, match=r"no gradebook at .* run softmarks grade first"):
        scores(replace(target, url=f"sqlite:///{tmp_path / 'none.db'}"))
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "broken.db").write_text("this is no database at all, only text" * 100, encoding="utf-8")
    with pytest.raises(GradebookError, match=r"broken\.db is no intact gradebook"):
        Writer(replace(target, url=f"sqlite:///{tmp_path / 'broken.db'}"))
    with pytest.raises(GradebookError, match="knows no notebook"):
        Writer(replace(target, notebook="nothing"))


def test_lateness_is_the_policy_of_the_course(course: Course, target: Target) -> None:
    due = datetime(2026, 3, 1, 12)
    with Gradebook(target.url, target.course_id) as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=due)
    late = due.replace(tzinfo=UTC) + timedelta(hours=2)

    def policy(student: str, score: float, seconds: float) -> float:
        return {"ada": seconds / 3600, "bo": 99.0, "cy": -1.0}[student]

    batch = [("ada", report(course), late), ("bo", report(course), late), ("cy", report(course), late)]
    with Writer(target, policy=policy) as writer:
        writer.write([*batch, ("di", report(course), due), ("ed", report(course), None)])
    assert {mark.student: mark.score for mark in marks(target)} == {
        "ada": 18.0,
        "bo": 0.0,
        "cy": 20.0,
        "di": 20.0,
        "ed": 20.0,
    }
    assert late_seconds(target, {"ada": late, "di": due, "ed": None}) == {"ada": 7200.0, "di": 0.0, "ed": None}


def test_no_due_date_is_not_known_to_be_late(course: Course, target: Target) -> None:
    assert late_seconds(target, {"ada": datetime(2026, 3, 1)}) == {"ada": None}


def test_an_extension_counts(course: Course, target: Target) -> None:
    due = datetime(2026, 3, 1, 12)
    with Gradebook(target.url, target.course_id) as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=due)
    with Writer(target) as writer:
        writer.write([("ada", report(course), due)])
    with Gradebook(target.url, target.course_id) as gradebook:
        gradebook.grant_extension(ASSIGNMENT, "ada", hours=3)
    assert late_seconds(target, {"ada": due + timedelta(hours=4)}) == {"ada": 3600.0}


def test_marks_name_every_student_and_keep_not_graded_apart(course: Course, target: Target) -> None:
    with Gradebook(target.url, target.course_id) as gradebook:
        gradebook.add_student("never", first_name="Nora", last_name="Ever", email="n@e.r")
    with Writer(target) as writer:
        writer.write([("hal", unreadable(), None), ("ada", named(course), None)])
    found = {mark.student: mark for mark in marks(target)}
    assert {name: mark.score for name, mark in found.items()} == {"ada": 5.0, "hal": None, "never": None}
    assert (found["never"].name, found["never"].email) == ("Nora Ever", "n@e.r")
    assert found["ada"].parts["check_stable_softmax"] == 1.0
    assert found["ada"].max_score == 20.0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process to kill")
def test_kill_9_in_mid_transaction_leaves_nothing_half_written(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        writer.write([("ada", report(course), None)])
    child = os.fork()
    if child == 0:
        with Writer(target) as writer:
            writer._comments = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[method-assign]
            writer.write([("ada", report(course, 0.0), None), ("bo", report(course), None)])
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert scores(target) == {"ada": 20.0}
    with Writer(target) as writer:
        writer.write([("ada", report(course, 0.0), None), ("bo", report(course), None)])
    assert scores(target) == {"ada": 0.0, "bo": 20.0}
