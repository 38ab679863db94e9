"""Cells of the hand-out that only show something, which grading does without.

Whoever asks a function needs the cells that it is made of. Between them stand the course's own sums and pictures, and
its check cells. One of these is left out where nobody changed it, nothing that is kept speaks of what it binds, and it
is made of definitions, assignments, loops, prints and the like, so that it leaves nothing else behind.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from symtable import SymbolTable, symtable
from typing import Self

from autograder.submission.code import LONGEST_PARSED
from autograder.submission.record import Cell

_WORD = re.compile(r"[^\W\d]\w*")
_RUNS_TEXT = frozenset({"eval", "exec", "compile", "get_ipython"})  # by the last, what stands in a magic
_QUOTED = re.compile(r"""["']([^\W\d]\w*)["']""")


@dataclass(frozen=True, slots=True)
class Scenery:
    """The cells that only show something, by their source, with the names that each binds."""

    binds: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, handout: bytes) -> Self:
        """Read it from the released notebook; there is none where that cannot be read."""
        try:
            cells = json.loads(handout)["cells"]
            sources = ["".join(cell["source"]).strip() for cell in cells if cell["cell_type"] == "code"]
            trees = {source: ast.parse(source) for source in sources}
        except (ValueError, LookupError, TypeError, SyntaxError):
            return cls({})
        made = {source: _assigned(source) for source in sources}
        elsewhere = {source: frozenset[str]().union(*(made[o] for o in made if o != source)) for source in made}
        shown = (source for source, tree in trees.items() if _only_shows(tree, elsewhere[source]))
        return cls({source: _bound(source) for source in shown})

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
    reached = frozenset(_reached(table))
    if not reached.isdisjoint(_RUNS_TEXT):
        return reached.union(_WORD.findall(source))
    return reached.union(_QUOTED.findall(source))


def _reached(table: SymbolTable) -> Iterator[str]:
    function = table.get_type() == "function"
    yield from (name.get_name() for name in table.get_symbols() if not function or name.is_global())
    for inside in table.get_children():
        yield from _reached(inside)


def _bound(source: str) -> frozenset[str]:
    """The names of the notebook that a cell binds."""
    symbols = symtable(source, "", "exec").get_symbols()
    return frozenset(name.get_name() for name in symbols if name.is_assigned() or name.is_imported())


def _assigned(source: str) -> frozenset[str]:
    """Of these the ones that stand for values, not for functions or modules."""
    symbols = symtable(source, "", "exec").get_symbols()
    return frozenset(name.get_name() for name in symbols if name.is_assigned() and not name.is_namespace())


def _only_shows(tree: ast.Module, elsewhere: Collection[str]) -> bool:
    """Whether a cell binds names and prints, and no more; a method that is called alone does something."""
    assigned = (node for node in ast.walk(tree) if isinstance(node, ast.Assign))
    made = {target.id for node in assigned for target in _new(node, elsewhere)}
    return all(_shows(statement, made) for statement in tree.body)


def _new(assigned: ast.Assign, elsewhere: Collection[str]) -> Iterator[ast.Name]:
    """The names that stand for what the cell itself has made: not for anything that another cell holds, or a part."""
    parts = ast.walk(assigned.value)
    borrowed = any(isinstance(part, ast.Name) and part.id in elsewhere for part in parts)
    if not borrowed and not isinstance(assigned.value, ast.Name | ast.Attribute | ast.Subscript):
        yield from (target for target in assigned.targets if isinstance(target, ast.Name))


def _shows(statement: ast.stmt, made: Collection[str]) -> bool:
    """Whether the statement leaves nothing but names behind; changing in place is for what is `made` here."""
    match statement:
        case ast.For() | ast.If() | ast.With() | ast.Try():
            return all(_shows(inside, made) for inside in _inside(statement))
        case ast.FunctionDef():
            reaches_out = any(isinstance(node, ast.Global) for node in ast.walk(statement))
            return not statement.decorator_list and not reaches_out
        case ast.Import():
            return True
        case ast.ImportFrom():
            return all(alias.name != "*" for alias in statement.names)
        case ast.Expr(value=ast.Constant() | ast.Name() | ast.Call(func=ast.Name())):
            return True
        case ast.Assign():
            return all(_is_own(target, made) for target in statement.targets)
        case ast.AugAssign():
            return _changes(statement.target, made)
    return False


def _inside(block: ast.stmt) -> Iterator[ast.stmt]:
    for node in ast.iter_child_nodes(block):
        if isinstance(node, ast.stmt):
            yield node
        elif isinstance(node, ast.ExceptHandler):
            yield from node.body


def _is_own(target: ast.expr, made: Collection[str]) -> bool:
    if isinstance(target, ast.Tuple):
        return all(_is_own(part, made) for part in target.elts)
    return isinstance(target, ast.Name) or _changes(target, made)


def _changes(target: ast.expr, made: Collection[str]) -> bool:
    """Whether what is changed in place was made in the same cell."""
    if isinstance(target, ast.Subscript):
        target = target.value
    return isinstance(target, ast.Name) and target.id in made
