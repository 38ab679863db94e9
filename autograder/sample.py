"""Sample submissions: a catalogue entry as the cell that a student would hand in, in a notebook that was released."""

from __future__ import annotations

import ast
import copy
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder import misconceptions, variants
from autograder.facts import Assignment

Notebook = dict[str, Any]


def cell_source(catalogue: ModuleType, identifier: str, exercise: str) -> str:
    """A catalogue entry as a cell of its own: imports, what it stands on, and the entry bound to `exercise`."""
    spec = importlib.util.find_spec(f"{catalogue.__name__}.{exercise}")
    assert spec is not None
    assert spec.origin is not None
    body = [_undecorated(node) for node in ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body]
    needed = _stands_on(identifier, {name: node for node in body if (name := _bound(node))})
    source = ast.unparse(ast.Module([node for node in body if _bound(node) in needed or _is_foreign_import(node)], []))
    return f"{source}\n\n{exercise} = {identifier}"


def _stands_on(identifier: str, bound: Mapping[str, ast.stmt]) -> set[str]:
    """The names of a module that an entry needs: its own, those it speaks of, those that these speak of, and so on."""
    needed: set[str] = set()
    waiting = {identifier}
    while waiting:
        needed |= waiting
        spoken = {n.id for name in waiting for n in ast.walk(bound[name]) if isinstance(n, ast.Name)}
        waiting = (spoken & bound.keys()) - needed
    return needed


def _is_foreign_import(node: ast.stmt) -> bool:
    ours = isinstance(node, ast.ImportFrom) and (node.module or "").startswith("autograder")
    return isinstance(node, (ast.Import, ast.ImportFrom)) and not ours


def _bound(node: ast.stmt) -> str | None:
    """The name that a top-level statement binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None


def _undecorated(node: ast.stmt) -> ast.stmt:
    """The function without @misconception and without the sentence that would give it away."""
    if not isinstance(node, ast.FunctionDef):
        return node
    plain = copy.deepcopy(node)
    plain.decorator_list = [d for d in plain.decorator_list if not _is_mark(d)]
    if ast.get_docstring(plain) and len(plain.body) > 1:
        plain.body = plain.body[1:]
    return plain


def _is_mark(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Name) and called.id in ("misconception", "variant")


def mistake_source(exercise: str, identifier: str) -> str:
    """The cell of a known mistake."""
    return cell_source(misconceptions, identifier, exercise)


def variant_source(exercise: str, identifier: str) -> str:
    """The cell of a right but unusual answer."""
    return cell_source(variants, identifier, exercise)


def filled(released: Notebook, cells: Mapping[str, str]) -> Notebook:
    """A copy of a notebook in which the exercises' cells hold `cells`."""
    notebook = copy.deepcopy(released)
    for cell in notebook["cells"]:
        name = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id", "")
        if cell["cell_type"] == "code" and name in cells:
            cell["source"] = cells[name]
    return notebook


def sample_class(assignment: Assignment, solved: Notebook, stub: Notebook, size: int) -> dict[str, Notebook]:
    """`size` students: one has all right, one did nothing, the others are unusual or make known mistakes."""
    names = [exercise.name for exercise in assignment.exercises]
    students = {}
    for number in range(1, size + 1):
        students[f"student-{number:02}"] = _one(names, solved, stub, number)
    return students


def _one(names: list[str], solved: Notebook, stub: Notebook, number: int) -> Notebook:
    if number == 1:
        return copy.deepcopy(solved)
    if number == 2:
        return copy.deepcopy(stub)
    cells = {}
    for place, exercise in enumerate(names):
        # Walk through the catalogue with strides that share no factor, so that no two students are alike.
        known, right = misconceptions.of(exercise), variants.of(exercise)
        if right and (number + place) % 2:
            cells[exercise] = variant_source(exercise, right[(number * 3 + place) % len(right)].id)
        if known and (number * 7 + place * 3) % 10 < 3:
            cells[exercise] = mistake_source(exercise, known[(number * 5 + place) % len(known)].id)
    return filled(solved, cells)


def read_notebook(path: Path) -> Notebook:
    notebook: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return notebook
