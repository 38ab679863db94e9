"""Would it be noticed if a wall fell? The same attacks where there is no wall get what they want, and it shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from autograder.batch import Grader
from tests.attacks.arena import Arena
from tests.attacks.test_attacks import catalogue

pytestmark = [pytest.mark.attack, pytest.mark.slow]
# None of these leaves anything behind, so they may succeed for once.
BARE = (
    "network/connect",
    "network/listen",
    "processes/programs",
    "processes/program-from-memory",
    "processes/clone-by-hand",
    "processes/signals-to-everybody",
    "reading/course-by-path",
    "reading/course-by-climbing",
    "reading/kit-by-path",
    "reading/kit-by-search",
    "reading/through-links",
    "reading/proc",
    "reading/what-the-libraries-know",
    "walls/rare-calls",
    "walls/terminals-and-devices",
)


@pytest.fixture(scope="module")
def bare(arena: Arena) -> Iterator[Grader]:
    with Grader(arena.course, "attention", backend="portable") as grader:
        yield grader


@pytest.mark.parametrize("name", BARE)
def test_without_walls_the_attack_succeeds_and_shows(arena: Arena, bare: Grader, name: str) -> None:
    attack = {f"{kind}/{one.name}": one for kind, one in catalogue()}[name]
    assert arena.course.root is not None
    report = bare.grade(attack.build(arena.folder(), arena.course.root), "a-student")
    target = {exercise.name: exercise for exercise in report.exercises}[attack.target]
    said = " ".join(check.message for check in target.checks)
    assert "STOLEN" in said or target.status not in attack.statuses, "its test would have passed"
