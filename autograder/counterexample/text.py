"""Small arguments and answers as text that a person can read and paste into Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.judge import name_of_type
from autograder.outcome import Foreign, Value

MOST_SHOWN = 60  # entries; what is larger is cut in the middle


def given(arguments: Sequence[Value], names: Sequence[str]) -> str:
    """One assignment for each argument; arguments without a name are counted."""
    known = [*names[: len(arguments)], *(f"argument_{n + 1}" for n in range(len(names), len(arguments)))]
    return "\n".join(_assignment(name, value) for name, value in zip(known, arguments, strict=True))


def shown(value: Value) -> str:
    """An answer; several arrays stand below each other."""
    if isinstance(value, (tuple, list)) and any(isinstance(item, np.ndarray) for item in value):
        return "\n".join(_assignment(f"result {number}", item) for number, item in enumerate(value, start=1))
    if isinstance(value, (np.ndarray, np.generic)):
        return _array(np.asarray(value), 0)
    return f"{name_of_type(value)}" if isinstance(value, (Foreign, dict)) else repr(value)[:500]


def _assignment(name: str, value: Value) -> str:
    start = f"{name} = "
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{start}np.array({_array(np.asarray(value), len(start) + len('np.array('))})"
    return f"{start}{shown(value)}"


def _array(array: np.ndarray[Any, Any], indent: int) -> str:
    if array.dtype.hasobject:
        return f"an array of {array.dtype}"
    return np.array2string(
        array,
        separator=", ",
        prefix=" " * indent,
        threshold=MOST_SHOWN,
        edgeitems=3,
        formatter={"float_kind": _number},
    )


def _number(number: Any) -> str:
    if np.isnan(number):
        return "np.nan"
    if np.isinf(number):
        return "np.inf" if number > 0 else "-np.inf"
    text = f"{number:.6g}"
    return text if set(text) & set(".e") else f"{text}."
