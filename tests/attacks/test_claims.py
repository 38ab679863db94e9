"""What a process says of itself is passed on only where it was written before any hidden input was seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from autograder.outcome import Foreign
from autograder.sandbox.claims import OWN, Claims
from autograder.sandbox.message import readable

pytestmark = pytest.mark.attack


@dataclass(frozen=True)
class Cell:
    """One piece of code and its place."""

    number: int
    source: str
    label: str = ""
    first_line: int = 1


CLAIMS = Claims(
    [
        Cell(2, "import torch.nn\nclass Mine(ValueError):\n    pass\n\x1b[2J = 1", "cell 2"),
        Cell(7, "def f(x):\n    return x / 0", "", 30),
    ]
)


@pytest.mark.parametrize(
    ("name", "bases", "shown"),
    [
        ("ValueError", ["ValueError", "Exception"], "ValueError"),
        ("Mine", ["ValueError"], "Mine"),
        ("f.<locals>.Mine", ["ValueError"], "Mine"),
        ("leak_0_35301.Mine", ["ValueError"], "Mine"),
        ("numpy.linalg.LinAlgError", ["ValueError"], "LinAlgError"),
        ("numpy.linalg.leak_0_35301", ["ValueError"], "ValueError"),
        ("leak_0_35301", ["leak_1", "KeyError", "Exception"], "KeyError"),
        ("leak_0_35301", ["leak_1"], "an exception"),
        ("leak.FunctionType", [], "an exception"),
        ("", [], "an exception"),
    ],
)
def test_the_name_of_an_exception(name: str, bases: list[str], shown: str) -> None:
    assert CLAIMS.exception(name, bases) == shown


@pytest.mark.parametrize(
    ("number", "line", "shown"),
    [
        (2, 1, "cell 2, line 1: import torch.nn"),
        (7, 31, "line 31: return x / 0"),
        (2, 4, "cell 2, line 4: \ufffd[2J = 1"),
        (2, 0, ""),
        (2, 5, ""),
        (7, 29, ""),
        (7, 32, ""),
        (3, 1, ""),
        (-1, -1, ""),
        (10**40, 10**40, ""),
    ],
)
def test_the_place_of_an_error_is_written_from_the_submission(number: int, line: int, shown: str) -> None:
    assert CLAIMS.where(number, line) == shown


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("generator", "generator"),
        ("numpy.matrix", "numpy.matrix"),
        ("numpy.ma.MaskedArray", "numpy.ma.MaskedArray"),
        ("Mine", "Mine"),
        ("leak.Mine", "Mine"),
        ("leak_0_35301", OWN),
        ("numpy.leak_0_35301", OWN),
        ("numpy.ndarray of dtype object", "numpy.ndarray of dtype object"),
        ("numpy.ndarray of dtype leak 0.35301", OWN),
        ("int (too large)", "int (too large)"),
        ("int (0.35301)", OWN),
        ("", OWN),
    ],
)
def test_the_class_of_a_value(told: str, shown: str) -> None:
    assert CLAIMS.value(Foreign(told)) == Foreign(shown)
    assert CLAIMS.value([(Foreign(told), {"x": Foreign(told)})]) == [(Foreign(shown), {"x": Foreign(shown)})]


def test_a_module_is_named_only_if_it_was_handed_in() -> None:
    assert CLAIMS.module("torch.nn may not be imported here; allowed: 0.35301") == "torch.nn"
    assert "0_35301" not in CLAIMS.module("leak_0_35301 may not be imported here")
    assert "leak" not in CLAIMS.module("torch.leak may not be imported here")


def test_a_shape_without_numbers_says_nothing() -> None:
    assert isinstance(CLAIMS.value(np.empty((0, 35301))), Foreign)
    assert isinstance(CLAIMS.value(np.empty((1,) * 20)), Foreign)
    for shape in ((3, 5), (0,), (0, 7), (2, 3, 4, 5), ()):
        assert CLAIMS.value(np.empty(shape)).shape == shape


def test_keys_that_cannot_be_sorted_are_no_answer() -> None:
    assert isinstance(CLAIMS.value({"a": 1, 2: 3}), Foreign)
    assert CLAIMS.value({"a": 1, "b": 2}) == {"a": 1, "b": 2}
    assert CLAIMS.value({1: 1, 2.5: 2}) == {1: 1, 2.5: 2}


@pytest.mark.parametrize(
    ("text", "shown"),
    [("plain", "plain"), ("a\nb\tc", "a b c"), ("\x1b[2J", "\ufffd[2J"), ("\ud800", "\ufffd"), ("测 ≤", "测 ≤")],
)
def test_what_is_read_is_one_line_that_steers_nothing(text: str, shown: str) -> None:
    assert readable(text) == shown
