"""The words for what became of a check or an exercise, and the text that is safe to put on any page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from autograder.report import Status

WORDS: Mapping[Status, str] = MappingProxyType(
    {
        Status.PASSED: "passed",
        Status.FAILED: "not yet",
        Status.SKIPPED: "waiting",
        Status.MISSING: "missing",
        Status.NOT_ATTEMPTED: "not attempted",
        Status.ERROR: "stopped by an error",
        Status.TIMEOUT: "too slow or endless",
        Status.MEMORY: "too much memory",
        Status.CRASHED: "process died",
        Status.REFUSED_IMPORT: "import refused",
        Status.GRADER_FAULT: "not graded",
        Status.GRADED: "graded",
        Status.UNREADABLE: "could not be read",
        Status.REFUSED: "not opened",
    }
)

# Control characters, and the marks that turn the reading direction round: in a student's text they are a trick or dirt.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """The text without control characters and half characters, so that every file and terminal can hold it."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return _UNPRINTABLE.sub("", whole.replace("\r\n", "\n"))


def points(value: float | None) -> str:
    """A number of points as a person writes it: 2.5, 4; a dash where there is none."""
    return "–" if value is None else f"{round(float(value), 2):g}"


def duration(seconds: float) -> str:
    """A length of time in its largest fitting unit."""
    for size, one, many in ((86400, "day", "days"), (3600, "hour", "hours"), (60, "minute", "minutes")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {one if count == 1 else many}"
    return f"{int(seconds)} seconds"
