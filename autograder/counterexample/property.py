"""What is wrong with an answer, in one plain sentence: the first property it breaks, from its kind to its numbers.

A sentence says only what the exercise's contract promises of every right answer, or which entry should be another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.answer import tolerance_for
from autograder.counterexample.contract import Contract, Result
from autograder.facts import Tolerance
from autograder.judge import PROPERTY, name_of_type
from autograder.outcome import Outcome, Value, arrays_in, is_plain_array

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Broken:
    """A broken property: its kind, to tell whether a smaller input shows the same, and its sentence."""

    kind: str
    says: str


def visible_tolerance(arguments: Sequence[Value], received: Value, tolerances: Mapping[str, Tolerance]) -> Tolerance:
    """Single precision, so that the difference can be seen in what is shown; coarser where the contract is."""
    due = tolerance_for(arguments, received, tolerances)
    return max(due, tolerances["float32"], key=lambda row: row.rtol)


def broken(
    received: Outcome, right: Outcome, arguments: Sequence[Value], contract: Contract, visible: Tolerance
) -> Broken | None:
    """What an outcome breaks; None when it is right as far as `visible` goes."""
    return (
        wrong_ending(received, right.exception if right.kind == "raised" else "")
        or (_wrong_value(received.value, right.value, arguments, contract, visible) if right.kind == "value" else None)
        or changed_argument(received, arguments, contract)
    )


def wrong_ending(received: Outcome, due: str) -> Broken | None:
    """An answer where the exception `due` belongs, or an exception where none does."""
    came = "an answer came" if received.kind == "value" else f"{received.exception} came"
    if due and due not in (received.exception, *received.bases):
        return Broken("ending", f"{due} is due here, and {came}")
    if not due and received.kind != "value":
        return Broken("ending", f"an answer is due here, and {came}")
    return None


def changed_argument(received: Outcome, arguments: Sequence[Value], contract: Contract) -> Broken | None:
    """An array that is another after the call."""
    after = received.arguments_after or ()
    for number, (before, now) in enumerate(zip(arguments, after, strict=False)):
        if is_changed(before, now):
            name = contract.parameters[number] if number < len(contract.parameters) else f"argument {number + 1}"
            return Broken("argument", f"{name} should be as it was before the call, and it was changed")
    return None


def is_changed(before: Value, now: Value) -> bool:
    """Whether an array, or one of those in a tuple, or a list of texts, is another than before."""
    if isinstance(before, list):
        return bool(before != now)
    pairs = zip(arrays_in([before]), arrays_in([now]), strict=False)
    return any(not np.array_equal(was, still, equal_nan=was.dtype.kind == "f") for was, still in pairs)


def arrays(value: Value, count: int | None, *, numbers: bool = False) -> list[Array] | Broken:
    """The arrays, or `numbers`, of an answer: one when `count` is None, else that many in a tuple or list."""
    one, many = ("a number", "numbers") if numbers else ("an array", "arrays")
    fits = _is_number if numbers else _is_array
    if count is None:
        return [np.asarray(value)] if fits(value) else Broken("form", f"{one} is due, and {_a(value)} came")
    if numbers and is_plain_array(value) and value.ndim == 1:
        value = tuple(value)
    if not isinstance(value, (tuple, list)):
        return Broken("form", f"{count} {many} are due, and {_a(value)} came")
    if len(value) != count:
        return Broken("form", f"{count} {many} are due, and {len(value)} came")
    strange = next((item for item in value if not fits(item)), None)
    if any(not fits(item) for item in value):
        return Broken("form", f"{count} {many} are due, and one of them is {_a(strange)}")
    return [np.asarray(item) for item in value]


def wrong_word(value: Value, right: str | bool | None = None) -> Broken | None:
    """Another word than `right`, or another verdict; None for `right` says that it is another without knowing it."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if not isinstance(value, (str, bool, np.bool_)):
        due = {str: "a word", bool: "True or False"}.get(type(right), "a word, or True or False,")
        return Broken("form", f"{due} is due, and {_a(value)} came")
    came = str(value) if isinstance(value, str) else bool(value)
    if right is None:
        return Broken("value", f"the answer should be another, and it is {came!r}")
    return None if came == right else Broken("value", f"the answer should be {right!r}, and it is {came!r}")


def wrong_names(value: Value, right: Mapping[str, str] | None = None) -> Broken | None:
    """Another dictionary than `right`; None for `right` says that it is another without knowing it."""
    if not isinstance(value, dict):
        return Broken("form", f"a dictionary is due, and {_a(value)} came")
    if right is None:
        return Broken("value", "the entries should be others")
    for key in sorted({*right, *value}, key=str):
        if key not in value:
            return Broken("value", f"there should be an entry {key!r}, and there is none")
        if key not in right:
            return Broken("value", f"there should be no entry {key!r}, and there is one")
        if value[key] != right[key]:
            return Broken("value", f"entry {key!r} should be {right[key]!r}, and it is {value[key]!r}")
    return None


