"""Small arguments and answers as text that a person can read and paste into Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from autograder.counterexample import contract
from autograder.counterexample.property import Broken, is_changed
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
        if is_changed(was, now):
            yield assignment(f"after the call, {name}", now, _short)


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
    if isinstance(value, Foreign) or (isinstance(value, dict) and any(map(_is_strange, value.values()))):
        return name_of_type(value)
    return repr(value)[:1200]


def _is_strange(value: Value) -> bool:
    return not isinstance(value, (str, bool, int, float, type(None)))


def assignment(name: str, value: Value, number: Callable[[Any], str] | None = None) -> str:
    """A value under a name, its numbers written by `number`."""
    start = f"{name} = "
    if isinstance(value, np.ndarray) and not value.size and value.ndim > 1:
        return f"{start}np.empty({value.shape})"  # written as a list it would lose its shape
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{start}np.array({_array(np.asarray(value), len(start) + len('np.array('), number or _short)})"
    if _holds_arrays(value) and number is not None:
        return f"{start}(\n" + "".join(f"{assignment('', item, number)[3:]},\n" for item in value) + ")"
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
