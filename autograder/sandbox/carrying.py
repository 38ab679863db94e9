"""One mistake costs once: what a student's own earlier functions make of an input, asked where they cannot conspire.

With them it can also be told whether the joined function makes a mistake of its own, beside those that it carries on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from autograder.answer import Answer, Array, Observation, Spec, Stopped, tolerance_for
from autograder.facts import Tolerance
from autograder.judge import Wrong, agrees_with_nan, as_float64
from autograder.outcome import Outcome, Port, Value, arrays_in, is_plain_array, parts
from autograder.report import Status
from autograder.sandbox.honest import bare_name

# A composition of earlier functions: takes `own`, then the joined function's arguments.
Composition = Callable[..., Value]
_CANNOT = (ArithmeticError, ValueError, TypeError, IndexError, AttributeError)


class _Raised(Exception):
    """An earlier function raised; the text is the name of its exception."""


class Earlier:
    """The earlier functions of one submission, of which those in `carried` were graded and lost some points."""

    def __init__(
        self, port: Port, carried: tuple[str, ...], tolerances: Mapping[str, Tolerance], *, apart: bool = True
    ) -> None:
        """`apart`: each that lost points in a process of its own; needless where only a sentence comes of it."""
        self._apart = apart
        self._port = port
        self._carried = carried
        self._tolerances = tolerances
        self._alone: dict[str, Port] = {}
        self._known: dict[tuple[object, ...], tuple[Outcome, bool]] = {}  # by question: the answer, and if it is right
        self._lost: set[str] = set()  # those that were seen to answer otherwise than they should

    @property
    def any(self) -> bool:
        """Whether there is a function that lost points."""
        return bool(self._carried)

    @property
    def lost(self) -> tuple[str, ...]:
        """The functions whose loss was met, in the order of the course."""
        return tuple(name for name in self._carried if name in self._lost)

    def own(self, spec: Spec, *arguments: Any) -> Any:
        """What the function of the spec's name gives here; Stopped when it gives anything but arrays.

        Where points hang on it, one that lost some is asked in a process where no other function ever ran, so that it
        cannot vouch for what the joined one made up; one that earned all of them must earn them here, too.
        """
        name = spec.__name__
        outcome, right = self._asked(spec, arguments)
        if outcome.kind == "raised":
            raise _Raised(outcome.exception)
        if not _gives_arrays(outcome):
            raise Stopped(Status.ERROR, f"{name} gave no arrays")
        if not right:
            self._lost.add(name)
            if name not in self._carried and all(map(_is_finite, arrays_in(arguments))):
                raise Stopped(Status.FAILED, f"{name} answers otherwise than where it was graded")
        return outcome.value

    def _asked(self, spec: Spec, arguments: Sequence[Any]) -> tuple[Outcome, bool]:
        """The answer, and whether it is right. Many ways of joining ask the same; each is asked once."""
        name = spec.__name__
        asked = (name, *map(_text, arguments))
        if asked not in self._known:
            process = name if self._apart and name in self._carried else ""
            if process not in self._alone:
                self._alone[process] = self._port.alone()
            outcome = self._alone[process].call(name, arguments)
            right = _gives_arrays(outcome) and self._is_right(outcome.value, spec, arguments)
            self._known[asked] = outcome, right
        return self._known[asked]

    def explain(self, answer: Answer, composition: Composition, spec: Spec) -> bool:
        """True when the answer is not the truth but what the composition gives, and that depends on the input."""
        if not self._carried:
            return False
        truth = answer.truth(spec)
        try:
            one = isinstance(truth, np.ndarray)
            received = [answer.array()] if one else answer.arrays(*(str(i) for i in range(len(truth))))
            explained = not _all_close(answer, received, parts(truth))
            explained = explained and _all_close(answer, received, parts(composition(self.own, *answer.arguments)))
            return explained and self._depends_on_input(answer, composition)
        except (Stopped, Wrong, _Raised, *_CANNOT):
            return False

    def amiss(self, seen: Sequence[Observation], right: Composition, wrong: Mapping[str, Composition]) -> str:
        """The one wrong way of joining that gives all that was seen; empty when none, several or the right one do.

        Afterwards `lost` are the functions that this way carries on.
        """
        if not wrong or all(self._gives(right, one) for one in seen):
            return ""
        ways = dict(wrong)
        for one in seen:
            ways = {name: way for name, way in ways.items() if self._gives(way, one)}
        if len(ways) != 1:
            return ""
        (found,) = ways
        self._lost.clear()
        for one in seen:
            self._gives(ways[found], one)
        return found

    def _gives(self, way: Composition, one: Observation) -> bool:
        """Whether a way of joining answers as was seen, be it with an exception."""
        outcome = one.outcome
        try:
            came = way(self.own, *one.probe.arguments)
        except _Raised as error:
            return outcome.kind == "raised" and outcome.exception == str(error)
        except _CANNOT as error:
            return outcome.kind == "raised" and outcome.exception == bare_name(type(error))
        except Stopped:
            return False
        try:
            return outcome.kind == "value" and self._is_same(outcome, came, one.probe.arguments)
        except Wrong:  # what came are no real numbers
            return False

    def _is_same(self, outcome: Outcome, came: Value, arguments: Sequence[Any]) -> bool:
        one, other = parts(outcome.value), parts(came)
        if isinstance(outcome.value, (tuple, list)) != isinstance(came, (tuple, list)) or len(one) != len(other):
            return False
        if not all(map(is_plain_array, (*one, *other))):
            return False
        tolerance = tolerance_for(arguments, outcome.value, self._tolerances)
        pairs = zip(one, other, strict=True)
        return all(agrees_with_nan(as_float64(a), as_float64(b), tolerance) for a, b in pairs)

    def _depends_on_input(self, answer: Answer, composition: Composition) -> bool:
        """Whether the composition tells two ordinary inputs apart, whatever this probe's numbers are."""
        first, *rest = answer.arguments
        ramp = np.linspace(-1.0, 1.0, first.size).reshape(first.shape)
        pairs = zip(*(parts(composition(self.own, x, *rest)) for x in (ramp, ramp / 2)), strict=True)
        return any(not np.array_equal(one, other, equal_nan=True) for one, other in pairs)

    def _is_right(self, received: Value, spec: Spec, arguments: Sequence[Any]) -> bool:
        """Whether the spec gives the same for these arguments; to what it cannot take there is no right answer."""
        try:
            pairs = list(zip(parts(received), parts(spec(*arguments)), strict=True))
        except _CANNOT:
            return False
        tolerance = tolerance_for(arguments, received, self._tolerances)
        return all(agrees_with_nan(as_float64(came), as_float64(right), tolerance) for came, right in pairs)


def _gives_arrays(outcome: Outcome) -> bool:
    return outcome.kind == "value" and all(map(is_plain_array, parts(outcome.value)))


def _text(argument: Value) -> object:
    """Equal for arguments that are equal to the last bit."""
    if is_plain_array(argument):
        return argument.shape, argument.dtype.str, argument.tobytes()
    return repr(argument)


def _is_finite(array: Array) -> bool:
    return bool(np.isfinite(as_float64(array)).all())


def _all_close(answer: Answer, received: Sequence[Array], others: Sequence[Array]) -> bool:
    """Equal within the tolerance; an overflow that is carried on is carried, too."""
    pairs = zip(received, others, strict=True)
    return all(agrees_with_nan(as_float64(r), as_float64(o), answer.tolerance(r)) for r, o in pairs)
