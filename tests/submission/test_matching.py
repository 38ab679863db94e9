"""Which assignment a notebook belongs to, whatever it is called and whatever it has lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from handins import code, course, notebook, save, solved, stripped, work

from autograder.facts import CourseError
from autograder.submission import Submission, read

COURSE = course()


def read_back(tmp_path: Path, content: dict, name: str = "attention.ipynb") -> Submission:
    return read(save(tmp_path / name, content), COURSE)


def test_the_assignment_asked_for_wins_and_the_contradiction_is_said(tmp_path):
    path = save(tmp_path / "attention.ipynb", solved())
    submission = read(path, COURSE, "diagnostics")
    assert submission.assignment == "diagnostics"
    assert any("says that it belongs to attention" in repair for repair in submission.repairs)


def test_an_assignment_that_does_not_exist_is_the_callers_mistake(tmp_path):
    with pytest.raises(CourseError):
        read(save(tmp_path / "attention.ipynb", solved()), COURSE, "astrology")


def test_everything_is_found_by_name_when_metadata_is_gone(tmp_path):
    whole, bare = read_back(tmp_path / "a", solved()), read_back(tmp_path / "b", stripped(solved()))
    assert bare.cells == whole.cells
    assert bare.assignment == "attention"
    assert any("lost the marks" in repair for repair in bare.repairs)


@pytest.mark.parametrize("name", ["attention (1).ipynb", "注意力 作业.ipynb", "hw.ipynb.txt", "no ending"])
def test_a_renamed_notebook_is_matched_by_its_id(tmp_path, name):
    submission = read_back(tmp_path, solved(), name)
    assert submission.assignment == "attention"
    assert any(name in repair and "by the id inside it" in repair for repair in submission.repairs)


def test_without_an_id_most_functions_decide_and_course_order_breaks_ties(tmp_path):
    def of(*functions: str) -> str:
        book = stripped(notebook([code(work(function)) for function in functions]))
        return read_back(tmp_path, book).assignment

    assert of("stable_softmax", "attention_entropy", "is_uniform") == "diagnostics"
    assert of("is_uniform", "stable_softmax") == "attention"


def test_an_id_of_another_course_is_not_trusted(tmp_path):
    book = notebook([code(work("is_uniform"))], assignment="attention", of="another")
    submission = read_back(tmp_path, book)
    assert submission.assignment == "diagnostics"
    assert any("made for another course" in repair for repair in submission.repairs)
