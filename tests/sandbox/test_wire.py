"""Does every value that may cross come out as it went in, and is every malformed frame refused?"""

from __future__ import annotations

import json
from collections import namedtuple
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograder.outcome import Foreign, Offered
from autograder.sandbox import wire
from autograder.sandbox.message import Message, WireError
from autograder.sandbox.wire import DTYPES, Ended, Reader, pack

numbers = st.sampled_from(sorted(DTYPES)).map(DTYPES.__getitem__)
shapes = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)


def array_of(dtype: np.dtype[Any], shape: tuple[int, ...], data: st.DataObject) -> np.ndarray[Any, Any]:
    size = int(np.prod(shape)) * dtype.itemsize
    raw = np.frombuffer(data.draw(st.binary(min_size=size, max_size=size)), dtype=np.uint8)
    array = np.empty(shape, dtype)
    array.reshape(-1).view(np.uint8)[:] = raw
    return np.asarray(array % 2 == 0) if dtype == np.bool_ else array


def reader(data: bytes, pieces: int = 10**9, **options: Any) -> Reader:
    """A reader of `data` that comes in pieces of at most so many bytes."""
    left = memoryview(data)

    def read(view: memoryview) -> int:
        nonlocal left
        if not left:
            raise Ended
        count = min(len(view), len(left), pieces)
        view[:count] = left[:count]
        left = left[count:]
        return count

    return Reader(read, **options)


def crossed(*values: Any, pieces: int = 10**9) -> Message:
    return reader(b"".join(pack("x", {}, values)), pieces).message()


def same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return isinstance(b, dict) and list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return type(a) is type(b) and (a == b or (a != a and b != b))


# --- what may cross ---------------------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(numbers, shapes, st.data(), st.integers(1, 50))
def test_an_array_crosses_bit_by_bit(dtype: Any, shape: tuple[int, ...], data: st.DataObject, pieces: int) -> None:
    array = array_of(dtype, shape, data)
    (back,) = crossed(array, pieces=pieces).values
    assert back.dtype == array.dtype
    assert back.shape == array.shape
    assert back.tobytes() == array.tobytes()
    assert back.flags.writeable


scalars = st.none() | st.booleans() | st.integers(-(2**80), 2**80) | st.floats() | st.text(max_size=30)
flat = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=3) | st.integers(-3, 3), inner, max_size=3)
    ),
    max_leaves=4,
).filter(lambda value: depth(value) <= wire.MAX_DEPTH)


def depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return 1 + max(map(depth, inner), default=0) if isinstance(value, (dict, list, tuple)) else 0


@settings(max_examples=200, deadline=None)
@given(st.lists(flat, max_size=4))
def test_plain_values_and_collections_cross(values: list[Any]) -> None:
    assert all(map(same, values, crossed(*values).values))


@pytest.mark.parametrize("layout", ["fortran", "strided", "broadcast", "swapped", "read-only", "zero-dimensional"])
def test_the_layout_in_memory_does_not_matter(layout: str) -> None:
    base = np.arange(24.0).reshape(4, 6)
    array = {
        "fortran": np.asfortranarray(base),
        "strided": base[::2, ::-3],
        "broadcast": np.broadcast_to(base[0], (5, 6)),
        "swapped": base.astype(">f8"),
        "read-only": base.copy(),
        "zero-dimensional": np.array(3.5),
    }[layout]
    array.flags.writeable = False
    (back,) = crossed(array).values
    assert back.dtype == np.float64
    np.testing.assert_array_equal(back, array)


def test_numpy_scalars_keep_their_type() -> None:
    values = (np.float32(0.1), np.int64(-3), np.bool_(True), np.longdouble(1) / 3, np.complex64(1j))
    back = crossed(*values).values
    assert [type(one) for one in back] == [type(one) for one in values]
    assert back == values


def test_a_large_array_is_sent_from_its_own_memory() -> None:
    array = np.zeros(100_000)
    *_, last = pack("x", {}, [array])
    assert isinstance(last, memoryview)
    assert np.shares_memory(np.frombuffer(last, np.uint8), array)


