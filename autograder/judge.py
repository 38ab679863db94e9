"""How a check says what it wants: a decorator for its place and share, and the comparisons it is made of.

A comparison that fails raises Wrong: what was expected, what came, what to look at next. The message is safe for a
learner even when the inputs are hidden; the numbers travel beside it, for an instructor only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from autograder.facts import Tolerance
from autograder.outcome import Foreign, Value, is_plain_array

Test = TypeVar("Test", bound=Callable[..., None])


# A property compares two answers of the student, so single precision and reordered sums must pass.
PROPERTY = Tolerance(rtol=1e-5, atol=1e-6)


class Wrong(AssertionError):
    """A check did not hold. `expected` and `received` are for the instructor's evidence only."""

    def __init__(self, message: str, *, expected: Value = None, received: Value = None) -> None:
        super().__init__(message)
        self.expected = expected
        self.received = received


@dataclass(frozen=True, slots=True)
class Place:
    """Where a check stands: its share of the exercise's points, the check it needs, whether it compares values."""

    share: float
    needs: str | None
    value: bool


def check(*, share: float, needs: Callable[..., None] | None = None, value: bool = False) -> Callable[[Test], Test]:
    """Mark a test function as a check worth `share` of its exercise; skipped when the check it `needs` failed."""

    def mark(test: Test) -> Test:
        if not (test.__doc__ or "").strip():
            raise TypeError(f"{test.__name__} has no docstring: the docstring is the sentence the learner reads")
        test.__dict__["place"] = Place(share, needs.__name__ if needs else None, value)
        return test

    return mark


# --- kinds and shapes -------------------------------------------------------------------------------------------------


def name_of_type(value: Value) -> str:
    """The type as a learner would write it."""
    if isinstance(value, Foreign):
        return value.type_name
    if isinstance(value, np.ndarray):
        return "numpy.ndarray" if is_plain_array(value) else f"{type(value).__module__}.{type(value).__name__}"
    return "None" if value is None else type(value).__name__


def one_array(value: Value) -> np.ndarray[Any, Any]:
    """The value itself if it is a numpy array (a NumPy scalar counts as 0-dimensional), else Wrong."""
    if isinstance(value, np.generic):
        return np.asarray(value)
    if is_plain_array(value):
        array: np.ndarray[Any, Any] = value
        return array
    if value is None:
        raise Wrong("expected: a numpy array; came: None; look at: does every path end in a return statement?")
    raise Wrong(f"expected: a numpy.ndarray; came: {name_of_type(value)}; look at: the return statement")


def one_number(value: Value) -> np.ndarray[Any, Any]:
    """A number of Python's or NumPy's as a 0-dimensional array, else Wrong."""
    if type(value) in (int, float):
        return np.asarray(value, dtype=np.float64)
    if isinstance(value, (np.ndarray, np.generic)) and np.ndim(value) == 0 and value.dtype.kind in "iuf":
        return np.asarray(value)
    came = f"an array of shape {value.shape}" if is_plain_array(value) and value.ndim else name_of_type(value)
    raise Wrong(f"expected: one number; came: {came}; look at: the return statement")


def one_word(value: Value) -> str | bool:
    """A text, or True or False of Python's or NumPy's, else Wrong."""
    if isinstance(value, (bool, np.bool_)) or (is_plain_array(value) and value.ndim == 0 and value.dtype == bool):
        return bool(value)
    if isinstance(value, str):
        return str(value)
    raise Wrong(f"expected: a word, or True or False; came: {name_of_type(value)}; look at: the return statement")


def text_by_text(value: Value) -> dict[str, str]:
    """A dictionary from text to text, else Wrong."""
    if not isinstance(value, dict):
        raise Wrong(f"expected: a dictionary; came: {name_of_type(value)}; look at: the return statement")
    strange = next((item for pair in value.items() for item in pair if not isinstance(item, str)), "")
    if not isinstance(strange, str):
        raise Wrong(f"expected: text leads to text; came: {name_of_type(strange)}; look at: what is entered, and when?")
    return value


def some_numbers(value: Value, names: Sequence[str]) -> list[np.ndarray[Any, Any]]:
    """The numbers of a tuple, list, namedtuple or one-dimensional array, in order, one for each of `names`."""
    if is_plain_array(value) and value.ndim == 1:
        value = tuple(value)
    return [one_number(item) for item in _members(value, f"{len(names)} numbers ({', '.join(names)})", len(names))]


def some_arrays(value: Value, names: Sequence[str]) -> list[np.ndarray[Any, Any]]:
    """The arrays of a tuple, list or namedtuple, in order, one for each of `names`, else Wrong."""
    return [one_array(item) for item in _members(value, f"{len(names)} arrays ({', '.join(names)})", len(names))]


