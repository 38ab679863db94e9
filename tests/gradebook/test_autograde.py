"""nbgrader's own commands with our steps in them: the same marks as our door, and one odd notebook stops nobody."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gradebook_samples import ASSIGNMENT, cell, named, released_notebook, save
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import capture_log
from traitlets.config import Config

from autograder.build.nbgrader_tools import configuration
from autograder.facts import Course
from autograder.gradebook import (
    Target,
    Writer,
    is_whole,
    paper,
    preprocess,
    read_stamp,
    save_graded,
    scores,
    steps,
    with_verdicts,
)
from autograder.report import Report, Status
from autograder.submission import read

pytestmark = pytest.mark.filterwarnings("ignore:Cell is missing an id field", "ignore:Non-unique cell id")

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>"
SOFTMAX = """def stable_softmax(scores):
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True)"""
COLUMNS = SOFTMAX.replace("axis=-1", "axis=0")


class FakeGrader:
    """Stands in for the sandbox: a fixed report, or a fault for a student whose name says so."""

    made: int

    def __init__(self, course: Course, assignment: str) -> None:
        self.course = course
        type(self).made += 1

    def grade(self, path: Path, name: str) -> Report:
        if name.startswith("boom"):
            raise RuntimeError("our own fault, with /secret/path in it")
        if name.startswith("unread"):
            return Report(name, ASSIGNMENT, True, Status.UNREADABLE, "it is no notebook")
        return replace(named(self.course), submission=str(path))

    def close(self) -> None:
        pass


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[FakeGrader]:
    FakeGrader.made = 0
    monkeypatch.setattr(preprocess, "Grader", FakeGrader)
    return FakeGrader


@pytest.fixture
def config(course: Course) -> Config:
    made = configuration(course)
    made.merge(steps())
    return made


def hand_in(course: Course, student: str, notebook: Any, stamp: str | None = "2026-03-01 10:00:00 UTC") -> Path:
    folder = course.folder("classroom") / "submitted" / student / ASSIGNMENT
    save(folder / f"{ASSIGNMENT}.ipynb", notebook)
    if stamp:
        save(folder / "timestamp.txt", stamp)
    return folder


def autograded(course: Course, student: str) -> Path:
    return course.folder("classroom") / "autograded" / student / ASSIGNMENT


def autograde(config: Config, student: str = "*", *, force: bool = False) -> dict[str, Any]:
    """`nbgrader autograde attention`, for all students."""
    place = CourseDirectory(config=config, assignment_id=ASSIGNMENT, student_id=student)
    step = Autograde(coursedir=place, config=config)
    step.force = force
    result: dict[str, Any] = capture_log(step)
    return result


def odd_notebooks(course: Course) -> dict[str, dict[str, Any]]:
    """The accidents that stop stock nbgrader or silently cost marks there."""
    whole = released_notebook(course, {"stable_softmax": SOFTMAX})

    def changed(change: Any) -> dict[str, Any]:
        notebook = copy.deepcopy(whole)
        change(notebook["cells"])
        return notebook

    def check(cells: list[dict[str, Any]]) -> dict[str, Any]:
        return next(c for c in cells if c["source"] == "check(stable_softmax)")

    return {
        "a-whole": whole,
        "b-duplicated": changed(lambda cells: cells.extend(copy.deepcopy(cells))),
        "c-deleted": changed(lambda cells: cells.remove(check(cells))),
        "d-stripped": changed(lambda cells: [c.update(metadata={}) for c in cells]),
        "e-points": changed(lambda cells: check(cells)["metadata"]["nbgrader"].update(points=99.0)),
        "f-flags": changed(lambda cells: check(cells)["metadata"]["nbgrader"].update(grade=False, solution=True)),
        "g-edited": changed(lambda cells: check(cells).update(source="import math\ncheck(stable_softmax)")),
        "h-unknown": changed(lambda cells: cells.append(cell("code", "1", grade_id="new", locked=True))),
        "i-schema": changed(lambda cells: check(cells)["metadata"].update(nbgrader={"grade_id": "x"})),
        "j-warns": changed(lambda cells: cells.append(cell("code", "import warnings; warnings.warn('loud')"))),
        "k-forged": changed(lambda cells: check(cells).update(outputs=[_forged("5.0")])),
    }


def _forged(text: str) -> dict[str, Any]:
    return {"output_type": "execute_result", "data": {"text/plain": text}, "metadata": {}, "execution_count": 1}


def test_odd_notebooks_all_get_their_marks_and_the_batch_goes_on(
    course: Course, target: Target, config: Config, fake: type[FakeGrader]
) -> None:
    odd = odd_notebooks(course)
    for student, notebook in odd.items():
        hand_in(course, student, notebook)
    hand_in(course, "l-cut-off", json.dumps(odd["a-whole"])[:400])
    hand_in(course, "z-last", odd["a-whole"])
    result = autograde(config)
    assert scores(target) == {**dict.fromkeys([*odd, "z-last"], 5.0), "l-cut-off": None}
    assert "l-cut-off" in result["log"]  # nbgrader cannot open that one: not graded, and the others are
    assert fake.made == 1
    for student in [*odd, "z-last"]:
        assert is_whole(autograded(course, student))
        assert [path.name for path in autograded(course, student).parent.iterdir()] == [ASSIGNMENT]
    with Gradebook(target.url, target.course_id) as gradebook:
        comment = gradebook.find_comment("stable_softmax", ASSIGNMENT, ASSIGNMENT, "b-duplicated").comment
        assert "a softmax over columns" in comment


def test_faults_of_ours_and_unreadable_work_are_not_graded_and_never_zero(
    course: Course, target: Target, config: Config, fake: type[FakeGrader]
) -> None:
    for student in ("boom", "unread", "well"):
        hand_in(course, student, released_notebook(course))
    assert autograde(config)["success"]
    assert scores(target) == {"boom": None, "unread": None, "well": 5.0}
    with Gradebook(target.url, target.course_id) as gradebook:
        for student in ("boom", "unread"):
            grade = gradebook.find_grade("check_stable_softmax", ASSIGNMENT, ASSIGNMENT, student)
            assert (grade.auto_score, grade.needs_manual_grade) == (None, True)
    text = (autograded(course, "boom") / f"{ASSIGNMENT}.ipynb").read_text(encoding="utf-8")
    assert "RuntimeError" in text
    assert "/secret/path" not in text


def test_no_execute_cannot_smuggle_stored_outputs_into_marks(
    course: Course, target: Target, config: Config, fake: type[FakeGrader]
) -> None:
    notebook = released_notebook(course)
    for c in notebook["cells"]:
        if c["cell_type"] == "code":
            c["outputs"] = [_forged("1.0")]
    hand_in(course, "ada", notebook)
    config.Execute.enabled = False
    config.ClearOutput.enabled = False
    autograde(config)
    assert scores(target) == {"ada": None}


def test_marks_by_hand_stay_and_a_late_policy_is_asked(
    course: Course, target: Target, config: Config, fake: type[FakeGrader]
) -> None:
    with Gradebook(target.url, target.course_id) as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate="2026-02-28 10:00:00 UTC")
    hand_in(course, "ada", released_notebook(course))
    autograde(config)
    with Gradebook(target.url, target.course_id) as gradebook:
        grade = gradebook.find_grade("check_stable_softmax", ASSIGNMENT, ASSIGNMENT, "ada")
        grade.manual_score, grade.extra_credit = 4.0, 1.0
        gradebook.db.commit()
    config.LateSubmissionPlugin.penalty_method = "zero"
    autograde(config, force=True)
    assert scores(target) == {"ada": 9.0}
    with Gradebook(target.url, target.course_id) as gradebook:
        notebook = gradebook.find_submission_notebook(ASSIGNMENT, ASSIGNMENT, "ada")
        assert notebook.late_submission_penalty == 9.0


def test_a_killed_run_is_taken_up_again(
    course: Course, target: Target, config: Config, fake: type[FakeGrader], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(course, "ada", released_notebook(course), stamp=None)

    def killed(*_: object) -> Report:
        assert not autograded(course, "ada").exists()  # were the process gone now, nothing would look graded
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(FakeGrader, "grade", killed)
        autograde(config)
    assert scores(target) == {"ada": None}
    assert NbGraderAPI(config=config).get_autograded_students(ASSIGNMENT) == set()
    assert autograde(config)["success"]
    assert scores(target) == {"ada": 5.0}


def test_the_api_behind_the_formgraders_button_agrees(
    course: Course, target: Target, config: Config, fake: type[FakeGrader]
) -> None:
    hand_in(course, "ada", released_notebook(course))
    hand_in(course, "bo", released_notebook(course), stamp=None)
    api = NbGraderAPI(config=config)
    for student in ("ada", "bo"):
        assert api.autograde(ASSIGNMENT, student)["success"]
        assert api.get_submission(ASSIGNMENT, student)["autograded"]
    assert api.get_autograded_students(ASSIGNMENT) == {"ada", "bo"}
    assert read_stamp(autograded(course, "ada")) is not None


def test_what_our_own_door_writes_is_graded_for_nbgrader_too(course: Course, target: Target, config: Config) -> None:
    submitted = hand_in(course, "ada", released_notebook(course))
    with Writer(target) as writer:
        writer.write([("ada", named(course), read_stamp(submitted))])
        notebook = paper(read(submitted, course, ASSIGNMENT), writer.released)
        save_graded(autograded(course, "ada"), with_verdicts(notebook, named(course), writer.released), submitted)
    graded = autograded(course, "ada") / f"{ASSIGNMENT}.ipynb"
    before = graded.read_bytes()
    api = NbGraderAPI(config=config)
    assert api.get_submission(ASSIGNMENT, "ada")["autograded"]
    assert autograde(config)["success"]  # nothing is left to do, so nothing is done again
    assert graded.read_bytes() == before
    save(submitted / "timestamp.txt", "2026-03-02 10:00:00 UTC")
    assert not api.get_submission(ASSIGNMENT, "ada")["autograded"]


def test_a_student_reads_sentences_and_nothing_hidden_in_nbgraders_feedback(
    course: Course, target: Target, config: Config, fake: type[FakeGrader]
) -> None:
    notebook = released_notebook(course)
    notebook["cells"] += [cell("markdown", f"{HOSTILE} [x](javascript:alert(1))"), cell("raw", HOSTILE)]
    notebook["cells"].append(cell("code", f"# {HOSTILE}"))
    hand_in(course, "ada", notebook)
    api = NbGraderAPI(config=config)
    assert api.autograde(ASSIGNMENT, "ada")["success"]
    assert api.generate_feedback(ASSIGNMENT, "ada")["success"]
    page = course.folder("classroom") / "feedback" / "ada" / ASSIGNMENT / f"{ASSIGNMENT}.html"
    text = page.read_text(encoding="utf-8")
    for words in ("These are the numbers of a softmax over columns", "Which axis holds the keys?", "not yet"):
        assert words in text
    for secret in ("def test_", "assert ", "student.", str(course.root), "softmarks_report"):
        assert secret not in text
    assert "alert(1)" in text
    for act in ("<script>alert", "<img src=x", 'href="javascript'):
        assert act not in text


def test_other_notebooks_of_the_course_take_nbgraders_own_way(
    course: Course, target: Target, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = []
    for kind, name in ((preprocess.Execute, "Execute"), (preprocess.SaveAutoGrades, "SaveAutoGrades")):
        monkeypatch.setattr(kind, "preprocess", lambda self, nb, res, name=name: (called.append(name), (nb, res))[1])
    place = CourseDirectory(config=config)
    converter = Autograde(coursedir=place, config=config)
    resources = {"nbgrader": {"notebook": "p1", "assignment": "ps1", "student": "ada", "db_url": target.url}}
    nb = object()
    for step in (preprocess.RepairCells, preprocess.GradeInSandbox, preprocess.SaveVerdicts):
        assert step(parent=converter).preprocess(nb, resources)[0] is nb
    assert called == ["Execute", "SaveAutoGrades"]


def test_both_doors_give_the_same_marks_for_real(course: Course, target: Target, config: Config) -> None:
    answers = {
        "a-solved": {"stable_softmax": SOFTMAX},
        "b-columns": {"stable_softmax": COLUMNS},
        "c-stub": {},
        "d-syntax": {"stable_softmax": "def stable_softmax(scores:\n"},
    }
    folders = {student: hand_in(course, student, released_notebook(course, done)) for student, done in answers.items()}
    notebook = released_notebook(course, answers["a-solved"])
    notebook["cells"] += copy.deepcopy(notebook["cells"])
    folders["e-twice"] = hand_in(course, "e-twice", notebook)
    assert autograde(config)["success"]
    with preprocess.Grader(course, ASSIGNMENT) as grader:
        ours = {student: grader.grade(folder, student).score for student, folder in folders.items()}
    assert scores(target) == ours
    assert ours["a-solved"] == ours["e-twice"] == 5.0
    assert ours["c-stub"] == 0.0
    assert 0.0 <= ours["b-columns"] < 5.0
