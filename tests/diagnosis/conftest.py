"""One bench per key for all tests of diagnosis: what the catalogue answers is computed once."""

from __future__ import annotations

import pytest
from diagnosis_bench import Bench

from autograder.facts import Course
from tests.conftest import KEYS


@pytest.fixture(scope="session")
def bench(course: Course) -> Bench:
    return Bench(course, KEYS[0])


@pytest.fixture(scope="session")
def other_bench(course: Course) -> Bench:
    return Bench(course, KEYS[1])
