"""The audit itself, on a small exercise: sound graders pass it, and what is planted is found."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from autograder import variants
from autograder.audit import run, workshop
from autograder.audit.bench import GRADERS
from autograder.audit.mutants import Mutant
from autograder.variants import Variant
from tests.conftest import KEYS

KEY = KEYS[:1]


@pytest.fixture
def audit(course):
    def of(exercise, graders=GRADERS):
        return run.audit(course, [course.exercise(exercise)], keys=KEY, graders=graders, workers=0)

    return of


@pytest.fixture
def planted(monkeypatch):
    """Puts one more answer among the variants of an exercise."""

    def plant(exercise, function):
        more = (*variants.of(exercise), Variant("planted", exercise, "Planted by a test.", function))
        monkeypatch.setattr(variants, "of", lambda _: more)

    return plant


def test_the_graders_of_causal_mask_pass(audit):
    found = audit("causal_mask")
    assert found.troubles() == []
    counts = found.as_json()
    assert counts["misconceptions"] == counts["caught"] == counts["named"] >= 6
    assert counts["variants"] == counts["accepted"] >= 4
    assert counts["mutants"] == counts["killed"] + counts["equivalent"] >= 10


def test_a_grader_without_its_value_checks_is_found_out(audit, tmp_path):
    graders = tmp_path / "graders"
    shutil.copytree(GRADERS, graders, ignore=shutil.ignore_patterns("__pycache__"))
    file = graders / "test_causal_mask.py"
    text = file.read_text(encoding="utf-8")
    broken = text.replace("student.compare(", "(lambda *_, **__: None)(")
    assert broken != text
    file.write_text(broken, encoding="utf-8")
    found = audit("causal_mask", graders)
    escaped = found.as_json()["escaped"]
    assert any(entry.startswith("causal_mask: causal_mask-") for entry in escaped), "no mutant escaped"
    assert "causal_mask: allows_only_the_token_before" in escaped
    assert any("escapes test_values" in sentence for sentence in found.troubles())


def test_a_wrong_variant_is_rejected(audit, planted):
    planted("causal_mask", lambda seq_len: np.triu(np.ones((seq_len, seq_len), bool)))
    found = audit("causal_mask")
    assert found.as_json()["rejected"] == ["causal_mask: planted"]
    assert found.as_json()["accepted"] == found.as_json()["variants"] - 1
    assert any("planted is rejected" in sentence for sentence in found.troubles())


def test_a_variant_that_is_wrong_only_in_float32_is_rejected(course, planted):
    def half(weights, V):
        product = weights @ V
        # What the grader's own float32 input has in common, another one has not.
        return product.astype(np.float16).astype(np.float32) if weights.shape[0] == 4 else product

    there = workshop.Setting(course.root, GRADERS, KEY).benches()[0]
    exercise = course.exercise("weighted_sum")
    assert workshop.objections(there, exercise, lambda weights, V: weights @ V) == []

    def narrow(weights, V):
        return half(weights, V) if V.dtype == np.float32 else weights @ V

    assert workshop.objections(there, exercise, narrow) == ["square in float32: not the right answer"]


def test_a_mutant_that_never_ends_is_stopped_and_killed(course, monkeypatch):
    text = "def causal_mask(seq_len):\n    while True:\n        pass\n"
    endless = Mutant("causal_mask", "planted", "return mask", "while True", 0, text)
    monkeypatch.setattr(workshop, "mutants", lambda reference: [endless])
    setting = workshop.Setting(course.root, GRADERS, KEY)
    ((mutant, (verdict,)),) = workshop.mutants_of(setting, course.exercise("causal_mask"))
    assert mutant is endless
    assert not verdict.full
    assert "timeout" in verdict.checks.values()


def test_a_reviewed_change_that_no_longer_survives_is_reported(audit, monkeypatch):
    entry = run.equivalents()[0]
    moved = type(entry)("causal_mask", "positions = np.arange(seq_len)", "positions = None", 0, "It is not.")
    monkeypatch.setattr(run, "equivalents", lambda: (moved,))
    assert any("no survivor" in sentence for sentence in audit("causal_mask").troubles())
