"""From a path to a report: read the paper, open the sandbox, judge, name the mistake. One at a time or many at once."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from importlib import util
from pathlib import Path
from typing import Protocol, Self

from autograder import evidence, fingerprints
from autograder.counterexample import Search
from autograder.facts import Assignment, Course, CourseError, Exercise, builtin, load
from autograder.naming import FingerprintNamer
from autograder.probes import PUBLIC_KEY, SELF_STUDY_KEY, Inputs, course_key
from autograder.report import Evidence, ExerciseResult, Report, Status, shared
from autograder.runner import Judged, Runner, collect
from autograder.sandbox import Sandbox
from autograder.sandbox.port import SandboxPort
from autograder.submission import Cell, Refused, Submission, Unreadable, read
from autograder.submission.alone import alone, objection
from autograder.submission.lost import lost_functions
from autograder.submission.scenery import Scenery
from autograder.workers import spread

PACKAGE = Path(__file__).parent
MOST_TRIES = 4  # of a submission whose process dies; as soon as two of them agree, that is its mark


class NeedsInstructorEdition(Exception):
    """The learner's wheel holds no graders; the text says where they are."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} needs the instructor edition: a checkout, installed with pip install -e .[course]")


def require_instructor(what: str, room: str = "class_run") -> None:
    """NeedsInstructorEdition unless the room is here that the command needs."""
    if util.find_spec(f"autograder.{room}") is None:
        raise NeedsInstructorEdition(what)


class Namer(Protocol):
    """Gives a wrong answer its name, if exactly one known mistake answers alike."""

    def finish(self, judged: Judged) -> ExerciseResult: ...


@dataclass(frozen=True, slots=True)
class Graded:
    """A report, and the submission that it is about where that could be read."""

    report: Report
    submission: Submission | None = None


class Grader:
    """Grades submissions to one course, one after another; hidden checks on the course's key, or the public ones."""

    def __init__(
        self,
        course: Course,
        assignment: str | None = None,
        *,
        hidden: bool = True,
        exercise: str | None = None,
        key: bytes | None = None,
        backend: str | None = None,
        evidence: bool = True,
    ) -> None:
        """`evidence`: keep, with hidden checks, what an instructor shows for an appeal; printing takes time."""
        hidden = hidden or course.self_study
        if hidden:
            require_instructor("grading with hidden checks", "specs")
        self.course = course
        self.assignment = assignment
        self.hidden = hidden
        # A learner's edition has no expected values to show, and self-study shows none before its time.
        self._appeals = evidence and hidden and not course.self_study
        self._exercise = course.exercise(exercise).name if exercise else None
        self._inputs = Inputs(key or _key(course, hidden), hidden=hidden)
        marks = fingerprints.load()
        self._runner = Runner(course, collect(PACKAGE / ("graders" if hidden else "checks")), self._inputs, marks)
        self._namer = self._catalogue() if hidden else FingerprintNamer(marks, course.tolerances)
        self._search = self._counter_examples() if hidden else None
        self._backend = backend
        self._sandboxes: dict[tuple[str, ...], Sandbox] = {}
        self._handouts: dict[str, Scenery] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the sandboxes' clean processes."""
        for sandbox in self._sandboxes.values():
            sandbox.close()
        self._sandboxes.clear()

    def grade(self, path: Path, name: str | None = None) -> Report:
        """The report on one path; never raises for what a person handed in."""
        return self.graded(path, name).report

    def graded(self, path: Path, name: str | None = None) -> Graded:
        """The same with what was read there."""
        name, start = name or str(path), time.perf_counter()
        try:
            submission = read(path, self.course, self.assignment)
        except Unreadable as trouble:
            return Graded(Report(name, self.assignment, self.hidden, Status.UNREADABLE, str(trouble)))
        except Refused as trouble:
            return Graded(Report(name, self.assignment, self.hidden, Status.REFUSED, str(trouble)))
        report, died = self._graded(submission, name)
        before, tries = None, 1
        while died and report.marks != before and tries < MOST_TRIES:
            # It may have died of somebody else's doing, on a full machine; code that kills itself does so each time.
            before, tries = report.marks, tries + 1
            report, died = self._graded(submission, name)
        return Graded(replace(report, seconds=round(time.perf_counter() - start, 4)), submission)

    def _graded(self, submission: Submission, name: str) -> tuple[Report, bool]:
        """The report, and whether a process died on the way to it, also where no check can tell."""
        assignment = self.course.assignment(submission.assignment)
        wanted = [exercise.name for exercise in assignment.exercises]
        sandbox = self._sandbox(assignment.allowed_imports)
        enough = self._scenery(assignment.name).cleared(submission.cells, wanted)
        ports: list[SandboxPort] = []

        def opened(cells: Sequence[Cell] = enough) -> SandboxPort:
            ports.append(sandbox.open(cells, wanted))
            return ports[-1]

        results = self._results(submission, assignment, opened)
        return self._report(submission, name, results, ports[0].noticed), any(port.died for port in ports)

    def _results(
        self, submission: Submission, assignment: Assignment, opened: Callable[..., SandboxPort]
    ) -> tuple[ExerciseResult, ...]:
        asked = self._asked(assignment.exercises)
        judged = self._judged(submission, [e for e in asked if not e.without], opened(), {})
        for exercise in (e for e in asked if e.without):
            cells = alone(submission.cells, exercise, assignment)
            against = {exercise.name: objection(cells, exercise)}
            judged += self._judged(submission, [exercise], opened(cells), against)
        order = [exercise.name for exercise in asked]
        judged.sort(key=lambda one: order.index(one.result.name))
        named = [self._namer.finish(one) for one in judged]
        if self._search:
            named = self._search.illustrated(named, opened)
        return tuple(
            replace(result, evidence=self._evidence(one, result, submission))
            for one, result in zip(judged, named, strict=True)
            if self._exercise in (None, result.name)
        )

    def _judged(
        self, submission: Submission, exercises: Sequence[Exercise], port: SandboxPort, against: Mapping[str, str]
    ) -> list[Judged]:
        """The verdicts on what one process runs; `against` holds what the paper shows that may not be there."""
        wanted = [exercise.name for exercise in exercises]
        with closing(port):
            loaded = port.load()
            lost = lost_functions(submission, loaded, wanted)
            return self._runner.judge(
                port, loaded, exercises, untouched=submission.untouched, lost=lost, objections=against
            )

    def _report(
        self, submission: Submission, name: str, results: tuple[ExerciseResult, ...], noticed: tuple[str, ...]
    ) -> Report:
        faulty = [result.name for result in results if result.status is Status.GRADER_FAULT]
        scored = self.hidden and not faulty
        return Report(
            submission=name,
            assignment=submission.assignment,
            hidden=self.hidden,
            status=Status.GRADER_FAULT if faulty else Status.GRADED,
            message=f"the checks of {', '.join(faulty)} broke; nothing is counted" if faulty else "",
            repairs=submission.repairs,
            evidence=(*submission.evidence, *noticed),
            exercises=results,
            score=round(sum(result.score or 0.0 for result in results), 4) if scored else None,
            max_score=sum(result.max_score or 0.0 for result in results) if scored else None,
        )

    def _asked(self, exercises: Sequence[Exercise]) -> list[Exercise]:
        """All exercises, or the one that was asked for with those that it joins."""
        if self._exercise is None:
            return list(exercises)
        chosen = [exercise for exercise in exercises if exercise.name == self._exercise]
        joined = [exercise for exercise in exercises for one in chosen if exercise.name in one.joins]
        return joined + chosen

    def _evidence(self, judged: Judged, result: ExerciseResult, submission: Submission) -> tuple[Evidence, ...]:
        if not self._appeals:
            return ()
        return evidence.collect(judged, str(submission.path), submission.assignment, result)

    def _catalogue(self) -> Namer:
        # Imported here because the learner's edition holds no catalogue of mistakes.
        from autograder.diagnosis import Catalogue

        return Catalogue(self._inputs, self.course.tolerances)

    def _counter_examples(self) -> Search:
        # The learner's edition holds no truth to search with; its namer shows what the fingerprints recognise.
        from autograder.diagnosis import truth

        return Search(self.course, Inputs(PUBLIC_KEY, hidden=False), truth)

    def _scenery(self, assignment: str) -> Scenery:
        if assignment not in self._handouts:
            self._handouts[assignment] = Scenery.of(self.course.handout(assignment))
        return self._handouts[assignment]

    def _sandbox(self, allowed: tuple[str, ...]) -> Sandbox:
        if allowed not in self._sandboxes:
            self._sandboxes[allowed] = Sandbox(allowed, self.course.limits, backend=self._backend)
        return self._sandboxes[allowed]


