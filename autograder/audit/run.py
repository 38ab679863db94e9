"""The audit from end to end: the work spread over processes, and what was found put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from autograder.audit.assemble import findings
from autograder.audit.bench import GRADERS, KEYS
from autograder.audit.equivalents import equivalents
from autograder.audit.findings import Audit
from autograder.audit.workshop import Setting, catalogue_under_key, mutants_of
from autograder.facts import Course, CourseError, Exercise


def audit(
    course: Course,
    exercises: Sequence[Exercise] | None = None,
    *,
    keys: tuple[bytes, ...] = KEYS,
    graders: Path = GRADERS,
    workers: int = 2,
) -> Audit:
    """Grade the graders of all exercises or of some, in `workers` processes or, with 0, in this one."""
    if course.root is None:
        raise CourseError("the audit needs the course's folder: run it there, or give --course DIR")
    setting = Setting(course.root, graders, keys)
    asked = exercises if exercises is not None else [e for a in course.assignments for e in a.exercises]
    reviewed = equivalents()
    with _executor(workers) as executor:
        # The longest pieces first, so that no worker is left alone with one at the end.
        mutated = {e.name: executor.submit(mutants_of, setting, e) for e in reversed(asked)}
        catalogued = {e.name: [executor.submit(catalogue_under_key, setting, e, key) for key in keys] for e in asked}
        first = setting.benches()[0]
        return Audit(
            [
                findings(first, e, [one.result() for one in catalogued[e.name]], mutated[e.name].result(), reviewed)
                for e in asked
            ]
        )


class _Here(Executor):
    """Does the work at once and in this process, where a test can look."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*args, **kwargs))
        return done


def _executor(workers: int) -> Executor:
    return ProcessPoolExecutor(workers, get_context("spawn")) if workers else _Here()
