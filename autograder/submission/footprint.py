"""What tells one state of a submission from another: a hash over what reading looks at, without reading more."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.submission.files import Contents, File, folder, is_folder, one_file, would_be_read
from autograder.submission.record import Refused, Unreadable

# Of what lies beside the work only small files count with their bytes, such as a collector's time stamp.
_SMALL = 65_536


def footprint(path: Path, limit: int) -> str:
    """Equal for a submission that reads alike. `limit` is the most bytes that reading opens.

    What is too big to be opened counts by its size; what cannot be opened at all by the sentence that says so. Which
    of two files is the newer one decides what is graded, so their order counts, and their times do not.
    """
    digest = hashlib.sha256()
    for part in (os.fsencode(path.name), *_parts(path, limit)):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _parts(path: Path, limit: int) -> Iterator[bytes]:
    try:
        if is_folder(path):
            yield from _of_folder(folder(path, limit), limit)
        else:
            yield _bytes(one_file(path, limit))
    except (Refused, Unreadable) as verdict:
        yield _sentence(verdict)


def _of_folder(contents: Contents, limit: int) -> Iterator[bytes]:
    work = [file for file in contents.files if file.is_notebook or file.is_script]
    # Zips are looked into only where there is nothing else.
    opened = _within(work or [file for file in contents.files if file.is_zip], limit)
    yield from map(os.fsencode, contents.links)
    for file in sorted(contents.files, key=lambda file: (would_be_read(file.name), file.modified, file.name)):
        yield os.fsencode(file.name)
        yield str(file.size).encode()
        if file in opened or (file.size <= _SMALL and not would_be_read(file.name)):
            yield _bytes(file)


def _within(files: Sequence[File], limit: int) -> frozenset[File]:
    """All of them, or none where reading refuses them for their sum."""
    return frozenset(files) if sum(file.size for file in files) <= limit else frozenset()


def _bytes(file: File) -> bytes:
    try:
        return hashlib.sha256(file.load()).digest()
    except (Refused, Unreadable) as verdict:
        return _sentence(verdict)


def _sentence(verdict: Exception) -> bytes:
    return str(verdict).encode("utf-8", "replace")
