"""Cells of the hand-out that only show something, which a further process of the same submission does without.

Whoever asks a function once more, in a process of its own, needs the cells that it is made of. Between them stand the
course's own sums and pictures, and its check cells. One of these is left out where nobody changed it, nothing that is
kept speaks of what it binds, and it is made of plain assignments, loops, prints and the like, so that it leaves nothing
else behind.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from autograder.submission.record import Cell

_WORD = re.compile(r"[^\W\d]\w*")
_Block = ast.For | ast.If | ast.With | ast.Try


@dataclass(frozen=True, slots=True)
class Names:
    """What a cell binds, and what it speaks of."""

    binds: frozenset[str]
    speaks: frozenset[str]


@dataclass(frozen=True, slots=True)
class Scenery:
    """The cells that only show something, by their source; of the other cells the lines, and the names they speak of.

    Lines that were handed out say nothing about what a student uses.
    """

    shows: Mapping[str, Names]
    lines: frozenset[str] = frozenset()
    speaks: frozenset[str] = frozenset()

    @classmethod
    def of(cls, handout: Path) -> Self:
        """Read it from the released notebook; there is none where that cannot be read."""
        try:
            cells = json.loads(handout.read_text(encoding="utf-8"))["cells"]
            sources = ["".join(cell["source"]).strip() for cell in cells if cell["cell_type"] == "code"]
            trees = {source: ast.parse(source) for source in sources}
        except (OSError, ValueError, LookupError, TypeError, SyntaxError):
            return cls({})
        shows = {source: _names(tree) for source, tree in trees.items() if _only_shows(tree.body)}
        rest = [source for source in sources if source not in shows]
        lines = frozenset(line for source in rest for line in source.split("\n"))
        return cls(shows, lines, frozenset().union(*(_names(trees[source]).speaks for source in rest)))

    def cleared(self, cells: Sequence[Cell], wanted: Iterable[str]) -> list[Cell]:
        """The cells without those that can be done without, when the `wanted` names are asked for."""
        idle = {cell.number: self.shows[source] for cell in cells if (source := cell.source.strip()) in self.shows}
        written = (line for cell in cells if cell.number not in idle for line in cell.source.split("\n"))
        spoken = self.speaks.union(wanted, *map(_WORD.findall, set(written) - self.lines))
        while needed := [number for number, names in idle.items() if not names.binds.isdisjoint(spoken)]:
            spoken = spoken.union(*(idle.pop(number).speaks for number in needed))
        return [cell for cell in cells if cell.number not in idle]


def _names(tree: ast.Module) -> Names:
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return Names(
        frozenset(node.id for node in names if isinstance(node.ctx, ast.Store)),
        frozenset(node.id for node in names if isinstance(node.ctx, ast.Load)),
    )


def _only_shows(body: Iterable[ast.stmt]) -> bool:
    """Whether the statements bind names and print, and no more; a method that is called alone does something."""
    return all(map(_shows, body))


def _shows(statement: ast.stmt) -> bool:
    if isinstance(statement, _Block):
        return _only_shows(_inside(statement))
    if isinstance(statement, ast.Expr):
        value = statement.value
        return isinstance(value, ast.Constant) or (isinstance(value, ast.Call) and isinstance(value.func, ast.Name))
    return isinstance(statement, ast.Assign) and all(map(_is_name, statement.targets))


def _inside(block: _Block) -> Iterator[ast.stmt]:
    for node in ast.iter_child_nodes(block):
        if isinstance(node, ast.stmt):
            yield node
        elif isinstance(node, ast.ExceptHandler):
            yield from node.body


def _is_name(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) or (isinstance(target, ast.Tuple) and all(map(_is_name, target.elts)))
