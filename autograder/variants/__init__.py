"""Correct but unusual answers, one public function each: all of them must keep full marks."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any


@dataclass(frozen=True, slots=True)
class Variant:
    """A right answer, and in what it is unusual."""

    id: str
    exercise: str
    says: str
    function: Callable[..., Any]


@cache
def of(exercise: str) -> tuple[Variant, ...]:
    """The variants of one exercise, in the order of their file; empty when there is none."""
    name = f"{__name__}.{exercise}"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name == name:
            return ()
        raise
    return tuple(
        Variant(key, exercise, " ".join((thing.__doc__ or "").split()), thing)
        for key, thing in vars(module).items()
        if not key.startswith("_") and callable(thing) and _is_local(thing, name)
    )


def _is_local(thing: Any, module: str) -> bool:
    if inspect.isclass(thing):
        return False
    return getattr(thing, "__module__", None) == module or getattr(type(thing), "__module__", None) == module
