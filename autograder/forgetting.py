"""Every trace of a student in a classroom, and how it is removed. docs/privacy.md lists the same places."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from autograder.class_run import ClassRun, Options
from autograder.classroom import everything
from autograder.facts import Course, CourseError
from autograder.feedback import page_name
from autograder.gradebook import Target, forget_student, marks
from autograder.journal import Journal, alone
from autograder.logbook import Logbook
from autograder.probes import course_key


class Forgetting:
    """Removes one student. What stands in a file of several people is left and named."""

    def __init__(self, course: Course, student: str) -> None:
        if Path(student).name != student or student in ("", ".", ".."):
            raise CourseError(f"{student!r} is no student's id; give it as it stands in the gradebook")
        self._course = course
        self._student = student
        self._classroom = course.folder("classroom")
        self._work = [one for a in course.assignments for one in everything(course, a.name) if student == one.student]

    def left(self) -> list[Path]:
        """Zips of a whole class that still hold the student's work."""
        return sorted({one.source for one in self._work if one.source is not None and one.source.is_file()})

    def anything(self) -> bool:
        """Whether there is anything to remove."""
        return bool(self._work) or any(self._places()) or self._in_gradebook()

    def run(self) -> Iterator[str]:
        """Remove it all, and say what was removed."""
        key = course_key(self._classroom)
        with alone(self._classroom):
            for place in self._places():
                shutil.rmtree(place) if place.is_dir() and not place.is_symlink() else place.unlink()
                yield f"removed {place}"
            if self._in_gradebook() and forget_student(self._target(), self._student):
                yield f"removed from the gradebook: {self._student}"
            for assignment in self._course.assignments:
                with Journal(self._course, assignment.name, key) as journal:
                    journal.forget(self._student)
            with Logbook(self._course, key) as logbook:
                logbook.forget(self._student)
            yield "removed from journal and log"
        for assignment in self._course.assignments:
            if (self._classroom / "reports" / assignment.name / "index.html").exists():
                run = ClassRun(self._course, assignment.name, Options())
                yield f"written anew: {run.class_page(run.known())}"

    def _places(self) -> Iterator[Path]:
        """Files and folders that are the student's alone; each is there."""
        own = [self._classroom / folder / self._student for folder in ("submitted", "autograded", "feedback")]
        own += [self._classroom / "reports" / a.name / page_name(self._student) for a in self._course.assignments]
        own += [one.path if one.path.name == one.original else one.path.parent for one in self._work]
        for place in dict.fromkeys(own):
            if place.exists() or place.is_symlink():
                yield place

    def _target(self) -> Target:
        return Target.of(self._course, self._course.assignments[0].name)

    def _in_gradebook(self) -> bool:
        if not (self._classroom / "gradebook.db").exists():
            return False
        return any(mark.student == self._student for mark in marks(self._target()))
