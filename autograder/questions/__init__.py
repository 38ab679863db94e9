"""What is predicted before an exercise is written: an input small enough for the head, and the part that is typed.

Each question is put to a function as a learner would put it to themselves. Its ideas are the catalogued mistakes that a
person may have in mind before there is any code; what each of them gives here must tell it from the others.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

Function = Callable[..., Any]
Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """`ask(f)` is the answer that f gives; `ideas` are ids of the exercise's misconceptions.

    `when` is empty before the exercise is written, "evening" at the end of its day, "morning" at the start of the next.
    """

    exercise: str
    ideas: tuple[str, ...]
    ask: Callable[[Function], Array]
    when: str = ""

    @property
    def name(self) -> str:
        """As it is called in a cell: the exercise, and when it is asked."""
        return f"{self.exercise}, {self.when}" if self.when else self.exercise


def question(exercise: str, *ideas: str, when: str = "") -> Callable[[Callable[[Function], Array]], Question]:
    """Make a question of the exercise from the function that puts it."""
    return lambda ask: Question(exercise, ideas, ask, when)


def all_of_them() -> Mapping[str, Question]:
    """The questions by name, from every file of this folder. ValueError where two have one name: which is asked?"""
    modules = (import_module(f"{__name__}.{file.name}") for file in pkgutil.iter_modules(__path__))
    found: dict[str, Question] = {}
    for one in (one for module in modules for one in vars(module).values() if isinstance(one, Question)):
        if one.name in found:
            raise ValueError(f"autograder/questions: two questions are called {one.name}; take one of them out")
        found[one.name] = one
    return found
