"""What an instructor shows when a mark is disputed: per failed check the input, what was expected and what came."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.outcome import Foreign, Value
from autograder.probes import Inputs
from autograder.report import Evidence
from autograder.runner import Judged

SHOWN_ROWS = 12


def collect(judged: Judged, inputs: Inputs, submission: str, assignment: str) -> tuple[Evidence, ...]:
    """One piece of evidence per failed comparison; the command at its end reproduces it."""
    which = f"--assignment {assignment} --exercise {judged.result.name}"
    command = f"softmarks check --hidden --evidence {which} {shlex.quote(submission)}"
    pieces = []
    for failure in judged.failures:
        arguments: tuple[Any, ...] = ()
        if failure.probe:
            arguments = inputs.probe(judged.result.name, failure.probe).arguments
        pieces.append(
            Evidence(
                check=failure.check,
                probe=failure.probe,
                inputs=shown(arguments),
                expected=shown(failure.expected),
                received=shown(failure.received),
                difference=difference(failure.expected, failure.received),
                reproduce=command,
            )
        )
    return tuple(pieces)


def shown(value: Value) -> str:
    """A value as text a person can paste into Python, long arrays cut."""
    if isinstance(value, (tuple, list)):
        return "\n".join(_lines(value)) if value else ""
    if isinstance(value, np.ndarray):
        text = np.array2string(value, separator=", ", threshold=SHOWN_ROWS * SHOWN_ROWS, precision=9)
        return f"array({text}, dtype={value.dtype})"
    if isinstance(value, Foreign):
        return f"an object of type {value.type_name}"
    return repr(value)


def _lines(values: Iterable[Value]) -> Iterable[str]:
    for position, value in enumerate(values):
        yield f"[{position}] {shown(value)}"


def difference(expected: Value, received: Value) -> str:
    """The largest absolute difference and where it stands, or why there is none."""
    if not isinstance(expected, np.ndarray) or not isinstance(received, np.ndarray):
        return ""
    if expected.shape != received.shape:
        return f"shape {received.shape} instead of {expected.shape}"
    if expected.dtype.kind not in "biuf" or received.dtype.kind not in "biuf":
        return f"dtype {received.dtype}"
    with np.errstate(all="ignore"):
        gap = np.abs(np.asarray(received, float) - np.asarray(expected, float))
    if np.isnan(gap).any():
        return f"{int(np.isnan(gap).sum())} of {gap.size} numbers are nan"
    place = tuple(int(i) for i in np.unravel_index(int(np.argmax(gap)), gap.shape)) if gap.size else ()
    return f"at most {float(gap.max(initial=0)):.3g}, at index {place}"
