"""Puts the pieces of work on one exercise together: from verdicts under several keys to findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder import misconceptions, variants
from autograder.audit.bench import Bench
from autograder.audit.default_run import missed
from autograder.audit.equivalents import Equivalent
from autograder.audit.findings import Altered, CheckUse, Findings, Mistake, Right, Verdict
from autograder.audit.mutants import Mutant
from autograder.audit.separation import alike, uses
from autograder.audit.workshop import Catalogued
from autograder.facts import Exercise

Mutated = Sequence[tuple[Mutant, tuple[Verdict, ...]]]


def findings(
    bench: Bench,
    exercise: Exercise,
    catalogued: Sequence[Catalogued],
    mutated: Mutated,
    reviewed: Sequence[Equivalent],
) -> Findings:
    """What was found out about one exercise; `catalogued` holds one entry for each key."""
    reasons = _reasons(exercise.name, mutated, reviewed)
    mistakes = _mistakes(exercise.name, catalogued)
    mutants = tuple(
        Altered(mutant.id, mutant.operator, mutant.was, mutant.becomes, reasons.get(mutant.id, ""), verdicts)
        for mutant, verdicts in mutated
    )
    by_key = [one.apart for one in catalogued]
    return Findings(
        exercise=exercise.name,
        mistakes=mistakes,
        variants=_variants(exercise.name, catalogued),
        mutants=mutants,
        checks=tuple(_checks(bench, exercise.name, mistakes, mutants)),
        probes=uses(bench, exercise.name, mistakes, mutants, by_key),
        alike=alike(by_key),
        missed=missed(bench.course, exercise.name, mistakes),
        stale=_stale(exercise.name, mutated, reviewed),
    )


def _mistakes(exercise: str, catalogued: Sequence[Catalogued]) -> tuple[Mistake, ...]:
    return tuple(
        Mistake(entry.id, entry.says, entry.caught_by, tuple(one.mistakes[entry.id] for one in catalogued))
        for entry in misconceptions.of(exercise)
    )


def _variants(exercise: str, catalogued: Sequence[Catalogued]) -> tuple[Right, ...]:
    return tuple(
        Right(entry.id, entry.says, tuple(dict.fromkeys(said for one in catalogued for said in one.variants[entry.id])))
        for entry in variants.of(exercise)
    )


def _reasons(exercise: str, mutated: Mutated, reviewed: Sequence[Equivalent]) -> Mapping[str, str]:
    return {mutant.id: entry.reason for mutant, _ in mutated for entry in reviewed if entry.is_about(mutant)}


def _stale(exercise: str, mutated: Mutated, reviewed: Sequence[Equivalent]) -> tuple[str, ...]:
    """Reviewed changes that no longer occur, or that the graders now notice under every key."""
    survivors = [mutant for mutant, verdicts in mutated if any(verdict.full for verdict in verdicts)]
    mine = [entry for entry in reviewed if entry.exercise == exercise]
    return tuple(
        f"{entry.was} -> {entry.becomes}" for entry in mine if not any(entry.is_about(mutant) for mutant in survivors)
    )


def _checks(bench: Bench, exercise: str, mistakes: Sequence[Mistake], mutants: Sequence[Altered]) -> list[CheckUse]:
    tried: list[Mistake | Altered] = [*mistakes, *mutants]
    return [
        CheckUse(
            name=rule.name,
            says=rule.says,
            fails=sum(any(rule.name in verdict.failed for verdict in one.verdicts) for one in tried),
            needed_by=tuple(mistake.id for mistake in mistakes if mistake.failed == {rule.name}),
        )
        for rule in bench.rules.get(exercise, ())
    ]
