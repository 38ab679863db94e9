"""What every test may use: the real course, and keys that are fixed for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder import facts
from autograder.facts import Course

ROOT = Path(__file__).parents[1]
KEYS = (b"first test key", b"second test key", b"third test key")


@pytest.fixture(autouse=True, scope="session")
def state_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test writes into the state folder of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def course() -> Course:
    return facts.load(ROOT)
