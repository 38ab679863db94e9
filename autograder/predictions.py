"""Typed predictions: whether an answer is the right one or a known idea's, told without holding the answer.

A prediction is a few numbers to two digits. The wheel carries a digest of the right ones and of each idea's.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

FILE = "data/predictions.json"
STEP = 0.01  # what a person rounds to
ROUNDED = (-1, 0, 1)  # who is nearly right is right, by whatever rule the last digit was rounded
CUT_OFF = (0, 1)  # two thirds are 0.67, and 0.66 where digits were cut off; a guess that is only near is no idea
MOST = 6  # numbers that anybody types: every neighbour of each is tried


@dataclass(frozen=True, slots=True)
class Key:
    """What is known of one exercise's prediction."""

    count: int  # how many numbers are asked for
    right: str
    ideas: Mapping[str, str]  # digest -> id of a misconception

    def is_right(self, numbers: Sequence[float]) -> bool:
        return any(mark == self.right for mark in _marks(numbers, ROUNDED))

    def idea(self, numbers: Sequence[float]) -> str:
        """The id of the one idea that gives these numbers; empty when none or several do."""
        found = {self.ideas[mark] for mark in _marks(numbers, CUT_OFF) if mark in self.ideas}
        return found.pop() if len(found) == 1 else ""


def _marks(numbers: Sequence[float], slack: Sequence[int]) -> Iterator[str]:
    """The digests of these numbers and of their neighbours, `slack` steps further from zero."""
    steps = ([step + (more if step >= 0 else -more) for more in slack] for step in steps_of(numbers))
    return map(digest, itertools.product(*steps))


def steps_of(numbers: Sequence[float]) -> tuple[int, ...]:
    """The numbers, rounded as a person would, in hundredths."""
    return tuple(round(float(number) / STEP) for number in numbers)


def digest(steps: Sequence[int]) -> str:
    return hashlib.sha256(repr(tuple(steps)).encode()).hexdigest()[:16]


@cache
def load() -> Mapping[str, Key]:
    """The built keys by exercise; none where none were built."""
    file = resources.files("autograder").joinpath(FILE)
    rows: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {name: Key(**row) for name, row in rows.items()}
