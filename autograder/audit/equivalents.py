"""The mutants that somebody has looked at and found to be no mistakes, each with the reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.audit.mutants import Mutant
from autograder.facts import CourseError

FILE = Path(__file__).with_name("equivalents.toml")


@dataclass(frozen=True, slots=True)
class Equivalent:
    """One reviewed change: the line as it was, what it becomes, and why that is right on all legal input."""

    exercise: str
    was: str
    becomes: str
    again: int
    reason: str

    def is_about(self, mutant: Mutant) -> bool:
        """Whether this is that mutant: the change counts, not the operator that made it."""
        place = (self.exercise, self.was, self.becomes, self.again)
        return place == (mutant.exercise, mutant.was, mutant.becomes, mutant.again)


def equivalents(file: Path = FILE) -> tuple[Equivalent, ...]:
    """The reviewed list; CourseError when it cannot be read or an entry is not complete."""
    try:
        groups = tomllib.loads(file.read_text(encoding="utf-8")).get("equivalent", [])
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CourseError(f"{file} cannot be read: {error}") from error
    return tuple(entry for number, group in enumerate(groups, 1) for entry in _entries(file, number, group))


def _entries(file: Path, number: int, group: Mapping[str, Any]) -> Iterator[Equivalent]:
    exercise, reason = (str(group.get(key, "")).strip() for key in ("exercise", "reason"))
    changes = group.get("changes", [])
    if not (exercise and reason and changes):
        raise CourseError(f"{file}, entry {number}: an entry needs an exercise, a reason and its changes")
    for change in changes:
        match change:
            case [str(was), str(becomes)]:
                yield Equivalent(exercise, was, becomes, 0, reason)
            case [str(was), str(becomes), int(again)]:
                yield Equivalent(exercise, was, becomes, again, reason)
            case _:
                raise CourseError(
                    f"{file}, entry {number}: a change is [was, becomes] or [was, becomes, again]: {change}"
                )
