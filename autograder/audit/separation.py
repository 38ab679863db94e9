"""Which probes tell which mistakes apart: the evidence that the inputs of grading are well chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from autograder import misconceptions
from autograder.answer import Observation
from autograder.audit.bench import Bench
from autograder.audit.findings import Altered, Mistake, ProbeUse, Verdict
from autograder.diagnosis.matching import same_outcome, unstable
from autograder.inprocess import FunctionPort
from autograder.misconceptions import Misconception
from autograder.outcome import Outcome

Pair = tuple[str, str]


def apart(bench: Bench, exercise: str) -> dict[Pair, frozenset[str]]:
    """For each pair of misconceptions the probes at which their answers differ, under one key."""
    asked = bench.questions(exercise)
    # Fresh functions, because some mistakes remember earlier calls.
    given = {entry.id: _answers(entry, asked) for entry in misconceptions.fresh(exercise)}
    return {(a, b): _differ(bench, asked, given[a], given[b]) for a, b in combinations(given, 2)}


def _answers(entry: Misconception, asked: Sequence[Observation]) -> Sequence[Outcome]:
    port = FunctionPort({entry.exercise: entry.function})
    return [port.call(entry.exercise, one.probe.arguments, return_arguments=one.handed_back) for one in asked]


def _differ(bench: Bench, asked: Sequence[Observation], a: Sequence[Outcome], b: Sequence[Outcome]) -> frozenset[str]:
    """As diagnosis compares: answers that change from call to call are told from steady ones, not by their values."""
    changing = unstable(asked, a)
    if changing != unstable(asked, b):
        return frozenset([asked[0].probe.name])
    tolerances = bench.course.tolerances
    return frozenset(
        question.probe.name
        for question, x, y in zip(asked, a, b, strict=True)
        if not same_outcome(x, y, question.probe, tolerances, values=not changing)
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
