"""What tells one state of a set of files from another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def hash_of_files(folder: Path, patterns: Iterable[str]) -> str:
    """A hash over the names and bytes of all files below `folder` that one of the patterns fits."""
    digest = hashlib.sha256()
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
