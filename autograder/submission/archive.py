"""A zip as a flat list of files, read in memory and bounded in every direction before anything is opened."""

from __future__ import annotations

import contextlib
import io
import re
import stat
import struct
import time
import zipfile
import zlib
from pathlib import PurePosixPath

from autograder.submission.files import (
    MOST_FILES,
    Contents,
    File,
    is_work,
    refuse_link,
    would_be_read,
)
from autograder.submission.record import Refused, Unreadable, printable

# Every file of a zip costs one of these signatures, so counting them bounds what zipfile will build, before it does.
_ENTRY = b"PK\x01\x02"
# A zip in a zip is a mistake of packing; in a zip in a zip in a zip nobody packs by mistake.
_DEEPEST = 2
# These two never grow by more than a read asks for; bzip2 and LZMA can, a millionfold.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DRIVE = re.compile(r"^[A-Za-z]:")
# What zipfile raises for zips that are damaged or locked, tried by fuzzing.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    LookupError,
    ArithmeticError,
    RuntimeError,
)


def is_zip(data: bytes) -> bool:
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def contents(data: bytes, name: str, limit: int, depth: int = 1) -> Contents:
    """The files of the zip in `data`. `limit` bounds in bytes what it may unpack to, by its own word and in truth.

    Where a zip holds no work but zips, these are looked into; `depth` counts from the outermost.
    """
    return unpacked(listed(data, name, limit, depth), limit, depth)


def listed(data: bytes, name: str, limit: int, depth: int = 1) -> Contents:
    """The same, zips inside left as files."""
    shown = printable(name)
    if depth > _DEEPEST:
        raise Refused(f"{shown} is a zip in a zip in a zip and was not opened; hand in the notebook or one zip of it")
    if data.count(_ENTRY) > MOST_FILES:
        raise Refused(f"{shown} holds more than {MOST_FILES} files and was not opened; hand in the notebook alone")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN as error:
        raise Unreadable(f"{shown} is a damaged zip; pack it again, or hand in the notebook itself") from error
    entries = archive.infolist()
    if sum(entry.file_size for entry in entries) > limit:
        raise Refused(
            f"{shown} unpacks to more than {limit // 2**20} MB, the most that is opened; hand in the notebook alone"
        )
    return _sorted_out(archive, entries, shown, limit)


def _sorted_out(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], shown: str, limit: int) -> Contents:
    files, links = [], []
    for entry in entries:
        name = _name(entry)
        _refuse_escape(name, shown)
        if not PurePosixPath(name).parts or name.endswith("/") or not is_work(name):
            continue
        mode = entry.external_attr >> 16
        if stat.S_ISLNK(mode):
            if would_be_read(name):
                raise refuse_link(name)
            links.append(printable(name))
        else:
            files.append(_file(archive, entry, name, limit))
    return Contents(tuple(files), tuple(links))


def unpacked(outer: Contents, limit: int, depth: int = 0) -> Contents:
    """The same files; where none is a notebook or script but some are zips, what these hold instead."""
    if any(file.is_notebook or file.is_script for file in outer.files):
        return outer
    if sum(file.size for file in outer.files if file.is_zip) > limit:
        raise Refused(f"the zips together hold more than {limit // 2**20} MB; hand in the notebook alone")
    files: list[File] = []
    links = list(outer.links)
    for file in outer.files:
        if file.is_zip:
            inner = contents(file.load(), file.name, limit - sum(f.size for f in files), depth + 1)
            files += inner.files
            links += inner.links
            if len(files) > MOST_FILES:
                raise Refused(f"the zips together hold more than {MOST_FILES} files; hand in the notebook alone")
        else:
            files.append(file)
    return Contents(tuple(files), tuple(links))


def _name(entry: zipfile.ZipInfo) -> str:
    """The name as it was written: macOS stores UTF-8 without saying so, and zipfile then reads it as cp437."""
    name = entry.filename
    if not entry.flag_bits & 0x800 and not name.isascii():
        with contextlib.suppress(UnicodeError):  # another code page, unnamed; only how the name looks depends on it
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def _refuse_escape(name: str, shown: str) -> None:
    if name.startswith("/") or _DRIVE.match(name) or ".." in PurePosixPath(name).parts:
        raise Refused(
            f"{shown} holds the name {printable(name)}, which leads out of it, and was not opened; "
            "pack the folder again with your system's own zip"
        )


def _file(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, limit: int) -> File:
    def load() -> bytes:
        if entry.flag_bits & 0x1:
            raise Unreadable(f"{printable(name)} is locked with a password; pack it without one")
        if entry.compress_type not in _METHODS:
            raise Unreadable(f"{printable(name)} is packed in an unusual way; use your system's own zip")
        try:
            with archive.open(entry) as stream:
                data = stream.read(limit + 1)
        except _BROKEN as error:
            raise Unreadable(f"{printable(name)} is damaged inside its zip; pack it again") from error
        if len(data) > limit:
            raise Refused(f"{printable(name)} unpacks to more than {limit // 2**20} MB and was not read to its end")
        return data

    return File(name, entry.file_size, _modified(entry), load)


def _modified(entry: zipfile.ZipInfo) -> float:
    try:
        return time.mktime((*entry.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0
