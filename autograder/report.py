"""The nouns of grading: what was checked, what came of it, and nothing that decides a mark."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, overload

SCHEMA = 1
_INNER = ("evidence", "unnamed")  # of a result, what the usual JSON does not tell


class Status(StrEnum):
    """What became of a check, an exercise or a submission. Not graded is never zero points."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    MISSING = "missing"
    NOT_ATTEMPTED = "not_attempted"
    ERROR = "error"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    REFUSED_IMPORT = "refused_import"
    GRADER_FAULT = "grader_fault"
    GRADED = "graded"
    UNREADABLE = "unreadable"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Check:
    """One sentence about a function, and whether it held. Points are None where nothing is counted."""

    name: str
    says: str
    status: Status
    message: str = ""
    points: float | None = None
    max_points: float | None = None


@dataclass(frozen=True, slots=True)
class NamedMistake:
    """A catalogued wrong idea whose numbers are the ones that came."""

    id: str
    says: str
    hint: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an instructor shows when a mark is disputed: one failed check on one input."""

    check: str
    probe: str
    inputs: str
    expected: str
    received: str
    difference: str
    reproduce: str
    mistake: str = ""  # the id of the mistake that was recognised, or of two


@dataclass(frozen=True, slots=True)
class CounterExample:
    """The smallest public input on which the answer goes wrong."""

    inputs: str
    expected: str
    received: str
    property: str


@dataclass(frozen=True, slots=True)
class ExerciseResult:
    """The verdict on one function."""

    name: str
    status: Status
    checks: tuple[Check, ...] = ()
    score: float | None = None
    max_score: float | None = None
    seconds: float = 0.0
    misconception: NamedMistake | None = None
    second_misconception: NamedMistake | None = None
    counter_example: CounterExample | None = None
    carried_from: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = field(default=(), compare=False)
    # A digest of the wrong outputs: equal digests across a class are the same unnamed mistake.
    unnamed: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that is said about one submission."""

    submission: str
    assignment: str | None
    hidden: bool
    status: Status
    message: str = ""
    repairs: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    exercises: Sequence[ExerciseResult] = ()
    score: float | None = None
    max_score: float | None = None
    previous_score: float | None = None
    late_seconds: float | None = None
    seconds: float = 0.0

    @property
    def marks(self) -> list[tuple[str, Status, float | None]]:
        """What each exercise got, and how: two runs that agree in it agree."""
        return [(result.name, result.status, result.score) for result in self.exercises]

    def record(self) -> tuple[str, str]:
        """Two texts for the journal: the report, and its exercises as they are told, without what an appeal shows."""
        head = {**self._head(), "unnamed": [one.unnamed for one in self.exercises]}
        return json.dumps(head), _told(self.exercises)

    def _head(self) -> dict[str, Any]:
        return {name: _plain(getattr(self, name)) for name in _FIELDS[Report] if name != "exercises"}

    @staticmethod
    def of_record(head: str, exercises: Callable[[], str], **more: Any) -> Report:
        """The report that `record` wrote; its exercises are read once somebody asks for them. `more` is put into it."""
        known = json.loads(head)
        kept = Kept(exercises, known.pop("unnamed"))
        return Report(**{**_read(known), **more, "exercises": kept})

    def line(self) -> str:
        """The same as `as_json` on one line, in plain ASCII; of a kept report without reading it."""
        head = {"schema": SCHEMA, **self._head()}
        told = self.exercises.text() if isinstance(self.exercises, Kept) else _told(self.exercises)
        return f'{json.dumps(head)[:-1]}, "exercises": {told}}}'

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Report:
        """The report that `as_json` or a line told."""
        known = {name: value for name, value in data.items() if name != "schema"}
        return Report(**{**_read(known), "exercises": tuple(map(_exercise, data["exercises"]))})

    def as_json(self, *, appeal: bool = False) -> dict[str, Any]:
        """The object that `check --json` and `grade --json` print; `appeal` adds the evidence per exercise."""
        data: dict[str, Any] = {"schema": SCHEMA, **_plain(replace(self, exercises=tuple(self.exercises)))}
        for exercise in data["exercises"]:
            exercise.pop("unnamed")
            details = exercise.pop("evidence")
            if appeal:
                exercise["evidence"] = details
        return data


class Kept(Sequence[ExerciseResult]):
    """The exercises of a report that lies in the journal: as text at once, as results once somebody looks."""

    def __init__(self, text: Callable[[], str], unnamed: Sequence[str]) -> None:
        self.text = text
        self._unnamed = unnamed
        self._results: tuple[ExerciseResult, ...] | None = None

    def _read(self) -> tuple[ExerciseResult, ...]:
        if self._results is None:
            rows = zip(json.loads(self.text()), self._unnamed, strict=True)
            self._results = tuple(replace(_exercise(row), unnamed=digest) for row, digest in rows)
        return self._results

    def __len__(self) -> int:
        return len(self._read())

    @overload
    def __getitem__(self, place: int) -> ExerciseResult: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[ExerciseResult, ...]: ...

    def __getitem__(self, place: int | slice) -> ExerciseResult | tuple[ExerciseResult, ...]:
        return self._read()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._read() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._read())


def _told(exercises: Sequence[ExerciseResult]) -> str:
    rows = [_plain(one) for one in exercises]
    return json.dumps([{name: value for name, value in row.items() if name not in _INNER} for row in rows])


def shared(report: Report) -> Report:
    """The same report, its checks the very objects of other reports: a large class says the same few sentences."""
    exercises = (replace(one, checks=tuple(map(_shared, one.checks))) for one in report.exercises)
    return replace(report, exercises=tuple(exercises))


@lru_cache(maxsize=4096)
def _shared(check: Check) -> Check:
    return check


def _plain(value: Any) -> Any:
    """dataclasses.asdict without its deep copies, at a tenth of the time: nothing in a report can change."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    names = _FIELDS.get(type(value), ())
    return {name: _plain(getattr(value, name)) for name in names} if names else value


def _read(data: Mapping[str, Any]) -> dict[str, Any]:
    lists = {name: tuple(data[name]) for name in ("repairs", "evidence")}
    return {**data, **lists, "status": Status(data["status"])}


def _exercise(row: Mapping[str, Any]) -> ExerciseResult:
    kinds = {"misconception": NamedMistake, "second_misconception": NamedMistake, "counter_example": CounterExample}
    read = {name: value for name, value in row.items() if name != "evidence"}
    read |= {name: kind(**row[name]) if row[name] else None for name, kind in kinds.items()}
    read["checks"] = tuple(_shared(Check(**{**check, "status": Status(check["status"])})) for check in row["checks"])
    read |= {"status": Status(row["status"]), "carried_from": tuple(row["carried_from"])}
    return ExerciseResult(**read)


_NOUNS = (Check, NamedMistake, Evidence, CounterExample, ExerciseResult, Report)
_FIELDS: Mapping[Any, tuple[str, ...]] = {noun: tuple(one.name for one in fields(noun)) for noun in _NOUNS}
