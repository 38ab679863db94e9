"""docs/adopt.md, step by step: one assignment of this kit as a guest in a course that somebody already runs."""

from __future__ import annotations

import re
import shutil
import textwrap
from pathlib import Path
from typing import Any

import nbformat
import pytest
from gradebook_samples import cell, save
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from autograder import facts
from autograder.build.notebook import notebook_of
from autograder.build.script import read as read_text
from autograder.class_run import ClassRun, Options
from autograder.gradebook import Target, scores, scripts_on_path

pytestmark = pytest.mark.filterwarnings("ignore:Cell is missing an id field")

SOFTMAX = """def stable_softmax(scores):
    shifted = as_float(scores) - as_float(scores).max(axis=-1, keepdims=True)
    return np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True)"""


@pytest.fixture(scope="session")
def built(root: Path) -> nbformat.NotebookNode:
    """What `softmarks build` puts at source/attention/attention.ipynb."""
    course = facts.load(root)
    return notebook_of(read_text(course, course.assignment("attention")), course)


def snippet(root: Path, name: str) -> str:
    """The code block of docs/adopt.md that begins with a comment naming the file."""
    text = (root / "docs" / "adopt.md").read_text(encoding="utf-8")
    found = re.search(rf"```python\n( *# {re.escape(name)}\n.*?)\n *```", text, re.DOTALL)
    assert found, f"docs/adopt.md has no block for {name}"
    return textwrap.dedent(found[1])


@pytest.fixture
def theirs(tmp_path: Path, root: Path) -> Path:
    """An instructor's course: own source, own gradebook with marks in it, own exchange, own config."""
    place = tmp_path / "cs101"
    question = cell("code", "### BEGIN SOLUTION\nx = 2\n### END SOLUTION", grade_id="q1", solution=True)
    test = cell("code", "assert x == 2", grade_id="t1", grade=True, locked=True, points=3.0)
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    old = {"cells": [question, test], "metadata": kernel, "nbformat": 4, "nbformat_minor": 4}
    save(place / "source" / "ps1" / "p1.ipynb", old)
    with scripts_on_path(), Gradebook(f"sqlite:///{place / 'gradebook.db'}", "cs101") as gradebook:
        gradebook.add_student("ada", first_name="Ada", last_name="Lovelace")
    kit = tmp_path / "softmarks"
    kit.mkdir()
    shutil.copy(root / "course_config.py", kit)
    lines = snippet(root, "nbgrader_config.py").replace("/path/to/softmarks", str(kit))
    own = f'c = get_config()\nc.CourseDirectory.course_id = "cs101"\nc.Exchange.root = "{tmp_path / "exchange"}"\n'
    save(place / "nbgrader_config.py", own + lines)
    return place


def api_of(place: Path) -> NbGraderAPI:
    config: Config = PyFileConfigLoader("nbgrader_config.py", path=str(place)).load_config()
    config.CourseDirectory.root = str(place)
    return NbGraderAPI(config=config)


def done(result: dict[str, Any]) -> None:
    assert result["success"], result.get("log", "") + result.get("error", "")


def hand_in(place: Path, student: str, assignment: str, notebook: str, change: tuple[str, str] | None) -> None:
    """A student takes the release and writes `change[1]` into the cell whose grade id is `change[0]`."""
    given = nbformat.read(place / "release" / assignment / f"{notebook}.ipynb", as_version=4)
    for c in given.cells:
        if change and c.metadata.get("nbgrader", {}).get("grade_id") == change[0]:
            c.source = change[1]
    save(place / "submitted" / student / assignment / f"{notebook}.ipynb", nbformat.writes(given))


def test_nbgraders_own_commands_grade_the_guest_and_leave_the_host_alone(
    theirs: Path, built: nbformat.NotebookNode
) -> None:
    guest = nbformat.from_dict(built)
    for c in guest.cells:
        if c.metadata.get("nbgrader", {}).get("grade_id") == "check_stable_softmax":
            c.metadata.nbgrader.points = 10.0  # an instructor may weigh as they like
    written = {"grade": True, "solution": True, "points": 2.0, "grade_id": "why"}
    guest.cells.append(nbformat.from_dict(cell("markdown", "Why divide by the root?", **written)))
    save(theirs / "source" / "ps5" / "attention.ipynb", nbformat.writes(guest))
    api = api_of(theirs)
    for assignment in ("ps1", "ps5"):
        done(api.generate_assignment(assignment))
    hand_in(theirs, "ada", "ps1", "p1", ("q1", "x = 2"))
    hand_in(theirs, "ada", "ps5", "attention", ("stable_softmax", SOFTMAX))
    hand_in(theirs, "bo", "ps5", "attention", ("stable_softmax", SOFTMAX.replace("axis=-1", "axis=0")))
    hand_in(theirs, "cy", "ps5", "attention", None)
    done(api.autograde("ps1", "ada"))
    for student in ("ada", "bo", "cy"):
        done(api.autograde("ps5", student))
        done(api.generate_feedback("ps5", student))
    url = f"sqlite:///{theirs / 'gradebook.db'}"
    assert scores(Target(url, "cs101", "ps1", "p1")) == {"ada": 3.0}
    with Gradebook(url, "cs101") as gradebook:

        def mark(student: str, name: str = "check_stable_softmax") -> tuple[float | None, bool]:
            grade = gradebook.find_grade(name, "attention", "ps5", student)
            return grade.auto_score, grade.needs_manual_grade

        assert mark("ada") == (10.0, False)
        assert mark("cy") == (0.0, False)
        wrong, _ = mark("bo")
        assert wrong is not None
        assert 0.0 <= wrong < 10.0
        assert mark("ada", "why") == (0.0, False)  # not answered; nbgrader's own rule for cells marked by hand
        assert "not yet" in gradebook.find_comment("stable_softmax", "attention", "ps5", "bo").comment
    page = (theirs / "feedback" / "bo" / "ps5" / "attention.html").read_text(encoding="utf-8")
    assert "stable_softmax: not yet" in page
    assert "def test_" not in page


def test_softmarks_grade_writes_into_the_hosts_gradebook(
    theirs: Path, built: nbformat.NotebookNode, root: Path
) -> None:
    config = (root / "course_config.py").read_text(encoding="utf-8")
    for line in snippet(root, "course_config.py").splitlines()[1:]:
        name = line.split(" = ")[0]
        config, count = re.subn(rf"^{name} = .*$", line, config, flags=re.MULTILINE)
        assert count == 1, f"course_config.py has no line for {name}"
    save(theirs / "course_config.py", config)
    save(theirs / "source" / "attention" / "attention.ipynb", nbformat.writes(built))
    api = api_of(theirs)
    done(api.generate_assignment("ps1"))
    done(api.generate_assignment("attention"))
    hand_in(theirs, "ada", "attention", "attention", ("stable_softmax", SOFTMAX))
    hand_in(theirs, "cy", "attention", "attention", None)
    course = facts.load(theirs)
    reports = {report.submission: report.score for report in ClassRun(course, "attention", Options()).reports()}
    assert reports == {"ada": 5.0, "cy": 0.0}
    assert scores(Target(f"sqlite:///{theirs / 'gradebook.db'}", "cs101", "attention", "attention")) == reports
    assert api.get_autograded_students("attention") == {"ada", "cy"}
    with Gradebook(f"sqlite:///{theirs / 'gradebook.db'}", "cs101") as gradebook:
        assert {assignment.name for assignment in gradebook.assignments} == {"ps1", "attention"}
