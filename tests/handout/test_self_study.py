"""The edition for those whom nobody grades: whole verdicts, no word of grading, the reference after honest tries."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder import hints
from autograder.attempts import Attempt
from autograder.batch import Grader
from autograder.build import handout, make_self_study, script
from autograder.build.self_study import NAME
from autograder.hints import Step, ladder, texts
from autograder.notebook import kit as kits
from autograder.report import Check, ExerciseResult, Status
from tests.conftest import ROOT
from tests.handout.conftest import COURSE

ALONE = replace(COURSE, self_study=True)
WRONG = "def attention_scores(Q, K):\n    return Q @ K.T / Q.shape[-1]\n"
FAILED = ExerciseResult("thing", Status.FAILED, (Check("test_values", "it holds", Status.FAILED, "it does not"),))
TEXTS = hints.Texts("read there", "try that", "a sibling", "def thing():\n    return 1")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the edition, by name inside its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handout, "DIST", str(tmp_path_factory.mktemp("dist")))
        made = make_self_study(COURSE)
    assert made is not None
    assert made.name == f"{NAME}.zip"
    with zipfile.ZipFile(made) as opened:
        return {name.removeprefix(f"{NAME}/"): opened.read(name) for name in opened.namelist()}


@pytest.fixture(scope="module")
def wheel(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    (name,) = (name for name in files if name.endswith(".whl"))
    assert "+selfstudy-" in name
    path = tmp_path_factory.mktemp("wheel") / name
    path.write_bytes(files[name])
    return zipfile.ZipFile(path)


# --- what lies there --------------------------------------------------------------------------------------------------


def test_every_day_lies_there_and_no_solution(files):
    days = [day.name for day in COURSE.assignments]
    texts_there = {name for name in files if name.endswith((".ipynb", ".py"))}
    assert texts_there == {f"{day}.{ending}" for day in days for ending in ("ipynb", "py")}
    for name in texts_there:
        text = files[name].decode("utf-8")
        assert "raise NotImplementedError" in text
        assert "SOLUTION" not in text
    assert len(files["README.txt"].decode("utf-8").splitlines()) == 10


def test_nothing_speaks_of_grading_or_handing_in(files):
    for day in COURSE.assignments:
        text = files[f"{day.name}.py"].decode("utf-8")
        assert "Hidden checks run at grading" not in text
        assert "deadline" not in text
        assert "Nobody grades this" in text
        assert "{" not in text.split("# %%\nimport sys")[0]


def test_the_wheel_can_check_everything_and_shows_no_reference(wheel):
    names = wheel.namelist()
    assert {"autograder/graders/test_layer_norm.py", "autograder/probes/hidden/encoder.py"} <= set(names)
    assert not any(
        name.startswith(("autograder/build", "autograder/variants", "autograder/gradebook")) for name in names
    )
    assert json.loads(wheel.read("autograder/data/facts.json"))["SELF_STUDY"] is True
    known = json.loads(wheel.read("autograder/data/fingerprints.json"))["exercises"]
    assert {row["hidden_checks"] for row in known.values()} == {0}
    packed = wheel.read("autograder/hints/references.bin")
    assert b"def " not in packed
    references = texts.unpacked(packed)
    assert set(references) == {exercise.name for day in COURSE.assignments for exercise in day.exercises}
    compile(references["layer_norm"], "reference", "exec")
    assert "SOLUTION" not in "".join(references.values())


def test_the_learners_wheel_of_a_class_holds_no_reference():
    assert not (ROOT / "autograder" / "hints" / texts.REFERENCES).exists()
    assert {one.reference for one in hints.load().values()} == {""}


def test_the_course_text_has_no_reference_that_is_left_out(files):
    for day in COURSE.assignments:
        written = [piece.exercise for piece in script.read(COURSE, day).marked("exercise")]
        assert written == [exercise.name for exercise in day.exercises]


# --- verdicts ---------------------------------------------------------------------------------------------------------


def test_a_file_gets_the_whole_verdict_without_a_course_key(save: Callable[..., Path], work: Path):
    course = replace(ALONE, root=None)
    with Grader(course, "attention", hidden=False) as grader:
        report = grader.grade(save({"attention_scores": WRONG}))
    (result,) = (one for one in report.exercises if one.name == "attention_scores")
    assert report.hidden
    assert len(result.checks) > 8
    assert result.misconception is not None
    assert result.evidence == ()


def test_a_kernel_gets_the_whole_verdict(monkeypatch, capsys):
    kits.kit.cache_clear()
    monkeypatch.setattr("autograder.facts.find", lambda *_: ALONE)
    space = {"__name__": "__main__"}
    exec(WRONG, space)
    try:
        result = kits.kit().verdict("attention_scores", space["attention_scores"])
    finally:
        kits.kit.cache_clear()
    assert len(result.checks) > 8
    assert result.misconception is not None
    assert result.counter_example is not None


def test_the_count_says_nothing_of_hidden_checks_where_there_are_none(monkeypatch):
    monkeypatch.setattr("autograder.fingerprints.load", lambda: None)
    assert hints.public_count(FAILED) == "checks 0/1"


# --- the last hint ----------------------------------------------------------------------------------------------------


def asked(step: int, failures: int, code: str = "new") -> hints.Hint:
    return hints.hint(FAILED, code, TEXTS, Attempt(code="old", failures=failures, step=step, hinted="old"))


def test_the_reference_comes_after_the_sibling_and_honest_tries():
    given = asked(Step.SIBLING, ladder.HONEST_TRIES)
    assert given.step is Step.REFERENCE
    assert given.lines == (ladder.REFERENCE, TEXTS.reference, ladder.ALL_GIVEN)


def test_before_that_there_is_the_sibling_and_a_word_of_what_may_come():
    given = asked(Step.SIBLING, ladder.HONEST_TRIES - 1)
    assert given.step is Step.SIBLING
    assert given.lines == ("a similar problem, worked by hand: a sibling", ladder.MORE_TRIES)


def test_many_tries_alone_skip_no_step():
    assert asked(Step.WHERE, 50).step is Step.PROPERTY
    assert asked(Step.SIBLING, 50, code="old").step is Step.SIBLING


def test_who_has_written_nothing_is_never_shown_it():
    stub = replace(FAILED, status=Status.NOT_ATTEMPTED)
    before = Attempt(failures=50, step=Step.SIBLING)
    assert hints.hint(stub, "", TEXTS, before).step is Step.PROPERTY


def test_in_a_class_the_sibling_stays_the_last():
    given = hints.hint(FAILED, "new", replace(TEXTS, reference=""), Attempt(failures=50, step=Step.SIBLING))
    assert given.step is Step.SIBLING
    assert given.lines[-1] == ladder.ALL_GIVEN
