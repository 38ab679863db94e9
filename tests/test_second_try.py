"""A process that dies of somebody else's doing costs a submission nothing: it is graded once more, whole."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from autograder import batch
from autograder.batch import Grader, Job, grade_one
from autograder.report import Status
from autograder.sandbox.port import SandboxPort
from tests.conftest import KEYS, ROOT

UNKNOWN = """
import numpy as np
def attention_scores(Q, K):
    return Q @ K.T / np.sqrt(Q.shape[1]) + 3.0 * Q[:, :1]
"""
SELF_KILL = """
import os
def attention_scores(Q, K):
    os._exit(3)
"""
RIGHT_SOFTMAX = """
import numpy as np
def stable_softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
"""
ONE = "attention_scores"


@pytest.fixture
def paper(tmp_path):
    def write(code):
        path = tmp_path / "attention.py"
        path.write_text(code, encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="module")
def grader(course):
    with Grader(course, "attention", exercise=ONE, key=KEYS[0]) as made:
        yield made


def told(report):
    """All that a report says; which unnamed mistake it is does not count for equality of two reports."""
    row = report.as_json() | {"unnamed": [one.unnamed for one in report.exercises]}
    row.pop("seconds")
    return json.dumps([{**part, "seconds": 0} for part in row.pop("exercises")]) + json.dumps(row)


def calls_of(patch, strike):
    """Count the answers to calls in a run; before number `strike` the process is shot from outside, once."""
    count = 0
    original = SandboxPort._exchange

    def exchange(self, *arguments, **more):
        nonlocal count
        count += self._loaded is not None
        if count == strike and self._loaded is not None:
            os.kill(self._process._pid, signal.SIGKILL)
        return original(self, *arguments, **more)

    patch.setattr(SandboxPort, "_exchange", exchange)
    return lambda: count


@pytest.fixture
def strikes(monkeypatch):
    """`with strikes(function, in_try=n)`: in the n-th try the process is shot before the function's first call."""
    original, graded = SandboxPort.calls, Grader._graded

    @contextlib.contextmanager
    def armed(function, in_try):
        tries, shot = [], []

        def call(self, name, *arguments, **more):
            if name == function and len(tries) == in_try and not shot:
                self.load()
                if self._process is not None:
                    shot.append(os.kill(self._process._pid, signal.SIGKILL))
            return original(self, name, *arguments, **more)

        with monkeypatch.context() as patch:
            patch.setattr(SandboxPort, "calls", call)
            patch.setattr(Grader, "_graded", lambda self, *more: tries.append(0) or graded(self, *more))
            yield
        assert shot

    return armed


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a submission has no clean process")
def test_whenever_the_process_is_shot_the_report_is_the_same(grader, paper):
    """During a check, while the whole behaviour is asked for a name, and while a small example is looked for."""
    path = paper(UNKNOWN)
    with pytest.MonkeyPatch.context() as patch:
        count = calls_of(patch, 0)
        undisturbed = told(grader.grade(path, "a"))
        total = count()
    assert '""' not in undisturbed.rpartition('"unnamed"')[2]
    assert total > 10
    for strike in range(1, total + 1):
        with pytest.MonkeyPatch.context() as patch:
            count = calls_of(patch, strike)
            assert told(grader.grade(path, "a")) == undisturbed, f"shot before answer {strike} of {total}"
            assert count() > total, "it was graded once more"


def test_who_kills_the_own_process_is_tried_twice_and_not_more(grader, paper, monkeypatch):
    tries = []
    original = Grader._graded
    monkeypatch.setattr(Grader, "_graded", lambda self, *more: tries.append(0) or original(self, *more))
    report = grader.grade(paper(SELF_KILL), "a")
    assert report.exercises[0].status is Status.CRASHED
    assert len(tries) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a submission has no clean process")
def test_who_kills_the_own_process_and_is_shot_beside_it_gets_the_mark_that_two_tries_agree_on(course, paper, strikes):
    """The first try ends by its own doing, the second by somebody else's, elsewhere; neither is the last word."""
    path = paper(SELF_KILL + RIGHT_SOFTMAX)
    with Grader(course, "attention", key=KEYS[0]) as grader:
        undisturbed = told(grader.grade(path, "a"))
        with strikes("stable_softmax", in_try=2):
            assert told(grader.grade(path, "a")) == undisturbed


def test_a_fault_of_ours_says_nothing_about_this_machine_to_a_student(paper, monkeypatch):
    def broken(*_):
        Path("/nowhere/secret/place").read_text(encoding="utf-8")

    monkeypatch.setattr(Grader, "graded", broken)
    report = grade_one(Job(paper(UNKNOWN), "a", ROOT, "attention", True, key=KEYS[0]))
    assert report.status is Status.GRADER_FAULT
    assert report.score is None
    assert "FileNotFoundError" in report.message
    assert "/" not in report.message
    assert any("/nowhere/secret/place" in line and batch.__name__ not in line for line in report.evidence)
