"""What goes into a call, what comes out of it, and what the student's code can do to neither."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autograder.outcome import Foreign, Offered

Opened = Any


def test_arguments_are_fresh_and_writeable_and_come_back(opened: Opened) -> None:
    port = opened("def f(x, y):\n    x *= 2\n    return x.flags.writeable, y")
    given = np.arange(3.0)
    given.flags.writeable = False
    for _ in range(2):
        outcome = port.call("f", [given, 7])
        assert outcome.kind == "value"
        assert outcome.value == (True, 7)
        assert outcome.arguments_after is not None
        np.testing.assert_array_equal(outcome.arguments_after[0], [0, 2, 4])
        assert outcome.arguments_after[1] == 7
    np.testing.assert_array_equal(given, [0, 1, 2])


def test_arguments_come_back_from_a_call_that_raised(opened: Opened) -> None:
    port = opened("def f(x):\n    x[0] = 9\n    raise ValueError(repr(x))")
    outcome = port.call("f", [np.zeros(2)])
    assert outcome.kind == "raised"
    assert outcome.text == "array([9., 0.])"
    assert outcome.arguments_after is not None
    np.testing.assert_array_equal(outcome.arguments_after[0], [9, 0])


def test_an_argument_that_a_call_left_alone_is_the_very_one_that_was_given(opened: Opened) -> None:
    port = opened("def f(x, y, z):\n    y[0] = 5\n    return x + y")
    given = [np.array([1.0, np.nan]), np.zeros(2), "text"]
    after = port.call("f", given).arguments_after
    assert after[0] is given[0]
    assert after[2] is given[2]
    np.testing.assert_array_equal(after[1], [5, 0])
    np.testing.assert_array_equal(given[1], [0, 0])


@pytest.mark.parametrize(
    ("body", "given", "expected"),
    [
        ("x.shape = (2, 1)", np.zeros(2), np.zeros((2, 1))),
        ("x.dtype = np.int64", np.zeros(2), np.zeros(2, np.int64)),
        ("x[-1] = 1", np.zeros(100_000), np.append(np.zeros(99_999), 1)),
        ("x.append(3)", [1, 2], [1, 2, 3]),
        ("x['b'] = 2", {"a": 1}, {"a": 1, "b": 2}),
    ],
)
def test_every_kind_of_change_comes_back(opened_here: Opened, body: str, given: Any, expected: Any) -> None:
    (after,) = opened_here(f"import numpy as np\ndef f(x):\n    {body}").call("f", [given]).arguments_after
    assert type(after) is type(expected)
    np.testing.assert_array_equal(after, expected)
    assert getattr(after, "dtype", None) == getattr(expected, "dtype", None)


@pytest.mark.parametrize("changed", ["0", "[7]", "[-1]", "[0, 0]", "[true]", '["0"]', "[0, 1]"])
def test_a_forged_list_of_changed_arguments_is_no_answer(opened_here: Opened, changed: str) -> None:
    port = opened_here(
        f"""
        import os
        def f(x, y):
            fields = '{{"kind": "value", "number": 1, "changed": {changed}}}'
            answer = ('{{"kind": "answer", "fields": ' + fields + ', "values": [1, 2]}}').encode()
            os.write(3, len(answer).to_bytes(4, "big") + answer)
            os.read(3, 1)
        """
    )
    assert port.call("f", [1, 2]).kind == "crashed"


def test_an_eight_megabyte_array_goes_there_and_back(opened: Opened) -> None:
    port = opened("def f(x): return x.T, x.dtype.name")
    given = np.random.default_rng(1).normal(size=(1000, 1000))
    value, name = port.call("f", [given]).value
    np.testing.assert_array_equal(value, given.T)
    assert name == "float64"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return np.matrix([[1]])", "numpy.matrix"),
        ("return np.ma.array([1])", "numpy.ma.MaskedArray"),
        ("return {1}", "set"),
        ("return Own()", "Own"),
        ("return Own", "Meta"),
        ("return np.array([None])", "numpy.ndarray of dtype object"),
        ("return np.zeros(2 * 10**7)[::2]", "numpy.ndarray (too large to hand over)"),
        ("return (i for i in [1])", "generator"),
    ],
)
def test_a_foreign_value_crosses_as_its_name(opened_here: Opened, body: str, expected: str) -> None:
    port = opened_here(
        f"""
        import numpy as np
        class Meta(type):
            def __getattribute__(cls, name): raise SystemExit
        class Own(metaclass=Meta):
            __slots__ = ()
            def __getattribute__(self, name): raise SystemExit
        def f():
            {body}
        """
    )
    outcome = port.call("f", [])
    assert isinstance(outcome.value, Foreign)
    assert outcome.value.type_name.replace("ma.core", "ma") == expected  # NumPy 1.26 says ma.core


@pytest.mark.parametrize(
    ("body", "exception", "base"),
    [
        ("return f()", "RecursionError", "RecursionError"),
        ("raise NotImplementedError('later')", "NotImplementedError", "RuntimeError"),
        ("raise Own('mine')", "Own", "LookupError"),
        ("raise SystemExit(1)", "SystemExit", "BaseException"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", "BaseException"),
        ("exit()", "SystemExit", "BaseException"),
        ("raise Mute", "Mute", "ValueError"),
        ("raise Long", "Long", "Exception"),
        ("return g.nothing", "AttributeError", "Exception"),
    ],
)
def test_an_exception_is_told_by_type_ancestors_text_and_place(
    opened_here: Opened, body: str, exception: str, base: str
) -> None:
    port = opened_here(
        f"""
        class Own(KeyError): pass
        class Mute(ValueError):
            def __str__(self): raise SystemExit
        class Long(Exception):
            def __str__(self): return "x" * 10_000
        def g(): pass
        def f():
            {body}
        """
    )
    outcome = port.call("f", [])
    assert outcome.kind == "raised"
    assert outcome.exception == exception
    assert base in outcome.bases
    assert len(outcome.text) <= 500
    assert outcome.where == f"cell 1, line 9: {body}"
    assert port.call("g", []).kind == "value"


def test_a_function_that_is_not_there_is_missing(opened: Opened) -> None:
    port = opened("g = 3\ndef f():\n    del globals()['f']\n    return 1")
    assert port.call("h", []).kind == "missing"
    assert port.call("g", []).kind == "missing"
    assert port.call("f", []).kind == "value"
    assert port.call("f", []).kind == "missing"


def test_the_wrong_number_of_arguments_is_a_type_error(opened: Opened) -> None:
    port = opened("def f(x): return x")
    outcome = port.call("f", [1, 2])
    assert (outcome.kind, outcome.exception) == ("raised", "TypeError")


def test_patched_numpy_and_builtins_are_the_students_own_affair(opened: Opened) -> None:
    port = opened(
        """
        import numpy as np, builtins, json, os
        np.allclose = lambda *a, **k: True
        np.exp = np.ascontiguousarray = np.empty = np.asarray = lambda *a, **k: 0
        np.ndarray.__eq__ if False else None
        json.dumps = json.loads = None
        builtins.AssertionError = int
        def f(x): return x * 2
        """
    )
    assert port.load().troubles == ()
    np.testing.assert_array_equal(port.call("f", [np.ones(2)]).value, [2, 2])
    assert np.exp(1.0) > 2
    assert not np.allclose(0, 1)


def test_every_way_to_write_a_function_can_be_called(opened: Opened) -> None:
    port = opened(
        """
        import functools
        class K:
            def __call__(self, x): return x + 1
            @staticmethod
            def s(x): return x + 2
        f = K()
        g = K.s
        h = functools.partial(lambda a, x: a + x, 3)
        @functools.lru_cache
        def k(x): return x + 4
        """,
        wanted=("f", "g", "h", "k"),
    )
    assert [port.call(name, [0]).value for name in "fghk"] == [1, 2, 3, 4]


# --- functions of the grader's that the student may call --------------------------------------------------------------


def test_a_callback_is_answered_within_its_budget(opened: Opened) -> None:
    asked: list[Any] = []

    def double(x: Any) -> Any:
        asked.append(x)
        return x * 2

    port = opened("def f(fn, x, n):\n    for _ in range(n): x = fn(x)\n    return x")
    outcome = port.call("f", [Offered("double", double, 3), np.ones(2), 3])
    np.testing.assert_array_equal(outcome.value, [8, 8])
    assert len(asked) == 3
    outcome = port.call("f", [Offered("double", double, 3), np.ones(2), 4])
    assert (outcome.kind, outcome.exception) == ("raised", "RuntimeError")
    assert outcome.text == "double was called too often"
    assert len(asked) == 6
    assert port.call("f", [None, 5, 0]).value == 5


def test_what_a_callback_is_given_cannot_hurt_the_grader(opened: Opened) -> None:
    def norm(x: Any) -> Any:
        return float(np.linalg.norm(x))

    port = opened(
        "def f(fn):\n    try:\n        return fn({1})\n    except RuntimeError as e:\n        return str(e)",
        "def g(fn): return fn([[1.0, 1.0], [1.0, 1.0]])",
    )
    said = port.call("f", [Offered("norm", norm, 2)]).value
    assert said.startswith("norm cannot take these arguments")
    assert port.call("g", [Offered("norm", norm, 2)]).value == 2.0


def test_a_callback_kept_for_later_has_no_budget(opened: Opened) -> None:
    def secret() -> Any:
        return 42

    port = opened("kept = []\ndef f(fn):\n    kept.append(fn)\n    return fn()\ndef g(): return kept[0]()")
    assert port.call("f", [Offered("secret", secret, 5)]).value == 42
    outcome = port.call("g", [])
    assert (outcome.kind, outcome.exception) == ("raised", "RuntimeError")


def test_the_graders_own_time_is_not_the_students(opened: Opened) -> None:
    import time

    def slow() -> Any:
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            pass
        return 1

    port = opened("def f(fn): return fn()")
    assert port.call("f", [Offered("slow", slow, 1)]).value == 1