def wrong_form(got: Array, shape: tuple[int, ...], kind: str, arguments: Sequence[Value]) -> Broken | None:
    """Another shape, or another kind of number: `kind` is "f" for floating point, "b" for True and False."""
    if got.shape != shape:
        return Broken("shape", f"the shape should be {shape}, and it is {got.shape}")
    if kind == "b" and got.dtype.kind != "b":
        return Broken("dtype", f"the entries should be True and False, and they are {got.dtype}")
    whole = all(array.dtype.kind in "iu" for array in arrays_in(arguments))
    if kind == "f" and (
        got.dtype.kind not in "fiu" or got.dtype == np.float16 or (got.dtype.kind != "f" and not whole)
    ):
        return Broken("dtype", f"the numbers should be float64 or float32, and they are {got.dtype}")
    return None


def _wrong_value(
    value: Value, right: Value, arguments: Sequence[Value], contract: Contract, visible: Tolerance
) -> Broken | None:
    if isinstance(right, (str, bool)):
        return wrong_word(value, right)
    if isinstance(right, dict):
        return wrong_names(value, right)
    due = right if isinstance(right, tuple) else (right,)
    wanted, numbers = [np.asarray(part) for part in due], all(isinstance(part, float) for part in due)
    came = arrays(value, len(wanted) if isinstance(right, tuple) else None, numbers=numbers)
    if isinstance(came, Broken):
        return came
    for part, got, want in zip(results(contract, len(wanted)), came, wanted, strict=True):
        found = wrong_form(got, want.shape, want.dtype.kind, arguments) or _wrong_numbers(got, want, part, visible)
        if found:
            return of_part(found, part, len(wanted))
    return None


def results(contract: Contract, count: int) -> Sequence[Result]:
    """The results of a contract, or numbered ones of which nothing is known."""
    if len(contract.results) == count:
        return contract.results
    return [Result(f"result {number}") for number in range(1, count + 1)]


def of_part(found: Broken, part: Result, count: int) -> Broken:
    """The same, said of one of `count` results."""
    return Broken(found.kind, f"{part.name}: {found.says}") if count > 1 else found


def _wrong_numbers(got: Array, want: Array, part: Result, visible: Tolerance) -> Broken | None:
    boolean = want.dtype.kind == "b"
    got, want = got.astype(np.float64) + 0.0, want.astype(np.float64) + 0.0  # no minus before a zero
    off = ~np.isclose(got, want, rtol=visible.rtol, atol=visible.atol)
    if not off.any():
        return None
    return next(broken_promises(got, part, off), None) or _wrong_entry(got, want, off, boolean=boolean)


def _wrong_entry(got: Array, want: Array, off: Array, *, boolean: bool) -> Broken:
    place = next(_places(off))
    due, came = (bool(want[place]), bool(got[place])) if boolean else (f"{want[place]:.6g}", f"{got[place]:.6g}")
    return Broken("value", f"{_entry(place)} should be {due}, and it is {came}")


def broken_promises(got: Array, part: Result, off: Array | None = None) -> Iterator[Broken]:
    """What every right answer keeps, and these numbers do not; where it is known, only entries that are `off` count."""
    got = got.astype(np.float64)
    off = np.ones(got.shape, dtype=bool) if off is None else off
    for place in _places(np.isnan(got) & off):
        yield Broken("nan", f"{_entry(place)} should be a number, and it is nan")
    for place in _places(np.isinf(got) & off):
        yield Broken("infinite", f"{_entry(place)} should be finite, and it is {got[place]:g}")
    if part.rows_sum_to_one and got.ndim:
        sums = got.sum(axis=-1)
        for place in _places(~np.isclose(sums, 1.0, rtol=PROPERTY.rtol, atol=PROPERTY.atol)):
            yield Broken("rows", f"{_row(place)} should sum to one, and it sums to {sums[place]:.6g}")
    if part.never_negative:
        for place in _places((got < -PROPERTY.atol) & off):
            yield Broken("sign", f"{_entry(place)} should not be negative, and it is {got[place]:.6g}")


def _places(marked: Array) -> Iterator[tuple[int, ...]]:
    """Where a mark stands; the empty place where there is only one number."""
    yield from (tuple(map(int, place)) for place in np.argwhere(marked))


def _entry(place: tuple[int, ...]) -> str:
    return f"entry {list(place)}" if place else "the number"


def _row(place: tuple[int, ...]) -> str:
    return f"row {list(place) if place[1:] else place[0]}" if place else "the row"


def _is_array(value: Value) -> bool:
    return is_plain_array(value) or isinstance(value, np.generic)


def _is_number(value: Value) -> bool:
    return type(value) in (int, float) or (_is_array(value) and np.ndim(value) == 0 and value.dtype.kind in "iuf")


def _a(value: Value) -> str:
    """The type with its article, as far as it needs one."""
    name = name_of_type(value)
    return name if name == "None" else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
