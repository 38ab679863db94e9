"""One bench per key for all tests of diagnosis: what the catalogue answers is computed once."""

from __future__ import annotations

import pytest
from diagnosis_bench import PACKAGE, Bench

from autograder import fingerprints
from autograder.facts import Course
from autograder.inprocess import FunctionPort
from autograder.naming import FingerprintNamer
from autograder.probes import PUBLIC_KEY, Inputs
from autograder.runner import Runner, collect
from tests.conftest import KEYS


@pytest.fixture(scope="session")
def bench(course: Course) -> Bench:
    return Bench(course, KEYS[0])


@pytest.fixture(scope="session")
def other_bench(course: Course) -> Bench:
    return Bench(course, KEYS[1])


@pytest.fixture(scope="session")
def learner(course: Course):
    """The public checks and names of a learner's machine, as a function of an exercise's name and a function."""
    known = fingerprints.load()
    runner = Runner(course, collect(PACKAGE / "checks"), Inputs(PUBLIC_KEY, hidden=False), known)
    namer = FingerprintNamer(known, course.tolerances)

    def result(exercise, function):
        port = FunctionPort({exercise: function})
        return namer.finish(runner.judge(port, port.load(), [course.exercise(exercise)])[0])

    return result
