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
from functools import lru_cache
from pathlib import Path
from symtable import SymbolTable, symtable
from typing import Self

from autograder.submission.code import LONGEST_PARSED
from autograder.submission.record import Cell

_WORD = re.compile(r"[^\W\d]\w*")
_QUOTED = re.compile(r"""["']([^\W\d]\w*)["']""")
_Block = ast.For | ast.If | ast.With | ast.Try


@dataclass(frozen=True, slots=True)
class Scenery:
    """The cells that only show something, by their source, with the names that each binds."""

    binds: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, handout: Path) -> Self:
        """Read it from the released notebook; there is none where that cannot be read."""
        try:
            cells = json.loads(handout.read_text(encoding="utf-8"))["cells"]
            sources = ["".join(cell["source"]).strip() for cell in cells if cell["cell_type"] == "code"]
            trees = {source: ast.parse(source) for source in sources}
        except (OSError, ValueError, LookupError, TypeError, SyntaxError):
            return cls({})
        return cls({source: _stored(tree) for source, tree in trees.items() if _only_shows(tree.body)})

    def cleared(self, cells: Sequence[Cell], wanted: Iterable[str]) -> list[Cell]:
        """The cells without those that can be done without, when the `wanted` names are asked for."""
        sources = {cell.number: cell.source.strip() for cell in cells}
        idle = {number for number, source in sources.items() if source in self.binds}
        spoken = set(wanted).union(*(_spoken(sources[number]) for number in sources.keys() - idle))
        while needed := {number for number in idle if not self.binds[sources[number]].isdisjoint(spoken)}:
            idle -= needed
            spoken.update(*(_spoken(sources[number]) for number in needed))
        return [cell for cell in cells if cell.number not in idle]


@lru_cache(maxsize=256)
def _spoken(source: str) -> frozenset[str]:
    """The names outside its own functions that a piece of code can reach; a text that is a name counts as one.

    Read off the table of its names, which takes time in proportion; compiling can take exponentially long.
    """
    if len(source) > LONGEST_PARSED:
        return frozenset(_WORD.findall(source))
    try:
        table = symtable(source, "", "exec")
    except (SyntaxError, ValueError):
        return frozenset()  # it will not run
    except (RecursionError, MemoryError, OverflowError):
        return frozenset(_WORD.findall(source))
    return frozenset(_reached(table)).union(_QUOTED.findall(source))


def _reached(table: SymbolTable) -> Iterator[str]:
    function = table.get_type() == "function"
    yield from (name.get_name() for name in table.get_symbols() if not function or name.is_global())
    for inside in table.get_children():
        yield from _reached(inside)


def _stored(tree: ast.Module) -> frozenset[str]:
    return frozenset(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
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
