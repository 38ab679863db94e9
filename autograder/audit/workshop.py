"""The pieces of work that an audit consists of, each fit to be done in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from autograder import misconceptions, variants
from autograder.audit.bench import Bench, bench
from autograder.audit.findings import Verdict
from autograder.audit.mutants import Mutant, mutants
from autograder.audit.reference import reference
from autograder.audit.rightness import objections
from autograder.audit.separation import Pair, apart
from autograder.facts import Exercise
from autograder.inprocess import FunctionPort
from autograder.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Setting:
    """What is audited: the course, the folder of graders, and the keys."""

    root: Path
    graders: Path
    keys: tuple[bytes, ...]

    def benches(self) -> list[Bench]:
        return [bench(self.root, self.graders, key) for key in self.keys]


@dataclass(frozen=True, slots=True)
class Catalogued:
    """What one key shows about the catalogue of one exercise."""

    mistakes: dict[str, Verdict]
    variants: dict[str, list[str]]
    apart: dict[Pair, frozenset[str]]


def catalogue_under_key(setting: Setting, exercise: Exercise, key: bytes) -> Catalogued:
    """Every misconception and every variant of an exercise before the graders, under one key."""
    there = bench(setting.root, setting.graders, key)
    # Fresh functions, because some mistakes remember earlier calls.
    wrong = {
        entry.id: there.judge(exercise, FunctionPort({exercise.name: entry.function}))
        for entry in misconceptions.fresh(exercise.name)
    }
    return Catalogued(
        mistakes={name: there.verdict(judged, named=True) for name, judged in wrong.items()},
        variants={entry.id: objections(there, exercise, entry.function) for entry in variants.of(exercise.name)},
        apart=apart(there, exercise.name, {name: judged.observations for name, judged in wrong.items()}),
    )


@dataclass(frozen=True, slots=True)
class _Text:
    """A mutant's text as the sandbox takes it."""

    source: str
    number: int = 1
    label: str = ""
    first_line: int = 1


def mutants_of(setting: Setting, exercise: Exercise) -> list[tuple[Mutant, tuple[Verdict, ...]]]:
    """Every mutant of an exercise's reference before the graders, under every key.

    A mutant may loop for ever or eat memory, so it runs where students' code runs.
    """
    benches = setting.benches()
    course = benches[0].course
    allowed = course.assignment(exercise.assignment).allowed_imports
    found = []
    with Sandbox(allowed, course.limits) as sandbox:
        for mutant in mutants(reference(course, exercise)):
            port = sandbox.open([_Text(mutant.text)], [exercise.name])
            try:
                found.append(
                    (mutant, tuple(there.verdict(there.judge(exercise, port), named=False) for there in benches))
                )
            finally:
                port.close()
    return found
