"""The hints that are written by people: where to read, what to try, and a sibling problem worked by hand."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources

FILE = "texts.toml"


@dataclass(frozen=True, slots=True)
class Texts:
    """The written hints of one exercise, whole sentences; empty where nobody has written them yet."""

    where: str = ""
    property: str = ""
    sibling: str = ""


def load() -> dict[str, Texts]:
    """The written hints, by exercise."""
    found = tomllib.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return {exercise: Texts(**{name: text.strip() for name, text in row.items()}) for exercise, row in found.items()}
