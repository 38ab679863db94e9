"""Of an answer with several parts a message says which one is not right, and never what would be."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import autograder
from autograder import facts, fingerprints, specs
from autograder.inprocess import FunctionPort
from autograder.probes import PUBLIC_KEY, Inputs
from autograder.report import Status
from autograder.runner import Runner, collect
from tests.conftest import ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
PACKAGE = Path(autograder.__file__).parent


@pytest.fixture(scope="module")
def told():
    """The sentence of the first check that a function does not pass."""
    runners = {
        "checks": Runner(COURSE, collect(PACKAGE / "checks"), Inputs(PUBLIC_KEY, hidden=False), fingerprints.load()),
        "graders": Runner(COURSE, collect(PACKAGE / "graders"), Inputs(b"key", hidden=True)),
    }

    def tell(room, name, function):
        port = FunctionPort({name: function})
        result = runners[room].judge(port, port.load(), [COURSE.exercise(name)])[0].result
        return next(check.message for check in result.checks if check.status is Status.FAILED)

    return tell


@pytest.mark.parametrize(
    ("change", "came"),
    [(lambda verdict, value, reason: (verdict, value, "f"), "another reason"),
     (lambda verdict, value, reason: (verdict, value + 1, reason), "another value"),
     (lambda verdict, value, reason: ("holds", math.nan, reason), "another verdict and another value")],
    ids=["reason", "value", "verdict and value"],
)  # fmt: skip
def test_the_part_of_a_claim_that_is_not_right_is_named(change, came, told):
    def check_docs(claim):
        answer = specs.check_docs(claim)
        return change(*answer) if claim == 4 else answer

    assert told("checks", "check_docs", check_docs).startswith(
        f"expected: the formula's values on claim 4; came: {came}; look at: "
    )


def test_one_entry_is_right_and_two_are(told):
    def bert_names(names):
        found = specs.bert_names(names)
        return {ours: theirs if ours in right else theirs + "_" for ours, theirs in found.items()}

    right = {"W_q"}
    assert "came: 6, of which 1 is right;" in told("graders", "bert_names", bert_names)
    right = {"W_q", "b_v"}
    assert "came: 6, of which 2 are right;" in told("graders", "bert_names", bert_names)
