"""Runs the hidden checks by hand: pytest autograder/graders --submission PATH [-k stable_softmax]."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder import facts
from autograder.answer import Stopped
from autograder.outcome import Loaded
from autograder.probes import Inputs, course_key
from autograder.sandbox import Sandbox, SandboxPort
from autograder.sandbox.student import Student
from autograder.submission import Submission, read

FAILED = pytest.StashKey[set[str]]()
Desk = tuple[facts.Course, Submission, SandboxPort, Loaded]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--submission", help="the notebook, .py file, folder or zip to put through the hidden checks")


@pytest.fixture(scope="session")
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    """The submission, read and loaded once in the sandbox."""
    path = request.config.getoption("--submission")
    if not path:
        pytest.skip("give --submission PATH")
    course = facts.find()
    submission = read(Path(path), course)
    assignment = course.assignment(submission.assignment)
    with Sandbox(assignment.allowed_imports, course.limits) as sandbox:
        port = sandbox.open(submission.cells, [exercise.name for exercise in assignment.exercises])
        yield course, submission, port, port.load()
        port.close()


@pytest.fixture
def student(desk: Desk, request: pytest.FixtureRequest) -> Student:
    """The one thing that a check knows."""
    course, submission, port, loaded = desk
    exercise = request.path.stem.removeprefix("test_")
    if exercise not in [e.name for e in course.assignment(submission.assignment).exercises]:
        pytest.skip(f"{exercise} is not part of {submission.assignment}")
    place = request.function.place
    if f"{exercise}.{place.needs}" in request.session.stash.setdefault(FAILED, set()):
        pytest.skip("waits for the check before it")
    inputs = Inputs(course_key(course.folder("classroom")), hidden=True)
    untouched = exercise in submission.untouched
    return Student(port, loaded, exercise, inputs, course.tolerances, untouched=untouched)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Any:
    """Remember what did not pass, and show a student's stopped function as one sentence instead of a traceback."""
    report = yield
    if not report.passed:
        failed = item.session.stash.setdefault(FAILED, set())
        failed.add(f"{item.path.stem.removeprefix('test_')}.{getattr(item, 'originalname', item.name)}")
    if call.excinfo is not None and call.excinfo.errisinstance((AssertionError, Stopped)):
        report.longrepr = str(call.excinfo.value)
    return report
