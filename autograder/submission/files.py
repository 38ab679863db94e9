"""What lies at a path, as a flat list of files: one file, a folder, a zip. Nothing is unpacked, no link is followed."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from autograder.submission.record import Refused, Unreadable, printable

# A notebook course has a handful of files; an environment or a repository has thousands, and is not what was asked for.
MOST_FILES = 20_000
DEEPEST = 16
# Made by machines beside the work, never the work itself. Names that begin with a dot are left out as well.
_NOT_WORK = frozenset({"__MACOSX", "__pycache__", "node_modules", "site-packages", "venv", "env"})
_NOTEBOOK_ENDS = (".ipynb", ".ipynb.txt", ".ipynb.json")  # browsers add the second ending when they save a page


@dataclass(frozen=True, slots=True)
class File:
    """One file of a submission: its name below the submission's top, and how to get its bytes."""

    name: str
    size: int
    modified: float
    load: Callable[[], bytes]

    @property
    def shown(self) -> str:
        return printable(self.name)

    @property
    def is_notebook(self) -> bool:
        return self.name.casefold().endswith(_NOTEBOOK_ENDS)

    @property
    def is_script(self) -> bool:
        return self.name.casefold().endswith(".py")

    @property
    def is_zip(self) -> bool:
        return self.name.casefold().endswith(".zip")


@dataclass(frozen=True, slots=True)
class Contents:
    """The files of a submission, and the names of links that lead out of it and were not followed."""

    files: tuple[File, ...]
    links: tuple[str, ...] = ()


def is_work(name: str) -> bool:
    """False for names below hidden folders, checkpoints, environments and what an archiver adds."""
    return not any(part.startswith(".") or part in _NOT_WORK for part in PurePosixPath(name).parts)


def would_be_read(name: str) -> bool:
    """True for the endings that reading a submission opens; a link of such a name is refused, another passed over."""
    return name.casefold().endswith((*_NOTEBOOK_ENDS, ".py", ".zip"))


def refuse_link(name: str) -> Refused:
    return Refused(f"{printable(name)} is a link to another place and was not followed; hand in the file itself")


def one_file(path: Path, limit: int) -> File:
    """The file at `path`; its bytes are refused for links, devices and what is over `limit` bytes."""
    return _file(path.name or str(path), path, _status(path), limit, names=1)


def folder(path: Path, limit: int) -> Contents:
    """All files below a folder that can be somebody's work."""
    found = list(_walk(path, ""))
    inodes = Counter((status.st_dev, status.st_ino) for _, _, status in found)
    files, links = [], []
    for name, place, status in found:
        if _is_link(status):
            target = Path(os.path.realpath(place))
            if target.is_relative_to(os.path.realpath(path)):
                continue  # what it points at is met under its own name
            if would_be_read(name):
                raise refuse_link(name)
            links.append(printable(name))
        else:
            files.append(_file(name, place, status, limit, names=inodes[status.st_dev, status.st_ino]))
    return Contents(tuple(files), tuple(links))


def is_folder(path: Path) -> bool:
    """True for a folder, raising for what does not exist or is a link."""
    status = _status(path)
    if _is_link(status):
        raise refuse_link(path.name or str(path))
    return stat.S_ISDIR(status.st_mode)


def _file(name: str, place: Path, status: os.stat_result, limit: int, names: int) -> File:
    return File(name, status.st_size, status.st_mtime, lambda: _bytes(place, name, limit, names))


def _walk(top: Path, prefix: str) -> Iterator[tuple[str, Path, os.stat_result]]:
    waiting = [(top, prefix, 0)]
    count = 0
    while waiting:
        here, prefix, depth = waiting.pop()
        for entry in _entries(here):
            count += 1
            if count > MOST_FILES:
                raise Refused(f"{printable(top.name)} holds more than {MOST_FILES} files; hand in the notebook alone")
            name = prefix + entry.name
            if not is_work(name):
                continue
            place = here / entry.name
            try:
                status = os.lstat(place)
            except OSError:
                continue  # gone since it was listed
            if stat.S_ISDIR(status.st_mode) and not _is_link(status):
                if depth < DEEPEST:
                    waiting.append((place, f"{name}/", depth + 1))
            else:
                yield name, place, status


def _entries(here: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(here) as entries:
            return sorted(islice(entries, MOST_FILES + 1), key=lambda entry: entry.name)
    except OSError as error:
        raise Unreadable(
            f"the folder {printable(here.name)} cannot be opened: {error.strerror}; see who may read it"
        ) from error


def _status(path: Path) -> os.stat_result:
    try:
        return os.lstat(path)
    except FileNotFoundError as error:
        raise Unreadable(f"{_shown(path)} does not exist; look at its spelling and at the folder you are in") from error
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = getattr(error, "strerror", None) or "no such name is possible"
        raise Unreadable(f"{_shown(path)} cannot be opened: {reason}; give the path of a notebook") from error


def _shown(path: Path) -> str:
    """A student reads this on a page: where a classroom lies is nobody's business there."""
    return printable(path.name if path.is_absolute() and path.name else str(path))


def _is_link(status: os.stat_result) -> bool:
    """A symbolic link, or on Windows a junction."""
    junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)
    return stat.S_ISLNK(status.st_mode) or (junction is not None and getattr(status, "st_reparse_tag", 0) == junction)


def _look_at(status: os.stat_result, name: str, limit: int, names: int) -> None:
    """Raise Refused for what must not be opened. `names` is how many names the file has inside the submission."""
    if _is_link(status):
        raise refuse_link(name)
    if not stat.S_ISREG(status.st_mode):
        raise Refused(f"{printable(name)} is a device, pipe or socket and was not opened; hand in a file or a folder")
    if status.st_nlink > names:
        raise Refused(
            f"{printable(name)} is a hard link, the same file as one elsewhere on the disk, and was not opened; "
            "hand in a copy of its own"
        )
    if status.st_size > limit:
        raise _too_big(name, limit)


def _too_big(name: str, limit: int) -> Refused:
    return Refused(
        f"{printable(name)} is bigger than {limit // 2**20} MB, the most that is opened; "
        "clear the outputs (Edit, Clear Outputs of All Cells), save, and hand that in"
    )


def _bytes(path: Path, name: str, limit: int, names: int) -> bytes:
    """The file's bytes, looked at again once it is open: between the two looks it may have been exchanged."""
    _look_at(_status(path), name, limit, names)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            _look_at(status, name, limit, names)
            data = file.read(status.st_size + 1)
            if len(data) > status.st_size:  # it grows; asking for all of `limit` at once would take that much memory
                data += file.read(limit + 1 - len(data))
    except OSError as error:
        raise Unreadable(f"{printable(name)} cannot be read: {error.strerror}; see who may read it") from error
    if len(data) > limit:
        raise _too_big(name, limit)
    return data
