"""Solution markers: exactly right or refused, because a marker that nbgrader does not see ships the answer."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from autograder.build.script import BEGIN, END, Piece, Script, numbered

EXACT = re.compile(rf"^ +({BEGIN}|{END})$")

# What a slip of the keyboard may have been meant as, in letters only.
MEANT = {
    "begin solution": BEGIN,
    "end solution": END,
    "start solution": BEGIN,
    "solution begin": BEGIN,
    "solution end": END,
    "begin hidden tests": "",
    "end hidden tests": "",
    "hidden tests": "",
    "begin mark scheme": "",
    "end mark scheme": "",
    "autotest": "",
    "hashed autotest": "",
}
# nbgrader acts on a line that merely contains one of these, in prose and docstrings too.
TRIGGERS = re.compile("(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)|AUTOTEST")


def doubtful_lines(script: Script) -> Iterator[str]:
    """A sentence for every line that is nearly a marker, or one that has no business in a course text."""
    for number, line in numbered(script.text):
        if EXACT.match(line):
            continue
        meant = _meant(line)
        if meant:
            yield (
                f"{script.where(number)}: expected a marker written exactly `{meant}`, indented like the body; came "
                f"`{line.strip()}`; correct it, or the answer may be released"
            )
        elif meant == "" or TRIGGERS.search(line):
            yield (
                f"{script.where(number)}: nbgrader reads `{line.strip()}` as a marker; hidden tests live in "
                "autograder/graders/, and prose must not spell a marker out"
            )


def _meant(line: str) -> str | None:
    """The marker that was probably meant, "" for one that is never legal here, None for an ordinary line."""
    letters = " ".join(re.findall("[a-z]+", line.lower()))
    if not 6 <= len(letters) <= 24:
        return None
    close = difflib.get_close_matches(letters, MEANT, n=1, cutoff=0.85)
    return MEANT[close[0]] if close else None


def unpaired(script: Script, piece: Piece) -> Iterator[str]:
    """Sentences about the exact markers of one cell: outside an exercise, without partner, nested, missing."""
    opened: tuple[int, str] | None = None
    pairs = 0
    for number, line in numbered(piece.source):
        found = EXACT.match(line)
        if not found:
            continue
        where = script.where(piece.line + number)
        if not piece.exercise:
            yield f'{where}: a solution marker outside an exercise; its cell needs a line `# %% exercise="..."`'
        elif (found[1] == BEGIN) == (opened is not None):
            yield f"{where}: `{found[1]}` has no partner; write one {BEGIN} before each {END}"
        elif found[1] == BEGIN:
            opened = (number, line)
        elif opened:
            pairs += 1
            yield from _unequal(where, opened[1], line)
            opened = None
    if opened and piece.exercise:
        yield f"{script.where(piece.line + opened[0])}: `{BEGIN}` has no `{END}` after it in this cell; add it"
    elif piece.exercise and not pairs:
        yield f"{script.where(piece.line)}: {piece.exercise} has no {BEGIN} … {END} around its answer; add them"


def _unequal(where: str, begin: str, end: str) -> Iterator[str]:
    if len(begin) != len(end) + len(BEGIN) - len(END):
        yield f"{where}: `{END}` is indented otherwise than its `{BEGIN}`; indent both like the body"
