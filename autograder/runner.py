"""One submission through the checks: collected once, run as plain calls, judged one exercise at a time."""

from __future__ import annotations

import importlib.util
import inspect
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType

import numpy as np

from autograder.answer import Observation, Stopped
from autograder.facts import Course, Exercise
from autograder.fingerprints import Fingerprints
from autograder.judge import Place, Wrong
from autograder.outcome import CellTrouble, Loaded, Port, Value
from autograder.probes import Inputs
from autograder.report import Check, ExerciseResult, Status
from autograder.sandbox.student import Student


@dataclass(frozen=True, slots=True)
class Rule:
    """One check as its file holds it."""

    name: str
    says: str
    place: Place
    run: Callable[[Student], None]


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that did not hold, for the instructor's evidence: the call it looked at, and the values if it had any."""

    check: str
    message: str
    asked: Observation | None
    expected: Value
    received: Value


@dataclass(frozen=True, slots=True)
class Judged:
    """An exercise's verdict with what only the grader's side may see."""

    result: ExerciseResult
    observations: tuple[Observation, ...] = ()
    failures: tuple[Failure, ...] = ()
    amiss: str = ""  # the mistake in joining the student's own earlier functions that explains all observations


def collect(folder: Path) -> Mapping[str, tuple[Rule, ...]]:
    """The checks of every exercise in `folder`, as pytest would find them; RuntimeError when a file does not fit.

    pytest itself is left out: a learner need not install it, and its plugins have no business in a learner's kernel.
    """
    files = sorted(folder.glob("test_*.py"))
    return {path.stem.removeprefix("test_"): tuple(_rules(_module(path), path)) for path in files}


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise RuntimeError(f"{path} cannot be used: {type(error).__name__}: {error}") from error
    return module


def _rules(module: ModuleType, path: Path) -> Iterator[Rule]:
    for name, test in vars(module).items():
        if not name.startswith("test_"):
            continue
        place = getattr(test, "place", None)
        if place is None or [*inspect.signature(test).parameters] != ["student"]:
            said = "a check is a function of `student` alone, marked with @check(share=...)"
            raise RuntimeError(f"{path} cannot be used: {name}: {said}")
        yield Rule(name, " ".join((test.__doc__ or "").split()), place, test)


@dataclass(slots=True)
class _Tally:
    """The checks of one exercise while they run."""

    points: float | None
    checks: list[Check] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    not_passed: set[str] = field(default_factory=set)


# A function that answers, though wrongly, can be compared with known mistakes.
EXPLAINABLE = (Status.FAILED, Status.ERROR)


