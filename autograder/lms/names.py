"""Whose work is it? Moodle and Canvas put the answer into the names of what one downloads from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

# Moodle: "Full Name_PARTICIPANT_assignsubmission_file", a folder (before 4.1 with one more "_") or, followed by
# "_name.ipynb", a file. An underscore in a person's or group's name becomes a space there.
_MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<id>\d+)_assignsubmission_[a-z]+(?:_(?P<file>.*))?", re.DOTALL)
# Canvas: "lastfirst_USER_ATTACHMENT_name.ipynb", with "LATE_" before the numbers where it was.
_CANVAS = re.compile(r"(?P<name>.+?)_(?:(?P<late>LATE)_)?(?P<id>\d+)_(?P<upload>\d+)_(?P<file>.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class StudentName:
    """What a file's or folder's name says. `late` is None where the name cannot say it.

    `upload` is Canvas's number of the uploaded file: of two uploads the later one has the higher number.
    `id` is the LMS's own number of the student, unique in the download, or the whole name where no LMS made it;
    `name` how the LMS calls the person, `file` what the person called the file, both empty where the name has none.
    """

    id: str
    name: str
    late: bool | None
    file: str
    lms: Literal["moodle", "canvas", ""]
    original: str
    upload: int = 0


def student_of(name: str) -> StudentName:
    """Read a file's or folder's name (one name, without the folders above it)."""
    moodle = _MOODLE.fullmatch(name)
    if moodle:
        return StudentName(moodle["id"], moodle["name"], None, moodle["file"] or "", "moodle", name)
    canvas = _CANVAS.fullmatch(name)
    if canvas:
        late, upload = canvas["late"] is not None, int(canvas["upload"])
        return StudentName(canvas["id"], canvas["name"], late, canvas["file"], "canvas", name, upload)
    return StudentName(name, "", None, "", "", name)
