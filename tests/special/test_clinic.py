"""The clinic: eight illnesses that differ in every pair, patients that speak up when they cannot answer."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from autograder import clinic, facts, specs
from autograder.inprocess import FunctionPort
from autograder.outcome import Declined, Offered
from autograder.probes import Inputs
from autograder.runner import Runner, collect
from autograder.sandbox import Sandbox
from tests.conftest import KEYS, ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
Q, K = (np.random.default_rng(seed).normal(size=(3, 4)) for seed in (1, 2))


@pytest.mark.parametrize("pair", list(combinations(clinic.LABELS, 2)), ids=" and ".join)
@pytest.mark.parametrize("other", [False, True], ids=["first form", "second form"])
def test_two_illnesses_differ_by_far_more_than_the_noise(pair, other):
    first, second = (clinic.patient(label, np.random.default_rng(3), other=other)(Q, K, np.eye(3)) for label in pair)
    assert np.abs(first - second).max() > 1e-2


@pytest.mark.parametrize("label", clinic.LABELS)
def test_no_patient_is_well(label):
    ill = clinic.patient(label, np.random.default_rng(4))(Q, K, np.eye(3))
    assert np.abs(ill - clinic.healthy(Q, K, np.eye(3))).max() > 1e-2


@pytest.mark.parametrize("label", clinic.LABELS)
def test_the_same_patient_answers_alike_and_another_one_not(label):
    one, again, other = (clinic.patient(label, np.random.default_rng(seed))(Q, K, np.eye(3)) for seed in (5, 5, 6))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


ODD = {
    "one axis": (np.ones(3), np.ones((3, 2)), np.ones((3, 2)), "two axes"),
    "no rows": (np.ones((0, 2)), np.ones((3, 2)), np.ones((3, 2)), "two axes"),
    "too many rows": (np.ones((65, 2)), np.ones((65, 2)), np.ones((65, 2)), "64"),
    "other widths": (np.ones((3, 4)), np.ones((3, 2)), np.ones((3, 2)), "equally many columns"),
    "too few values": (np.ones((3, 2)), np.ones((3, 2)), np.ones((2, 2)), "equally many rows"),
    "text": ("Q", "K", "V", "numbers"),
    "ragged": ([[1], [2, 3]], np.ones((3, 2)), np.ones((3, 2)), "numbers"),
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("label", clinic.LABELS)
def test_what_a_patient_cannot_take_it_says_in_a_sentence(label, name):
    *given, said = ODD[name]
    with pytest.raises(Declined, match=said):
        clinic.practice(label)(*given)


@pytest.mark.parametrize("label", ["swaps queries and keys", "transposes the weights"])
def test_who_needs_as_many_queries_as_keys_says_so(label):
    with pytest.raises(Declined, match=r"as many queries as keys; came \(2, 4\) and \(3, 4\)"):
        clinic.practice(label)(Q[:2], K, np.eye(3))


class Cell:
    """A submission of one cell."""

    number, label, first_line = 1, "", 1

    def __init__(self, source):
        self.source = source


SAYS = (
    "def triage(attend):\n    try:\n        attend([[1.0]], [[1.0, 2.0]], [[1.0]])\n    except RuntimeError as error:\n"
)


@pytest.mark.parametrize("where", ["sandbox", "kernel"])
def test_a_student_reads_the_sentence_in_both_places(where):
    source = f"{SAYS}        return str(error)\n"
    patient = Offered("attend", clinic.practice("no scale"), clinic.BUDGET)
    if where == "kernel":
        names = {}
        exec(source, names)
        said = FunctionPort({"triage": names["triage"]}).call("triage", [patient]).value
    else:
        with Sandbox(("numpy",), COURSE.limits) as sandbox:
            port = sandbox.open([Cell(source)], ["triage"])
            port.load()
            said = port.call("triage", [patient]).value
            port.close()
    assert said == "Q and K need equally many columns; came (1, 1) and (1, 2)"


@pytest.mark.parametrize("label", clinic.LABELS)
def test_one_label_for_all_earns_nothing(label):
    runner = Runner(COURSE, collect(ROOT / "autograder" / "graders"), Inputs(KEYS[0], hidden=True))
    port = FunctionPort({"triage": lambda attend: label})
    assert runner.judge(port, port.load(), [COURSE.exercise("triage")])[0].result.score == 0


def test_fresh_patients_come_from_the_course_key():
    patients = [
        next(iter(Inputs(key, hidden=True).probes("triage"))).arguments[0].function(Q, K, np.eye(3)) for key in KEYS
    ]
    assert not any(np.array_equal(one, other) for one, other in combinations(patients, 2))


def test_the_truth_finds_every_patient_under_any_key():
    for number in range(20):
        for probe in Inputs(f"key {number}".encode(), hidden=True).probes("triage"):
            assert probe.name.startswith(specs.triage(*probe.arguments).replace(" ", "_"))
