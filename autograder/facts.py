"""The facts of a course, read once from course_config.py and handed out as plain records."""

from __future__ import annotations

import json
import runpy
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

CONFIG_NAME = "course_config.py"
SELF_STUDY = "SELF_STUDY"  # only among the built-in facts of the edition for self-study


class CourseError(Exception):
    """The course cannot be found or its facts do not fit; the text names the file and the way out."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One graded function: points, planned minutes, difficulty 1–5, and the earlier functions it joins.

    Where words are named that its cell may not hold (`without`), that cell runs by itself, with the imports only.
    """

    name: str
    assignment: str
    points: float
    minutes: int
    difficulty: int
    joins: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assignment:
    """One day: its exercises in order, and the libraries a submission may import."""

    name: str
    title: str
    day: int
    minutes: int
    allowed_imports: tuple[str, ...]
    exercises: tuple[Exercise, ...]

    @property
    def max_score(self) -> float:
        return sum(exercise.points for exercise in self.exercises)

    def exercise(self, name: str) -> Exercise:
        for exercise in self.exercises:
            if exercise.name == name:
                return exercise
        known = ", ".join(e.name for e in self.exercises)
        raise CourseError(f"assignment {self.name} has no exercise {name!r}; it has {known}")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one submission may use. Seconds are processor time of the student's process."""

    call_seconds: float
    cell_seconds: float
    submission_seconds: float
    wall_factor: float
    memory_megabytes: int
    file_megabytes: int
    output_characters: int
    submission_megabytes: int


@dataclass(frozen=True, slots=True)
class Tolerance:
    """|received - expected| <= atol + rtol * |expected|, in float64."""

    rtol: float
    atol: float


@dataclass(frozen=True, slots=True)
class Course:
    """All facts. `root` is the folder of course_config.py, None where only the built-in facts are known."""

    id: str
    title: str
    root: Path | None
    source: str
    release: str
    solution: str
    classroom: str
    structure_needs_a_value: bool
    ai_policy: str
    resubmission: str
    limits: Limits
    tolerances: Mapping[str, Tolerance]
    assignments: tuple[Assignment, ...]
    self_study: bool = False  # nobody grades: every check speaks at once

    def assignment(self, name: str) -> Assignment:
        for assignment in self.assignments:
            if assignment.name == name:
                return assignment
        known = ", ".join(a.name for a in self.assignments)
        raise CourseError(f"there is no assignment {name!r}; this course has {known}")

    def exercise(self, name: str) -> Exercise:
        for assignment in self.assignments:
            for exercise in assignment.exercises:
                if exercise.name == name:
                    return exercise
        known = ", ".join(e.name for a in self.assignments for e in a.exercises)
        raise CourseError(f"there is no exercise {name!r}; this course has {known}")

    def folder(self, which: str) -> Path:
        """The absolute path of `source`, `release`, `solution` or `classroom`."""
        return self._home() / str(getattr(self, which))

    def released(self, assignment: str) -> Path:
        """Where the notebook of an assignment lies that is handed out."""
        return self.folder("release") / assignment / f"{assignment}.ipynb"

    def handout(self, assignment: str) -> bytes:
        """That notebook; nothing where there is none, or no course's folder."""
        try:
            return self.released(assignment).read_bytes() if self.root is not None else b""
        except OSError:
            return b""

    @property
    def config(self) -> Path:
        """The file that these facts were read from."""
        return self._home() / CONFIG_NAME

    def _home(self) -> Path:
        if self.root is None:
            raise CourseError("this command needs the course's folder: run it there, or give --course DIR")
        return self.root


def find_root(start: Path) -> Path | None:
    """The nearest folder, from `start` upwards, that holds a course_config.py."""
    for folder in (start, *start.parents):
        if (folder / CONFIG_NAME).is_file():
            return folder
    return None


def load(root: Path) -> Course:
    """Read the facts from `root`/course_config.py."""
    path = root / CONFIG_NAME
    try:
        names = runpy.run_path(str(path))
    except (OSError, SyntaxError) as error:
        raise CourseError(f"{path} cannot be read: {error}") from error
    return course_from({k: v for k, v in names.items() if k.isupper()}, root)


def builtin() -> Course:
    """The facts that were built into the package, for a learner who has no course folder."""
    data = resources.files("autograder").joinpath("data/facts.json")
    if not data.is_file():
        raise CourseError(f"no {CONFIG_NAME} was found here or above; run inside the course or give --course DIR")
    return course_from(json.loads(data.read_text(encoding="utf-8")), None)


def find(course: Path | None = None, start: Path | None = None) -> Course:
    """The course by `course` folder, else upwards from `start`, else the editable checkout, else built in."""
    if course is not None:
        if not (course / CONFIG_NAME).is_file():
            raise CourseError(f"{course} holds no {CONFIG_NAME}; give --course the folder that does")
        return load(course.resolve())
    root = find_root((start or Path.cwd()).resolve()) or find_root(Path(__file__).resolve().parent)
    return load(root) if root else builtin()


def course_from(facts: Mapping[str, Any], root: Path | None) -> Course:
    """Turn the upper-case names of course_config.py into records, or say which fact does not fit."""
    try:
        return Course(
            id=facts["COURSE_ID"],
            title=facts["COURSE_TITLE"],
            root=root,
            source=facts["SOURCE_DIRECTORY"],
            release=facts["RELEASE_DIRECTORY"],
            solution=facts["SOLUTION_DIRECTORY"],
            classroom=facts["CLASSROOM_DIRECTORY"],
            structure_needs_a_value=facts["STRUCTURE_NEEDS_A_VALUE"],
            ai_policy=facts["AI_POLICY"],
            resubmission=facts["RESUBMISSION_POLICY"],
            limits=Limits(**facts["LIMITS"]),
            tolerances={name: Tolerance(**row) for name, row in facts["TOLERANCES"].items()},
            assignments=tuple(
                _assignment(name, row, tuple(facts["ALLOWED_IMPORTS"])) for name, row in facts["ASSIGNMENTS"].items()
            ),
            self_study=facts.get(SELF_STUDY, False),
        )
    except (KeyError, TypeError) as error:
        where = root / CONFIG_NAME if root else "the built-in facts"
        raise CourseError(f"{where}: a fact is missing or misspelt: {error}") from error


def _assignment(name: str, row: Mapping[str, Any], everywhere: tuple[str, ...]) -> Assignment:
    exercises = tuple(
        Exercise(
            name=exercise,
            assignment=name,
            points=float(facts["points"]),
            minutes=facts["minutes"],
            difficulty=facts["difficulty"],
            joins=tuple(facts.get("joins", ())),
            without=tuple(facts.get("without", ())),
        )
        for exercise, facts in row["exercises"].items()
    )
    return Assignment(
        name=name,
        title=row["title"],
        day=row["day"],
        minutes=row["minutes"],
        allowed_imports=everywhere + tuple(row["allowed_imports"]),
        exercises=exercises,
    )
