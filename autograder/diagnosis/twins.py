"""Entries of the catalogue that are one mistake under two names: neither could ever be said, and both stay silent."""

from __future__ import annotations

import ast
import contextlib
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from autograder import misconceptions
from autograder.diagnosis.matching import same_outcome
from autograder.diagnosis.replays import call
from autograder.facts import Course, Tolerance
from autograder.outcome import Outcome
from autograder.probes import PUBLIC_KEY, Inputs

CATALOGUE = Path(misconceptions.__file__).parent
Row = Sequence[Outcome]


def in_course(course: Course) -> Iterator[str]:
    """The twins among the mistakes of every exercise, under the public key: a real pair is one under any."""
    inputs = Inputs(PUBLIC_KEY, hidden=True)
    with contextlib.redirect_stdout(io.StringIO()):  # some of the catalogue's mistakes print
        for assignment in course.assignments:
            for exercise in assignment.exercises:
                yield from twins(exercise.name, inputs, course.tolerances)


def twins(exercise: str, inputs: Inputs, tolerances: Mapping[str, Tolerance]) -> Iterator[str]:
    """A sentence for each pair of entries that answer alike to every input, and for each id that is defined twice."""
    for name in _defined_twice(CATALOGUE / f"{exercise}.py"):
        yield f"{_file(exercise)}: {name} is defined twice, and the second hides the first; give one another name"
    probes = list(inputs.probes(exercise))
    rows = {entry.id: [call(entry, probe) for probe in probes] for entry in misconceptions.fresh(exercise)}

    def alike(a: Row, b: Row) -> bool:
        return all(same_outcome(x, y, probe, tolerances) for x, y, probe in zip(a, b, probes, strict=True))

    for one, other in combinations(rows, 2):
        if alike(rows[one], rows[other]):
            yield sentence(exercise, one, other)


def sentence(exercise: str, one: str, other: str) -> str:
    """What is said of two entries that no input tells apart, and what can be done about it."""
    return (
        f"{_file(exercise)}: {one} and {other} answer alike to every input, so neither can be named; if they are the "
        "same function on all legal input, keep one of them, else add an input that tells them apart"
    )


def _file(exercise: str) -> str:
    return f"autograder/misconceptions/{exercise}.py"


def _defined_twice(file: Path) -> list[str]:
    if not file.is_file():
        return []
    tree = ast.parse(file.read_text(encoding="utf-8"))
    counts = Counter(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return [name for name, count in counts.items() if count > 1]
