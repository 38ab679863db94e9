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

MOST_CALLS = 25
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
        due = {result.name for result in results if self._is_due(result, results)}
        if not due:
            return list(results)
        with closing(open_port()) as port:
            port.load()
            return [self._with_example(result, port) if result.name in due else result for result in results]

    def _is_due(self, result: ExerciseResult, results: Sequence[ExerciseResult]) -> bool:
        """Where a function may carry earlier mistakes, their own examples say more than one of the whole."""
        return result.status in EXPLAINABLE and not carried(self._course.exercise(result.name), results)

    def _with_example(self, result: ExerciseResult, port: Port) -> ExerciseResult:
        asking = _Asking(result.name, port, self._truth, self._course.tolerances)
        named = [mistake.id for mistake in (result.misconception, result.second_misconception) if mistake]
        place = (result.name, *named)
        # Who makes the same mistake goes wrong on the same input: one call instead of a search.
        found = asking.first([self._shown[place]]) if place in self._shown else None
        found = found or self._smallest(result.name, asking)
        if found is None:
            return result
        if named:
            self._shown[place] = found.arguments
        return replace(result, counter_example=_told(result.name, found))

    def _smallest(self, name: str, asking: _Asking) -> Found | None:
        known = sorted((probe.arguments for probe in self._inputs.probes(name)), key=size)
        found = asking.first(known) or asking.first(chain.from_iterable(map(others, known)))
        while found and (better := asking.first(smaller(found.arguments, linked_axes(known)), found)):
            found = better
        return (asking.first(rounder(found.arguments), found) or found) if found else None


def _told(name: str, found: Found) -> CounterExample:
    right = found.right
    names = [part.name for part in contract.of(name).results]
    expected = shown(right.value, names) if right.kind == "value" else right.exception
    return told(name, found.arguments, expected, found.received, found.broken)


class _Asking:
    """Calls one function until calls or seconds are used up, or until it has to be stopped."""

    def __init__(self, name: str, port: Port, truth: Truth, tolerances: Mapping[str, Tolerance]) -> None:
        self._name, self._port, self._truth, self._tolerances = name, port, truth, tolerances
        self._calls, self._seconds = MOST_CALLS, MOST_SECONDS

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
        if self._calls <= 0 or self._seconds <= 0:
            return None
        received = self._port.call(self._name, arguments, return_arguments=True)
        self._calls -= 1
        self._seconds -= received.seconds
        if received.kind not in ("value", "raised"):
            self._calls = 0
            return None
        visible = visible_tolerance(arguments, received.value, self._tolerances)
        found = broken(received, right, arguments, contract.of(self._name), visible)
        return Found(arguments, right, received, found) if found else None

    def _is_due(self, right: Outcome) -> bool:
        """Whether the contract promises this of some arguments: finite numbers, or an exception that it names."""
        if right.kind == "raised":
            return right.exception in contract.of(self._name).raises
        parts = right.value if isinstance(right.value, tuple) else (right.value,)
        return all(bool(np.isfinite(part).all()) for part in parts)


def _is_alike(right: Outcome, before: Outcome) -> bool:
    """An answer is due on both arguments, or the same exception is."""
    return (right.kind, right.exception) == (before.kind, before.exception)