def _members(value: Value, wanted: str, count: int) -> tuple[Value, ...]:
    if not isinstance(value, (tuple, list)):
        raise Wrong(f"expected: {wanted}; came: {name_of_type(value)}; look at: the return statement")
    if len(value) != count:
        raise Wrong(f"expected: {wanted}; came: {len(value)} values; look at: the return statement")
    return tuple(value)


def expect_shape(
    array: np.ndarray[Any, Any],
    shape: tuple[int, ...],
    meaning: str,
    look_at: str = "which axis of each factor is summed away?",
) -> None:
    """`meaning` says the shape in the paper's names, e.g. "(n_q, n_k)"."""
    if array.shape != shape:
        raise Wrong(
            f"expected: shape {meaning}, here {shape}; came: {array.shape}; look at: {look_at}",
            expected=shape,
            received=array.shape,
        )


def expect_shapes(*results: tuple[np.ndarray[Any, Any], tuple[int, ...], str, str], order: str) -> None:
    """As `expect_shape` for several results, so that a wrong order is not taken for a wrong product."""
    shapes = [(array.shape, shape) for array, shape, *_ in results]
    exchanged = sorted(came for came, _ in shapes) == sorted(wanted for _, wanted in shapes)
    for array, shape, meaning, look_at in results:
        expect_shape(array, shape, meaning, f"the order of the results: {order}" if exchanged else look_at)


def expect_float(array: np.ndarray[Any, Any]) -> None:
    """float32, float64 or wider; half precision and integers are Wrong."""
    if array.dtype == np.float16:
        raise Wrong("expected: float32 or float64; came: float16; look at: half precision keeps three digits, too few")
    if not np.issubdtype(array.dtype, np.floating):
        raise Wrong(f"expected: floating-point numbers; came: {array.dtype}; look at: where does the dtype come from?")


def expect_bool(array: np.ndarray[Any, Any]) -> None:
    if array.dtype != np.bool_:
        raise Wrong(
            f"expected: True and False (dtype bool); came: {array.dtype}; look at: does it end in a comparison?"
        )


# --- values -----------------------------------------------------------------------------------------------------------


def as_float64(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if array.dtype == np.float64:
        return array  # nothing to convert, which is the usual case
    if np.issubdtype(array.dtype, np.complexfloating):
        raise Wrong(f"expected: real numbers; came: {array.dtype}; look at: where does an imaginary part come from?")
    if array.dtype.kind not in "biuf":
        raise Wrong(f"expected: numbers; came: {array.dtype}; look at: the return statement")
    with np.errstate(all="ignore"):
        return np.asarray(array, dtype=np.float64)


def agrees(received: np.ndarray[Any, Any], expected: np.ndarray[Any, Any], tolerance: Tolerance) -> bool:
    """Equal shape and equal values within the tolerance; NaN agrees with nothing, infinities with themselves."""
    if received.shape != expected.shape:
        return False
    if received.dtype.kind not in "biufc":
        return False
    return bool(close_entries(as_float64(received), as_float64(expected), tolerance).all())


def close_entries(
    received: np.ndarray[Any, Any], expected: np.ndarray[Any, Any], tolerance: Tolerance
) -> np.ndarray[Any, Any]:
    """Where the entries agree: np.isclose of two float64 arrays of one shape, without its care for all other kinds."""
    with np.errstate(all="ignore"):
        near = np.abs(received - expected) <= tolerance.atol + tolerance.rtol * np.abs(expected)
    found: np.ndarray[Any, Any] = near & np.isfinite(expected) | (received == expected)
    return found


def agrees_with_nan(received: np.ndarray[Any, Any], other: np.ndarray[Any, Any], tolerance: Tolerance) -> bool:
    """As `agrees`, but nan agrees with nan: for comparing two answers of which both may be wrong."""
    if received.shape != other.shape or received.dtype.kind not in "biufc":
        return False
    one, two = as_float64(received), as_float64(other)
    return bool((close_entries(one, two, tolerance) | (np.isnan(one) & np.isnan(two))).all())


def alike(received: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Equal for the purpose of a property, where two of the student's own answers are compared."""
    return agrees(received, other, PROPERTY)


def expect_close(
    received: np.ndarray[Any, Any], expected: np.ndarray[Any, Any], tolerance: Tolerance, look_at: str
) -> None:
    """Wrong unless the values agree; the message counts what is off and never shows a hidden number."""
    expect_shape(received, expected.shape, "as described in the text")
    got, want = as_float64(received), as_float64(expected)
    if agrees(got, want, tolerance):
        return
    bad = ~close_entries(got, want, tolerance)
    nans = int(np.isnan(got).sum())
    came = f"{int(bad.sum())} of {bad.size} numbers differ"
    if nans:
        came = f"{nans} of {bad.size} numbers are nan"
    raise Wrong(
        f"expected: the formula's values; came: {came}; look at: {look_at}", expected=expected, received=received
    )
