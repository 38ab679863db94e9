"""Puts an exercise back to its stub, in a notebook or script, with a copy of the file kept beside it."""

from __future__ import annotations

import ast
import json
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

BODY = "raise NotImplementedError"
_OUTSIDE = re.compile(r"[^\s#)\]}]")  # a line that begins so is no part of an indented body


class CannotReset(Exception):
    """The stub cannot be put back; the text says why, and the way out."""


def reset(path: Path, exercise: str) -> Path:
    """Put the stub back and return the copy that was kept; the file is written whole or not at all."""
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotReset(f"{path.name} cannot be read: {error}; save it again, as UTF-8") from error
    if path.suffix == ".ipynb":
        fresh = _in_notebook(text, exercise, path.name)
    else:
        unix = text.replace("\r\n", "\n")
        changed = _stubbed(unix, exercise)
        fresh = changed.replace("\n", "\r\n") if "\r\n" in text else changed
        if changed == unix:
            raise _nothing(path.name, exercise)
    mark = "\ufeff" if data.startswith(b"\xef\xbb\xbf") else ""
    copy = _kept(path, data)
    _write(path, (mark + fresh).encode("utf-8"))
    return copy


def _in_notebook(text: str, exercise: str, name: str) -> str:
    try:
        notebook: Any = json.loads(text)
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        sources = ["".join(cell["source"]) for cell in cells]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CannotReset(f"{name} is no whole notebook just now; save it again") from error
    fresh = [_stubbed(source, exercise) for source in sources]
    if fresh == sources:
        raise _nothing(name, exercise)
    for cell, before, after in zip(cells, sources, fresh, strict=True):
        if after != before:
            cell["source"] = after.splitlines(keepends=True) if isinstance(cell["source"], list) else after
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _nothing(name: str, exercise: str) -> CannotReset:
    return CannotReset(
        f"{name} holds no written function `def {exercise}(...)` that could be put back; "
        "take its cell from the file that was handed out"
    )


def _stubbed(source: str, exercise: str) -> str:
    """The source with every such function put back: signature, docstring and TODO stay, the rest goes."""
    lines = source.split("\n")
    starts = [n for n, line in enumerate(lines) if re.match(rf"(?:async\s+)?def\s+{exercise}\s*\(", line)]
    for start in reversed(starts):
        end = _end(source, lines, start)
        kept = _kept_lines(lines[start:end])
        if kept is not None:
            lines[start:end] = kept
    return "\n".join(lines)


def _end(source: str, lines: list[str], start: int) -> int:
    """The line after the function, also where its body is no Python."""
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        for statement in ast.parse(source).body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.lineno == start + 1:
                return _with_comments(lines, statement.end_lineno or start + 1)
    after = (n for n in range(start + 1, len(lines)) if _OUTSIDE.match(lines[n]) or lines[n].startswith("# %%"))
    end = next(after, len(lines))
    while end > start + 1 and not (lines[end - 1].strip() and lines[end - 1][0].isspace()):
        end -= 1  # empty lines and comments before the next statement belong to it
    return end


def _with_comments(lines: list[str], end: int) -> int:
    """Past the indented comments at a function's end, which Python does not count to it."""
    while end < len(lines) and lines[end][:1].isspace() and lines[end].lstrip().startswith("#"):
        end += 1
    return end


def _kept_lines(function: list[str]) -> list[str] | None:
    """Signature, docstring and TODO of a function, and the stub's body; None where its first lines are no Python."""
    head = _whole(function, 1)
    if head is None:
        return None
    body = next((n for n in range(head, len(function)) if function[n].strip()), head)
    if body < len(function) and re.match(r"""\s+[rRuU]?("|')""", function[body]):
        body = _whole(function, body + 1) or head
    else:
        body = head
    while body < len(function) and (function[body].lstrip().startswith("# TODO") or _goes_on(function, body)):
        body += 1
    indent = next((line[: len(line) - len(line.lstrip())] for line in function[1:] if line.strip()), "    ")
    return [*function[:body], f"{indent or '    '}{BODY}"]


def _whole(function: list[str], at_least: int) -> int | None:
    """How many lines, from so many on, make a function once a body follows."""
    for count in range(at_least, len(function) + 1):
        try:
            ast.parse("\n".join([*function[:count], "    pass"]))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        return count
    return None


def _goes_on(function: list[str], line: int) -> bool:
    """Whether a comment goes on with the TODO above it."""
    return function[line].lstrip().startswith("#") and function[line - 1].lstrip().startswith("#")


def _kept(path: Path, data: bytes) -> Path:
    """A copy beside the file, under a name that is free and that no door reads."""
    number = 1
    while True:
        copy = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        try:
            with open(copy, "xb") as file:
                file.write(data)
            return copy
        except FileExistsError:
            number += 1
        except OSError as error:
            raise CannotReset(f"no copy could be kept at {copy.name}: {error.strerror}; nothing was changed") from error


def _write(path: Path, data: bytes) -> None:
    handle, fresh = -1, ""
    try:
        handle, fresh = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with open(handle, "wb") as file:
            file.write(data)
        os.chmod(fresh, path.stat().st_mode & 0o777)
        os.replace(fresh, path)
    except OSError as error:
        with suppress(OSError):
            os.unlink(fresh)
        raise CannotReset(f"{path.name} cannot be written: {error.strerror}; nothing was changed") from error
