"""The hints that are written by people: where to read, what to try, and a sibling problem worked by hand.

The edition for self-study also carries the reference answers, packed so that nobody reads one by accident.
"""

from __future__ import annotations

import json
import tomllib
import zlib
from dataclasses import dataclass
from importlib import resources

FILE = "texts.toml"
REFERENCES = "references.bin"


@dataclass(frozen=True, slots=True)
class Texts:
    """The written hints of one exercise, whole sentences; empty where nobody has written them yet."""

    where: str = ""
    property: str = ""
    sibling: str = ""
    reference: str = ""  # only where nobody grades


def load() -> dict[str, Texts]:
    """The written hints, by exercise."""
    folder = resources.files(__package__)
    found = tomllib.loads(folder.joinpath(FILE).read_text(encoding="utf-8"))
    file = folder.joinpath(REFERENCES)
    references = unpacked(file.read_bytes()) if file.is_file() else {}
    named = {name: {**found.get(name, {}), "reference": references.get(name, "")} for name in {*found, *references}}
    return {exercise: Texts(**{name: text.strip() for name, text in row.items()}) for exercise, row in named.items()}


def packed(references: dict[str, str]) -> bytes:
    """The references by exercise, for the edition that carries them."""
    return zlib.compress(json.dumps(references, sort_keys=True).encode("utf-8"))


def unpacked(data: bytes) -> dict[str, str]:
    """What `packed` packed."""
    read: dict[str, str] = json.loads(zlib.decompress(data))
    return read
