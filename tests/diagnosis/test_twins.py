"""One mistake under two names would be silent under both: the build and the audit name the pair."""

from __future__ import annotations

import shutil
from dataclasses import replace

import numpy as np
import pytest

from autograder import misconceptions
from autograder.diagnosis import twins
from autograder.probes import Inputs
from tests.conftest import KEYS

INPUTS = Inputs(KEYS[0], hidden=True)


def test_the_catalogue_has_none(course):
    assert list(twins.in_course(course)) == []


@pytest.fixture
def planted(monkeypatch):
    """Adds one more entry to the catalogue of an exercise."""
    fresh = misconceptions.fresh

    def plant(function):
        def more(exercise):
            first, *rest = fresh(exercise)
            return (first, *rest, replace(first, id="planted", function=function))

        monkeypatch.setattr(misconceptions, "fresh", more)

    return plant


def test_another_way_to_write_an_entry_is_found_and_both_are_named(planted, course):
    planted(lambda seq_len: np.arange(seq_len)[:, None] <= np.arange(seq_len))
    (said,) = twins.twins("causal_mask", INPUTS, course.tolerances)
    assert said.startswith("autograder/misconceptions/causal_mask.py: allows_the_future and planted answer alike")


def test_an_entry_that_differs_from_all_others_is_none(planted, course):
    planted(lambda seq_len: np.eye(seq_len)[::-1] > 0)
    assert list(twins.twins("causal_mask", INPUTS, course.tolerances)) == []


def test_an_id_that_hides_an_earlier_one_is_found(tmp_path, monkeypatch, course):
    file = tmp_path / "causal_mask.py"
    shutil.copy(twins.CATALOGUE / "causal_mask.py", file)
    again = "\n\ndef allows_the_future(seq_len):\n    return None\n"
    file.write_text(file.read_text(encoding="utf-8") + again, encoding="utf-8")
    monkeypatch.setattr(twins, "CATALOGUE", tmp_path)
    (said,) = twins.twins("causal_mask", INPUTS, course.tolerances)
    assert "allows_the_future is defined twice" in said
