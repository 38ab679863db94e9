"""Whether a right answer is accepted: full marks from the graders, and the right values when float32 comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from autograder.answer import Array, tolerance_for
from autograder.audit.bench import Bench
from autograder.audit.findings import CALM
from autograder.audit.reference import reference
from autograder.facts import Exercise, Tolerance
from autograder.inprocess import FunctionPort
from autograder.judge import Wrong, agrees, one_array, one_number, one_word, text_by_text
from autograder.outcome import Outcome, Value, arrays_in, each_array, is_plain_array, parts
from autograder.probes import Probe

# The reference itself, in float32, may use up this share of what may be off; beyond it there is nothing to ask for.
SHARE = 0.2
HALF_A_DIGIT = 2.0**-24


def objections(bench: Bench, exercise: Exercise, function: Callable[..., Any]) -> list[str]:
    """What is held against a right answer under one key; empty when it is accepted."""
    port = FunctionPort({exercise.name: function})
    result = bench.judge(exercise, port).result
    said = [f"{check.name}: {check.message}" for check in result.checks if check.status not in CALM]
    if not said and result.score != result.max_score:
        said.append(f"only {result.score} of {result.max_score} points")
    for probe, truth in single_probes(bench, exercise):
        if not _is_right(port.call(exercise.name, probe.arguments), truth, probe, bench.course.tolerances):
            said.append(f"{probe.name} in float32: not the right answer")
    return said


def single_probes(bench: Bench, exercise: Exercise) -> Iterator[tuple[Probe, Outcome]]:
    """The probes that can be answered in float32, rounded to it, each with the answer to the exact input.

    Left out are those at which even the reference loses too many digits, and those whose truth the rounding of the
    input alone may move by all that a float32 answer may be off.
    """
    tolerances = bench.course.tolerances
    narrow = {name: Tolerance(rtol=row.rtol * SHARE, atol=row.atol * SHARE) for name, row in tolerances.items()}
    port = FunctionPort({exercise.name: reference(bench.course, exercise).load()})
    for probe in bench.inputs.probes(exercise.name):
        if any(map(_is_double, arrays_in(probe.arguments))):
            truth = bench.truth(probe)
            single = replace(probe, arguments=_each_double(probe, _as_single))
            came = port.call(exercise.name, single.arguments)
            moved = port.call(exercise.name, _each_double(probe, _moved))
            if _is_right(came, truth, single, narrow) and _is_right(moved, truth, single, tolerances):
                yield single, truth


def _each_double(probe: Probe, change: Callable[[Array], Array]) -> tuple[Any, ...]:
    return each_array(probe.arguments, lambda array: change(array) if _is_double(array) else array)


def _as_single(array: Array) -> Array:
    """Every number rounded to float32; what is too large for it becomes infinite, and the probe is left out."""
    with np.errstate(over="ignore"):
        return array.astype(np.float32)


def _moved(array: Array) -> Array:
    """Every number moved by as much as rounding to float32 can move it, one up, the next down."""
    signs = np.where(np.arange(array.size) % 2, 1, -1).reshape(array.shape)
    with np.errstate(over="ignore"):  # the largest float of all has no room to move up
        moved: Array = array * (1 + HALF_A_DIGIT * signs)
    return moved


def _is_double(argument: Any) -> bool:
    return isinstance(argument, np.ndarray) and argument.dtype == np.float64


def _is_right(came: Outcome, truth: Outcome, probe: Probe, tolerances: Mapping[str, Tolerance]) -> bool:
    if truth.kind != "value":
        return came.kind == truth.kind and truth.exception in came.bases
    expected = parts(truth.value)
    many = is_plain_array(came.value) and len(expected) > 1  # several numbers may come as one array
    received = tuple(came.value) if many else parts(came.value)
    if came.kind != "value" or len(received) != len(expected):
        return False
    return all(_same(a, b, probe, tolerances) for a, b in zip(received, expected, strict=True))


def _same(came: Value, right: Value, probe: Probe, tolerances: Mapping[str, Tolerance]) -> bool:
    truth = np.asarray(right)
    try:
        if isinstance(right, dict):
            return text_by_text(came) == right
        if isinstance(right, (str, bool)):
            return one_word(came) == right
        array = one_array(came) if isinstance(right, (np.ndarray, np.generic)) else one_number(came)
    except Wrong:
        return False
    fits = array.dtype.kind == truth.dtype.kind and array.dtype != np.float16
    return fits and agrees(array, truth, tolerance_for(probe.arguments, array, tolerances))
