"""What is known while a file is watched: its last verdicts, the exercise in front, and what a key asks for."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder import attempts, hints
from autograder.attempts import Attempts
from autograder.batch import Job, grade_one
from autograder.cli.watching.stub import CannotReset, reset
from autograder.facts import Assignment, Course, CourseError
from autograder.hints.changed import in_file
from autograder.report import ExerciseResult, Report, Status
from autograder.submission import Refused, Submission, Unreadable, read

NOTHING_LEFT = "No exercise is left here: there is nothing to mend."


@dataclass(frozen=True, slots=True)
class State:
    """One verdict on the watched file, as it is shown."""

    path: Path
    report: Report
    seconds: float
    front: ExerciseResult | None = None  # the exercise that is shown; None when every public check holds
    solved: tuple[str, ...] = ()  # exercises that have come to hold since the verdict before
    held: bool = False  # whether there is more to say than is said yet
    aside: tuple[str, ...] = ()  # what a key brought

    @property
    def done(self) -> list[str]:
        return [one.name for one in self.report.exercises if one.status is Status.PASSED]


class Session:
    """Judges a file again and again in one warm process, and follows one learner through it."""

    def __init__(self, course: Course, assignment: str | None = None, backend: str | None = None) -> None:
        self.course = course
        self._assignment = assignment
        self._backend = backend
        self._memory = Attempts(course.id)
        self._submission: Submission | None = None
        self.state: State | None = None

    # --- judging ------------------------------------------------------------------------------------------------------

    def saved(self, files: Sequence[Path], *, alone: bool) -> bool:
        """Judge what was saved, newest first; False where nothing of it is new, or, in a folder, none is of the course.

        Raises Unreadable or Refused where the file is watched `alone`, or was the last one judged, and cannot be read.
        """
        for path in files:
            try:
                found = read(path, self.course, self._assignment)
            except (Unreadable, Refused):
                if alone or (self.state and path == self.state.path):
                    raise
                continue
            known = self._submission
            if known is not None and (known.path, known.digest) == (found.path, found.digest):
                return False
            self._submission = found
            self.state = self._judged(found)
            return True
        return False

    def _judged(self, found: Submission) -> State:
        start = time.perf_counter()
        job = Job(found.path, found.path.name, self.course.root, found.assignment, False, backend=self._backend)
        report = grade_one(job)
        state = State(found.path, report, time.perf_counter() - start)
        before = self.state if self.state and self.state.report.assignment == report.assignment else None
        solved = [name for name in state.done if before and name not in before.done]
        for name in state.done:
            self._memory.passed(name)
        front = self._front(report, before)
        return self._shown(replace(state, solved=tuple(solved)), front)

    def _front(self, report: Report, before: State | None) -> ExerciseResult | None:
        """The exercise that was in front as long as it is unsolved, else the first unsolved one."""
        unsolved = [one for one in report.exercises if one.status is not Status.PASSED]
        known = before.front.name if before and before.front else None
        return next((one for one in unsolved if one.name == known), unsolved[0] if unsolved else None)

    def _shown(self, state: State, front: ExerciseResult | None) -> State:
        """The state with this exercise in front; its name and example only when they are due."""
        if front is None:
            return replace(state, front=None, held=False, aside=())
        is_due = self._memory.of(front.name).is_name_due
        if front.status is Status.FAILED:
            # Of a save only one that runs and answers counts as an attempt: editors save in the middle of a line.
            is_due = attempts.is_due(self._memory, front, self._code(front.name))
        held = attempts.is_explained(front) and not is_due
        return replace(state, front=attempts.held_back(front) if held else front, held=held, aside=())

    def _code(self, exercise: str) -> str:
        return in_file(self._submission, exercise) if self._submission else ""

    # --- keys ---------------------------------------------------------------------------------------------------------

    def next(self) -> None:
        """Put the next unsolved exercise in front, after the last one the first again."""
        if self.state is None or self.state.front is None:
            self.tell(NOTHING_LEFT)
            return
        unsolved = [one for one in self.state.report.exercises if one.status is not Status.PASSED]
        names = [one.name for one in unsolved]
        place = names.index(self.state.front.name)
        self.state = self._shown(self.state, unsolved[(place + 1) % len(unsolved)])
        if len(unsolved) == 1:
            self.tell("This is the only exercise that is left here.")

    def hint(self) -> None:
        """Say the hint that is due for the exercise in front."""
        if self.state is None or self.state.front is None:
            self.tell(NOTHING_LEFT)
            return
        name = self.state.front.name
        result = next(one for one in self.state.report.exercises if one.name == name)
        code = self._code(name)
        given = hints.hint(result, code, hints.load().get(name, hints.Texts()), self._memory.of(name))
        if given.step:
            self._memory.hinted(name, given.step, code)
        self.tell(*given.lines)

    def reset(self) -> None:
        """Put the exercise in front back to its stub; the file as it was stays beside it."""
        if self.state is None or self.state.front is None:
            return
        name = self.state.front.name
        try:
            copy = reset(self.state.path, name)
        except CannotReset as trouble:
            self.tell(str(trouble))
            return
        self.saved([self.state.path], alone=True)
        self.tell(
            f"{name} is a stub again; the file as it was is kept as {copy.name}.",
            "If the file is open in an editor, load it anew there before you go on.",
        )

    def tell(self, *lines: str) -> None:
        """Add lines to what is shown until the next save or key."""
        if self.state is not None:
            self.state = replace(self.state, aside=lines)

    # --- where the learner stands -------------------------------------------------------------------------------------

    def assignment(self) -> Assignment | None:
        """The assignment of the watched file, if it has one."""
        try:
            name = self.state.report.assignment if self.state else None
            return self.course.assignment(name) if name else None
        except CourseError:
            return None

    def following(self) -> Assignment | None:
        """The assignment after this one."""
        here = self.assignment()
        later = [one for one in self.course.assignments if here and one.day > here.day]
        return min(later, key=lambda one: one.day, default=None)
