"""A cell that runs by itself: with what the submission imports, without anything else that it defines.

For an exercise whose answer may hold no oracle the paper is read first: words that would make one are told, not run.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator, Sequence
from dataclasses import replace

from autograder.facts import Assignment, Exercise
from autograder.submission.code import study
from autograder.submission.record import Cell

NEXT = "work the numbers out beforehand, and write them into this cell as they are"


def alone(cells: Sequence[Cell], exercise: Exercise, assignment: Assignment) -> tuple[Cell, ...]:
    """The cell that defines `exercise`, and of all others only the imports; every line keeps its number.

    A cell that defines other exercises, too, gives only the one function.
    """
    others = {one.name for one in assignment.exercises} - {exercise.name}
    found = []
    for cell in cells:
        code = study(cell.source)
        names = code.defined | code.stubs.keys()
        if exercise.name in names and not names & others:
            found.append(cell)
        elif code.parsed:
            found.append(replace(cell, source=_kept(cell.source, exercise)))
    return tuple(cell for cell in found if cell.source.strip())


def objection(cells: Sequence[Cell], exercise: Exercise) -> str:
    """What the cell of `exercise` holds although it may not, in a sentence; empty when there is nothing."""
    for cell in cells:
        if exercise.name in study(cell.source).defined and (found := unwelcome(cell.source, exercise.without)):
            word, line = found
            return told(word, cell.where(line))
    return ""


def told(word: str, where: str) -> str:
    """The sentence about one word that may not be there."""
    return f"expected: a cell with written-out numbers and without {word}; came: {word} in {where}; look at: {NEXT}"


def unwelcome(source: str, without: Sequence[str]) -> tuple[str, int] | None:
    """The first word of `without` that a piece of code uses, and its line; a name of its own is no use of a word."""
    try:
        tree = ast.parse(source)
        from_outside = _looked_up(symtable.symtable(source, "cell", "exec"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None  # it will not run either
    from_outside -= {name for name in from_outside & set(without) if _is_given(name, tree)}
    found = [
        (line, word)
        for node in ast.walk(tree)
        for word, line in _words(node, from_outside)
        if word in without or word.startswith("__")
    ]
    return (min(found)[1], min(found)[0]) if found else None


def _looked_up(scope: symtable.SymbolTable) -> set[str]:
    """The names that are read outside of all functions: what is local to one, as a parameter is, stands for itself."""
    inside = scope.get_type() == "function"
    names = {one.get_name() for one in scope.get_symbols() if one.is_referenced() and (one.is_global() or not inside)}
    return names.union(*map(_looked_up, scope.get_children()))


def _is_given(name: str, tree: ast.Module) -> bool:
    """Whether the piece itself gives the name a value, for certain, before anything reads it, and never takes it away.

    Otherwise what an import with a star, or Python, calls so might be meant after all.
    """
    given = [node.end_lineno or node.lineno for node in tree.body if name in _targets(node)]
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    taken = any(isinstance(node, ast.ExceptHandler) and node.name == name for node in ast.walk(tree))
    taken |= any(isinstance(node.ctx, ast.Del) for node in uses)
    return bool(given) and not taken and all(isinstance(u.ctx, ast.Store) or u.lineno > given[0] for u in uses)


def _targets(statement: ast.stmt) -> set[str]:
    """The names that a plain assignment gives a value."""
    aims = statement.targets if isinstance(statement, ast.Assign) else []
    return {aim.id for aim in aims if isinstance(aim, ast.Name)}


def _words(node: ast.AST, from_outside: set[str]) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Name) and node.id in from_outside:
        yield node.id, node.lineno
    elif isinstance(node, ast.Attribute):
        yield node.attr, node.lineno
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name, node.lineno
    elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Pow):
        sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
        if not all(map(_is_number, sides)):
            yield "**", node.lineno
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((word, node.lineno) for word in _imported(node))


def _is_number(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Every part of every name that an import reads."""
    for alias in node.names:
        yield from alias.name.split(".")
    if isinstance(node, ast.ImportFrom):
        yield from (node.module or "").split(".")


def _kept(source: str, exercise: Exercise) -> str:
    """The imports of a piece, and the function of the exercise, each on the line where it stood."""
    tree, lines = ast.parse(source), source.split("\n")
    kept = [""] * len(lines)
    for node in _imports(tree, exercise.without):
        kept[node.lineno - 1] = "; ".join(filter(None, [kept[node.lineno - 1], ast.unparse(node)]))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == exercise.name:
            kept[node.lineno - 1 : node.end_lineno] = lines[node.lineno - 1 : node.end_lineno]
    return "\n".join(kept)


def _imports(tree: ast.Module, without: Sequence[str]) -> Iterator[ast.stmt]:
    """The imports at the top of a piece, and those that it tries; what brings an unwelcome word stays out."""
    for statement in tree.body:
        for node in statement.body if isinstance(statement, ast.Try) else [statement]:
            if isinstance(node, ast.Import | ast.ImportFrom) and not set(_imported(node)) & set(without):
                yield node
