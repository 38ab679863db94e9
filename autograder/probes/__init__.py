"""The inputs of grading. Inputs are part of the grader: each one says what it can see.

The numbers of a probe are drawn from a key by HMAC over exercise and probe name, so that hidden inputs stay hidden
although this repository is public, and so that the same key gives the same inputs on every machine.
"""

from __future__ import annotations

import hashlib
import hmac
import importlib
import pkgutil
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from autograder.outcome import arrays_in

PUBLIC_KEY = b"public"
SELF_STUDY_KEY = b"self-study"  # of an edition in which nothing is kept from anybody
KEY_FILE = "course.key"
Draw = Callable[[np.random.Generator], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Probe:
    """The arguments of one call, the sentence saying which mistakes they make visible, and what memory it may take."""

    exercise: str
    name: str
    sees: str
    arguments: tuple[Any, ...]
    kilobytes: int = 0  # beside the arguments, at any one time; 0 is as much as any call may take


def probe(exercise: str, *, kilobytes: int = 0) -> Callable[[Draw], Draw]:
    """Mark a drawing function as a probe of `exercise`; its docstring says what the probe can see."""

    def mark(draw: Draw) -> Draw:
        draw.__dict__["probe_of"] = exercise
        draw.__dict__["kilobytes"] = kilobytes
        return draw

    return mark


def _declared(package_name: str) -> dict[tuple[str, str], Draw]:
    """Every probe of the package, module by module, in the order of its file."""
    found = {}
    for module in pkgutil.iter_modules(importlib.import_module(package_name).__path__, f"{package_name}."):
        for draw in vars(importlib.import_module(module.name)).values():
            if exercise := getattr(draw, "probe_of", None):
                found[exercise, draw.__name__.removeprefix(exercise + "_")] = draw
    return found


class Inputs:
    """All probes of one kind under one key. Expected values are computed once and kept beside them."""

    def __init__(self, key: bytes, *, hidden: bool) -> None:
        self.key = key
        self.hidden = hidden
        self._draws = _declared(f"{__name__}.{'hidden' if hidden else 'public'}")
        self._probes: dict[tuple[str, str], Probe] = {}
        self._kept: dict[tuple[str, str, str], Any] = {}

    def __repr__(self) -> str:
        return "hidden inputs" if self.hidden else "public inputs"  # the key is a secret

    def names(self, exercise: str) -> tuple[str, ...]:
        """The names of an exercise's probes, in the order of their file."""
        return tuple(name for owner, name in self._draws if owner == exercise)

    def probe(self, exercise: str, name: str) -> Probe:
        """The named probe; its arrays are read-only."""
        place = (exercise, name)
        if place not in self._probes:
            draw = self._draws.get(place)
            if draw is None:
                raise LookupError(f"{exercise} has no probe {name!r}; it has {', '.join(self.names(exercise))}")
            digest = hmac.new(self.key, f"{exercise}/{name}".encode(), hashlib.sha256).digest()
            arguments = draw(np.random.default_rng(int.from_bytes(digest[:16], "big")))
            for array in arrays_in(arguments):
                array.setflags(write=False)
            sees = " ".join((draw.__doc__ or "").split())
            self._probes[place] = Probe(exercise, name, sees, arguments, draw.__dict__["kilobytes"])
        return self._probes[place]

    def probes(self, exercise: str) -> Iterator[Probe]:
        for name in self.names(exercise):
            yield self.probe(exercise, name)

    def keep(self, probe: Probe, label: str, compute: Callable[[Probe], Any]) -> Any:
        """`compute(probe)`, once for this key: truth and catalogue answers are the same for every submission."""
        place = (probe.exercise, probe.name, label)
        if place not in self._kept:
            self._kept[place] = compute(probe)
        return self._kept[place]


def course_key(classroom: Path) -> bytes:
    """The course's secret, made on first use: a file that only its owner may read."""
    path = classroom / KEY_FILE
    if not path.exists():
        classroom.mkdir(parents=True, exist_ok=True)
        classroom.chmod(0o700)  # also where a collector made the folder first
        fresh = classroom / f".{KEY_FILE}.{secrets.token_hex(8)}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_hex(32) + "\n", encoding="ascii")
        try:
            path.hardlink_to(fresh)  # atomic and never over an existing key, however many commands start at once
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text(encoding="ascii").strip().encode()
