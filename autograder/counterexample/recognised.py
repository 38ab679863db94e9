"""The learner's edition: nothing is searched and no right answer is known, but its fingerprint tells which is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from autograder.answer import Observation
from autograder.counterexample.property import Broken, arrays, changed_argument, wrong_ending, wrong_form
from autograder.counterexample.shrink import size
from autograder.counterexample.text import given, shown
from autograder.facts import Tolerance
from autograder.fingerprints import Fingerprints
from autograder.report import CounterExample
from autograder.runner import EXPLAINABLE, Judged


def recognised(
    judged: Judged,
    fingerprints: Fingerprints | None,
    tolerances: Mapping[str, Tolerance],
    parameters: Sequence[str] = (),
) -> CounterExample | None:
    """The smallest public input that was answered wrongly; `expected` stays empty, for nobody here knows it."""
    if fingerprints is None or judged.result.status not in EXPLAINABLE:
        return None
    for seen in sorted(judged.observations, key=lambda o: size(o.probe.arguments)):
        if found := _broken(seen, fingerprints, tolerances["float32"]):
            outcome = seen.outcome
            received = shown(outcome.value) if outcome.kind == "value" else outcome.exception or outcome.kind
            return CounterExample(given(seen.probe.arguments, parameters), "", received, found.says)
    return None


def _broken(seen: Observation, fingerprints: Fingerprints, visible: Tolerance) -> Broken | None:
    probe, outcome = seen.probe, seen.outcome
    right = fingerprints.truths.get(probe.exercise, {}).get(probe.name)
    if right is None or outcome.kind not in ("value", "raised"):
        return None
    if found := wrong_ending(outcome, right["type"] if right["kind"] == "raised" else ""):
        return found
    if right["kind"] != "value":
        return None
    came = arrays(outcome.value, None if right["form"] == "one" else len(right["parts"]))
    if isinstance(came, Broken):
        return came
    for got, part in zip(came, right["parts"], strict=True):
        if found := _wrong_part(got, part, probe.arguments):
            return found
    if not fingerprints.is_right(probe.exercise, probe.name, outcome, visible):
        return Broken("value", "the numbers should be those of the formula, and they are others")
    return changed_argument(outcome, probe.arguments)


def _wrong_part(got: np.ndarray[Any, Any], right: Mapping[str, Any], arguments: Sequence[Any]) -> Broken | None:
    if found := wrong_form(got, tuple(right["shape"]), right["dtype"], arguments):
        return found
    if not right["odd"] and got.dtype.kind == "f" and np.isnan(got).any():
        return Broken("nan", "every entry should be a number, and some are nan")
    return None
