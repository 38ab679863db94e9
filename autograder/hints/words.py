"""How a public verdict, an example and a name are said: labelled lines that read well aloud, alike in every door."""

from __future__ import annotations

from collections.abc import Iterator

from autograder import fingerprints
from autograder.report import CounterExample, ExerciseResult, Status


def public_count(result: ExerciseResult) -> str:
    """How many public checks hold, and that grading looks further: a clean row is a good sign and not yet a mark.

    Where nobody grades, there are no others.
    """
    counted = [check for check in result.checks if check.name != "test_defined"]
    passed = sum(check.status is Status.PASSED for check in counted)
    marks = fingerprints.load()
    hidden = marks.hidden_checks.get(result.name, 0) if marks else 0
    if not hidden:
        return f"checks {passed}/{len(counted)}"
    return f"public checks {passed}/{len(counted)}; {hidden} hidden checks run at grading"


def example_lines(example: CounterExample) -> Iterator[str]:
    """The input that goes wrong, what came, and what does not hold; what was expected only where it is known."""
    yield "counter-example: an input that goes wrong"
    yield from _block("input", example.inputs)
    if example.expected:
        yield from _block("expected", example.expected)
    yield from _block("came", example.received)
    yield f"  what does not hold: {example.property}"


def name_lines(result: ExerciseResult) -> Iterator[str]:
    """The sentence and the question of each known mistake that it is; nothing when it is none."""
    if result.second_misconception:
        yield "Two things together give what came."
    for mistake in (result.misconception, result.second_misconception):
        if mistake:
            yield f"recognised: {mistake.says}"
            yield f"question: {mistake.hint}"


def explanation(result: ExerciseResult) -> Iterator[str]:
    """Everything that is known about a wrong answer beyond its checks."""
    if result.counter_example:
        yield from example_lines(result.counter_example)
    yield from name_lines(result)


def _block(label: str, text: str) -> Iterator[str]:
    """One line where one is enough, so that a label and its value are read together."""
    lines = text.splitlines() or [""]
    if len(lines) == 1:
        yield f"  {label}: {lines[0]}"
        return
    yield f"  {label}:"
    yield from (f"    {line}" for line in lines)
