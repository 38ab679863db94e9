"""Two sandboxes, one for each backend, and a short way to hand them a notebook."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from textwrap import dedent

import pytest

from autograder.facts import Limits
from autograder.sandbox import Sandbox, SandboxPort

LIMITS = Limits(
    call_seconds=0.5,
    cell_seconds=1.0,
    submission_seconds=20.0,
    wall_factor=40.0,
    memory_megabytes=256,
    file_megabytes=2,
    output_characters=200,
    submission_megabytes=64,
)
# The portable backend's seconds are those of the wall, on a machine that may have much else to do.
SLOW = {"portable": {"call_seconds": 1.0, "cell_seconds": 2.0}}
ALLOWED = ("numpy", "matplotlib")
BACKENDS = ("fork", "portable") if sys.platform == "linux" else ("portable",)


@dataclass(frozen=True)
class Cell:
    """A notebook's code cell, or with an empty label a piece of a script."""

    number: int
    source: str
    label: str
    first_line: int = 1


def limits(backend: str) -> Limits:
    return replace(LIMITS, **SLOW.get(backend, {}))


Opener = Callable[..., SandboxPort]


def opener(sandbox: Sandbox) -> Iterator[Opener]:
    """Open ports on cells given as text, or as cells, and close what was opened."""
    ports: list[SandboxPort] = []

    def open_(*sources: str | Cell, wanted: tuple[str, ...] = ("f", "g")) -> SandboxPort:
        cells = [
            source if isinstance(source, Cell) else Cell(k, dedent(source), f"cell {k}")
            for k, source in enumerate(sources, 1)
        ]
        ports.append(sandbox.open(cells, wanted))
        return ports[-1]

    yield open_
    for port in ports:
        port.close()


@pytest.fixture(scope="session", params=BACKENDS)
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Each backend in turn."""
    with Sandbox(ALLOWED, limits(request.param), backend=request.param) as one:
        yield one


@pytest.fixture(scope="session")
def best() -> Iterator[Sandbox]:
    """The best backend of this machine, for what would take long to try with both."""
    with Sandbox(ALLOWED, limits(BACKENDS[0]), backend=BACKENDS[0]) as one:
        yield one


@pytest.fixture(params=BACKENDS)
def opened_with_scipy(request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Where a part of a further library is allowed."""
    with Sandbox((*ALLOWED, "scipy.special"), limits(request.param), backend=request.param) as one:
        yield from opener(one)


@pytest.fixture
def opened_briefly() -> Iterator[Opener]:
    """Where a whole submission has one second."""
    with Sandbox(ALLOWED, replace(LIMITS, submission_seconds=1.0), backend=BACKENDS[0]) as one:
        yield from opener(one)


@pytest.fixture
def piece() -> type[Cell]:
    """To make the pieces of a script."""
    return Cell


@pytest.fixture
def opened(sandbox: Sandbox) -> Iterator[Opener]:
    yield from opener(sandbox)


@pytest.fixture
def opened_here(best: Sandbox) -> Iterator[Opener]:
    yield from opener(best)