def _key(course: Course, hidden: bool) -> bytes:
    if not hidden:
        return PUBLIC_KEY
    return SELF_STUDY_KEY if course.self_study else course_key(course.folder("classroom"))


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker must know to grade one path, wherever it runs."""

    path: Path
    name: str
    root: Path | None
    assignment: str | None
    hidden: bool
    exercise: str | None = None
    key: bytes | None = None
    backend: str | None = None
    evidence: bool = True


@cache
def _grader(root: Path | None, options: tuple[tuple[str, object], ...]) -> Grader:
    """One grader per process and kind of job: its checks are collected and its clean process started once."""
    course = load(root) if root else builtin()
    return Grader(course, **dict(options))  # type: ignore[arg-type]


def grade_one(job: Job) -> Report:
    """Grade one path; a fault of ours becomes a verdict, never a lost submission and never a zero."""
    return graded_one(job).report


def graded_one(job: Job) -> Graded:
    """The same with what was read there."""
    options: dict[str, object] = {
        "assignment": job.assignment,
        "hidden": job.hidden,
        "exercise": job.exercise,
        "key": job.key,
        "backend": job.backend,
        "evidence": job.evidence,
    }
    try:
        return _grader(job.root, tuple(options.items())).graded(job.path, job.name)
    except (NeedsInstructorEdition, CourseError):
        raise
    except Exception as fault:
        # The student reads what kind of fault it is; its text, which may name places of this machine, is not for them.
        frame = traceback.extract_tb(fault.__traceback__)[-1]
        told = f"{type(fault).__name__}: {fault}, at {frame.filename}, line {frame.lineno}"
        return Graded(_fault(job, f"the grader broke on this submission: {type(fault).__name__}", told))


def _fault(job: Job, message: str, *evidence: str) -> Report:
    return Report(job.name, job.assignment, job.hidden, Status.GRADER_FAULT, message, evidence=evidence)


def grade_all(jobs: Sequence[Job], workers: int) -> Iterator[Report]:
    """The reports in the order of the jobs, as they become ready; a worker that dies costs nothing but time."""
    return map(shared, spread(grade_one, jobs, workers, lost=_lost_twice))


def graded_all(jobs: Sequence[Job], workers: int) -> Iterator[Graded]:
    """The same with what was read."""
    for one in spread(graded_one, jobs, workers, lost=lambda job: Graded(_lost_twice(job))):
        yield replace(one, report=shared(one.report))


def _lost_twice(job: Job) -> Report:
    return _fault(job, "the process that graded this submission died twice; grade it by hand")
