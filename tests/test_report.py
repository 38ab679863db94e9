"""A report survives the journal whole."""

from __future__ import annotations

import json
from dataclasses import replace

from autograder.report import Check, CounterExample, ExerciseResult, NamedMistake, Report, Status, shared

MISTAKE = NamedMistake("divides_by_d_k", "These numbers …", "Which length?")
REPORT = Report(
    submission="student-07",
    assignment="attention",
    hidden=True,
    status=Status.GRADED,
    repairs=("renamed",),
    evidence=("a shipped numpy.py",),
    exercises=(
        ExerciseResult(
            name="attention_scores",
            status=Status.FAILED,
            checks=(Check("test_values", "the scores", Status.FAILED, "expected …", 0.0, 1.2),),
            score=1.0,
            max_score=4.0,
            misconception=MISTAKE,
            counter_example=CounterExample("Q = …", "1", "2", "differs at [0, 0]"),
            carried_from=("project_qkv",),
            unnamed="abc",
        ),
    ),
    score=1.0,
    max_score=4.0,
    seconds=0.1,
)


def test_a_record_reads_back_as_the_same_report():
    head, exercises = REPORT.record()
    read = Report.of_record(head, lambda: exercises)
    assert read == REPORT
    assert read.exercises[0].unnamed == "abc"


def test_a_kept_report_is_told_without_being_read():
    head, exercises = REPORT.record()
    asked = []
    read = Report.of_record(head, lambda: asked.append(0) or exercises)
    assert asked == []
    assert json.loads(read.line()) == json.loads(REPORT.line()) == json.loads(json.dumps(REPORT.as_json()))
    assert len(asked) == 1
    assert len(read.exercises) == 1
    assert read.as_json() == REPORT.as_json()
    assert len(asked) == 2, "they are read once"


def test_a_line_is_plain_ascii():
    assert REPORT.line().isascii()
    assert "\n" not in replace(REPORT, message="one\ntwo").line()


def test_the_fixed_fields_stand_in_the_json():
    data = REPORT.as_json()
    assert data["schema"] == 1
    assert list(data) == [
        "schema", "submission", "assignment", "hidden", "status", "message", "repairs", "evidence", "exercises",
        "score", "max_score", "previous_score", "late_seconds", "seconds",
    ]  # fmt: skip
    (exercise,) = data["exercises"]
    assert set(exercise) == {
        "name", "status", "score", "max_score", "seconds", "misconception", "second_misconception", "counter_example",
        "carried_from", "checks",
    }  # fmt: skip
    assert set(exercise["checks"][0]) == {"name", "says", "status", "message", "points", "max_points"}
    assert exercise["misconception"] == {"id": MISTAKE.id, "says": MISTAKE.says, "hint": MISTAKE.hint}


def test_equal_checks_of_many_reports_are_one_object():
    def one() -> Report:
        checks = (Check("test_shape", "It has a shape.", Status.PASSED, "", 1.0, 1.0),)
        return Report("x", "attention", True, Status.GRADED, exercises=(ExerciseResult("f", Status.PASSED, checks),))

    first, second = shared(one()), shared(one())
    assert first == one()
    assert first.exercises[0].checks[0] is second.exercises[0].checks[0]
    read = Report.of_record(first.record()[0], lambda: first.record()[1])
    assert read.exercises[0].checks[0] is first.exercises[0].checks[0]
