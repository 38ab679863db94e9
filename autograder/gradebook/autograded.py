"""The folder autograded/<student>/<assignment>: a graded notebook and its time stamp, there whole or not at all."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.utils import parse_utc

_NEW, _OLD = ".softmarks-new-", ".softmarks-old-"
STAMP = "timestamp.txt"
_LONGEST_STAMP = 100
# How save_graded ends a notebook; one that ends otherwise is read to its end.
_WHOLE = re.compile(rb'"softmarks": {"graded": "\w+"}}, "nbformat": \d+, "nbformat_minor": \d+}\n\Z')
_LONGEST_END = 200


def read_stamp(folder: Path) -> datetime | None:
    """When the submission in `folder` was handed in, in UTC; None where nothing readable says so."""
    try:
        text = _stamp_text(folder)
        stamp: datetime | None = parse_utc(text) if text else None
    except (OSError, ValueError, OverflowError):
        return None
    return stamp


def _stamp_text(folder: Path) -> str:
    """The stamp as written; empty where it is no plain file. A pipe would block, a link lead elsewhere."""
    path = folder / STAMP
    if not path.exists() or not stat.S_ISREG(path.lstat().st_mode):
        return ""
    with path.open(encoding="utf-8") as file:
        return file.read(_LONGEST_STAMP).strip()


def save_graded(folder: Path, notebook: dict[str, Any], submitted: Path) -> None:
    """Put the graded notebook into `folder` (autograded/<student>/<assignment>), in place of what was there.

    It is made beside the folder and moved there: a process killed on the way leaves the old folder or none, and
    nbgrader takes up a submission without a folder again. The time stamp of `submitted` comes along, by which
    nbgrader knows that this submission, and no newer one, was graded.
    """
    parent = folder.parent
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in (*parent.glob(f"{_NEW}*"), *parent.glob(f"{_OLD}*")):
        shutil.rmtree(left, ignore_errors=True)
    fresh = Path(tempfile.mkdtemp(dir=parent, prefix=_NEW))
    text = json.dumps(notebook, ensure_ascii=False, sort_keys=True)  # without indent: ten times as fast
    (fresh / f"{folder.name}.ipynb").write_text(text + "\n", encoding="utf-8", errors="replace", newline="\n")
    if read_stamp(submitted) is not None:
        (fresh / STAMP).write_text(_stamp_text(submitted) + "\n", encoding="utf-8")
    if folder.exists():
        folder.rename(Path(tempfile.mkdtemp(dir=parent, prefix=_OLD)) / folder.name)
    fresh.rename(folder)
    for left in parent.glob(f"{_OLD}*"):
        shutil.rmtree(left, ignore_errors=True)


def set_aside(folder: Path) -> None:
    """Hide nbgrader's own folder while grading goes on: after a kill the submission is then not "autograded"."""
    if folder.exists():
        shutil.rmtree(_aside(folder), ignore_errors=True)
        folder.rename(_aside(folder))


def put_back(folder: Path) -> None:
    """Bring the folder that was set aside back."""
    if _aside(folder).exists() and not folder.exists():
        _aside(folder).rename(folder)


def _aside(folder: Path) -> Path:
    return folder.with_name(f"{_NEW}{folder.name}")


def is_whole(folder: Path) -> bool:
    """True when `folder` holds a notebook that was graded to its end; False for what a killed nbgrader left."""
    try:
        with open(folder / f"{folder.name}.ipynb", "rb") as file:
            file.seek(max(file.seek(0, os.SEEK_END) - _LONGEST_END, 0))
            if _WHOLE.search(file.read()):
                return True
            file.seek(0)
            notebook = json.load(file)
        return bool(notebook["metadata"]["softmarks"]["graded"])
    except (OSError, ValueError, LookupError, TypeError):
        return False
