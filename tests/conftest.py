"""What every test may use: the real course, and keys that are fixed for tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder import facts
from autograder.facts import Course

ROOT = Path(__file__).parents[1]
KEYS = (b"first test key", b"second test key", b"third test key")


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def course() -> Course:
    return facts.load(ROOT)
