"""Small arguments and answers as text that a person can read and paste into Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from autograder.counterexample import contract
from autograder.counterexample.property import Broken
from autograder.judge import name_of_type
from autograder.outcome import Foreign, Outcome, Value
from autograder.report import CounterExample

MOST_SHOWN = 60  # entries; what is larger is cut in the middle


def told(exercise: str, arguments: Sequence[Value], expected: str, received: Outcome, broken: Broken) -> CounterExample:
    """The counter-example as it is shown: what came includes an argument that was changed, if that is what breaks."""
    known = contract.of(exercise)
    names = [part.name for part in known.results]
    came = shown(received.value, names) if received.kind == "value" else received.exception
    if broken.kind == "argument":
        came = "\n".join([came, *_changed(arguments, received.arguments_after or (), known.parameters)])
    return CounterExample(given(arguments, known.parameters), expected, came, broken.says)


def _changed(before: Sequence[Value], after: Sequence[Value], names: Sequence[str]) -> Iterator[str]:
    for name, was, now in zip(names, before, after, strict=False):
        if isinstance(was, np.ndarray) and not np.array_equal(was, now, equal_nan=was.dtype.kind == "f"):
            yield assignment(f"after the call, {name}", now)


def given(arguments: Sequence[Value], names: Sequence[str]) -> str:
    """One assignment for each argument, every digit of it; arguments without a name are counted."""
    known = [*names[: len(arguments)], *(f"argument_{n + 1}" for n in range(len(names), len(arguments)))]
    return "\n".join(assignment(name, value, _exact) for name, value in zip(known, arguments, strict=True))


def shown(value: Value, names: Sequence[str] = ()) -> str:
    """An answer to six digits; several arrays stand below each other, under their `names` if all have one."""
    if _holds_arrays(value):
        known = names if len(names) == len(value) else [f"result {number}" for number in range(1, len(value) + 1)]
        return "\n".join(assignment(name, item) for name, item in zip(known, value, strict=True))
    if isinstance(value, (np.ndarray, np.generic)):
        return _array(np.asarray(value), 0, _short)
    return f"{name_of_type(value)}" if isinstance(value, (Foreign, dict)) else repr(value)[:500]


def assignment(name: str, value: Value, number: Callable[[Any], str] | None = None) -> str:
    """A value under a name, its numbers written by `number`."""
    start = f"{name} = "
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{start}np.array({_array(np.asarray(value), len(start) + len('np.array('), number or _short)})"
    if _holds_arrays(value):
        return f"{start}a {name_of_type(value)} of {len(value)}"
    return f"{start}{shown(value)}"


def _holds_arrays(value: Value) -> bool:
    return isinstance(value, (tuple, list)) and any(isinstance(item, np.ndarray) for item in value)


def _array(array: np.ndarray[Any, Any], indent: int, number: Callable[[Any], str]) -> str:
    if array.dtype.hasobject:
        return f"an array of {array.dtype}"
    return np.array2string(
        array,
        separator=", ",
        prefix=" " * indent,
        threshold=MOST_SHOWN,
        edgeitems=3,
        formatter={"float_kind": number},
    )


def _short(number: Any) -> str:
    return _odd(number) or _with_point(f"{number + 0.0:.6g}")  # no minus before a zero


def _exact(number: Any) -> str:
    return _odd(number) or _with_point(repr(float(number)).removesuffix(".0"))


def _odd(number: Any) -> str:
    if np.isnan(number):
        return "np.nan"
    if np.isinf(number):
        return "np.inf" if number > 0 else "-np.inf"
    return ""


def _with_point(text: str) -> str:
    return text if set(text) & set(".e") else f"{text}."
