"""The instructor edition's search: public inputs in order of size, then smaller and rounder ones, by asking again.

It asks in a process of its own, which has never seen a hidden input: whatever a function remembers, no hidden number
can come back in an answer that its writer will read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from autograder.counterexample import contract
from autograder.counterexample.property import Broken, broken, visible_tolerance
from autograder.counterexample.shrink import Arguments, linked_axes, others, rounder, size, smaller
from autograder.counterexample.text import shown, told
from autograder.facts import Course, Tolerance
from autograder.outcome import Outcome, Port
from autograder.probes import Inputs
from autograder.report import CounterExample, ExerciseResult
from autograder.runner import EXPLAINABLE, carried

MOST_CALLS = 24  # and one more, in a process that was asked nothing before
MOST_SECONDS = 2.0  # of the student's own processor time, for one exercise


Truth = Callable[[str, Arguments], Outcome]  # what is right on any legal arguments of an exercise


@dataclass(frozen=True, slots=True)
class Found:
    """Arguments on which the answer is wrong."""

    arguments: Arguments
    right: Outcome
    received: Outcome
    broken: Broken


class Search:
    """Finds counter-examples for one submission after another, on the public `inputs`."""

    def __init__(self, course: Course, inputs: Inputs, truth: Truth) -> None:
        self._course = course
        self._inputs = inputs
        self._truth = truth
        self._shown: dict[tuple[str, ...], Arguments] = {}  # what was smallest for a mistake that has a name

    def illustrated(self, results: Sequence[ExerciseResult], open_port: Callable[[], Port]) -> list[ExerciseResult]:
        """The same verdicts, what failed with a counter-example if there is one; asks only where something failed."""
        due = [result for result in results if self._is_due(result, results)]
        found: dict[str, Found] = {}
        if due:
            with closing(open_port()) as port:
                port.load()
                searches = {result.name: self._searched(result, port) for result in due}
            found = self._confirmed(searches, open_port)
            self._shown |= {_mistakes(r): found[r.name].arguments for r in due if r.name in found and r.misconception}
        return [
            replace(result, counter_example=_told(result.name, found[result.name])) if result.name in found else result
            for result in results
        ]

    def _is_due(self, result: ExerciseResult, results: Sequence[ExerciseResult]) -> bool:
        """Where a function may carry earlier mistakes, their own examples say more than one of the whole."""
        shown = contract.of(result.name).illustrated
        return shown and result.status in EXPLAINABLE and not carried(self._course.exercise(result.name), results)

    def _searched(self, result: ExerciseResult, port: Port) -> tuple[Found | None, int]:
        """What was found, and after how many calls."""
        asking = self._asking(result.name, port)
        # Who makes the same mistake goes wrong on the same input: one call instead of a search.
        known = self._shown.get(_mistakes(result))
        found = asking.first([known]) if known else None
        return found or self._smallest(result.name, asking), asking.calls

    def _confirmed(
        self, searches: Mapping[str, tuple[Found | None, int]], open_port: Callable[[], Port]
    ) -> dict[str, Found]:
        """What goes wrong on its first call, too: whoever tries the example will call the function just once."""
        first = {name: found for name, (found, calls) in searches.items() if found and calls == 1}
        later = {name: found for name, (found, calls) in searches.items() if found and calls > 1}
        if not later:
            return first
        with closing(open_port()) as port:
            port.load()
            again = {name: self._asking(name, port).first([found.arguments]) for name, found in later.items()}
        return first | {name: found for name, found in again.items() if found}

    def _asking(self, name: str, port: Port) -> _Asking:
        return _Asking(name, port, self._truth, self._course.tolerances)

    def _smallest(self, name: str, asking: _Asking) -> Found | None:
        known = sorted((probe.arguments for probe in self._inputs.probes(name)), key=size)
        found = asking.first(known) or asking.first(chain.from_iterable(map(others, known)))
        axes = linked_axes([one for one in known if _dimensions(one) == _dimensions(found.arguments)]) if found else ()
        while found and (better := asking.first(smaller(found.arguments, axes), found)):
            found = better
        return (asking.first(rounder(found.arguments), found) or found) if found else None


def _dimensions(arguments: Arguments) -> tuple[int, ...]:
    return tuple(argument.ndim if isinstance(argument, np.ndarray) else 0 for argument in arguments)


def _mistakes(result: ExerciseResult) -> tuple[str, ...]:
    """The exercise with its named mistakes."""
    named = (result.misconception, result.second_misconception)
    return (result.name, *(mistake.id for mistake in named if mistake))


def _told(name: str, found: Found) -> CounterExample:
    right = found.right
    names = [part.name for part in contract.of(name).results]
    expected = shown(right.value, names) if right.kind == "value" else right.exception
    return told(name, found.arguments, expected, found.received, found.broken)


class _Asking:
    """Calls one function until calls or seconds are used up, or until it has to be stopped."""

    def __init__(self, name: str, port: Port, truth: Truth, tolerances: Mapping[str, Tolerance]) -> None:
        self._name, self._port, self._truth, self._tolerances = name, port, truth, tolerances
        self._left, self._seconds = MOST_CALLS, MOST_SECONDS
        self.calls = 0

    def first(self, candidates: Iterable[Arguments], like: Found | None = None) -> Found | None:
        """The first legal candidate on which the answer is wrong, in the same way as `like`."""
        for arguments in candidates:
            if not contract.is_legal(self._name, arguments):
                continue
            right = self._truth(self._name, arguments)
            if not self._is_due(right) or (like and not _is_alike(right, like.right)):
                continue
            found = self._ask(arguments, right)
            if found and (like is None or found.broken.kind == like.broken.kind):
                return found
        return None

    def _ask(self, arguments: Arguments, right: Outcome) -> Found | None:
        if self._left <= 0 or self._seconds <= 0:
            return None
        received = self._port.call(self._name, arguments)
        self.calls += 1
        self._left -= 1
        self._seconds -= received.seconds
        if received.kind not in ("value", "raised"):
            self._left = 0
            return None
        visible = visible_tolerance(arguments, received.value, self._tolerances)
        found = broken(received, right, arguments, contract.of(self._name), visible)
        return Found(arguments, right, received, found) if found else None

    def _is_due(self, right: Outcome) -> bool:
        """Whether the contract promises this of some arguments: finite numbers, or an exception that it names."""
        if right.kind == "raised":
            return right.exception in contract.of(self._name).raises
        parts = right.value if isinstance(right.value, tuple) else (right.value,)
        return all(isinstance(part, (str, dict)) or bool(np.isfinite(part).all()) for part in parts)


def _is_alike(right: Outcome, before: Outcome) -> bool:
    """An answer is due on both arguments, or the same exception is."""
    return (right.kind, right.exception) == (before.kind, before.exception)
