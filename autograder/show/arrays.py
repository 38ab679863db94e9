"""What may be drawn: arrays with the right axes, and a label for each row; else a sentence that says why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
ORDINALS = {1: "1 axis", 2: "2 axes", 3: "3 axes"}


class CannotShow(ValueError):
    """What was handed in cannot be drawn: what was expected, what came, what to look at next."""

    def __init__(self, expected: str, came: str, look_at: str) -> None:
        super().__init__(f"expected: {expected}; came: {came}; look at: {look_at}")


def numbers(value: object, name: str, axes: tuple[str, ...]) -> Array:
    """`value` as float64 with one axis for each name in `axes`, none of them empty."""
    array = real(value, name)
    wanted = f"{name} with {ORDINALS[len(axes)]}, ({', '.join(axes)}{',' * (len(axes) == 1)})"
    if array.ndim != len(axes):
        came = f"shape {array.shape}"
        raise CannotShow(wanted, came, "which array is it, and which step made it?")
    if array.size == 0:
        raise CannotShow(wanted, f"shape {array.shape}, which holds no number", "the sizes that went in")
    return array


def real(value: object, name: str) -> Array:
    """`value` as an array of float64, of any number of axes."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError) as error:
        raise CannotShow(
            f"{name} as an array of numbers", type(value).__name__, "are all rows equally long?"
        ) from error
    if array.dtype.kind not in "biuf":
        came = type(value).__name__ if array.dtype.kind in "OUS" else str(array.dtype)
        raise CannotShow(f"{name} as an array of real numbers", came, "what does the function return?")
    return array.astype(np.float64)


def labels(given: Iterable[object] | None, count: int, name: str) -> tuple[str, ...]:
    """One label for each row or column; without any, they are numbered from 0 as in NumPy."""
    if given is None:
        return tuple(map(str, range(count)))
    if isinstance(given, (str, bytes)):
        raise CannotShow(f"a list of {count} {name}", "one string", "split it into its tokens")
    found = tuple(str(one) for one in given)
    if len(found) != count:
        raise CannotShow(f"{count} {name}, one for each row or column", str(len(found)), "the list of tokens")
    return found
