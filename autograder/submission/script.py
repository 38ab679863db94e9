"""A .py file as a draft: cut at its `# %%` markers, else at empty lines, so that one error costs one piece."""

from __future__ import annotations

import re
from itertools import pairwise

from autograder.submission.code import Code, Reader
from autograder.submission.draft import Draft, Piece, bounded, few
from autograder.submission.record import Unreadable

# Jupytext, VS Code and Spyder write `# %%`; `jupyter nbconvert --to script` writes `# In[3]:`.
_MARKER = re.compile(r"^#[ \t]*%%(?:[ \t\[]|$)|^# In\[[ \d*]*\]:")
_TEXT_CELL = re.compile(r"^#[ \t]*%%.*\[(?:markdown|md|raw)\]")
_IDENTITY = re.compile(r"^# softmarks: (\S+)/(\S+)[ \t]*$", re.MULTILINE)  # written by build, as a notebook's metadata
_CLAIM = re.compile(r'\b(exercise|check)="([^\W\d]\w*)"')
_BLOCK_START = re.compile(r"@|(?:def|class|async|import|from)\b")
_CONTINUES = re.compile(r"[ \t)\]}#]|(?:else|elif|except|finally)\b|$")
# How many blocks a broken one may be joined with in search of its end, e.g. of a string with empty lines in it.
_LONGEST_JOIN = 12

Block = tuple[int, str, Code]  # its first line's number, its text, what it binds


def read(text: str, name: str, modified: float = 0.0) -> Draft:
    """The script in `text`; raises Unreadable where nothing but text or nothing at all stands in it."""
    bounded([text], name)
    lines = text.split("\n")
    reader = Reader()
    whole = reader.study(text)
    repairs: list[str] = []
    if any(_MARKER.match(line) for line in lines):
        starts = _markers(lines, whole)
        few(len(starts), name)
        blocks = _cells(_cut(lines, starts), reader, name, repairs)
    else:
        starts = _starts(lines, whole)
        few(len(starts), name)
        blocks = _blocks(_cut(lines, starts), whole, reader)
        broken = [first for first, _, code in blocks if not code.parsed]
        if broken and len(blocks) > 1:
            repairs.append(
                f"{name} has a syntax error in the block at line {broken[0]}; "
                "it was cut at its blank lines, so that the other functions still count"
            )
    blocks = [block for block in blocks if block[2].spans or not block[2].parsed]  # comments alone are no piece
    if not blocks:
        raise Unreadable(f"{name} holds no code; open it, see that your work is there, and save it")
    bounded([text for _, text, _ in blocks], name)
    pieces = (Piece(n, text, code, first, _claim(text)) for n, (first, text, code) in enumerate(blocks, start=1))
    identity = _IDENTITY.search(text)
    course, assignment = identity.groups() if identity else (None, None)
    return Draft(name, "script", tuple(pieces), tuple(repairs), course, assignment, None, modified)


def _claim(text: str) -> str | None:
    """The id of a marked cell: its exercise, or "check_" and its exercise."""
    first = text.split("\n", 1)[0]
    found = _CLAIM.search(first) if _MARKER.match(first) else None
    return None if found is None else found.group(2) if found.group(1) == "exercise" else f"check_{found.group(2)}"


def _markers(lines: list[str], whole: Code) -> list[int]:
    """Where cells begin. A marker inside a string or function is none, where the file is whole enough."""
    inside = {line for first, last in whole.spans for line in range(first + 1, last + 1)}
    return [n for n, line in enumerate(lines, start=1) if _MARKER.match(line) and n not in inside]


def _cells(parts: list[tuple[int, str]], reader: Reader, name: str, repairs: list[str]) -> list[Block]:
    """The code cells at the markers."""
    blocks = []
    for first, text in parts:
        code = reader.study(text)
        if not _TEXT_CELL.match(text):
            blocks.append((first, text, code))
        elif not _is_prose(code):
            repairs.append(f"{name}: code typed under the text marker at line {first} was run; give it its own `# %%`")
            blocks.append((first, text, code))
    return blocks


def _is_prose(code: Code) -> bool:
    """True for comments, for strings that stand alone (jupytext allows both in a text cell), and for bare prose."""
    return not (code.extra or code.checks) if code.parsed else not code.defined


def _starts(lines: list[str], whole: Code) -> list[int]:
    """Where a script without markers may be cut: before top-level statements that follow an empty line."""
    if not whole.parsed:
        return [n for n in range(2, len(lines) + 1) if _may_start(lines[n - 1], lines[n - 2])]
    return _with_comments(lines, [after[0] for before, after in pairwise(whole.spans) if after[0] - before[1] > 1])


def _blocks(parts: list[tuple[int, str]], whole: Code, reader: Reader) -> list[Block]:
    """The blocks of a script without markers; where it is broken somewhere, some are put together again."""
    if not whole.parsed:
        return _joined(parts, reader)
    return [(first, text, reader.study(text)) for first, text in parts]


def _with_comments(lines: list[str], starts: list[int]) -> list[int]:
    """Each start moved up to the comment that stands directly over it."""
    moved = []
    for start in starts:
        while start > 1 and lines[start - 2].startswith("#"):
            start -= 1
        moved.append(start)
    return moved


def _may_start(line: str, before: str) -> bool:
    if _CONTINUES.match(line):
        return False
    return not before.strip() or bool(_BLOCK_START.match(line) and not before.startswith("@"))


def _joined(parts: list[tuple[int, str]], reader: Reader) -> list[Block]:
    """Blocks of code that is broken somewhere: each part joined with as many followers as make it whole, else alone."""
    blocks = []
    at = 0
    while at < len(parts):
        first, text = parts[at]
        code, taken = reader.study(text), 1
        for more in range(2, 1 + min(_LONGEST_JOIN, len(parts) - at)):
            if code.parsed:
                break
            longer = "\n".join(part for _, part in parts[at : at + more])
            tried = reader.study(longer)
            if tried.parsed:
                text, code, taken = longer, tried, more
        blocks.append((first, text, code))
        at += taken
    return blocks


def _cut(lines: list[str], starts: list[int]) -> list[tuple[int, str]]:
    """The lines cut before each line number in `starts`, with the number of each part's first line."""
    edges = sorted({1, *starts, len(lines) + 1})
    return [(first, "\n".join(lines[first - 1 : end - 1])) for first, end in pairwise(edges)]
