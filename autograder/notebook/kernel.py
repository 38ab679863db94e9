"""Where a kernel and a saved file differ: a function's text, a helper's, or the same text with another verdict."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

from autograder import hints
from autograder.notebook.kit import kit
from autograder.report import ExerciseResult, Report, Status
from autograder.submission import Submission

Defined = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Difference:
    """`text`: the file says something else; `state`: it says the same, and the kernel holds more than it says."""

    kind: Literal["text", "state"]
    says: str


def compared(submission: Submission, report: Report, main: ModuleType) -> list[Difference] | None:
    """Every difference, one per exercise at most; None when nothing of the file has been run in this kernel."""
    written = _functions(submission)
    held = {one.name: getattr(main, one.name, None) for one in report.exercises}
    known = {name: function for name, function in held.items() if inspect.isfunction(function)}
    if not known:
        return None
    found = (_difference(one, held[one.name], written, vars(main)) for one in report.exercises if one.name in known)
    return [one for one in found if one is not None]


def _difference(
    result: ExerciseResult, function: Any, written: Mapping[str, str], around: Mapping[str, Any]
) -> Difference | None:
    name = result.name
    for other, text in _reached(name, around):
        if text is None or text == written.get(other):
            continue
        if other not in written and other == name:
            return Difference("text", f"{name} is in this kernel and not in the file")
        if other not in written:
            return Difference("state", f"{name} uses {other}, which this kernel holds and the file does not define")
        helper = "" if other == name else f"{other}, which {name} uses: "
        return Difference("text", f"{helper or f'{name}: '}the file has another version than this kernel")
    here = kit().verdict(name, function)
    if _checks(here) != _checks(result) and Status.NOT_ATTEMPTED not in (here.status, result.status):
        return Difference(
            "state",
            f"{name}: the same text, another verdict. In this kernel: {hints.public_count(here)}. From the file, in a "
            "fresh process: see below. The kernel holds something that the file does not say, or says later",
        )
    return None


def _checks(result: ExerciseResult) -> list[Status]:
    return [check.status for check in result.checks]


def _reached(name: str, around: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """A function of the kernel and the functions of the same kernel that it uses, each with its text."""
    waiting, asked = [name], set()
    while waiting:
        current = waiting.pop(0)
        function = around.get(current)
        if current in asked or not inspect.isfunction(function) or function.__module__ != around.get("__name__"):
            continue
        asked.add(current)
        tree = _tree_of(function)
        yield current, None if tree is None else _text(tree)
        waiting += [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)] if tree else []


def _tree_of(function: Any) -> ast.AST | None:
    """The function's own text; None where the kernel does not know it any more, or it is no plain `def`."""
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, TypeError, SyntaxError, ValueError, RecursionError):
        return None
    return body[0] if len(body) == 1 and isinstance(body[0], Defined) else None


def _functions(submission: Submission) -> dict[str, str]:
    """The functions that the file defines, each as it stands last."""
    found: dict[str, str] = {}
    for cell in submission.cells:
        try:
            tree = ast.parse(cell.source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        found |= {node.name: _text(node) for node in tree.body if isinstance(node, Defined)}
    return found


def _text(tree: ast.AST) -> str:
    """The text without comments and layout."""
    return ast.unparse(tree)
