"""The arena, and which attacks run when: the quick ones with every run of the tests, all of them when asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.attacks.arena import CANARY, KEY, Arena, add_gradebook, add_home, make_course

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without -m, leave the slow attacks out: they take minutes (make attacks)."""
    if config.getoption("-m"):
        return
    slow = [item for item in items if HERE in item.path.parents and item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


@pytest.fixture(scope="session")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """A course with a grader, started in a home folder and an environment that hold secrets."""
    with opened(tmp_path_factory.mktemp("attacks"), KEY) as made:
        yield made


@pytest.fixture(scope="session")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """The same with other hidden numbers."""
    with opened(tmp_path_factory.mktemp("twin"), KEY[::-1]) as made:
        yield made


@contextmanager
def opened(top: Path, key: str) -> Iterator[Arena]:
    home = top / "home"
    before = dict(os.environ)
    os.environ.update(HOME=str(home), ATTACK_SECRET=CANARY)
    try:
        course = make_course(top / "course", key)
        add_gradebook(course)
        add_home(home)
        (top / "work").mkdir()
        made = Arena(course, home, top / "work")
        with made.grader:
            yield made
    finally:
        os.environ.clear()
        os.environ.update(before)
