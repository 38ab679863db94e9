"""The zip that hands feedback back: every file is named as the LMS named the work, so that it finds its student."""

from __future__ import annotations

import os
import re
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from autograder.lms.names import student_of

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same pages make the same zip
_SEPARATORS = re.compile(r"[/\\\x00]")


def feedback_name(original: str, assignment: str) -> str:
    """Where the feedback on the work named `original` lies in the zip.

    Moodle takes a file in a folder named as in its download, or a file whose name begins so; Canvas a file with the
    same numbers in its name. Anything else becomes a folder of that name.
    """
    name = _SEPARATORS.sub("_", original).strip(".") or "unnamed"
    student = student_of(name)
    if student.file:
        return str(PurePosixPath(name).with_suffix(".html"))
    return f"{name}/{assignment}.html"


def feedback_zip(target: Path, assignment: str, pages: Mapping[str, str]) -> None:
    """Write the zip whole or not at all; `pages` maps the name of each work as it was downloaded to its page."""
    handle, part = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for original, page in sorted(pages.items()):
                entry = zipfile.ZipInfo(feedback_name(original, assignment), _LONG_AGO)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, page.encode("utf-8", "replace"))
        os.replace(part, target)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
