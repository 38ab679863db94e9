"""Frames between grader and student: a bounded JSON header, then the arrays' raw bytes. Nothing in them can execute.

A frame is 4 bytes of header length, the header, the arrays in the order in which the header names them:

    {"kind": "call", "fields": {"function": "f"}, "values": [{"array": ["float64", [2, 3], 48]}, 0.5, ...]}

None, bool, int, float and str stand for themselves; every other value is an object with one key: array, scalar, tuple,
list, dict, callback, or foreign, which names the type of a value that may not cross. The writer never calls a method
of the objects that it is given, since those may be a student's; the reader takes nothing on trust.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from json import JSONDecoder, dumps
from typing import Any, TypeAlias

import numpy as np
from numpy import asarray, ascontiguousarray, empty, ndarray, uint8

from autograder.outcome import Foreign, Offered, Value
from autograder.sandbox.honest import is_array, is_namedtuple, is_scalar, type_name
from autograder.sandbox.message import Message, WireError

Buffer: TypeAlias = bytes | memoryview
Node: TypeAlias = Any  # a piece of JSON

MAX_BYTES = 64 * 2**20  # of all arrays in one frame
MAX_HEADER = 2**20
MAX_ITEMS = 10_000  # values in one frame, collections counted with their items
MAX_KEYS = 1_000  # of one dictionary
MAX_DEPTH = 3  # collections inside collections
MAX_TEXT = 65_536
MAX_INT_BITS = 1024
SMALL = 65_536  # a frame up to this size is sent in one piece

_CODES = "?bhilqBHILQefdgFDG"  # bool, every integer, float and complex that NumPy has; nothing that holds references
_PARTS = {"kind", "fields", "values"}
_PLAIN = (str, int, float, bool)
DTYPES: dict[str, np.dtype[Any]] = {name: np.dtype(name) for name in (np.dtype(code).name for code in _CODES)}
_NAMES = {dtype: name for name, dtype in DTYPES.items()}
_read_json = JSONDecoder().raw_decode


class Ended(Exception):
    """The other side is gone."""


# --- writing ----------------------------------------------------------------------------------------------------------


def pack(kind: str, fields: Mapping[str, Node] | None = None, values: Sequence[Value] = ()) -> list[Buffer]:
    """The frame as buffers to send in order; a function that is offered crosses as its name."""
    writer = _Writer()
    nodes = [writer.node(value, 0) for value in values]
    header = dumps({"kind": kind, "fields": dict(fields or {}), "values": nodes}).encode("ascii")
    parts: list[Buffer] = [len(header).to_bytes(4, "big"), header, *writer.buffers]
    return [b"".join(parts)] if len(header) + writer.bytes <= SMALL else parts


class _Writer:
    """Turns values into nodes and collects the arrays' bytes, without copying an array that is contiguous."""

    def __init__(self) -> None:
        self.buffers: list[Buffer] = []
        self.bytes = 0
        self._items = 0

    def node(self, value: Value, depth: int) -> Node:
        """The node for `value`; type() and `is` only, because a student's class may lie about everything else."""
        kind = type(value)
        self._items += 1
        if self._items > MAX_ITEMS:
            return {"foreign": type_name(kind)}
        if kind is ndarray:
            return self._array("array", value, kind)
        if value is None or kind is bool or kind is float:
            return value
        if kind is int:
            return value if value.bit_length() <= MAX_INT_BITS else {"foreign": "int (too large)"}
        if kind is str:
            return value if len(value) <= MAX_TEXT else {"foreign": "str (too long)"}
        if is_array(kind):
            return self._array("array", ndarray.view(value, ndarray), kind)
        if kind is Offered:
            return {"callback": value.name}
        if is_scalar(kind):
            return self._array("scalar", asarray(value), kind)
        if kind is Foreign:
            return {"foreign": value.type_name}
        return self._collection(value, kind, depth)

    def _collection(self, value: Value, kind: type, depth: int) -> Node:
        form = _form(kind)
        most = min(MAX_KEYS, MAX_ITEMS - self._items) if form is dict else MAX_ITEMS - self._items
        if form is None or depth >= MAX_DEPTH or form.__len__(value) > most:
            return {"foreign": type_name(kind)}
        if form is not dict:
            return {form.__name__: [self.node(item, depth + 1) for item in form.__iter__(value)]}
        if all(any(type(key) is one for one in _PLAIN) for key in value):
            return {"dict": [[self.node(key, depth + 1), self.node(item, depth + 1)] for key, item in value.items()]}
        return {"foreign": type_name(kind)}

    def _array(self, key: str, array: ndarray[Any, Any], kind: type) -> Node:
        name = _NAMES.get(array.dtype)
        if name is None:
            dtype = array.dtype.newbyteorder("=")
            if dtype not in _NAMES:
                return {"foreign": f"{type_name(kind)} of dtype {dtype.name}"[:200]}
            name = _NAMES[dtype]
        size = array.nbytes
        if self.bytes + (size or _sizes(array.shape, array.itemsize)[1]) > MAX_BYTES:
            return {"foreign": f"{type_name(kind)} (too large to hand over)"}
        if array.dtype is not DTYPES[name]:
            array = array.astype(DTYPES[name])
        if size <= SMALL:
            self.buffers.append(array.tobytes())
        else:
            self.buffers.append(ascontiguousarray(array).reshape(-1).view(uint8).data)
        self.bytes += size
        return {key: [name, array.shape, size]}


def _form(kind: type) -> type[list[Any]] | type[tuple[Any, ...]] | type[dict[Any, Any]] | None:
    """As which of Python's collections a value of this class crosses."""
    if kind is tuple or kind is list or kind is dict:
        return kind
    return tuple if is_namedtuple(kind) else None


