"""The locked cell: what check(f) says in a kernel, and under nbgrader's own commands."""

from __future__ import annotations

import numpy as np
import pytest

from autograder import check
from autograder.facts import CourseError
from autograder.notebook import EXECUTION, NotPassed


def weighted_sum(weights, V):
    return weights @ V


def causal_mask(seq_len):
    raise NotImplementedError


def attention_scores(Q, K):
    return Q @ K.T


def project_qkv(x, W_q, W_k, W_v):
    while True:
        pass


@pytest.fixture(autouse=True)
def state(monkeypatch, tmp_path):
    """The learner's own state lies in a folder of this test."""
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv(EXECUTION, raising=False)


def test_a_right_function_is_told_that_grading_looks_further(capsys):
    check(weighted_sum)
    said = capsys.readouterr().out
    assert "public checks 6/6" in said
    assert "hidden checks run at grading" in said
    assert "all passed" not in said


def test_a_stub_is_not_written_yet(capsys):
    check(causal_mask)
    assert "not written yet" in capsys.readouterr().out


def test_a_wrong_function_is_told_what_was_expected_and_what_came(capsys):
    check(attention_scores)
    said = capsys.readouterr().out
    assert "expected:" in said
    assert "came:" in said
    assert "look at:" in said


def test_what_is_no_exercise_is_said():
    with pytest.raises(CourseError, match="stable_softmax"):
        check(np.exp)


def test_validate_raises_only_when_a_public_check_fails(monkeypatch, capsys):
    monkeypatch.setenv(EXECUTION, "validate")
    check(weighted_sum)
    with pytest.raises(NotPassed, match="attention_scores"):
        check(attention_scores)
    with pytest.raises(NotPassed, match="causal_mask"):
        check(causal_mask)


def test_stock_autograde_never_passes(monkeypatch):
    monkeypatch.setenv(EXECUTION, "autograde")
    with pytest.raises(NotPassed, match="softmarks"):
        check(weighted_sum)


def test_an_endless_loop_is_stopped_with_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr("autograder.notebook.kit.FunctionPort", _impatient)
    check(project_qkv)
    assert "too slow or endless" in capsys.readouterr().out


def _impatient(functions, seconds):
    from autograder.inprocess import FunctionPort

    return FunctionPort(functions, seconds=0.2)
