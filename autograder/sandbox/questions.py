"""Calls on their way to a student's process: which go together, what they may call back, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from autograder.outcome import Declined, Offered, UsedUp, Value
from autograder.sandbox.message import Message, WireError
from autograder.sandbox.wire import SMALL, Buffer, pack


@dataclass(frozen=True, slots=True)
class Question:
    """One call on its way: an answer must bear its number."""

    number: int
    arguments: Sequence[Value]
    frame: Sequence[Buffer]

    @property
    def offered(self) -> list[Offered]:
        """The functions that it may call back."""
        return [one for one in self.arguments if isinstance(one, Offered)]


def together(questions: Iterable[Question]) -> Iterator[list[Question]]:
    """Calls in rows that the line holds at once; one that may call back stands alone, since its child reads on."""
    row: list[Question] = []
    room = SMALL
    for question in questions:
        size = sum(map(len, question.frame))
        if row and (question.offered or row[-1].offered or size > room):
            yield row
            row, room = [], SMALL
        row.append(question)
        room -= size
    if row:
        yield row


def in_one_piece(row: Sequence[Question]) -> Sequence[Buffer]:
    """The frames of a row; only one that stands alone is too large to be copied."""
    return row[0].frame if len(row) == 1 else [b"".join(part for question in row for part in question.frame)]


def afterwards(arguments: Sequence[Value], told: Message, changed: Sequence[Value]) -> tuple[Value, ...]:
    """The arguments as a call left them, of which only those that it changed were sent back."""
    places = told.places("changed", len(arguments))
    if not places and not changed:
        return tuple(arguments)
    if len(places) != len(changed):
        raise WireError("another number of arguments than was said")
    after = dict(zip(places, changed, strict=True))
    return tuple(after.get(at, argument) for at, argument in enumerate(arguments))


class Callbacks:
    """The functions that a student may call during one call, and how often."""

    def __init__(self, offered: Sequence[Offered] = ()) -> None:
        self._functions = {one.name: one.counted() for one in offered}

    def answer(self, asked: Message) -> list[Buffer]:
        """The frame that answers one callback."""
        name = asked.text("function")
        if name not in self._functions:
            return pack("raise", {"text": f"there is no function {name} to call"})
        try:
            return pack("value", values=[self._functions[name](*asked.values)])
        except (UsedUp, Declined) as refusal:
            return pack("raise", {"text": str(refusal)})
