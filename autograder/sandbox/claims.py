"""What a student's process says of itself, held against what the grader knows, before a person reads it.

While a function runs it knows a hidden input, and every word that it may choose is a way out: the name of a class, the
place of an error, the module of an import. So a name is passed on only if it stands in the submission's own text or is
known to everybody, and the line of an error is written from the submission as the grader has it. What is left is a
choice among the lines and words that were handed in, which were written before any hidden input was seen.
"""

from __future__ import annotations

import builtins
import re
import sys
import types
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from autograder.outcome import Foreign, Value
from autograder.sandbox.message import readable

OWN = "an object of a class without a known name"
_CLASS = re.compile(r"\bclass\s+(\w+)")
_WORD = re.compile(r"\w+")
_DETAIL = re.compile(r"(?P<name>.*?)(?P<rest> \([a-z ]{1,30}\)| of dtype [a-z]{1,12}\d{0,4}(?:\[[a-z]{1,2}\])?)?")
_PLAIN = frozenset(
    thing.__name__ for module in (builtins, types) for thing in vars(module).values() if isinstance(thing, type)
) | {"numpy.ma.MaskedArray", "numpy.ma.core.MaskedArray"}  # loaded only where somebody masks
_LINE = 200
# An array without numbers may have any shape; up to here a person may have meant it.
_AXES, _LONGEST_EMPTY = 8, 1000


class Cell(Protocol):
    """One piece of code: `label` is "cell 4", or "" in a script, where `first_line` is its place in the file."""

    @property
    def number(self) -> int: ...
    @property
    def source(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def first_line(self) -> int: ...


class Claims:
    """Reads what one submission's process claims."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = {cell.number: cell for cell in cells}

    @cached_property
    def _classes(self) -> frozenset[str]:
        return frozenset(name for cell in self._cells.values() for name in _CLASS.findall(cell.source))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for cell in self._cells.values() for word in _WORD.findall(cell.source))

    def exception(self, name: str, bases: Sequence[str]) -> str:
        """The exception's name as a person writes it, or that of the built-in one that it is a kind of."""
        known = self._name(name)
        return known.rpartition(".")[2] if known else next(iter(self.bases(bases)), "an exception")

    def bases(self, names: Sequence[str]) -> tuple[str, ...]:
        """Those that are built-in classes."""
        return tuple(name for name in names if isinstance(vars(builtins).get(name), type))

    def module(self, text: str) -> str:
        """The module that a refused import asked for, if its name was handed in; the text begins with it."""
        name = text.partition(" ")[0]
        return name if self._words.issuperset(name.split(".")) else "a library that was named while the code ran"

    def where(self, number: int, line: int) -> str:
        """The student's own line, e.g. "cell 4, line 3: return x / 0"; empty where there is no such place."""
        cell = self._cells.get(number)
        lines = cell.source.split("\n") if cell else []
        if cell is None or not 0 <= line - cell.first_line < len(lines):
            return ""
        text = readable(lines[line - cell.first_line].strip()[:_LINE])
        place = f"{cell.label}, line {line}" if cell.label else f"line {line}"
        return f"{place}: {text}" if text else place

    def value(self, value: Value) -> Value:
        """The value, with nothing in it that speaks by a type's name or a shape without numbers, or trips a reader."""
        kind = type(value)
        if kind is Foreign:
            return Foreign(self._type_name(value.type_name))
        if kind is np.ndarray:
            speaks = value.ndim > _AXES or (not value.size and max(value.shape) > _LONGEST_EMPTY)
            return Foreign(f"numpy.ndarray of {value.ndim} axes") if speaks else value
        if kind in (list, tuple):
            return kind(self.value(item) for item in value)
        if kind is dict and len({type(key) is str for key in value}) > 1:
            return Foreign("dict with keys of several types")  # which nobody can sort
        if kind is dict:
            return {key: self.value(item) for key, item in value.items()}
        return value

    def _type_name(self, text: str) -> str:
        found = _DETAIL.fullmatch(text)
        name = self._name(found["name"]) if found else None
        return f"{name}{found['rest'] or ''}" if found and name else OWN

    def _name(self, text: str) -> str | None:
        """A class of Python's, of the submission, or of a module that is loaded here; None for any other."""
        module, _, last = text.rpartition(".")
        if text in _PLAIN:
            return text
        if last in self._classes:
            return last
        loaded = sys.modules.get(module)
        return text if loaded is not None and isinstance(vars(loaded).get(last), type) else None
