"""One frame as it was read: its fields are a stranger's words until they are given a type, a bound and a clean look."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from autograder.outcome import Value


class WireError(Exception):
    """A frame that is malformed, oversized or out of turn."""


@dataclass(frozen=True, slots=True)
class Message:
    """A frame that was read. The fields are still a stranger's: the three readers give them a type and a bound."""

    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    values: tuple[Value, ...] = ()

    def text(self, name: str, limit: int = 500) -> str:
        value = self.fields.get(name, "")
        if type(value) is not str:
            raise WireError(f"{name} is no text")
        return readable(value[:limit])

    def block(self, name: str, limit: int) -> str:
        """A text of several lines."""
        value = self.fields.get(name, "")
        if type(value) is not str:
            raise WireError(f"{name} is no text")
        return "\n".join(map(readable, value[:limit].split("\n")))

    def word(self, name: str, known: Collection[str]) -> str:
        value = self.text(name)
        if value not in known:
            raise WireError(f"{name} is called {value or 'nothing'}")
        return value

    def texts(self, name: str, limit: int = 200) -> tuple[str, ...]:
        value = self.fields.get(name, [])
        if type(value) is not list or any(type(item) is not str for item in value):
            raise WireError(f"{name} is no list of texts")
        return tuple(readable(item[:200]) for item in value[:limit])

    def places(self, name: str, count: int) -> tuple[int, ...]:
        """Different places in a row of `count`."""
        value = self.fields.get(name, [])
        if type(value) is not list or any(type(item) is not int or not 0 <= item < count for item in value):
            raise WireError(f"{name} is no list of places")
        if len(set(value)) != len(value):
            raise WireError(f"{name} names a place twice")
        return tuple(value)

    def number(self, name: str) -> int:
        value = self.fields.get(name, 0)
        if type(value) is not int:
            raise WireError(f"{name} is no whole number")
        return value


def readable(text: str) -> str:
    """The text on one line, without what steers a terminal and without halves of characters, which no file can hold."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " if char.isspace() else "\ufffd" for char in text)
