"""Known wrong ideas, one function each: the name is the id, the docstring the sentence a learner reads."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.abc import SourceLoader
from types import CodeType, ModuleType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong idea as a function: what it is called, what its numbers say, a question, the check that catches it."""

    id: str
    exercise: str
    says: str
    hint: str
    caught_by: str
    function: Callable[..., Any]


def misconception(*, hint: str, caught_by: str) -> Callable[[Function], Function]:
    """Mark a function as a catalogued wrong idea; `hint` asks, `caught_by` names the grader check that must fail."""

    def mark(function: Function) -> Function:
        function.__dict__["misconception"] = (hint, caught_by)
        return function

    return mark


@cache
def of(exercise: str) -> tuple[Misconception, ...]:
    """The catalogue of one exercise, in the order of its file; empty when there is none."""
    return fresh(exercise)


def fresh(exercise: str) -> tuple[Misconception, ...]:
    """The same catalogue as new function objects, for mistakes that remember earlier calls."""
    file, code = _compiled(exercise)
    if code is None:
        return ()
    module = ModuleType(f"{__name__}.{exercise}")
    module.__file__ = file
    exec(code, vars(module))
    found = []
    for name, function in vars(module).items():
        if mark := getattr(function, "misconception", None):
            says = " ".join((function.__doc__ or "").split())
            found.append(Misconception(name, exercise, says, mark[0], mark[1], function))
    return tuple(found)


@cache
def _compiled(exercise: str) -> tuple[str, CodeType | None]:
    """The file of an exercise's catalogue and its code, read once however often its functions are made; or nothing."""
    spec = importlib.util.find_spec(f"{__name__}.{exercise}")
    if spec is None or spec.origin is None or not isinstance(spec.loader, SourceLoader):
        return "", None
    return spec.origin, spec.loader.get_code(spec.name)
