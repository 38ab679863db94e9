"""What is wrong with an answer, in one plain sentence: the first property it breaks, from its kind to its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from autograder.facts import Tolerance
from autograder.judge import PROPERTY, agrees, name_of_type
from autograder.outcome import Outcome, Value, is_plain_array

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Broken:
    """A broken property: its kind, to tell whether a smaller input shows the same, and its sentence."""

    kind: str
    says: str


def broken(received: Outcome, right: Outcome, arguments: Sequence[Value], visible: Tolerance) -> Broken | None:
    """What an outcome breaks; None when it is right as far as `visible` goes."""
    return (
        wrong_ending(received, right.exception if right.kind == "raised" else "")
        or (_wrong_value(received.value, right.value, arguments, visible) if right.kind == "value" else None)
        or changed_argument(received, arguments)
    )


def wrong_ending(received: Outcome, due: str) -> Broken | None:
    """An answer where the exception `due` belongs, or an exception where none does."""
    came = "an answer came" if received.kind == "value" else f"{received.exception} came"
    if due and due not in (received.exception, *received.bases):
        return Broken("ending", f"{due} is due here, and {came}")
    if not due and received.kind != "value":
        return Broken("ending", f"an answer is due here, and {came}")
    return None


def changed_argument(received: Outcome, arguments: Sequence[Value]) -> Broken | None:
    """An array that is another after the call."""
    for number, (before, after) in enumerate(zip(arguments, received.arguments_after or (), strict=False), start=1):
        if isinstance(before, np.ndarray) and not np.array_equal(before, after, equal_nan=before.dtype.kind == "f"):
            return Broken("argument", f"argument {number} should be as it was before the call, and it was changed")
    return None


def arrays(value: Value, count: int | None) -> list[Array] | Broken:
    """The arrays of an answer: one when `count` is None, else that many in a tuple or list."""
    if count is None:
        return [np.asarray(value)] if _is_array(value) else Broken("form", f"an array is due, and {_a(value)} came")
    if not isinstance(value, (tuple, list)):
        return Broken("form", f"{count} arrays are due, and {_a(value)} came")
    if len(value) != count:
        return Broken("form", f"{count} arrays are due, and {len(value)} came")
    strange = next((item for item in value if not _is_array(item)), None)
    if any(not _is_array(item) for item in value):
        return Broken("form", f"{count} arrays are due, and one of them is {_a(strange)}")
    return [np.asarray(item) for item in value]


def wrong_form(got: Array, shape: tuple[int, ...], kind: str, arguments: Sequence[Value]) -> Broken | None:
    """Another shape, or another kind of number: `kind` is "f" for floating point, "b" for True and False."""
    if got.shape != shape:
        return Broken("shape", f"the shape should be {shape}, and it is {got.shape}")
    if kind == "b" and got.dtype.kind != "b":
        return Broken("dtype", f"the entries should be True and False, and they are {got.dtype}")
    whole = all(a.dtype.kind in "iu" for a in arguments if isinstance(a, np.ndarray))
    if kind == "f" and (
        got.dtype.kind not in "fiu" or got.dtype == np.float16 or (got.dtype.kind != "f" and not whole)
    ):
        return Broken("dtype", f"the numbers should be float64 or float32, and they are {got.dtype}")
    return None


def _wrong_value(value: Value, right: Value, arguments: Sequence[Value], visible: Tolerance) -> Broken | None:
    wanted = [np.asarray(part) for part in (right if isinstance(right, tuple) else (right,))]
    came = arrays(value, len(wanted) if isinstance(right, tuple) else None)
    if isinstance(came, Broken):
        return came
    for number, (got, want) in enumerate(zip(came, wanted, strict=True), start=1):
        found = wrong_form(got, want.shape, want.dtype.kind, arguments) or _wrong_numbers(got, want, visible)
        if found:
            return replace(found, says=f"result {number}: {found.says}") if len(wanted) > 1 else found
    return None


def _wrong_numbers(got: Array, want: Array, visible: Tolerance) -> Broken | None:
    got, want = got.astype(np.float64), want.astype(np.float64)
    if agrees(got, want, visible):
        return None
    return next(_reasons(got, want, visible))


def _reasons(got: Array, want: Array, visible: Tolerance) -> Iterator[Broken]:
    """Why the numbers are wrong, the property that says most first."""
    off = ~np.isclose(got, want, rtol=visible.rtol, atol=visible.atol)
    for place in map(tuple, np.argwhere(np.isnan(got) & off)):
        yield Broken("nan", f"entry {_at(place)} should be a number, and it is nan")
    if got.ndim and got.shape[-1] > 1 and _sum_to_one(want).all():
        for place in map(tuple, np.argwhere(~_sum_to_one(got))):
            yield Broken("rows", f"row {_at(place) or 0} should sum to one, and it sums to {got[place].sum():.6g}")
    if (want >= 0).all():
        for place in map(tuple, np.argwhere((got < 0) & off)):
            yield Broken("sign", f"entry {_at(place)} should not be negative, and it is {got[place]:.6g}")
    for place in map(tuple, np.argwhere(off)):
        yield Broken("value", f"entry {_at(place)} should be {want[place]:.6g}, and it is {got[place]:.6g}")


def _sum_to_one(rows: Array) -> Array:
    sums = rows.sum(axis=-1)
    return np.asarray(np.isclose(sums, 1.0, rtol=PROPERTY.rtol, atol=PROPERTY.atol))


def _at(place: tuple[int, ...]) -> str:
    return f"[{', '.join(str(int(i)) for i in place)}]" if place else ""


def _is_array(value: Value) -> bool:
    return is_plain_array(value) or isinstance(value, np.generic)


def _a(value: Value) -> str:
    """The type with its article, as far as it needs one."""
    name = name_of_type(value)
    return name if name == "None" else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