# --- reading ----------------------------------------------------------------------------------------------------------


class Reader:
    """Reads frames from `read`, which fills part of a buffer and returns how much, or raises Ended."""

    def __init__(
        self,
        read: Callable[[memoryview], int],
        *,
        max_header: int = MAX_HEADER,
        callback: Callable[[str], Callable[..., Value]] | None = None,
    ) -> None:
        self._read = read
        self._max_header = max_header
        self._callback = callback
        self._buffer = memoryview(bytearray(SMALL))
        self._start = self._end = 0
        self._items = self.bytes = 0  # of the frame that was read last

    @property
    def pending(self) -> bool:
        """True when bytes have come that no frame has used yet."""
        return self._start < self._end

    def message(self) -> Message:
        """The next frame, or WireError; an array is received straight into its own memory."""
        length = int.from_bytes(self._exactly(4), "big")
        if length > self._max_header:
            raise WireError(f"a header of {length} bytes")
        try:
            header, end = _read_json(self._exactly(length).decode("ascii"))
        except (ValueError, RecursionError) as error:
            raise WireError("the header is no JSON") from error
        if end != length or type(header) is not dict or header.keys() != _PARTS:
            raise WireError("the header lacks a part")
        kind, fields, nodes = header["kind"], header["fields"], header["values"]
        if type(kind) is not str or type(fields) is not dict or type(nodes) is not list:
            raise WireError("a part of the header has the wrong type")
        self._items = self.bytes = 0
        return Message(kind, fields, tuple([self._value(node, 0) for node in nodes]))

    def _value(self, node: Node, depth: int) -> Value:
        self._items += 1
        if self._items > MAX_ITEMS:
            raise WireError("too many values")
        if type(node) is not dict:
            if node is None or type(node) in _PLAIN:
                return node
            raise WireError("a value of unknown form")
        if len(node) != 1:
            raise WireError("a value of unknown form")
        ((key, inner),) = node.items()
        if key in ("array", "scalar"):
            array = self._array(inner)
            return array if key == "array" else _scalar(array)
        if key in ("foreign", "callback") and type(inner) is str:
            return Foreign(inner[:200]) if key == "foreign" else self._function(inner)
        if key in ("tuple", "list", "dict") and type(inner) is list:
            return self._collection(key, inner, depth + 1)
        raise WireError("a value of unknown form")

    def _function(self, name: str) -> Callable[..., Value]:
        if self._callback is None:
            raise WireError("a function where none is taken")
        return self._callback(name)

    def _collection(self, key: str, nodes: list[Node], depth: int) -> Value:
        if depth > MAX_DEPTH:
            raise WireError("collections too deep")
        if key == "tuple":
            return tuple(self._value(node, depth) for node in nodes)
        if key == "list":
            return [self._value(node, depth) for node in nodes]
        if len(nodes) > MAX_KEYS:  # a stranger's numbers may all have one hash, and looking them up then takes a square
            raise WireError("a dict of too many keys")
        pairs = {}
        for node in nodes:
            if type(node) is not list or len(node) != 2 or type(node[0]) not in _PLAIN:
                raise WireError("a dict of unknown form")
            pairs[node[0]] = self._value(node[1], depth)
        return pairs

    def _array(self, inner: Node) -> ndarray[Any, Any]:
        if type(inner) is not list or len(inner) != 3:
            raise WireError("an array of unknown form")
        name, shape, size = inner
        dtype = DTYPES.get(name) if type(name) is str else None
        if dtype is None or type(shape) is not list or len(shape) > 32:
            raise WireError("an array of unknown dtype or shape")
        fits, room = _sizes(shape, dtype.itemsize)
        if size != fits or room > MAX_BYTES:
            raise WireError("an array whose bytes do not fit its shape")
        self.bytes += size
        if self.bytes > MAX_BYTES:
            raise WireError("more array bytes than one frame may hold")
        if 0 < size <= self._end - self._start:  # all of it has come: one copy out of the buffer
            array = ndarray(shape, dtype, self._buffer, self._start).copy()
            self._start += size
        else:
            array = empty(shape, dtype)
            if size:
                self._fill(array.reshape(-1).view(uint8).data)
        if dtype.kind == "b":
            raw = array.reshape(-1).view(uint8)
            raw[:] = raw != 0  # any other byte would be a bool that is equal to neither
        return array

    def _exactly(self, count: int) -> bytes:
        if self._end - self._start >= count:
            self._start += count
            return self._buffer[self._start - count : self._start].tobytes()
        taken = bytearray(count)
        self._fill(memoryview(taken))
        return bytes(taken)

    def _fill(self, view: memoryview) -> None:
        filled = 0
        while filled < len(view):
            if self._start == self._end and len(view) - filled >= SMALL:
                filled += self._read(view[filled:])
                continue
            if self._start == self._end:
                self._start, self._end = 0, self._read(self._buffer)
            count = min(self._end - self._start, len(view) - filled)
            view[filled : filled + count] = self._buffer[self._start : self._start + count]
            self._start += count
            filled += count


def _sizes(shape: Sequence[int], itemsize: int) -> tuple[int, int]:
    """Bytes of an array of this shape, and bytes it could need: an axis of no numbers does not excuse the others."""
    size = room = itemsize
    for length in shape:
        if type(length) is not int or length < 0:
            raise WireError("an array of unknown shape")
        size *= length
        room *= length or 1
    return size, room


def _scalar(array: ndarray[Any, Any]) -> Value:
    if array.shape != ():
        raise WireError("a scalar with a shape")
    return array[()]