class Runner:
    """Judges the exercises of a course on one set of inputs, for one submission after another."""

    def __init__(
        self,
        course: Course,
        rules: Mapping[str, tuple[Rule, ...]],
        inputs: Inputs,
        fingerprints: Fingerprints | None = None,
    ) -> None:
        self.course = course
        self.rules = rules
        self.inputs = inputs
        self.fingerprints = fingerprints

    def judge(
        self,
        port: Port,
        loaded: Loaded,
        exercises: Iterable[Exercise],
        *,
        untouched: frozenset[str] = frozenset(),
        lost: Mapping[str, CellTrouble] | None = None,
        objections: Mapping[str, str] | None = None,
    ) -> list[Judged]:
        """The verdict on each exercise, in order.

        `lost` says which function's cell stopped before defining it, `objections` what stands against running it.
        """
        judged: list[Judged] = []
        for exercise in exercises:
            student = Student(
                port,
                loaded,
                exercise.name,
                self.inputs,
                self.course.tolerances,
                fingerprints=self.fingerprints,
                untouched=exercise.name in untouched,
                lost=(lost or {}).get(exercise.name),
                objection=(objections or {}).get(exercise.name, ""),
                carried=carried(exercise, [one.result for one in judged]),
                losing=losing(exercise, [one.result for one in judged]),
            )
            judged.append(self._exercise(student, exercise))
        return judged

    def _exercise(self, student: Student, exercise: Exercise) -> Judged:
        rules = self.rules.get(exercise.name, ())
        total = sum(rule.place.share for rule in rules)
        tally = _Tally(exercise.points / total if self.inputs.hidden and total else None)
        start = time.perf_counter()
        for rule in rules:
            self._check(student, rule, tally)
        status = _status(tally.checks)
        if status in EXPLAINABLE:
            student.explain()
        result = ExerciseResult(
            name=exercise.name,
            status=status,
            checks=tuple(self._counted(tally.checks, rules)),
            score=None,
            max_score=exercise.points if tally.points is not None else None,
            seconds=round(time.perf_counter() - start, 6),
            carried_from=student.carried_from if status is Status.PASSED or student.amiss else (),
        )
        return Judged(_scored(result), tuple(student.observations), tuple(tally.failures), student.amiss)

    def _check(self, student: Student, rule: Rule, tally: _Tally) -> None:
        if rule.place.needs in tally.not_passed:
            status, message = Status.SKIPPED, "waits for the check before it"
        else:
            student.asked = None
            status, message, wrong = _ran(rule, student)
            if status not in (Status.PASSED, Status.SKIPPED):
                tally.failures.append(Failure(rule.name, message, student.asked, wrong.expected, wrong.received))
        if status is not Status.PASSED:
            tally.not_passed.add(rule.name)
        most = None if tally.points is None else round(rule.place.share * tally.points, 6)
        points = None if most is None else most if status is Status.PASSED else 0.0
        tally.checks.append(Check(rule.name, rule.says, status, message, points, most))

    def _counted(self, checks: list[Check], rules: tuple[Rule, ...]) -> Iterable[Check]:
        """Structure counts only once a value check passes; until then it is shown as progress, at 0 points."""
        values = [check for check, rule in zip(checks, rules, strict=True) if rule.place.value]
        earned = not self.course.structure_needs_a_value or any(check.status is Status.PASSED for check in values)
        for check in checks:
            counts = earned or check.points is None
            yield check if counts else Check(check.name, check.says, check.status, check.message, 0.0, check.max_points)


def _ran(rule: Rule, student: Student) -> tuple[Status, str, Wrong]:
    """What became of one check, with the values that disagreed."""
    try:
        with np.errstate(all="ignore"):  # an odd answer is judged, not warned about
            rule.run(student)
    except Stopped as stop:
        return stop.status, stop.message, Wrong("")
    except Wrong as wrong:
        return Status.FAILED, str(wrong), wrong
    except AssertionError:
        return Status.FAILED, "this does not hold", Wrong("")
    except Exception as fault:
        return Status.GRADER_FAULT, f"the check itself broke: {type(fault).__name__}", Wrong("")
    return Status.PASSED, "", Wrong("")


def _scored(result: ExerciseResult) -> ExerciseResult:
    """The sum of the checks' points; none at all when the grader itself broke."""
    if result.max_score is None or result.status is Status.GRADER_FAULT:
        return result
    return replace(result, score=round(sum(check.points or 0.0 for check in result.checks), 4))


_SEVERITY = (
    Status.GRADER_FAULT,
    Status.NOT_ATTEMPTED,
    Status.MISSING,
    Status.REFUSED_IMPORT,
    Status.CRASHED,
    Status.MEMORY,
    Status.TIMEOUT,
)


def _status(checks: list[Check]) -> Status:
    """What stopped the exercise, else its first check that did not pass, else passed."""
    found = [check.status for check in checks if check.status not in (Status.PASSED, Status.SKIPPED)]
    for status in _SEVERITY:
        if status in found:
            return status
    return found[0] if found else Status.PASSED


def carried(exercise: Exercise, results: Sequence[ExerciseResult]) -> tuple[str, ...]:
    """The earlier functions whose loss may be carried: all graded with at least half their points, some below full."""
    earlier = {result.name: result for result in results}
    if not exercise.joins or any(name not in earlier for name in exercise.joins):
        return ()
    joined = [earlier[name] for name in exercise.joins]
    if any(r.score is None or not r.max_score or r.score < r.max_score / 2 for r in joined):
        return ()
    return tuple(r.name for r in joined if (r.score or 0) < (r.max_score or 0))


def losing(exercise: Exercise, results: Sequence[ExerciseResult]) -> tuple[str, ...]:
    """The earlier functions that answer, and lost some of their points, however many."""
    joined = [result for result in results if result.name in exercise.joins]
    answering = [r for r in joined if r.status in EXPLAINABLE and r.score is not None]
    return tuple(r.name for r in answering if (r.score or 0) < (r.max_score or 0))
