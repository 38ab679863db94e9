"""A course and reports for the pages: one of each kind that a page has to find words for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.report import Check, CounterExample, Evidence, ExerciseResult, NamedMistake, Report, Status

PASSED = Check("test_shape", "The weights have one row per query.", Status.PASSED, "", 1.0, 1.0)
FAILED = Check(
    "test_values", "The values follow the formula.", Status.FAILED, "expected: a; came: b; look at: c", 0.0, 3.0
)
SKIPPED = Check("test_stress", "Large scores stay finite.", Status.SKIPPED, "waits for the check before it", 0.0, 1.0)
MISTAKE = NamedMistake("axis_0", "These are the numbers of a softmax over columns.", "Which axis holds the keys?")
EVIDENCE = Evidence(
    "test_values", "narrow", "HIDDEN-INPUT", "HIDDEN-EXPECTED", "0.5", "0.1", "softmarks check x", "axis_0"
)
EXAMPLE = CounterExample(
    "scores = np.array([[0., 1.],\n                   [2., 0.]])\naxis_7 = 1",
    "[[0.27, 0.73],\n [0.88, 0.12]]",
    "[[1., 1.],\n [1., 1.]]",
    "row 0 should sum to one, and it sums to 2",
)


@pytest.fixture
def softmax() -> ExerciseResult:
    """A wrong answer with a name, a counter-example and evidence."""
    return ExerciseResult(
        name="stable_softmax",
        status=Status.FAILED,
        checks=(PASSED, FAILED, SKIPPED),
        score=1.0,
        max_score=5.0,
        misconception=MISTAKE,
        counter_example=EXAMPLE,
        carried_from=("attention_scores",),
        evidence=(EVIDENCE,),
    )


@pytest.fixture
def two(softmax: ExerciseResult) -> ExerciseResult:
    """The same with two mistakes at once."""
    return replace(softmax, second_misconception=NamedMistake("halved", "The scores are halved.", "By what, and why?"))


@pytest.fixture
def graded(softmax: ExerciseResult) -> Report:
    return Report(
        submission="/home/someone/classroom/submitted/ada/attention",
        assignment="attention",
        hidden=True,
        status=Status.GRADED,
        repairs=("cell 7 was a copy of cell 5; the later one counts",),
        evidence=("tried to open /etc/passwd",),
        exercises=(softmax, ExerciseResult("weighted_sum", Status.NOT_ATTEMPTED, (), 0.0, 3.0)),
        score=1.0,
        max_score=20.0,
        late_seconds=7200.0,
    )


@pytest.fixture
def unreadable() -> Report:
    return Report("x", "attention", True, Status.UNREADABLE, message="attention.ipynb ends in the middle of a line")
