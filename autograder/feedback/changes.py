"""Why a mark changed: which exercise, and which of its checks, came out otherwise than the last time."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.feedback.words import WORDS, points
from autograder.report import ExerciseResult, Report


def changes(before: Report, after: Report) -> tuple[str, ...]:
    """One sentence for each difference that can move a mark; empty when there is none."""
    return tuple(_changes(before, after))


def _changes(before: Report, after: Report) -> Iterator[str]:
    if before.status is not after.status:
        why = f" ({after.message})" if after.message else ""
        yield f"the submission was {WORDS[before.status]}, now it is {WORDS[after.status]}{why}"
    old = {result.name: result for result in before.exercises}
    for result in after.exercises:
        if result.name in old:
            yield from _of_exercise(old[result.name], result)
        elif before.exercises:
            yield f"{result.name}: it was not asked for before"


def _of_exercise(before: ExerciseResult, after: ExerciseResult) -> Iterator[str]:
    if (before.status, before.score) == (after.status, after.score):
        return
    yield (
        f"{after.name}: {WORDS[before.status]} with {points(before.score)} of {points(before.max_score)} becomes "
        f"{WORDS[after.status]} with {points(after.score)} of {points(after.max_score)}"
    )
    old = {check.name: check for check in before.checks}
    for check in after.checks:
        was = old.get(check.name)
        if was is None:
            yield f"{after.name}: the check “{check.says}” is new: {WORDS[check.status]}"
        elif was.status is not check.status:
            yield f"{after.name}: the check “{check.says}” was {WORDS[was.status]}, is now {WORDS[check.status]}"
        elif was.max_points != check.max_points:
            yield (
                f"{after.name}: the check “{check.says}” counted {points(was.max_points)}, "
                f"now it counts {points(check.max_points)}"
            )
    for name in sorted(old.keys() - {check.name for check in after.checks}):
        yield f"{after.name}: the check “{old[name].says}” is no longer asked"
