"""Names that Moodle and Canvas give, files of marks that they take back, and the zip of feedback."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pytest

from autograder.facts import Assignment, load
from autograder.lms import FORMATS, Mark, export, feedback_name, feedback_zip, student_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def assignment() -> Assignment:
    return load(ROOT).assignment("attention")


@pytest.mark.parametrize(
    ("name", "id_", "person", "late", "file", "lms"),
    [
        ("Ada Lovelace_1234_assignsubmission_file", "1234", "Ada Lovelace", None, "", "moodle"),
        ("Ada Lovelace_1234_assignsubmission_file_", "1234", "Ada Lovelace", None, "", "moodle"),
        ("张 三_77_assignsubmission_file_my_att 1.ipynb", "77", "张 三", None, "my_att 1.ipynb", "moodle"),
        ("Participant_9_assignsubmission_file_", "9", "Participant", None, "", "moodle"),
        ("doejane_123_456_attention.ipynb", "123", "doejane", False, "attention.ipynb", "canvas"),
        ("doejane_LATE_123_456_attention-1.ipynb", "123", "doejane", True, "attention-1.ipynb", "canvas"),
        ("o_neil_LATE_12_34_a_5_6_b.py", "12", "o_neil", True, "a_5_6_b.py", "canvas"),
        ("student-07", "student-07", "", None, "", ""),
        ("ada_lovelace", "ada_lovelace", "", None, "", ""),
        ("Ada_assignsubmission_file", "Ada_assignsubmission_file", "", None, "", ""),
        ("", "", "", None, "", ""),
    ],
)
def test_whose_work_it_is(name: str, id_: str, person: str, late: bool | None, file: str, lms: str) -> None:
    found = student_of(name)
    assert (found.id, found.name, found.late, found.file, found.lms) == (id_, person, late, file, lms)
    assert found.original == name


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_plain_marks_by_exercise(assignment: Assignment) -> None:
    parts = {"check_stable_softmax": 2.5, "check_project_qkv": 0.0, "written": 1.0}
    head, line = rows(export(assignment, [Mark("ada", 3.5, 20.0, "Ada L", "a@b.c", parts=parts)], "csv"))
    assert dict(zip(head, line, strict=True)) == {
        "student": "ada",
        "name": "Ada L",
        "email": "a@b.c",
        "score": "3.5",
        "max_score": "20",
        "project_qkv": "0",
        "attention_scores": "",
        "stable_softmax": "2.5",
        "weighted_sum": "",
        "self_attention": "",
        "xavier_std": "",
        "written": "1",
    }


@pytest.mark.parametrize("form", list(FORMATS))
def test_not_graded_is_empty_and_zero_is_zero(assignment: Assignment, form: str) -> None:
    table = rows(export(assignment, [Mark("a1", None, 20.0), Mark("b2", 0.0, 20.0)], form))
    column = {"csv": "score", "canvas": assignment.title, "moodle": "Grade"}[form]
    place = table[0].index(column)
    assert [line[place] for line in table[-2:]] == ["", "0"]


@pytest.mark.parametrize("form", list(FORMATS))
@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\r=1", "\n=1", "  =cmd|' /C calc'!A0", "＝1", 'a","=1', "\x00=1"]
)
def test_no_cell_is_a_formula(assignment: Assignment, form: str, name: str) -> None:
    text = export(assignment, [Mark(name, 1.0, 20.0, name=name, email=name, parts={name: 1.0})], form)
    for line in rows(text):
        for cell in line:
            assert not cell.strip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝"))
    assert len({len(line) for line in rows(text)}) == 1


def test_every_cell_is_quoted_so_that_a_comma_shifts_nothing(assignment: Assignment) -> None:
    text = export(assignment, [Mark("ada", 1.0, 20.0, name='Lovelace, Ada "Countess"')], "csv")
    assert all(cell.startswith('"') for cell in text.splitlines()[0].split(","))
    assert rows(text)[1][1] == 'Lovelace, Ada "Countess"'


def test_canvas_finds_the_student_by_number_or_login(assignment: Assignment) -> None:
    table = rows(export(assignment, [Mark("123", 5.0, 20.0, "Jane"), Mark("ada", 7.5, 20.0)], "canvas"))
    assert table[0][:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert table[1] == ["    Points Possible", "", "", "", "", "20"]
    assert table[2] == ["Jane", "123", "", "", "", "5"]
    assert table[3] == ["ada", "", "", "ada", "", "7.5"]


def test_moodle_finds_the_student_by_participant_or_id_number(assignment: Assignment) -> None:
    table = rows(export(assignment, [Mark("1234", 5.0, 20.0, "Ada"), Mark("bo", 7.5, 20.0, email="b@o.o")], "moodle"))
    assert table[1] == ["Participant 1234", "Ada", "", "", "5", "20"]
    assert table[2] == ["", "", "bo", "b@o.o", "7.5", "20"]


def test_an_unknown_format_names_the_known_ones(assignment: Assignment) -> None:
    with pytest.raises(ValueError, match="csv, canvas, moodle"):
        export(assignment, [], "xls")


@pytest.mark.parametrize(
    ("original", "name"),
    [
        ("Ada Lovelace_1234_assignsubmission_file", "Ada Lovelace_1234_assignsubmission_file/attention.html"),
        ("Ada Lovelace_1234_assignsubmission_file_", "Ada Lovelace_1234_assignsubmission_file_/attention.html"),
        ("Ada_12_assignsubmission_file_my att.ipynb", "Ada_12_assignsubmission_file_my att.html"),
        ("doejane_LATE_123_456_attention-1.ipynb", "doejane_LATE_123_456_attention-1.html"),
        ("student-07", "student-07/attention.html"),
    ],
)
def test_feedback_is_named_as_the_work_was(original: str, name: str) -> None:
    assert feedback_name(original, "attention") == name
    came_back = student_of(name.split("/")[0])
    assert came_back.id == student_of(original).id


@pytest.mark.parametrize("original", ["../../etc/cron.d/x", "..", "a\\..\\b", "/abs", ".", "x\x00y"])
def test_no_name_leads_out_of_the_zip(original: str) -> None:
    name = feedback_name(original, "attention")
    assert not name.startswith(("/", "."))
    assert ".." not in name.replace("\\", "/").split("/")


def test_the_zip_holds_a_page_for_each(tmp_path: Path) -> None:
    pages = {"Ada_1_assignsubmission_file": "<p>≤ 张</p>", "doe_2_3_attention.ipynb": "<p>two</p>"}
    target = tmp_path / "feedback.zip"
    feedback_zip(target, "attention", pages)
    first = target.read_bytes()
    feedback_zip(target, "attention", pages)
    assert target.read_bytes() == first
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["Ada_1_assignsubmission_file/attention.html", "doe_2_3_attention.html"]
        assert archive.read("Ada_1_assignsubmission_file/attention.html").decode("utf-8") == "<p>≤ 张</p>"
    assert [path.name for path in tmp_path.iterdir()] == ["feedback.zip"]
