"""What a piece of code defines, found by reading it with ast; nothing of it is ever run here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeGuard

from autograder.submission.magics import plain

# What goes beyond this, in one piece or in a whole file, is run like anything else but not parsed here: the parser can
# take five hundred times its size, and a second for some 300,000 characters. Nobody writes as much in a course.
LONGEST_PARSED = 200_000
_MOST_PARSED = 400_000
_LONGEST_KEPT = 10_000
_LOOKS_DEFINED = re.compile(r"^[ \t]*(?:async[ \t]+)?def[ \t]+([^\W\d]\w*)[ \t]*\(", re.MULTILINE)

# Statements whose own statements bind names in the same namespace.
_BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.TryStar, ast.Match, ast.AsyncFor, ast.AsyncWith)
# What a cell must hold before it is worth parsing: an import, an indented or prompted start, a sign of a magic.
_WORTH_READING = re.compile(r"import|[%!?]|\A\s*^[ \t>]|\AIn \[", re.MULTILINE)

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Code:
    """One piece of code and what it binds at its top level.

    `source` is plain Python. `defined` holds the names bound to something real, `stubs` those of functions that only
    raise NotImplementedError, with the lines (from 1) where they stand; `imported` maps a bound name to the package it
    comes from, `packages` all that are imported. `checks` names the functions handed to `check(...)`;
    `extra` is True where there is more than such calls. `spans` are the first and last lines of the statements.
    """

    source: str
    parsed: bool
    defined: frozenset[str] = frozenset()
    stubs: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    imported: dict[str, str] = field(default_factory=dict)
    packages: frozenset[str] = frozenset()
    checks: frozenset[str] = frozenset()
    extra: bool = False
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Reader:
    """Reads the pieces of one file, until there is more of them than is worth reading."""

    left: int = _MOST_PARSED

    def glance(self, source: str, names: frozenset[str]) -> Code:
        """Read a piece if it can matter for these names; else take it as it is, which spares most of the parsing."""
        if _WORTH_READING.search(source) or any(name in source for name in names):
            return self.study(source)
        return Code(source, parsed=True)

    def study(self, source: str) -> Code:
        """Read a piece; one that is too long, or comes too late, is searched for `def name(` only."""
        if len(source) > min(self.left, LONGEST_PARSED):
            return _searched(source)
        self.left -= len(source)
        return _studied(source) if len(source) <= _LONGEST_KEPT else study(source)


@lru_cache(maxsize=512)
def _studied(source: str) -> Code:
    """The same for every notebook that holds the same piece: most of a course's cells nobody changes."""
    return study(source)


def study(source: str) -> Code:
    """Read one piece; a piece that is no Python even without magics is searched for `def name(` only."""
    tree, text = _parse(source)
    if tree is None:
        return _searched(text)
    stubs: dict[str, list[tuple[int, int]]] = {}
    defined: set[str] = set()
    imported: dict[str, str] = {}
    packages: set[str] = set()
    checks: set[str] = set()
    extra = False
    for statement in tree.body:
        checked = _checked(statement)
        checks |= checked
        extra = extra or not (checked or _is_idle(statement))
        if isinstance(statement, Function) and _is_stub(statement):
            stubs.setdefault(statement.name, []).append(_span(statement))
            continue
        for inner in _with_blocks(statement):
            defined.update(_bound(inner))
            imports = _imports(inner)
            imported.update(imports)
            packages.update(imports.values())
    spans = tuple(_span(statement) for statement in tree.body)
    return Code(text, True, frozenset(defined), stubs, imported, frozenset(packages), frozenset(checks), extra, spans)


def _searched(text: str) -> Code:
    names = frozenset(_LOOKS_DEFINED.findall(text))
    return Code(text, parsed=False, defined=names, extra=bool(text.strip()))


def _parse(source: str) -> tuple[ast.Module | None, str]:
    """The tree, and the text it was made of: the source itself, or the source with its magics turned into calls."""
    tree = _tree(source)
    if tree is not None:
        return tree, source
    turned = plain(source)
    if turned == source:
        return None, source
    return (_tree(turned) if len(turned) <= LONGEST_PARSED else None), turned  # a short magic is a long call


def _tree(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None  # ValueError: a null byte; MemoryError: what the parser calls too deep a nesting


def _span(statement: ast.stmt) -> tuple[int, int]:
    decorators = statement.decorator_list if isinstance(statement, Function | ast.ClassDef) else []
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    return first, statement.end_lineno or statement.lineno


def _is_stub(function: Function) -> bool:
    """True where the body, docstring aside, is one `raise NotImplementedError`, with or without a message."""
    body = function.body[1:] if _is_text(function.body[0]) else function.body
    if len(body) != 1 or not isinstance(body[0], ast.Raise):
        return False
    raised = body[0].exc.func if isinstance(body[0].exc, ast.Call) else body[0].exc
    return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _is_idle(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _checked(statement: ast.stmt) -> set[str]:
    """The names in `check(name)`, nothing for any other statement."""
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return set()
    call = statement.value
    if not (isinstance(call.func, ast.Name) and call.func.id == "check") or call.keywords:
        return set()
    return {argument.id for argument in call.args if isinstance(argument, ast.Name)}


def _with_blocks(statement: ast.stmt) -> Iterator[ast.stmt]:
    """The statement and those inside its blocks that run in the same namespace, without recursion."""
    waiting = [statement]
    while waiting:
        current = waiting.pop()
        yield current
        if isinstance(current, _BLOCKS):
            for node in ast.iter_child_nodes(current):
                if isinstance(node, ast.stmt):
                    waiting.append(node)
                elif isinstance(node, ast.ExceptHandler | ast.match_case):
                    waiting.extend(node.body)


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, Function | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from (node.id for node in ast.walk(target) if _is_stored(node))
    elif isinstance(statement, ast.AnnAssign) and statement.value and isinstance(statement.target, ast.Name):
        yield statement.target.id
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _imports(statement: ast.stmt) -> dict[str, str]:
    """Bound name -> top-level package, for an import statement."""
    if isinstance(statement, ast.Import):
        return {a.asname or a.name.partition(".")[0]: a.name.partition(".")[0] for a in statement.names}
    if isinstance(statement, ast.ImportFrom):
        package = (statement.module or "").partition(".")[0]
        return {alias.asname or alias.name: package for alias in statement.names}
    return {}
