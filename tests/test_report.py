"""A report survives the journal whole."""

from __future__ import annotations

import json

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
    assert Report.from_json(json.loads(json.dumps(REPORT.as_record()))) == REPORT


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
    read = Report.from_json(json.loads(json.dumps(first.as_record())))
    assert read.exercises[0].checks[0] is first.exercises[0].checks[0]
