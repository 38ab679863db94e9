"""What a notebook's code finds around it: bounded output, no input, `display`, and a `get_ipython` for its magics."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from typing import Any

from autograder.sandbox.standins import Nothing

_RUN = frozenset({"time", "timeit", "capture", "prun"})
_ELSEWHERE = frozenset({"writefile", "bash", "sh", "script", "html", "javascript", "js", "latex", "markdown", "perl"})
_OPTIONS = re.compile(r"^(?:\s*-[a-zA-Z]+(?:\s*\d+)?)*\s*")


class Output(io.TextIOBase):
    """Takes everything that is written, keeps the beginning, and counts the rest."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._room = 0
        self._cut = 0
        self.buffer = _Bytes(self)

    def start(self, characters: int) -> None:
        """Forget what was kept; keep up to `characters` from here on."""
        self._kept, self._room, self._cut = [], characters, 0

    def text(self) -> str:
        """What was kept, with a notice of how much was cut."""
        kept = "".join(self._kept)
        return f"{kept}\n[{self._cut} more characters were cut]" if self._cut else kept

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self._room:
            kept = text[: self._room]
            self._kept.append(kept)
            self._room -= len(kept)
            self._cut += len(text) - len(kept)
        else:
            self._cut += len(text)
        return len(text)

    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"


class _Bytes(io.RawIOBase):
    """The binary side of an output."""

    def __init__(self, text: Output) -> None:
        self._text = text

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return self._text.write(bytes(data[:65_536]).decode("utf-8", "replace")) and len(data)


class Shell:
    """As much of IPython's shell as a cell with magics needs; every other attribute is there and does nothing."""

    def __init__(self, run: Callable[[str], object], output: Output) -> None:
        self._run, self._output = run, output

    def run_line_magic(self, name: str, line: str, *_: object, **__: object) -> object:
        """%time and the like run their line; the others do nothing."""
        return self._run(_OPTIONS.sub("", line)) if name in _RUN and name != "capture" else None

    def run_cell_magic(self, name: str, line: str, cell: str) -> object:
        """%%time and the like run their cell; those that hand it to something else leave a note."""
        if name in _RUN:
            return self._run(cell)
        if name in _ELSEWHERE:
            self._output.write(f"%%{name} is ignored while a submission is graded\n")
        return None

    def magic(self, line: str) -> object:
        """The old way to call a line magic."""
        name, _, rest = line.partition(" ")
        return self.run_line_magic(name, rest)

    def system(self, command: str) -> None:
        """A shell command: ignored."""

    def getoutput(self, command: str) -> list[str]:
        """A shell command whose lines are wanted: there are none."""
        return []

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing(name)


def display(*things: object, **_: object) -> None:
    """What IPython's display shows off a notebook."""
    for thing in things:
        print(repr(thing))


def take_streams(output: Output) -> None:
    """Every Python-level stream leads to `output`, and there is nothing to read."""
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = output  # type: ignore[misc, assignment]
    no_input()


def no_input() -> None:
    """input() meets the end of the file at once."""
    sys.stdin = sys.__stdin__ = io.StringIO()  # type: ignore[misc, assignment]
