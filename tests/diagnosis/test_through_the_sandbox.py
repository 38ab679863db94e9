"""What comes back through the sandbox is named as what comes back in this process: exceptions, odd types, changes."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass

import pytest

from autograder import facts, misconceptions, sample
from autograder.inprocess import FunctionPort
from autograder.outcome import Foreign, parts
from autograder.probes import PUBLIC_KEY, Inputs
from autograder.sandbox import Sandbox
from tests.conftest import ROOT

pytestmark = pytest.mark.grading


@dataclass(frozen=True)
class Cell:
    """A cell as the sandbox takes it."""

    source: str
    number: int = 1
    label: str = ""
    first_line: int = 1


COURSE = facts.load(ROOT)
PUBLIC = Inputs(PUBLIC_KEY, hidden=False)


def is_odd(entry) -> bool:
    """Whether it answers a public probe with anything but plain arrays, an expected exception apart."""
    port = FunctionPort({entry.exercise: entry.function})
    with contextlib.redirect_stdout(io.StringIO()):
        outcomes = [port.call(entry.exercise, probe.arguments) for probe in PUBLIC.probes(entry.exercise)]
    names = {outcome.exception for outcome in outcomes if outcome.kind == "raised"} - {"ValueError"}
    return bool(names) or any(isinstance(part, Foreign) for o in outcomes for part in parts(o.value))


def odd_ones(assignment):
    for exercise in assignment.exercises:
        odd = {entry.id for entry in misconceptions.fresh(exercise.name) if is_odd(entry)}
        yield from ((exercise, name) for name in odd)


@pytest.mark.parametrize("assignment", COURSE.assignments, ids=lambda assignment: assignment.name)
def test_what_is_no_plain_array_is_named_there_too(assignment, bench):
    found = sorted((exercise.name, name) for exercise, name in odd_ones(assignment))
    unnamed = []
    with Sandbox(assignment.allowed_imports, COURSE.limits) as sandbox:
        for exercise, name in found:
            port = sandbox.open([Cell(sample.mistake_source(exercise, name))], [exercise])
            try:
                (judged,) = bench.runner.judge(port, port.load(), [COURSE.exercise(exercise)])
            finally:
                port.close()
            result = bench.catalogue.finish(judged)
            if result.misconception is None or result.misconception.id != name:
                unnamed.append((exercise, name, result.misconception))
    assert found
    assert unnamed == []
