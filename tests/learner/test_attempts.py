"""What a learner's machine remembers: little, safely, and never a reason for a check to break."""

from __future__ import annotations

import json
import os
import stat
import sys
from dataclasses import fields

import pytest

from autograder import attempts
from autograder.attempts import FILE, Attempt, Attempts
from autograder.report import CounterExample, ExerciseResult, NamedMistake, Status

FAILED = ExerciseResult(
    "mix",
    Status.FAILED,
    misconception=NamedMistake("halves", "These numbers are half of what is right.", "What is divided?"),
    counter_example=CounterExample("x = 1", "", "0.5", "the value"),
)


@pytest.fixture
def memory(tmp_path):
    return Attempts("a course", tmp_path / "state")


def test_the_name_is_due_at_the_second_failing_attempt_with_changed_code(memory):
    assert not attempts.is_due(memory, FAILED, "one")
    assert not attempts.is_due(memory, FAILED, "one")  # the same code again is the same attempt
    assert attempts.is_due(memory, FAILED, "two")
    assert attempts.is_due(memory, FAILED, "two")


@pytest.mark.parametrize("status", [Status.ERROR, Status.TIMEOUT, Status.MEMORY, Status.CRASHED])
def test_every_way_of_failing_is_an_attempt(memory, status):
    for code in ("one", "two"):
        attempts.is_due(memory, ExerciseResult("mix", status), code)
    assert memory.of("mix").failures == 2


@pytest.mark.parametrize("status", [Status.NOT_ATTEMPTED, Status.MISSING, Status.GRADER_FAULT])
def test_what_nobody_wrote_or_nobody_judged_is_no_attempt(memory, status):
    for code in ("one", "two", "three"):
        assert not attempts.is_due(memory, ExerciseResult("mix", status), code)
    assert memory.of("mix") == Attempt()


def test_a_function_that_cannot_be_seen_is_no_attempt(memory):
    assert not attempts.is_due(memory, FAILED, "")
    assert memory.of("mix").failures == 0


def test_of_what_passes_only_the_time_is_kept(memory):
    for code in ("one", "two"):
        attempts.is_due(memory, FAILED, code)
    attempts.is_due(memory, ExerciseResult("mix", Status.PASSED), "three")
    kept = memory.of("mix")
    assert kept.passed > 0
    assert kept == Attempt(passed=kept.passed, time=kept.time)


def test_passing_again_writes_nothing(memory, tmp_path):
    memory.passed("mix")
    before = (tmp_path / "state" / FILE).stat()
    memory.passed("mix")
    after = (tmp_path / "state" / FILE).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_what_fails_again_is_no_longer_done(memory):
    memory.passed("mix")
    memory.failed("mix", "one")
    assert (memory.of("mix").passed, memory.of("mix").failures) == (0, 1)


def test_exercises_and_courses_do_not_mix(memory, tmp_path):
    memory.failed("mix", "one")
    memory.hinted("sum", 2, "other")
    assert (memory.of("mix").failures, memory.of("mix").step) == (1, 0)
    assert (memory.of("sum").failures, memory.of("sum").step) == (0, 2)
    assert Attempts("another course", tmp_path / "state").of("mix") == Attempt()


def test_the_file_holds_digests_counts_and_a_time_and_nothing_else(memory, tmp_path):
    memory.failed("mix", "one")
    memory.hinted("mix", 1, "one")
    (only,) = (tmp_path / "state").iterdir()
    assert only.name == FILE
    kept = json.loads(only.read_text(encoding="utf-8"))
    assert kept.keys() == {"a course/mix"}
    assert kept["a course/mix"].keys() == {"code", "failures", "step", "hinted", "passed", "time"}
    assert {field.name for field in fields(Attempt)} == set(kept["a course/mix"])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_its_owner_reads_it(memory, tmp_path):
    memory.failed("mix", "one")
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "state" / FILE).stat().st_mode) == 0o600


GOOD = {"code": "a", "failures": 1, "step": 0, "hinted": "", "passed": 0, "time": 1}
BROKEN = {
    "empty": "",
    "cut": '{"a course/mix": {"code": "a", ',
    "no object": "[1, 2]",
    "deep": "[" * 100_000,
    "wrong row": json.dumps({"a course/mix": 7}),
    "too much": json.dumps({"a course/mix": {**GOOD, "name": "someone"}}),
    "too little": json.dumps({"a course/mix": {"code": "a"}}),
    "wrong kind": json.dumps({"a course/mix": {**GOOD, "failures": "many"}}),
    "no number": json.dumps({"a course/mix": {**GOOD, "failures": True}}),
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_started_anew(memory, tmp_path, text):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / FILE).write_text(text, encoding="utf-8")
    assert memory.of("mix") == Attempt()
    assert memory.failed("mix", "one").failures == 1
    assert memory.of("mix").failures == 1


def test_bytes_that_are_no_text_are_started_anew(memory, tmp_path):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / FILE).write_bytes(b"\xff\xfe\0")
    assert memory.failed("mix", "one").failures == 1


def test_a_place_that_cannot_be_written_goes_without(tmp_path):
    (tmp_path / "state").write_text("a file where the folder should be", encoding="utf-8")
    memory = Attempts("a course", tmp_path / "state")
    assert memory.failed("mix", "one").failures == 1
    assert memory.of("mix") == Attempt()


def test_a_failed_exchange_leaves_the_old_file_and_no_rubbish(memory, tmp_path, monkeypatch):
    memory.failed("mix", "one")
    before = (tmp_path / "state" / FILE).read_bytes()

    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full)
    memory.failed("mix", "two")
    assert [path.name for path in (tmp_path / "state").iterdir()] == [FILE]
    assert (tmp_path / "state" / FILE).read_bytes() == before


def test_a_machine_without_a_home_gets_no_folder_named_tilde(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Attempts("a course", tmp_path.relative_to(tmp_path) / "~" / "state").failed("mix", "one")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the place is another on other systems")
def test_it_lies_in_the_state_folder_of_the_system(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    Attempts("a course").failed("mix", "one")
    assert (tmp_path / "softmarks" / FILE).is_file()


def test_what_is_held_back_is_all_that_explains():
    held = attempts.held_back(FAILED)
    assert attempts.is_explained(FAILED)
    assert not attempts.is_explained(held)
    assert (held.name, held.status, held.checks) == (FAILED.name, FAILED.status, FAILED.checks)