def test_callbacks_cross_by_name_only_where_they_are_offered() -> None:
    def softmax(x: Any) -> Any:
        return x

    frame = b"".join(pack("x", {}, [Offered("softmax", softmax, 1), (Offered("softmax", softmax, 1),)]))
    told = reader(frame, callback=lambda name: f"proxy of {name}").message()
    assert told.values == ("proxy of softmax", ("proxy of softmax",))
    assert crossed(softmax).values == (Foreign("function"),)
    with pytest.raises(WireError):
        reader(frame).message()


# --- what may not -----------------------------------------------------------------------------------------------------


class Lying(np.ndarray):
    """An array that says it is a plain one."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return np.ndarray

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("asked")


class LoudTuple(tuple):
    def __iter__(self) -> Iterator[Any]:
        raise AssertionError("asked")

    def __len__(self) -> int:
        raise AssertionError("asked")


class Number(float):
    def __repr__(self) -> str:
        raise AssertionError("asked")


class Meta(type):
    @property
    def __mro__(cls) -> tuple[type, ...]:  # type: ignore[override]
        raise AssertionError("asked")

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise AssertionError("asked")


class Odd(metaclass=Meta):
    def __getattribute__(self, name: str) -> Any:
        raise AssertionError("asked")


FOREIGN: dict[str, Callable[[], Any]] = {
    "numpy.matrix": lambda: np.matrix([[1.0]]),
    "numpy.ma.MaskedArray": lambda: np.ma.array([1.0]),
    "Number": lambda: Number(1.0),
    "LoudTuple": lambda: LoudTuple((1,)),
    "Odd": Odd,
    "set": lambda: {1},
    "complex": lambda: 1j,
    "bytes": lambda: b"raw",
    "builtin_function_or_method": lambda: len,
    "numpy.ndarray of dtype object": lambda: np.array([object()]),
    "numpy.ndarray of dtype str128": lambda: np.array(["text"]),
    "numpy.ndarray of dtype datetime64[s]": lambda: np.zeros(2, "M8[s]"),
    "numpy.ndarray of dtype void64": lambda: np.zeros(2, [("a", "f8")]),
    "numpy.ndarray (too large to hand over)": lambda: np.broadcast_to(np.float64(0), (10**6, 10**6)),
    "int (too large)": lambda: 2**5000,
    "str (too long)": lambda: "x" * 10**6,
    "dict": lambda: {(1, 2): 3},
}


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
@pytest.mark.parametrize("name", FOREIGN)
def test_everything_else_crosses_as_the_name_of_its_type(name: str) -> None:
    (back,) = crossed(FOREIGN[name]()).values
    assert isinstance(back, Foreign)
    assert back.type_name.rpartition("test_wire.")[2].replace("ma.core", "ma") == name  # NumPy 1.26 says ma.core


def test_a_namedtuple_crosses_as_a_tuple_without_being_asked() -> None:
    class Liar(namedtuple("Pair", "a b")):
        def __iter__(self) -> Iterator[Any]:
            raise AssertionError("asked")

        def __getitem__(self, key: Any) -> Any:
            raise AssertionError("asked")

    assert crossed(Liar(1, 2)).values == ((1, 2),)


def test_deep_and_long_collections_are_cut() -> None:
    assert crossed([[[[1]]]]).values == ([[[Foreign("list")]]],)
    endless: list[Any] = []
    endless.append(endless)
    assert crossed(endless).values == ([[[Foreign("list")]]],)
    assert crossed(list(range(20_000))).values == (Foreign("list"),)
    (some,) = crossed([[0] * 6_000, [0] * 6_000]).values
    assert some == [[0] * 6_000, Foreign("list")]


# --- hostile frames ---------------------------------------------------------------------------------------------------


def frame(header: Any, rest: bytes = b"") -> bytes:
    data = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(data).to_bytes(4, "big") + data + rest


def with_values(*nodes: Any) -> dict[str, Any]:
    return {"kind": "x", "fields": {}, "values": list(nodes)}


HOSTILE = {
    "a header longer than the bound": (2**31).to_bytes(4, "big"),
    "no json": frame(b"\x80\x04."),
    "no utf-8": frame(b'"\xff"'),
    "deep json": frame(b"[" * 200_000),
    "a huge integer": frame(b'{"kind": "x", "fields": {}, "values": [' + b"9" * 10_000 + b"]}"),
    "a list": frame([1]),
    "a part too many": frame({**with_values(), "more": 1}),
    "a part too few": frame({"kind": "x", "fields": {}}),
    "a kind that is no text": frame({"kind": 1, "fields": {}, "values": []}),
    "values that are no list": frame({"kind": "x", "fields": {}, "values": {"array": 1}}),
    "a bare list": frame(with_values([1])),
    "two keys": frame(with_values({"tuple": [], "list": []})),
    "an unknown key": frame(with_values({"pickle": "gASVAAAA"})),
    "a callback": frame(with_values({"callback": "softmax"})),
    "a foreign that is no text": frame(with_values({"foreign": 1})),
    "too deep": frame(with_values({"list": [{"list": [{"list": [{"list": []}]}]}]})),
    "too many": frame(with_values(*[1] * 20_000)),
    "an unhashable key": frame(with_values({"dict": [[{"list": []}, 1]]})),
    "a pair of three": frame(with_values({"dict": [[1, 2, 3]]})),
    "objects": frame(with_values({"array": ["object", [1], 8]}), bytes(8)),
    "the other byte order": frame(with_values({"array": [">f8", [1], 8]}), bytes(8)),
    "a record": frame(with_values({"array": ["void64", [1], 8]}), bytes(8)),
    "too few bytes for the shape": frame(with_values({"array": ["float64", [3], 8]}), bytes(8)),
    "a negative length": frame(with_values({"array": ["float64", [-1, -1], 8]}), bytes(8)),
    "a length that is true": frame(with_values({"array": ["float64", [True], 8]}), bytes(8)),
    "a length that is a float": frame(with_values({"array": ["float64", [1.0], 8]}), bytes(8)),
    "terabytes": frame(with_values({"array": ["float64", [10**12], 8 * 10**12]})),
    "more than numpy counts": frame(with_values({"array": ["float64", [2**70, 0], 0]})),
    "seventy axes": frame(with_values({"array": ["float64", [1] * 70, 8]}), bytes(8)),
    "many that are too much together": frame(with_values(*[{"array": ["bool", [2**26], 2**26]}] * 2), bytes(2**26)),
    "a scalar with a shape": frame(with_values({"scalar": ["float64", [1], 8]}), bytes(8)),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_malformed_frame_is_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        reader(data).message()


def test_a_frame_that_breaks_off_is_an_end() -> None:
    data = b"".join(pack("x", {}, [np.zeros(100)]))
    for length in (0, 3, 4, 20, len(data) - 1):
        with pytest.raises(Ended):
            reader(data[:length]).message()


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_noise_is_refused_or_ends(data: bytes) -> None:
    with pytest.raises((WireError, Ended)):
        reader(frame(data)).message()


def test_a_bool_of_another_byte_is_true() -> None:
    (back,) = reader(frame(with_values({"array": ["bool", [3], 3]}), b"\x00\x01\x07")).message().values
    np.testing.assert_array_equal(back.view(np.uint8), [0, 1, 1])


def test_fields_are_given_a_type_and_a_bound() -> None:
    told = Message("x", {"text": "a" * 1000, "texts": ["b" * 1000], "list": [1], "number": 3})
    assert len(told.text("text")) == 500
    assert [len(one) for one in told.texts("texts")] == [200]
    assert told.text("absent") == ""
    for wrong in (lambda: told.text("number"), lambda: told.texts("text"), lambda: told.texts("list")):
        with pytest.raises(WireError):
            wrong()


def test_a_subclass_crosses_as_its_numbers_and_none_of_its_methods_runs() -> None:
    (back,) = crossed(np.array([1.0, 2.0]).view(Lying)).values
    assert type(back) is np.ndarray
    assert back.tolist() == [1.0, 2.0]
