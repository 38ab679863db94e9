"""The leak linter: no eight code tokens in a row of an answer, and no hidden number, in anything a learner receives."""

from __future__ import annotations

import fnmatch
import itertools
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

from autograder.build import tokens
from autograder.build.tokens import Row

RUN = 8
DIGITS = 6  # a number with this many significant digits is no coincidence
REVIEWED = Path(__file__).with_name("allowed_leaks.toml")
Gram = tuple[str, ...]
Origin = tuple[str, int]  # a secret file, a line in it


@dataclass(slots=True)
class Secrets:
    """Every run of eight tokens and every long number of the secret files, with the places they come from."""

    runs: dict[Gram, list[Origin]] = field(default_factory=dict)
    numbers: dict[str, Origin] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)

    def add(self, name: str, rows: Iterable[Row]) -> None:
        """The token rows of one secret file."""
        for row in rows:
            for start, gram in enumerate(_grams(row)):
                self.runs.setdefault(gram, []).append((name, row[start].line))
            for token in row:
                if _is_long_number(token.text):
                    self.numbers.setdefault(token.text, (name, token.line))

    def add_key(self, key: bytes) -> None:
        """The course key, as it stands in its file and as hexadecimal text."""
        self.keys += [text for text in (key.decode("ascii", "ignore").strip(), key.strip().hex()) if len(text) >= 16]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What may stand in the open: idioms that count for nothing, and pairs of files that say the same on purpose."""

    idioms: tuple[Gram, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()

    def excuses(self, name: str, origin: Origin) -> bool:
        return any(fnmatch.fnmatch(origin[0], secret) and fnmatch.fnmatch(name, open_) for secret, open_ in self.pairs)

    def weight(self, run: Sequence[str]) -> int:
        """How many tokens of a run are left when its idioms count for nothing."""
        counts = [True] * len(run)
        for idiom in self.idioms:
            size = len(idiom)
            for start in range(len(run) - size + 1):
                if tuple(run[start : start + size]) == idiom:
                    counts[start : start + size] = [False] * size
        return sum(counts)


def reviewed(path: Path = REVIEWED) -> Reviewed:
    """The reviewed list; an entry without a reason is refused."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    for entry in (*entries.get("idiom", ()), *entries.get("pair", ())):
        if not str(entry.get("reason", "")).strip():
            raise ValueError(f"{path}: the entry {entry} has no reason; write why this is no leak")
    idioms = tuple(tokens.of_idiom(entry["code"]) for entry in entries.get("idiom", ()))
    pairs = tuple((entry["secret"], entry["open"]) for entry in entries.get("pair", ()))
    return Reviewed(idioms, pairs)


def search(secrets: Secrets, name: str, data: bytes, exceptions: Reviewed) -> Iterator[str]:
    """A sentence for each leak in one file that leaves the house."""
    text = data.decode("utf-8", "replace")
    if any(key in text for key in secrets.keys):
        yield f"{name}: the course key stands in it; take it out and delete the key, a new one is made on first use"
    for where, row in _rows(name, text):
        yield from _runs(secrets, name, where, row, exceptions)
        for token in row:
            if token.text in secrets.numbers:
                origin, line = secrets.numbers[token.text]
                yield (
                    f"{where}, line {token.line}: the number {token.text} also stands in {origin}, line {line}; "
                    "a hidden seed or value must not be released, use another one"
                )


def _rows(name: str, text: str) -> Iterator[tuple[str, Row]]:
    """The token rows of a file: code as code, everything else as prose that may quote code."""
    if name.endswith(".ipynb"):
        for number, cell in enumerate(nbformat.reads(text, as_version=4).cells, start=1):
            where = f"{name}, cell {number}"
            yield from ((where, row) for row in _read(cell.source, code=cell.cell_type == "code"))
    else:
        yield from ((name, row) for row in _read(text, code=name.endswith(".py")))


def _read(text: str, *, code: bool) -> Iterator[Row]:
    if not code:
        yield tokens.of_prose(text)
        return
    try:
        rows = tokens.of_code(text)
    except (SyntaxError, ValueError):
        yield tokens.of_prose(text)
        return
    yield from rows
    yield tokens.of_remarks(text)


def _runs(secrets: Secrets, name: str, where: str, row: Row, exceptions: Reviewed) -> Iterator[str]:
    """Neighbouring hits are one leak, told once with all its tokens."""
    hits = {}
    for at, gram in enumerate(_grams(row)):
        origins = [origin for origin in secrets.runs.get(gram, ()) if not exceptions.excuses(name, origin)]
        if origins:
            hits[at] = origins[0]
    for _, streak in itertools.groupby(enumerate(hits), key=lambda pair: pair[1] - pair[0]):
        places = [at for _, at in streak]
        run = [token.text for token in row[places[0] : places[-1] + RUN]]
        if exceptions.weight(run) >= RUN:
            origin, line = hits[places[0]]
            yield (
                f"{where}, line {row[places[0]].line}: {len(run)} code tokens in a row also stand in {origin}, "
                f"line {line}: `{' '.join(run)}`; reword it, or list it with a reason in {REVIEWED.name}"
            )


def _grams(row: Row) -> Iterator[Gram]:
    texts = [token.text for token in row]
    return (tuple(texts[start : start + RUN]) for start in range(len(texts) - RUN + 1))


def _is_long_number(text: str) -> bool:
    if not re.match(r"\.?\d", text):
        return False
    digits = re.sub(r"[eE][-+]?\d+$|\D", "", text).strip("0")
    return len(digits) >= DIGITS
