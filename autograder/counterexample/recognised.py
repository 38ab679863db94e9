"""The learner's edition: nothing is searched and no right answer is known, but its fingerprint tells which is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autograder.answer import Observation
from autograder.counterexample import contract
from autograder.counterexample.property import (
    Broken,
    arrays,
    broken_promises,
    changed_argument,
    of_part,
    results,
    visible_tolerance,
    wrong_ending,
    wrong_form,
    wrong_names,
    wrong_word,
)
from autograder.counterexample.shrink import size
from autograder.counterexample.text import told
from autograder.facts import Tolerance
from autograder.fingerprints import Fingerprints
from autograder.report import CounterExample
from autograder.runner import EXPLAINABLE, Judged


def recognised(
    judged: Judged, fingerprints: Fingerprints | None, tolerances: Mapping[str, Tolerance]
) -> CounterExample | None:
    """The smallest public input that was answered wrongly; `expected` stays empty, for nobody here knows it."""
    if fingerprints is None or judged.result.status not in EXPLAINABLE:
        return None
    if not contract.of(judged.result.name).illustrated:
        return None
    for seen in sorted(judged.observations, key=lambda o: size(o.probe.arguments)):
        if found := _broken(seen, fingerprints, tolerances):
            return told(seen.probe.exercise, seen.probe.arguments, "", seen.outcome, found)
    return None


def _broken(seen: Observation, fingerprints: Fingerprints, tolerances: Mapping[str, Tolerance]) -> Broken | None:
    probe, outcome = seen.probe, seen.outcome
    right = fingerprints.truths.get(probe.exercise, {}).get(probe.name)
    if right is None or outcome.kind not in ("value", "raised"):
        return None
    if found := wrong_ending(outcome, right["type"] if right["kind"] == "raised" else ""):
        return found
    if right["kind"] != "value":
        return None
    known = contract.of(probe.exercise)
    visible = visible_tolerance(probe.arguments, outcome.value, tolerances)
    is_right = fingerprints.is_right(probe.exercise, probe.name, outcome, visible)
    if right["form"] == "one" and _is_word(right["parts"][0]):
        return changed_argument(outcome, probe.arguments, known) if is_right else wrong_word(outcome.value)
    if right["form"] == "dict":
        return changed_argument(outcome, probe.arguments, known) if is_right else wrong_names(outcome.value)
    numbers = all(one.get("shape") == [] for one in right["parts"])
    came = arrays(outcome.value, None if right["form"] == "one" else len(right["parts"]), numbers=numbers)
    if isinstance(came, Broken):
        return came
    parts = results(known, len(came))
    for part, got, one in zip(parts, came, right["parts"], strict=True):
        if found := wrong_form(got, tuple(one["shape"]), one["dtype"], probe.arguments):
            return of_part(found, part, len(came))
    if is_right:
        return changed_argument(outcome, probe.arguments, known)
    for part, got in zip(parts, came, strict=True):
        if found := next(broken_promises(got, part), None):
            return of_part(found, part, len(came))
    what = "verdicts" if right["parts"][0]["dtype"] == "b" else "numbers"
    return Broken("value", f"the {what} should be those of the formula, and they are others")


def _is_word(part: Mapping[str, Any]) -> bool:
    """Whether the right answer is a text, or one True or False."""
    return "word" in part or (part.get("shape") == [] and part.get("dtype") == "b")
