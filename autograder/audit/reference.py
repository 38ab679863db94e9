"""The reference answers as text: a function of a course text with the imports and helpers that it needs."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from autograder.facts import Course, Exercise


@dataclass(frozen=True, slots=True)
class Reference:
    """One exercise's answer: `function` stands in `text` word for word, so that another can take its place."""

    exercise: str
    text: str
    function: str

    def with_function(self, function: str) -> str:
        """The same text with another function in the place of the reference."""
        return self.text.replace(self.function, function, 1)

    def load(self) -> Callable[..., Any]:
        """The reference itself, ready to be called."""
        names: dict[str, Any] = {}
        exec(compile(self.text, f"<reference {self.exercise}>", "exec"), names)
        function: Callable[..., Any] = names[self.exercise]
        return function


def reference(course: Course, exercise: Exercise) -> Reference:
    """The reference answer to `exercise`, taken from the course text without running the text's other cells."""
    path = course.folder("source") / f"{exercise.assignment}.py"
    source = path.read_text(encoding="utf-8")
    parts, function = [], ""
    for node in _statements(ast.parse(source)):
        # `from autograder import check` would look for the course; the cells that call it are left out as well.
        if isinstance(node, ast.ImportFrom) and node.module == "autograder":
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef)):
            parts.append(ast.get_source_segment(source, node) or "")
        if isinstance(node, ast.FunctionDef) and node.name == exercise.name:
            function = parts[-1]
    if not function:
        raise LookupError(f"{path} defines no function {exercise.name}; its cell is marked exercise={exercise.name!r}")
    return Reference(exercise.name, "\n\n\n".join(parts) + "\n", function)


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of a text, those of the first cell too, which only tries to import."""
    for node in tree.body:
        yield from node.body if isinstance(node, ast.Try) else [node]
