"""What an instructor shows when a mark is disputed: per failed check the input, what was expected and what came."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from autograder.answer import Observation
from autograder.counterexample.property import is_changed
from autograder.outcome import Foreign, Offered, Value
from autograder.report import Evidence, ExerciseResult
from autograder.runner import Failure, Judged

SHOWN_ROWS = 12
MOST_KEPT = 2**14  # bytes of an array whose text is kept for the next submission


def collect(
    judged: Judged, submission: str, assignment: str, result: ExerciseResult | None = None
) -> tuple[Evidence, ...]:
    """One piece of evidence per check that did not hold, with the command that reproduces it.

    `result` is the verdict after diagnosis, if there was any.
    """
    which = f"--assignment {assignment} --exercise {judged.result.name}"
    command = f"softmarks check --hidden --evidence {which} {shlex.quote(submission)}"
    named = (result.misconception, result.second_misconception) if result else ()
    mistake = ", ".join(one.id for one in named if one)
    return tuple(_piece(failure, command, mistake) for failure in judged.failures)


def _piece(failure: Failure, command: str, mistake: str) -> Evidence:
    asked = failure.asked
    received = failure.received if failure.received is not None else asked.outcome.value if asked else None
    return Evidence(
        check=failure.check,
        probe=asked.probe.name if asked else "",
        inputs=shown(asked.probe.arguments) if asked else "the function was not called",
        expected=shown(failure.expected) if failure.expected is not None else _wanted(failure.message),
        received=_came(asked, received),
        difference=difference(failure.expected, received),
        reproduce=command,
        mistake=mistake,
    )


def _wanted(message: str) -> str:
    """The part of a check's message that says what was expected, where there is no value to show."""
    start, came, _ = message.removeprefix("expected: ").partition("; came: ")
    return start if came else "an answer"


def _came(asked: Observation | None, received: Value) -> str:
    """The value, or how the call ended; and the arguments that it changed."""
    if asked is None:
        return "nothing, because no call was made"
    outcome = asked.outcome
    if outcome.kind == "raised":
        return f"{outcome.exception}: {outcome.text} ({outcome.where})"
    if outcome.kind != "value":
        return f"no answer ({outcome.kind}): {outcome.text}"
    pairs = zip(asked.probe.arguments, outcome.arguments_after or (), strict=False)
    changed = [
        f"argument {number} after the call: {shown(after)}"
        for number, (before, after) in enumerate(pairs, start=1)
        if is_changed(before, after)
    ]
    return "\n".join([shown(received), *changed])


def shown(value: Value) -> str:
    """A value as text a person can paste into Python, long arrays cut."""
    if isinstance(value, (tuple, list)) and any(isinstance(item, (np.ndarray, Foreign)) for item in value):
        return "\n".join(_lines(value))
    if isinstance(value, np.ndarray):
        whole = value.nbytes > MOST_KEPT or value.dtype.hasobject
        return _printed(value) if whole else _again(value.tobytes(), value.dtype, value.shape)
    if isinstance(value, Offered):
        return f"the function {value.name}, to be called at most {value.budget} times"
    if isinstance(value, Foreign):
        return f"an object of type {value.type_name}"
    return repr(value)


@lru_cache(maxsize=256)
def _again(data: bytes, dtype: np.dtype[Any], shape: tuple[int, ...]) -> str:
    """The text of an array that was printed before: inputs and right answers are the same in a whole class."""
    return _printed(np.frombuffer(data, dtype).reshape(shape))


def _printed(array: np.ndarray[Any, Any]) -> str:
    text = np.array2string(array, separator=", ", threshold=SHOWN_ROWS * SHOWN_ROWS, precision=9)
    return f"array({text}, dtype={array.dtype})"


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
