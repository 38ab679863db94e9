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
    """`ask(f)` is the answer that f gives; `ideas` are ids of the exercise's misconceptions."""

    exercise: str
    ideas: tuple[str, ...]
    ask: Callable[[Function], Array]


def question(exercise: str, *ideas: str) -> Callable[[Callable[[Function], Array]], Question]:
    """Make a question of the exercise from the function that puts it."""
    return lambda ask: Question(exercise, ideas, ask)


def all_of_them() -> Mapping[str, Question]:
    """The questions by exercise, from every file of this folder."""
    modules = (import_module(f"{__name__}.{file.name}") for file in pkgutil.iter_modules(__path__))
    found = (one for module in modules for one in vars(module).values() if isinstance(one, Question))
    return {one.exercise: one for one in found}
