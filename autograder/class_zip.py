"""A zip with the work of a whole class, as an LMS or a person packs it, unpacked once into a private folder."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from autograder.lms import student_of
from autograder.submission import Refused
from autograder.submission.archive import is_zip, listed
from autograder.submission.files import File, one_file
from autograder.submission.record import printable

MOST_MEGABYTES = 1024  # of the zip, and of what comes out of it
DEEPEST = 32  # folders in folders
# What a disk says to a name that it cannot hold: too long, a file where a folder should be, the same name twice.
_NO_SUCH_NAME = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.EINVAL, errno.EILSEQ)


def unpacked(path: Path, where: Path, assignment: str) -> Path | None:
    """The folder below `where` with what the zip holds; None when it is the work of one person.

    No name leads out of the folder, no link is made, and the folder is there whole or not at all. Raises Refused or
    Unreadable as reading a submission does.
    """
    limit = MOST_MEGABYTES * 2**20
    data = one_file(path, limit).load()
    if not is_zip(data):
        return None
    files = listed(data, path.name, limit).files
    top = _top(files)
    if not _of_a_class([PurePosixPath(file.name).relative_to(top) for file in files], assignment):
        return None
    folder = where / hashlib.sha256(data).hexdigest()
    if not folder.is_dir():
        _unpack(files, folder, printable(path.name))
    return folder / top


def _top(files: Sequence[File]) -> PurePosixPath:
    """The folder that everything lies in, as when a folder was packed; the top itself where there is none."""
    tops = {PurePosixPath(file.name).parts[0] for file in files}
    only = tops.pop() if len(tops) == 1 else ""
    packed = only and not student_of(only).lms and all(len(PurePosixPath(file.name).parts) > 1 for file in files)
    return PurePosixPath(only if packed else "")


def _of_a_class(names: Sequence[PurePosixPath], assignment: str) -> bool:
    if any(student_of(name.parts[0]).lms for name in names):
        return True
    if len({name.parts[0] for name in names if len(name.parts) > 2 and name.parts[1] == assignment}) > 1:
        return True
    zips = [name for name in names if name.suffix.lower() == ".zip"]
    return len(zips) > 1 and not any(name.suffix.lower() in (".ipynb", ".py") for name in names)


def _unpack(files: Sequence[File], folder: Path, shown: str) -> None:
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".new-"))
    left = MOST_MEGABYTES * 2**20
    try:
        for file in files:
            data = file.load()
            left -= len(data)
            if left < 0:
                raise Refused(f"{shown} unpacks to more than {MOST_MEGABYTES} MB and was not opened; split it")
            _write(fresh, file, data, shown)
        try:
            fresh.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another command was quicker
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _write(top: Path, file: File, data: bytes, shown: str) -> None:
    place = top / file.name
    try:
        if len(place.relative_to(top).parts) > DEEPEST:
            raise OSError(errno.ENAMETOOLONG, "too many folders in folders")
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with place.open("xb") as out:
            out.write(data)
        os.utime(place, (file.modified, file.modified))
    except OSError as error:
        if error.errno not in _NO_SUCH_NAME:
            raise
        raise Refused(
            f"{shown} was not unpacked: {file.shown} stands twice in it, is too long, or is both a file and a folder; "
            "unpack it by hand into submitted/"
        ) from error
