"""What a class really is, read past anything that it, or its metaclass, may pretend. No method of a student's runs."""

from __future__ import annotations

import builtins
from typing import Any

from numpy import generic, matrix, ndarray
from numpy.ma import MaskedArray

_TYPE = type.__dict__
_BUILTIN = {name: thing for name, thing in vars(builtins).items() if isinstance(thing, type)}
_HEAP_TYPE = 1 << 9  # the flag of classes made by a class statement; NumPy's scalar types do not have it


def ancestors(kind: type) -> tuple[type, ...]:
    """The classes that `kind` inherits from, itself first."""
    found: tuple[type, ...] = _TYPE["__mro__"].__get__(kind)
    return found


def inherits(kind: type, ancestor: type) -> bool:
    """issubclass; `in` would ask the metaclass's ==, which may be a student's."""
    return any(one is ancestor for one in ancestors(kind))


def type_name(kind: type) -> str:
    """The qualified name, e.g. "numpy.matrix"; without a module for built-in and the student's own classes."""
    name, module = _text(kind, "__qualname__"), _text(kind, "__module__")
    return name if module in ("builtins", "__main__", "") else f"{module}.{name}"


def bare_name(kind: type) -> str:
    """The same without any module, as the last line of a traceback has it."""
    return type_name(kind).rpartition(".")[2]


def builtin_bases(kind: type) -> list[str]:
    """The names of the built-in classes among the ancestors."""
    names = (_text(one, "__name__") for one in ancestors(kind))
    return [name for name, one in zip(names, ancestors(kind), strict=True) if _BUILTIN.get(name) is one]


def is_scalar(kind: type) -> bool:
    """A NumPy scalar's own class; a subclass of one is a student's."""
    return inherits(kind, generic) and not _TYPE["__flags__"].__get__(kind) & _HEAP_TYPE


def is_array(kind: type) -> bool:
    """numpy.ndarray or a subclass whose numbers mean what an array's do: in a matrix * is another product, and a
    masked array holds numbers that do not count."""
    if kind is ndarray:
        return True
    return inherits(kind, ndarray) and not any(inherits(kind, other) for other in (matrix, MaskedArray))


def is_namedtuple(kind: type) -> bool:
    """A subclass of tuple whose fields have names."""
    own: list[Any] = [_TYPE["__dict__"].__get__(one) for one in ancestors(kind)]
    return inherits(kind, tuple) and any("_fields" in names for names in own)


def _text(kind: type, attribute: str) -> str:
    try:
        value = _TYPE[attribute].__get__(kind)
        return str.__getitem__(value, slice(0, 100))
    except (AttributeError, TypeError):
        return ""
