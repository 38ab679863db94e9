"""Whether a function has changed: a digest of its code and of the helpers it calls, without comments or layout."""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable
from types import CodeType
from typing import Any

from autograder.submission import Submission

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def in_file(submission: Submission, name: str) -> str:
    """The digest of a function in a file that was read; empty where it stands nowhere or is an untouched stub."""
    if name in submission.untouched:
        return ""
    sources: dict[str, str] = {}
    for cell in submission.cells:
        tree = _tree(cell.source)
        if tree is None and cell.exercise == name:
            sources[name] = cell.source
        for statement in tree.body if tree else ():
            if isinstance(statement, Defined):
                sources[statement.name] = ast.unparse(statement)
            elif isinstance(statement, ast.Assign) and _binds(statement, name):
                sources[name] = ast.unparse(statement)
    return _digest(name, sources.get)


def in_kernel(function: Callable[..., Any]) -> str:
    """The digest of a function that lives in this process; empty for what is no Python function."""
    name = getattr(function, "__name__", "")
    around = getattr(function, "__globals__", {})

    def source_of(wanted: str) -> str | None:
        found = function if wanted == name else around.get(wanted)
        if not inspect.isfunction(found) or found.__module__ != function.__module__:
            return None
        try:
            return textwrap.dedent(inspect.getsource(found))
        except (OSError, TypeError):
            return _compiled(found.__code__)

    return _digest(name, source_of)


def _binds(statement: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)


def _digest(name: str, source_of: Callable[[str], str | None]) -> str:
    """A digest over the function and, by name, everything of the learner's own that it can reach."""
    reached: dict[str, str] = {}
    waiting, asked = [name], set()
    while waiting:
        current = waiting.pop()
        source = None if current in asked else source_of(current)
        asked.add(current)
        if source is None:
            continue
        tree = _tree(source)
        reached[current] = ast.unparse(_bare(tree)) if tree else source
        waiting += [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)] if tree else []
    if name not in reached:
        return ""
    text = "\n".join(f"{one}: {reached[one]}" for one in sorted(reached))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def _tree(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _bare(tree: ast.Module) -> ast.Module:
    """The tree without docstrings: they explain, and change nothing."""
    for node in ast.walk(tree):
        if isinstance(node, Defined) and ast.get_docstring(node) is not None and len(node.body) > 1:
            node.body = node.body[1:]
    return tree


def _compiled(code: CodeType) -> str:
    """What stands in for a source that is gone, as a Python literal."""
    constants = [_compiled(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return repr((code.co_code.hex(), code.co_names, constants))
