"""Registering a release is safe to repeat, and a course may change while it runs."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest
from gradebook_samples import ASSIGNMENT, cell, released_notebook, report, save, stub
from nbgrader.api import Gradebook

from autograder.facts import Course, load
from autograder.gradebook import GradebookError, Target, Writer, register, scores, scripts_on_path
from autograder.gradebook.connect import reading
from autograder.gradebook.released import released


def release(course: Course) -> Path:
    return course.released(ASSIGNMENT)


def test_the_gradebook_knows_every_cell_as_it_went_out(course: Course, target: Target) -> None:
    with reading(target.url) as connection:
        found = released(connection, target)
    softmax, check = found.cells["stable_softmax"], found.cells["check_stable_softmax"]
    assert (softmax.solution, softmax.locked, softmax.points, softmax.exercise) == (True, False, None, None)
    assert (check.solution, check.locked, check.points, check.exercise) == (False, True, 5.0, "stable_softmax")
    assert softmax.source == stub("stable_softmax")
    notebook = {c["metadata"]["nbgrader"]["grade_id"]: c for c in released_notebook(course)["cells"] if c["metadata"]}
    for name, known in found.cells.items():
        assert known.metadata() == notebook[name]["metadata"]["nbgrader"]


def test_registering_again_keeps_marks_and_learns_new_cells_and_points(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        writer.write([("ada", report(course), None)])
    register(course, ASSIGNMENT)
    assert scores(target) == {"ada": 20.0}

    notebook = released_notebook(course)
    notebook["cells"][4]["metadata"]["nbgrader"]["points"] = 6.0
    notebook["cells"].append(cell("code", "check(extra)", grade_id="check_extra", grade=True, locked=True, points=2.0))
    save(release(course), notebook)
    register(course, ASSIGNMENT)
    assert scores(target) == {"ada": 20.0}
    with Writer(target) as writer:
        writer.write([("ada", report(course), None)])
    assert scores(target) == {"ada": None}  # nothing was graded for the new cell, and that is no zero
    with Gradebook(target.url, target.course_id) as gradebook:
        assert gradebook.find_grade("check_project_qkv", ASSIGNMENT, ASSIGNMENT, "ada").auto_score == 6.0


def test_a_cell_that_is_gone_takes_automatic_marks_along_but_never_a_persons(course: Course, target: Target) -> None:
    with Writer(target) as writer:
        writer.write([("ada", report(course), None)])
    whole, shorter = released_notebook(course), released_notebook(course)
    shorter["cells"] = [c for c in whole["cells"] if "weighted_sum" not in str(c)]
    save(release(course), shorter)
    register(course, ASSIGNMENT)
    assert scores(target) == {"ada": 17.0}

    with Gradebook(target.url, target.course_id) as gradebook:
        gradebook.find_grade("check_stable_softmax", ASSIGNMENT, ASSIGNMENT, "ada").manual_score = 5.0
        gradebook.db.commit()
    shorter["cells"] = [c for c in shorter["cells"] if "stable_softmax" not in str(c)]
    save(release(course), shorter)
    with pytest.raises(GradebookError, match="a person has marked check_stable_softmax"):
        register(course, ASSIGNMENT)
    assert scores(target) == {"ada": 17.0}


def test_other_assignments_in_the_gradebook_are_left_alone(course: Course, target: Target) -> None:
    with Gradebook(target.url, target.course_id) as gradebook:
        gradebook.add_assignment("ps1")
        gradebook.add_notebook("p1", "ps1")
        gradebook.add_grade_cell("q1", "p1", "ps1", max_score=3, cell_type="code")
    register(course, ASSIGNMENT)
    with Gradebook(target.url, target.course_id) as gradebook:
        assert gradebook.find_grade_cell("q1", "p1", "ps1").max_score == 3


def test_without_a_release_the_way_out_is_named(course: Course) -> None:
    release(course).unlink()
    with pytest.raises(GradebookError, match="run softmarks build"):
        register(course, ASSIGNMENT)


def test_the_first_gradebook_is_made_without_an_activated_environment(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.defpath)
    shutil.copy(root / "course_config.py", tmp_path)
    course = load(tmp_path)
    save(release(course), released_notebook(course))
    register(course, ASSIGNMENT)
    assert scores(Target.of(course, ASSIGNMENT)) == {}
    assert stat.S_IMODE(course.folder("classroom").stat().st_mode) == 0o700
    assert os.environ["PATH"] == os.defpath


def test_the_search_path_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PATH")
    with scripts_on_path():
        assert shutil.which("alembic")
    assert "PATH" not in os.environ
