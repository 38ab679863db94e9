"""Every attack: the mark is the deserved one, nothing leaks, nothing is harmed, and the next is graded as ever."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

from tests.attacks import cases
from tests.attacks.arena import Arena, Verdict
from tests.attacks.attack import BESIDE, FULL, Attack

pytestmark = pytest.mark.attack


def catalogue() -> Iterator[tuple[str, Attack]]:
    for module in sorted(pkgutil.iter_modules(cases.__path__), key=lambda found: found.name):
        for attack in importlib.import_module(f"{cases.__name__}.{module.name}").ATTACKS:
            yield module.name, attack


def parameters() -> Iterator[object]:
    for kind, attack in catalogue():
        marks = [] if attack.quick else [pytest.mark.slow]
        if attack.holes:
            marks.append(pytest.mark.xfail(strict=True, reason=attack.holes))
        yield pytest.param(attack, marks=marks, id=f"{kind}/{attack.name}")


@pytest.mark.parametrize("attack", list(parameters()))
def test_attack(arena: Arena, twin: Arena, attack: Attack) -> None:
    verdict = arena.grade(attack)
    the_mark_is_deserved(attack, verdict)
    assert not arena.leaks(verdict.visible)
    if attack.alike:
        assert twin.grade(attack).visible == verdict.visible, "what a student sees depends on hidden numbers"
    nothing_is_harmed(verdict)
    assert verdict.victim == arena.honest, "the next submission is graded as ever"
    there_is_a_sentence(attack, verdict)


def the_mark_is_deserved(attack: Attack, verdict: Verdict) -> None:
    report = verdict.report
    assert report.status == attack.report, report.message
    if report.status != "graded":
        assert report.score is None
        return
    found = {exercise.name: exercise for exercise in report.exercises}
    target = found[attack.target]
    assert target.status in attack.statuses, [check.message for check in target.checks]
    if attack.deserved is not None:
        assert target.score == attack.deserved
    assert target.score is not None
    assert 0 <= target.score <= (FULL if attack.at_most is None else attack.at_most)
    if attack.others is not None:
        assert found[BESIDE].score == attack.others, f"{BESIDE} stands beside it: {found[BESIDE].status}"


def nothing_is_harmed(verdict: Verdict) -> None:
    before, after = verdict.before, verdict.after
    assert after.trees == before.trees, "a file outside the scratch folder was changed"
    assert after.marked == before.marked, "a file was left behind"
    assert after.processes == before.processes, "a process was left behind, or the clean process was hit"


def there_is_a_sentence(attack: Attack, verdict: Verdict) -> None:
    report = verdict.report
    said = [report.message, *(check.message for exercise in report.exercises for check in exercise.checks)]
    assert any(attack.says in sentence for sentence in said), f"{attack.says!r} stands in none of {said}"
    assert any(attack.evidence in sentence for sentence in report.evidence or [""]), report.evidence
    assert report.evidence or not attack.evidence
    assert any(attack.repair in sentence for sentence in report.repairs or [""]), report.repairs


def test_names_are_unique_and_the_catalogue_is_large() -> None:
    names = [f"{kind}/{attack.name}" for kind, attack in catalogue()]
    assert len(set(names)) == len(names) >= 80


def test_honest_work_leaves_nothing_to_be_noticed(arena: Arena) -> None:
    assert arena.honest["evidence"] == ()
