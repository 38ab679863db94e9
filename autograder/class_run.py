"""One run over a class: grade what is new, put it into gradebook, notebooks and pages, and lose nothing on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from autograder import feedback
from autograder.batch import Graded, Job, grade_all, grade_one, graded_all
from autograder.classroom import HandIn, hand_ins
from autograder.facts import Course
from autograder.far import grade_far
from autograder.gradebook import (
    Released,
    Standing,
    Target,
    Writer,
    is_whole,
    late_policy,
    paper,
    register,
    save_graded,
    with_verdicts,
)
from autograder.journal import Journal, alone
from autograder.logbook import Logbook
from autograder.probes import course_key
from autograder.report import Report, Status
from autograder.submission import Refused, Submission, Unreadable, read
from autograder.submission.record import printable

FAULT = "fault"  # what the journal calls an attempt of ours that broke
BATCH = 50  # reports between two transactions: a stop costs at most the writing of so many


@dataclass(frozen=True, slots=True)
class Options:
    """How a run is made. `dry` writes nothing at all; `force` grades again what has not changed."""

    student: str | None = None
    workers: int = 1
    force: bool = False
    dry: bool = False
    backend: str | None = None
    executor: Executor | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A hand-in with its report, and what was read unless all is `done`: in gradebook, notebook and pages."""

    hand_in: HandIn
    report: Report
    done: bool
    read: Submission | None = None


