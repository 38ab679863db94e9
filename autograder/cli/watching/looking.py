"""Looks at files and says which of them were saved and lie still again, whatever way their editor saves."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from autograder.submission.files import is_work

ENDINGS = (".ipynb", ".py")
MOST_FILES = 500  # a course folder has a handful; a home folder is no place to watch
REST = 0.03  # seconds between two looks that must agree before a file counts as written

Stamp = tuple[int, int, int]  # when it was changed, how long it is, which file it is


class TooMany(Exception):
    """A folder too large to be looked at many times a second."""


class Looker:
    """One file, or the notebooks and scripts of a folder and of the folders in it.

    Looking costs a millisecond and needs no library, no limit of the system's, and no event, which network folders and
    shared disks do not send. A file that an editor replaces by another of the same name is a changed file like any
    other, and one that is gone for a moment is waited for.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self._known: dict[Path, Stamp] = {}
        self._moving: dict[Path, Stamp] = {}
        self.cost = 0.0  # seconds that the last look took

    def saved(self) -> list[Path]:
        """The files that have changed since they were named last and lay still since the look before, newest first."""
        start = time.perf_counter()
        now = dict(self._look())
        changed = {path: stamp for path, stamp in now.items() if stamp != self._known.get(path)}
        still = [path for path, stamp in changed.items() if self._moving.get(path) == stamp]
        self._known |= {path: changed[path] for path in still}
        self._moving = {path: stamp for path, stamp in changed.items() if path not in still}
        self.cost = time.perf_counter() - start
        return sorted(still, key=lambda path: now[path], reverse=True)

    @property
    def is_restless(self) -> bool:
        """Whether something has changed that has not been named yet, so that the next look should come soon."""
        return bool(self._moving)

    def is_there(self) -> bool:
        return self._place.exists()

    def _look(self) -> Iterator[tuple[Path, Stamp]]:
        for path in self._files() if self._place.is_dir() else [self._place]:
            try:
                status = os.stat(path)
            except OSError:
                continue  # between two names, as when an editor replaces it
            yield path, (status.st_mtime_ns, status.st_size, status.st_ino)

    def _files(self) -> list[Path]:
        found = [path for pattern in ("*", "*/*") for path in self._place.glob(pattern) if path.suffix in ENDINGS]
        kept = [path for path in found if is_work(str(path.relative_to(self._place).as_posix()))]
        if len(kept) > MOST_FILES:
            raise TooMany(
                f"{self._place} holds more than {MOST_FILES} notebooks and scripts; give the file, or its own folder"
            )
        return kept
