"""Which probes tell which mistakes apart: the evidence that the inputs of grading are well chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder.answer import Observation
from autograder.audit.bench import Bench
from autograder.audit.findings import Altered, Mistake, ProbeUse, Verdict
from autograder.diagnosis.matching import changes, same_outcome
from autograder.diagnosis.replays import Replay, Replays

Pair = tuple[str, str]


def apart(bench: Bench, exercise: str, seen_of: Mapping[str, Sequence[Observation]]) -> dict[Pair, frozenset[str]]:
    """For each pair of misconceptions the probes at which they differ, under one key.

    As in diagnosis, what one misconception answered is held against what the other answers to the same calls.
    """
    replays = Replays(exercise, bench.inputs)
    told: dict[Pair, frozenset[str]] = {}
    for number, (name, seen) in enumerate(seen_of.items(), start=1):
        for other in replays.to(seen).replays[number:]:
            told[name, other.entry.id] = _differ(bench, seen, other)
    return told


def _differ(bench: Bench, seen: Sequence[Observation], other: Replay) -> frozenset[str]:
    """The probes at which `other` does not answer as was seen."""
    changing = changes(seen, [one.outcome for one in seen])
    if changing != other.changes:
        return frozenset(name for name, _ in changing ^ other.changes)
    tolerances = bench.course.tolerances
    return frozenset(
        one.probe.name
        for one, outcome, certain in zip(seen, other.outcomes, other.certain, strict=True)
        if not same_outcome(one.outcome, outcome, one.probe, tolerances, values=certain)
    )


def alike(by_key: Sequence[Mapping[Pair, frozenset[str]]]) -> tuple[Pair, ...]:
    """The pairs that no probe tells apart under one of the keys."""
    return tuple(pair for pair in by_key[0] if not all(found[pair] for found in by_key))


def uses(
    bench: Bench,
    exercise: str,
    mistakes: Sequence[Mistake],
    mutants: Sequence[Altered],
    by_key: Sequence[Mapping[Pair, frozenset[str]]],
) -> tuple[ProbeUse, ...]:
    """For each probe, what only this probe exposes or tells apart, whatever the key."""
    found = []
    for probe in bench.inputs.probes(exercise):
        only = frozenset([probe.name])
        found.append(
            ProbeUse(
                name=probe.name,
                sees=probe.sees,
                mistakes=tuple(mistake.id for mistake in mistakes if _is_seen_at(mistake.verdicts, only)),
                mutants=sum(_is_seen_at(mutant.verdicts, only) for mutant in mutants),
                pairs=sum(all(apart[pair] == only for apart in by_key) for pair in by_key[0]),
            )
        )
    return tuple(found)


def _is_seen_at(verdicts: Sequence[Verdict], only: frozenset[str]) -> bool:
    return all(verdict.off_at == only for verdict in verdicts)
