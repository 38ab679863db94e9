"""What an instructor can show when a mark is disputed, and that nobody else is shown it."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace

import numpy as np
import pytest
from diagnosis_bench import RIGHT
from typer.testing import CliRunner

from autograder import evidence
from autograder.cli.app import app
from autograder.feedback import sentences
from autograder.inprocess import FunctionPort
from autograder.outcome import Outcome
from autograder.probes import PUBLIC_KEY, Inputs, course_key
from autograder.report import Report, Status
from tests.conftest import ROOT

pytestmark = pytest.mark.grading

SUBMISSION = """
import numpy as np

def project_qkv(x, W_q, W_k, W_v):
    return x @ W_q, x @ W_k, x @ W_v

def attention_scores(Q, K):
    return Q @ K.T

def stable_softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=0)

def weighted_sum(weights, V):
    raise KeyError("a reason " + "of its own")

def self_attention(x, W_q, W_k, W_v):
    return x
"""


def collected(bench, name, function):
    judged = bench.judged(name, function)
    return {piece.check: piece for piece in evidence.collect(judged, "a path/x.py", "attention")}, judged


# --- one piece per check that did not hold ----------------------------------------------------------------------------


def test_a_wrong_value_shows_input_expected_received_and_difference(bench):
    pieces, judged = collected(bench, "weighted_sum", lambda w, V: w @ V + 0.5)
    piece = pieces["test_values"]
    probe = bench.inputs.probe("weighted_sum", piece.probe)
    assert piece.inputs == evidence.shown(probe.arguments)
    assert piece.expected == evidence.shown(probe.arguments[0] @ probe.arguments[1])
    assert piece.received == evidence.shown(probe.arguments[0] @ probe.arguments[1] + 0.5)
    assert piece.difference.startswith("at most 0.5, at index (")
    failed = {c.name for c in judged.result.checks if c.status is Status.FAILED}
    assert pieces.keys() == failed


def test_a_broken_property_shows_the_answer_and_what_was_expected_in_words(bench):
    pieces, _ = collected(bench, "stable_softmax", lambda s: RIGHT["stable_softmax"](s, axis=0))
    piece = pieces["test_rows_sum_to_one"]
    assert piece.probe == "rectangular"
    assert piece.expected == "rows that sum to one"
    assert piece.received.startswith("array([[")


def test_an_exception_shows_its_text_and_line_to_the_instructor(bench):
    def raising(weights, V):
        raise KeyError("a reason of its own")

    pieces, _ = collected(bench, "weighted_sum", raising)
    [piece] = pieces.values()
    assert "KeyError" in piece.received
    assert "a reason of its own" in piece.received
    assert "line" in piece.received
    assert piece.inputs.startswith("[0] array(")
    assert piece.expected == "an answer"


def test_a_changed_argument_shows_what_it_became(bench):
    def writing(weights, V):
        output = weights @ V
        V[:] = 7
        return output

    pieces, _ = collected(bench, "weighted_sum", writing)
    [piece] = pieces.values()
    assert piece.check == "test_leaves_arguments_alone"
    assert "argument 2 after the call: array([[7." in piece.received


def test_a_stopped_call_shows_its_inputs(bench):
    class Stopping(FunctionPort):
        def call(self, *_, **__):
            return Outcome("timeout", text="it ran longer than 2 seconds")

    port = Stopping({"weighted_sum": RIGHT["weighted_sum"]})
    [judged] = bench.runner.judge(port, port.load(), [bench.course.exercise("weighted_sum")])
    [piece] = evidence.collect(judged, "x.py", "attention")
    assert judged.result.status is Status.TIMEOUT
    assert piece.inputs.startswith("[0] array(")
    assert piece.received == "no answer (timeout): it ran longer than 2 seconds"


def test_a_missing_function_says_that_nothing_was_called(bench):
    port = FunctionPort({})
    [judged] = bench.runner.judge(port, port.load(), [bench.course.exercise("weighted_sum")])
    [piece] = evidence.collect(judged, "x.py", "attention")
    assert (piece.check, piece.probe, piece.inputs) == ("test_defined", "", "the function was not called")
    assert piece.received == "nothing, because no call was made"


def test_what_passed_or_waited_gives_none(bench):
    pieces, judged = collected(bench, "stable_softmax", lambda s: s.sum())
    statuses = {check.name: check.status for check in judged.result.checks}
    assert Status.SKIPPED in statuses.values()
    assert all(statuses[name] not in (Status.PASSED, Status.SKIPPED) for name in pieces)


def test_every_piece_names_the_mistake_that_was_recognised(bench):
    judged = bench.judged("attention_scores", lambda Q, K: Q @ K.T)
    result = bench.catalogue.finish(judged)
    pieces = evidence.collect(judged, "x.py", "attention", result)
    assert pieces
    assert {piece.mistake for piece in pieces} == {result.misconception.id}
    two = replace(result, second_misconception=replace(result.misconception, id="another"))
    [first, *_] = evidence.collect(judged, "x.py", "attention", two)
    assert first.mistake == f"{result.misconception.id}, another"


def test_without_a_name_there_is_none(bench):
    pieces, _ = collected(bench, "weighted_sum", lambda w, V: w @ V + 0.5)
    assert {piece.mistake for piece in pieces.values()} == {""}


def test_the_command_quotes_the_path(bench):
    pieces, _ = collected(bench, "weighted_sum", lambda w, V: V)
    command = next(iter(pieces.values())).reproduce
    assert command.endswith("--assignment attention --exercise weighted_sum 'a path/x.py'")


def test_values_can_be_pasted_back():
    array = np.array([[0.1, 2.0], [3.0, 1e-9]])
    text = evidence.shown(array)
    back = eval(text, {"array": np.array, "float64": np.float64})
    np.testing.assert_allclose(back, array)


# --- who sees it ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def course_folder(tmp_path_factory):
    """A course of its own, so that its key is made here."""
    folder = tmp_path_factory.mktemp("course")
    shutil.copy(ROOT / "course_config.py", folder)
    (folder / "hand in.py").write_text(SUBMISSION, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def said(course_folder):
    """What `softmarks check` prints for the submission under some options."""

    def run(*options):
        where = [str(course_folder / "hand in.py"), "--course", str(course_folder), "--assignment", "attention"]
        done = CliRunner().invoke(app, ["check", *where, *options])
        assert done.exit_code == 1, done.output
        return done.output

    return run


@pytest.fixture(scope="module")
def hidden_numbers(course_folder):
    """Every number of the hidden inputs that no public one has, as it would be printed."""
    hidden = Inputs(course_key(course_folder / "classroom"), hidden=True)
    return numbers_of(hidden) - numbers_of(Inputs(PUBLIC_KEY, hidden=False))


def numbers_of(inputs):
    """Cut to six digits after the point."""
    names = ("attention_scores", "stable_softmax", "weighted_sum", "self_attention")
    arrays = [a for name in names for probe in inputs.probes(name) for a in probe.arguments]
    numbers = np.concatenate([np.ravel(a).astype(float) for a in arrays])
    return {cut(str(v)) for v in numbers[np.isfinite(numbers)] if v % 1 and abs(v) > 1e-3}


def cut(number):
    """A printed number to six digits after the point, without rounding; empty when it has fewer."""
    found = re.fullmatch(r"(-?\d+\.\d{6})\d*", number)
    return found[1] if found else ""


def numbers_in(text):
    return {cut(number) for number in re.findall(r"-?\d+\.\d+", text)} - {""}


def test_the_instructor_sees_everything_that_settles_a_dispute(said, hidden_numbers):
    text = said("--hidden", "--evidence", "--plain")
    assert "evidence for test_values on input rectangular:" in text
    for label in ("inputs", "expected", "received", "difference", "reproduce"):
        assert f"    {label}: " in text
    assert "recognised: These numbers are what comes out when the dot products are not divided at all." in text
    assert "softmarks check --hidden --evidence --assignment attention --exercise stable_softmax" in text
    assert "a reason of its own" in text
    assert len(numbers_in(text) & hidden_numbers) > 20


def test_the_reproducing_command_gives_the_same_evidence(said):
    whole = json.loads(said("--hidden", "--evidence", "--json"))
    alone = json.loads(said("--hidden", "--evidence", "--json", "--exercise", "stable_softmax"))
    by_name = {exercise["name"]: exercise for exercise in whole["exercises"]}
    [again] = alone["exercises"]
    assert again["misconception"]["id"] == again["evidence"][0]["mistake"]
    assert again["evidence"] == by_name["stable_softmax"]["evidence"] != []


@pytest.mark.parametrize("options", [("--hidden", "--plain"), ("--hidden", "--json"), ("--plain",), ("--json",)])
def test_without_being_asked_nothing_of_it_appears(options, said, hidden_numbers):
    text = said(*options)
    assert numbers_in(text) & hidden_numbers == set()
    assert "--hidden" not in options or "a reason of its own" not in text
    assert "evidence for" not in text
    assert "reproduce" not in text


def test_the_students_texts_hold_none_of_it(bench):
    judged = bench.judged("stable_softmax", lambda s: RIGHT["stable_softmax"](s, axis=0))
    result = bench.catalogue.finish(judged)
    with_evidence = replace(result, evidence=evidence.collect(judged, "x.py", "attention"))
    report = Report("somebody", "attention", hidden=True, status=Status.GRADED, exercises=(with_evidence,))
    shown = {piece.inputs for piece in with_evidence.evidence} | {piece.expected for piece in with_evidence.evidence}
    arrays = {text for text in shown if "array(" in text}
    texts = [sentences.verdict_text(report, "stable_softmax"), sentences.verdict_html(report, "stable_softmax")]
    assert arrays
    assert not any(text in whole for text in arrays for whole in texts)
    assert not any(numbers_in(text) & numbers_in(whole) for text in arrays for whole in texts)
