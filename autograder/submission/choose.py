"""Which assignment a submission belongs to, and which of its files are graded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from autograder.facts import Assignment, Course
from autograder.submission.draft import Draft
from autograder.submission.record import Unreadable

_ENDINGS = re.compile(r"(?:\.(?:ipynb|py|txt|json))+$", re.IGNORECASE)
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Choice:
    """The files to run, in run order, for one assignment, and what is to be said about the choice."""

    assignment: Assignment
    drafts: tuple[Draft, ...]
    repairs: tuple[str, ...]


def choose(drafts: Sequence[Draft], course: Course, wanted: str | None) -> Choice:
    """The assignment is `wanted`, else the embedded id, else the one of which most functions are defined."""
    name = wanted or _most(drafts, course)
    if name is None:
        raise Unreadable(f"{_names(drafts)}: no function of this course is defined there; name it with --assignment")
    assignment = course.assignment(name)
    mine = _matching(drafts, course, assignment)
    best = [d for kind in ("notebook", "script") if (d := _best(mine, kind, assignment)) is not None]
    repairs = [sentence for draft in best for sentence in _origin(draft, course, assignment)]
    used = best
    if len(best) == 2:
        used, sentence = _pair(best[0], best[1], assignment)
        repairs.append(sentence)
    repairs += _left_aside([draft for draft in drafts if draft not in best], course, assignment, best)
    return Choice(assignment, tuple(used), tuple(repairs))


def _embedded(draft: Draft, course: Course) -> str | None:
    known = any(assignment.name == draft.assignment for assignment in course.assignments)
    return draft.assignment if known and draft.course in (None, course.id) else None


def _belongs(draft: Draft, course: Course) -> str | None:
    if name := _embedded(draft, course):
        return name
    there = draft.defined | draft.stubs
    best = max(course.assignments, key=lambda a: len(there & names(a)))  # the first of equals: course order
    return best.name if there & names(best) else None


def names(assignment: Assignment) -> frozenset[str]:
    return frozenset(exercise.name for exercise in assignment.exercises)


def _work(draft: Draft, assignment: Assignment) -> tuple[int, int]:
    """How many of the assignment's functions are written, and how many stand there at all."""
    mine = names(assignment)
    return len(draft.defined & mine), len((draft.defined | draft.stubs) & mine)


def _most(drafts: Sequence[Draft], course: Course) -> str | None:
    """The assignment that one file does most of, in course order; an untouched file with an id counts as well."""
    owners = [(draft, _belongs(draft, course)) for draft in drafts]
    works = {a.name: [_work(d, a) for d, owner in owners if owner == a.name] for a in course.assignments}
    claimed = [name for name, rows in works.items() if rows]
    return max(claimed, key=lambda name: max(works[name]), default=None)


def _matching(drafts: Sequence[Draft], course: Course, assignment: Assignment) -> list[Draft]:
    mine = [draft for draft in drafts if _belongs(draft, course) == assignment.name]
    mine = mine or [draft for draft in drafts if _work(draft, assignment)[1]]
    if mine or len(drafts) == 1:
        return mine or list(drafts)
    raise Unreadable(f"{_names(drafts)}: none of them defines a function of {assignment.name}; give the one that does")


def _best(drafts: Sequence[Draft], kind: str, assignment: Assignment) -> Draft | None:
    fitting = [draft for draft in drafts if draft.kind == kind]
    return max(
        fitting, key=lambda d: (_work(d, assignment), _stem(d) == assignment.name, d.modified, d.name), default=None
    )


def _pair(notebook: Draft, script: Draft, assignment: Assignment) -> tuple[list[Draft], str]:
    """Per exercise the file whose function is no untouched stub, else the newer; one file alone where that is enough.

    Where both are needed the older runs first, so that the newer one's functions win.
    """
    newer = max(notebook, script, key=lambda draft: draft.modified)  # equally old, or unknown: the notebook
    older = script if newer is notebook else notebook
    mine = [exercise.name for exercise in assignment.exercises]
    from_newer = [name for name in mine if name in newer.defined]
    from_older = [name for name in mine if name in older.defined - newer.defined]
    both = f"{notebook.name} and {script.name} were both handed in"
    if from_older and from_newer:
        parts = f"{', '.join(from_older)} from {older.name} and {', '.join(from_newer)} from {newer.name}"
        return [older, newer], f"{both} and each holds work; graded were {parts}"
    if from_older:
        return [older], f"{both}; graded was {older.name}, because nothing was written in {newer.name}"
    if from_newer and not older.defined & names(assignment):
        return [newer], f"{both}; graded was {newer.name}, because nothing was written in {older.name}"
    return [newer], f"{both}; graded was {newer.name}, because it is the newer one"


def _origin(draft: Draft, course: Course, assignment: Assignment) -> list[str]:
    """What is to be said when a file carries another name, assignment or course than the one it is graded as."""
    said = []
    embedded = _embedded(draft, course)
    if draft.course not in (None, course.id):
        said.append(f"{draft.name} was made for another course; it was matched to {assignment.name} by its functions")
    elif embedded not in (None, assignment.name):
        said.append(f"{draft.name} says that it belongs to {embedded}; it was graded as {assignment.name}, as asked")
    elif _stem(draft) != assignment.name:
        how = "by the id inside it" if embedded else f"by {_work(draft, assignment)[1]} of its functions"
        said.append(f"{draft.name} is not called {assignment.name}; it was matched to {assignment.name} {how}")
    return said


def _left_aside(others: Sequence[Draft], course: Course, assignment: Assignment, best: Sequence[Draft]) -> list[str]:
    said = []
    for draft in others[:_MOST_NAMED]:
        owner = _belongs(draft, course)
        if owner == assignment.name:
            better = next(chosen for chosen in best if chosen.kind == draft.kind)
            said.append(
                f"{draft.name} was left aside, because {better.name} holds as much of {assignment.name} or more"
            )
        elif owner is not None:
            said.append(f"{draft.name} was left aside, because it belongs to {owner}; hand it in on its own")
    if len(others) > _MOST_NAMED:
        said.append(f"{len(others) - _MOST_NAMED} more files were left aside; hand in one notebook")
    return said


def _stem(draft: Draft) -> str:
    return _ENDINGS.sub("", PurePosixPath(draft.name).name)


def _names(drafts: Sequence[Draft]) -> str:
    shown = ", ".join(draft.name for draft in drafts[:_MOST_NAMED])
    return shown if len(drafts) <= _MOST_NAMED else f"{shown} and {len(drafts) - _MOST_NAMED} more"