class ClassRun:
    """Grades one assignment of a course for everybody who handed in."""

    def __init__(self, course: Course, assignment: str, options: Options) -> None:
        self.course = course
        self.assignment = course.assignment(assignment).name
        self.options = options
        self.hand_ins = hand_ins(course, self.assignment, options.student)
        self._classroom = course.folder("classroom")
        self._key = course_key(self._classroom)
        self._target = Target.of(course, self.assignment)
        # By student: what came out otherwise than the last time.
        self.why: dict[str, tuple[str, ...]] = {}

    def reports(self) -> Generator[Report, None, None]:
        """The reports in the order of the hand-ins; each is kept before it is handed out."""
        if not self.hand_ins:
            return
        dry = self.options.dry
        with ExitStack() as stack:
            if not dry:
                self._classroom.chmod(0o700)  # a collector, or a copy from elsewhere, may have left it open to all
                stack.enter_context(alone(self._classroom))
            standing = Standing.of(self._target, {one.student: one.stamp for one in self.hand_ins})
            journal = stack.enter_context(Journal(self.course, self.assignment, self._key, dry=dry))
            self.hand_ins = [self._best(journal, one) if one.attempts else one for one in self.hand_ins]
            states = {one.student: journal.state(one.digest()) for one in self.hand_ins}
            known = self._unchanged(journal, standing, states)
            writer = logbook = None
            if not dry:
                logbook = stack.enter_context(Logbook(self.course, self._key))
            if not dry and len(known) < len(self.hand_ins):
                # What is handed out belongs to each state: where nothing is new the gradebook knows it already.
                register(self.course, self.assignment)
                writer = stack.enter_context(Writer(self._target, policy=late_policy(self.course.root)))
            for group in batched_list(self._graded(journal, standing, states, known), BATCH):
                if writer is not None:
                    self._settle(journal, writer, [item for item in group if not item.done])
                if logbook is not None:
                    for item in group:
                        logbook.graded(item.report, item.done)
                yield from (item.report for item in group)

    def _unchanged(self, journal: Journal, standing: Standing, states: Mapping[str, str]) -> dict[str, Report]:
        """By student, the reports that are settled already."""
        known: dict[str, Report] = {}
        for one in self.hand_ins:
            entry = None if self.options.force else journal.known(one.student, states[one.student])
            if entry is not None and entry[1] and self._stands(one, standing, entry[0]):
                known[one.student] = entry[0]
        return known

    def _graded(
        self, journal: Journal, standing: Standing, states: Mapping[str, str], known: Mapping[str, Report]
    ) -> Iterator[Item]:
        """Each hand-in with its report, known or freshly graded, and whether it is settled already."""
        jobs = [self._job(one) for one in self.hand_ins if one.student not in known]
        crew = self.options.executor
        graded = (
            graded_all(jobs, self.options.workers) if crew is None else map(self._read, jobs, grade_far(jobs, crew))
        )
        for one in self.hand_ins:
            if one.student in known:
                yield Item(one, _against(standing, one, known[one.student]), done=True)
            else:
                new = next(graded)
                report = self._fresh(journal, standing, one, states[one.student], new.report)
                yield Item(one, report, done=False, read=new.submission)

    def _read(self, job: Job, report: Report) -> Graded:
        """A report from another machine with what is read here."""
        try:
            return Graded(report, read(job.path, self.course, self.assignment))
        except (Unreadable, Refused):
            return Graded(report)

    def _fresh(self, journal: Journal, standing: Standing, one: HandIn, state: str, report: Report) -> Report:
        """A report as it is told and kept. After a run that stopped or broke the score from before that run is told."""
        report = _against(standing, one, replace(report, repairs=(*one.notes, *report.repairs)))
        last = journal.last(one.student)
        if last is not None and (told := feedback.changes(last, report)):
            self.why[one.student] = told
        unfinished = journal.known(one.student, state) or journal.known(one.student, state, FAULT)
        if unfinished is not None and not unfinished[1]:
            report = replace(report, previous_score=unfinished[0].previous_score)
        if not self.options.dry:
            # A fault of ours is kept beside the reports, for what was before it: the next run tries again.
            journal.add(one.student, state, report, FAULT if report.status is Status.GRADER_FAULT else "")
        return report

    def _best(self, journal: Journal, one: HandIn) -> HandIn:
        """Of a student's hand-ins the one with the most points, the newest of those that have as many."""
        states = [journal.state(attempt.digest()) for attempt in one.attempts]
        scores = []
        for attempt, state in zip(one.attempts, states, strict=True):
            entry = None if self.options.force else journal.known(one.student, state, state)
            report = entry[0] if entry else grade_one(self._job(attempt))
            if not self.options.dry and report.status is not Status.GRADER_FAULT:
                journal.add(one.student, state, report, state)
            scores.append(-1.0 if report.score is None else report.score)
        place = max(range(len(scores)), key=lambda number: (scores[number], number))
        best = one.attempts[place]
        note = f"{len(scores)} were handed in; the best counts, {printable(best.original)}"
        return replace(best, notes=(*best.notes, note))

    def _stands(self, one: HandIn, standing: Standing, report: Report) -> bool:
        """Whether all that a settled report promises is there: marks, graded notebook and pages."""
        graded, pages = self._places(one.student)
        return standing.holds(one.student, report) and is_whole(graded) and all(page.is_file() for page in pages)

    def _places(self, student: str) -> tuple[Path, tuple[Path, Path]]:
        """The folder of the graded notebook; the instructor's page under reports/, the student's under feedback/."""
        place, name = self._classroom, self.assignment
        for_instructor = Path(place, "reports", name, feedback.page_name(student))
        for_student = Path(place, "feedback", student, name, f"{name}.html")
        return Path(place, "autograded", student, name), (for_instructor, for_student)

    def known(self) -> Iterator[Report]:
        """The reports that the journal holds on what is handed in now; nothing is graded."""
        with Journal(self.course, self.assignment, self._key) as journal:
            for one in self.hand_ins:
                entry = journal.known(one.student, journal.state(one.digest()))
                if entry is not None:
                    yield entry[0]

    def _job(self, one: HandIn) -> Job:
        return Job(
            path=one.path,
            name=one.student,
            root=self.course.root,
            assignment=self.assignment,
            hidden=True,
            key=self._key,
            backend=self.options.backend,
        )

    def _settle(self, journal: Journal, writer: Writer, group: Sequence[Item]) -> None:
        """Marks first, in one transaction, then notebooks and pages; only then the journal calls it done."""
        if not group:
            return
        writer.write((item.hand_in.student, item.report, item.hand_in.stamp) for item in group)
        for item in group:
            self._notebook(writer.released, item)
            self._pages(item.hand_in, item.report)
        graded = [item.hand_in.student for item in group if item.report.status is not Status.GRADER_FAULT]
        journal.settle(graded, over=FAULT)

    def _notebook(self, known: Released, item: Item) -> None:
        """The student's notebook with the verdicts in it, where nbgrader looks for it."""
        folder, _ = self._places(item.hand_in.student)
        save_graded(folder, with_verdicts(paper(item.read, known), item.report, known), item.hand_in.path)

    def _pages(self, one: HandIn, report: Report) -> None:
        _, (for_instructor, for_student) = self._places(one.student)
        for path in (for_instructor, for_student):
            page = feedback.submission_page(self.course, report, one.student, instructor=path is for_instructor)
            feedback.save(path, page)

    def fooled(self, reports: Iterable[Report]) -> list[str]:
        """Students of whom every public check passes and who have less than half of the points all the same.

        The public checks are run again for it, and only where this can be: where every exercise was attempted.
        """
        tried = (Status.PASSED, Status.FAILED)
        low = [
            report.submission
            for report in reports
            if report.score is not None and report.score < (report.max_score or 0.0) / 2
            if all(exercise.status in tried for exercise in report.exercises)
        ]
        jobs = [replace(self._job(one), hidden=False, key=None) for one in self.hand_ins if one.student in set(low)]
        public = grade_all(jobs, self.options.workers)
        return [one.submission for one in public if all(part.status is Status.PASSED for part in one.exercises)]

    def class_page(self, reports: Iterable[Report]) -> Path:
        """Write the page of the whole class, unless it stands there, and say where it is."""
        path, reports = self._classroom / "reports" / self.assignment / "index.html", list(reports)
        seal = _seal(reports)
        if not feedback.ends_with(path, seal):
            page = feedback.cohort_page(self.course, self.assignment, {r.submission: r for r in reports})
            with alone(self._classroom):
                feedback.save(path, page + seal)
        return path


def _against(standing: Standing, one: HandIn, report: Report) -> Report:
    """The report with what the gradebook said before and how late the work came."""
    return replace(report, previous_score=standing.totals.get(one.student), late_seconds=standing.late[one.student])


def _seal(reports: Iterable[Report]) -> str:
    """What a class page ends with: another one when it would say anything else. No exercise is read for it.

    By its seconds each grading differs from every other, so that they stand for what it says of the exercises.
    """
    rows = sorted(repr((r.submission, r.status, r.score, r.seconds, r.message, r.repairs, r.evidence)) for r in reports)
    return f"<!-- {hashlib.sha256(repr((feedback.version(), rows)).encode()).hexdigest()} -->\n"


def batched_list(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of at most `size` items, in order."""
    group = []
    for item in items:
        group.append(item)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group
