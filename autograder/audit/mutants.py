"""Mutants of the reference answers: every small change that mutmut's operators and our own for arrays can make."""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst
from mutmut.mutation.mutators import mutation_operators

from autograder.audit.operators import OPERATORS, Operator, other_name
from autograder.audit.reference import Reference


@dataclass(frozen=True, slots=True)
class Mutant:
    """A reference with one small change: the line as it `was`, what it `becomes`, and the whole text to run.

    `again` counts the earlier places of the function at which the same line undergoes the same change.
    """

    exercise: str
    operator: str
    was: str
    becomes: str
    again: int
    text: str

    @property
    def id(self) -> str:
        """Made of the change itself, so that it outlives edits elsewhere and other names of operators."""
        place = "\0".join((self.exercise, self.was, self.becomes, str(self.again)))
        return f"{self.exercise}-{hashlib.sha256(place.encode()).hexdigest()[:8]}"


def mutants(reference: Reference) -> list[Mutant]:
    """All mutants of a reference that are valid code and mean something else than the reference, each once."""
    seen = {_meaning(reference.function)}
    places: dict[tuple[str, str], int] = {}
    found = []
    for operator, code in _changed(reference.function):
        meaning = _meaning(code)
        if meaning is None or meaning in seen:
            continue
        seen.add(meaning)
        was, becomes = _difference(reference.function, code)
        again = places.get((was, becomes), 0)
        places[was, becomes] = again + 1
        found.append(Mutant(reference.exercise, operator, was, becomes, again, reference.with_function(code)))
    return found


def _changed(function: str) -> Iterator[tuple[str, str]]:
    """Every change of the function's code, with the name of the operator that makes it."""
    module = cst.parse_module(function)
    walk = _Walk()
    module.visit(walk)
    arguments, results = frozenset(walk.arguments), frozenset(walk.results - walk.arguments)
    names = [(cst.Name, other_name(group)) for group in (arguments, results)]
    operators: list[tuple[type, Operator]] = [*mutation_operators, *OPERATORS, *names]
    for node in walk.nodes:
        for kind, operator in operators:
            if isinstance(node, kind):
                for other in operator(node):
                    changed = module.deep_replace(node, other)
                    if isinstance(changed, cst.Module):
                        yield operator.__name__.removeprefix("operator_"), changed.code


def _meaning(code: str) -> str | None:
    """The code without its form; None when it is no valid code."""
    try:
        return ast.dump(ast.parse(code))
    except SyntaxError:
        return None


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, before and after, without their indentation."""
    old, new = ([line.strip() for line in text.splitlines()] for text in (before, after))
    steps = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    was = [line for kind, start, end, _, _ in steps if kind != "equal" for line in old[start:end]]
    becomes = [line for kind, _, _, start, end in steps if kind != "equal" for line in new[start:end]]
    return "\n".join(was), "\n".join(becomes)


class _Walk(cst.CSTVisitor):
    """Collects the pieces of a function that may change, and the names of its arguments and results."""

    def __init__(self) -> None:
        self.nodes: list[cst.CSTNode] = []
        self.arguments: set[str] = set()
        self.results: set[str] = set()
        self._left_alone: set[int] = set()

    def on_visit(self, node: cst.CSTNode) -> bool:
        if id(node) in self._left_alone:
            return False
        self._note(node)
        self.nodes.append(node)
        # The text of an error is not graded, only its kind.
        return not isinstance(node, (cst.Raise, cst.FormattedString, cst.SimpleString, cst.Annotation))

    def _note(self, node: cst.CSTNode) -> None:
        """Names that are being defined or that belong to a library are no values that could be mixed up."""
        if isinstance(node, cst.FunctionDef):
            self._left_alone.add(id(node.name))
            self._left_alone.update(id(decorator) for decorator in node.decorators)
        elif isinstance(node, cst.Param):
            self._left_alone.add(id(node.name))
            self.arguments.add(node.name.value)
        elif isinstance(node, cst.Attribute):
            self._left_alone.add(id(node.attr))
        elif isinstance(node, cst.Arg) and node.keyword is not None:
            self._left_alone.add(id(node.keyword))
        elif isinstance(node, (cst.AssignTarget, cst.CompFor)):
            self._left_alone.add(id(node.target))
            targets = node.target.elements if isinstance(node.target, cst.Tuple) else [node.target]
            values = [t.value if isinstance(t, cst.Element) else t for t in targets]
            self.results.update(value.value for value in values if isinstance(value, cst.Name))
