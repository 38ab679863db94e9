"""Submissions in the shapes in which they come: LMS downloads, zips of a class, checkouts, several of one student."""

from __future__ import annotations

import io
import os
import zipfile
from dataclasses import replace

import pytest

from autograder.class_run import ClassRun, Options
from autograder.classroom import hand_ins
from tests.friday.conftest import ALL_POINTS, ASSIGNMENT, FEWER_POINTS


def found(course):
    return {one.student: one for one in hand_ins(course, ASSIGNMENT)}


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def tree(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_flat_canvas_download(course, submitted, right, of_another_day):
    (submitted / "doejane_11_501_my work (1).ipynb").write_bytes(right)
    (submitted / "roebo_LATE_12_502_diagnostics.ipynb").write_bytes(right)
    (submitted / "poeann_13_503_attention.ipynb").write_bytes(of_another_day)
    assert set(found(course)) == {"11", "12"}
    assert "late" in found(course)["12"].notes[0]
    assert found(course)["12"].stamp is None


def test_moodle_folders_inside_the_folder_of_the_download(course, submitted, right):
    place = submitted / "Diagnostics (download)" / "Ada Lovelace_77_assignsubmission_file"
    place.mkdir(parents=True)
    (place / "renamed.ipynb").write_bytes(right)
    assert set(found(course)) == {"77"}
    assert found(course)["77"].original == place.name


@pytest.mark.parametrize(
    "names",
    [
        ("Ada L_1_assignsubmission_file/x.ipynb", "Bo M_2_assignsubmission_file/y.ipynb"),
        ("download/ada_1_50_x.ipynb", "download/bo_2_51_x.ipynb"),
        ("1/diagnostics/diagnostics.ipynb", "2/diagnostics/diagnostics.ipynb"),
    ],
)
def test_a_zip_of_a_class(course, submitted, right, names):
    (submitted / "class.zip").write_bytes(zipped(dict.fromkeys(names, right)))
    before = tree(submitted)
    assert set(found(course)) == {"1", "2"}
    assert set(found(course)) == {"1", "2"}, "once unpacked, it is the same"
    assert tree(submitted) == before
    unpacked = course.folder("classroom") / "unpacked"
    assert unpacked.stat().st_mode & 0o077 == 0


def test_a_zip_of_zips(course, submitted, right):
    inner = zipped({"work/any name.ipynb": right})
    (submitted / "all.zip").write_bytes(zipped({"ada.zip": inner, "bo.zip": inner}))
    assert set(found(course)) == {"ada", "bo"}


def test_a_zip_of_one_student_stays_one_submission(course, submitted, right):
    (submitted / "ada.zip").write_bytes(zipped({"a/diagnostics.ipynb": right, "a/helper.py": b"x = 1\n"}))
    assert found(course)["ada"].path == submitted / "ada.zip"


@pytest.mark.parametrize("name", ["../../out.ipynb", "/tmp/out.ipynb", "C:\\out.ipynb"])
def test_a_zip_that_leads_out_is_a_verdict_and_writes_nothing(course, submitted, right, name):
    (submitted / "bad.zip").write_bytes(zipped({name: right, "b_2_51_x.ipynb": right}))
    before = tree(course.root.parent)
    report = next(ClassRun(course, ASSIGNMENT, Options(dry=True)).reports())
    assert (report.submission, report.status) == ("bad", "refused")
    written = tree(course.root.parent).keys() - before.keys()
    assert written == {"course/classroom/course.key"}


def test_a_checkout_is_graded_by_what_was_handed_out_and_not_by_the_solutions_in_it(course, submitted, right):
    release, solution = (submitted / "ada" / part / ASSIGNMENT for part in ("assignments", "solutions"))
    for place in (release, solution, submitted / "ada" / ".git"):
        place.mkdir(parents=True)
    stub = course.released(ASSIGNMENT).read_bytes()
    (release / f"{ASSIGNMENT}.ipynb").write_bytes(stub)
    (solution / f"{ASSIGNMENT}.ipynb").write_bytes(right)
    [report] = ClassRun(course, ASSIGNMENT, Options(dry=True)).reports()
    assert report.score == 0
    assert "checkout" in report.repairs[0]


def test_what_git_keeps_for_itself_changes_nothing(course, submitted, right):
    (submitted / "ada" / ".git").mkdir(parents=True)
    (submitted / "ada" / "work.ipynb").write_bytes(right)
    before = found(course)["ada"].digest()
    (submitted / "ada" / ".git" / "index").write_bytes(b"other")
    assert found(course)["ada"].digest() == before
    (submitted / "ada" / "work.ipynb").write_bytes(right + b" ")
    assert found(course)["ada"].digest() != before


def test_of_several_the_newest_counts_by_canvas_own_numbers(course, submitted, right, one_broken):
    older, newer = submitted / "ada_1_900_work.ipynb", submitted / "ada_1_1000_work-1.ipynb"
    older.write_bytes(right)
    newer.write_bytes(one_broken)
    os.utime(newer, (0, 0))  # a copy forgets the file's time
    [report] = ClassRun(course, ASSIGNMENT, Options(dry=True)).reports()
    assert report.score == FEWER_POINTS
    assert any("2 were handed in" in repair and newer.name in repair for repair in report.repairs)


def test_of_several_the_best_counts_where_the_course_says_so(course, submitted, right, one_broken):
    (submitted / "ada_1_900_work.ipynb").write_bytes(right)
    (submitted / "ada_1_1000_work-1.ipynb").write_bytes(one_broken)
    generous = replace(course, resubmission="best")
    [report] = ClassRun(generous, ASSIGNMENT, Options()).reports()
    assert report.score == ALL_POINTS
    assert any("the best counts" in repair for repair in report.repairs)
    [again] = ClassRun(generous, ASSIGNMENT, Options()).reports()
    assert (again.score, again.previous_score) == (ALL_POINTS, ALL_POINTS)


def test_a_helper_beside_the_work_is_no_second_submission(course, submitted, right):
    (submitted / "Ada_1_assignsubmission_file_work.ipynb").write_bytes(right)
    (submitted / "Ada_1_assignsubmission_file_zz_notes.py").write_bytes(b"x = 1\n")
    one = found(course)["1"]
    assert one.path.name.endswith("work.ipynb")
    assert "left aside" in one.notes[0]


def test_lateness_without_a_time_is_unknown(course, submitted, right):
    (submitted / "ada_1_900_work.ipynb").write_bytes(right)
    [report] = ClassRun(course, ASSIGNMENT, Options(dry=True)).reports()
    assert report.late_seconds is None


def test_a_student_who_did_another_assignment_has_not_handed_in(course, submitted, right):
    for student, assignment in (("ada", "attention"), ("bo", ASSIGNMENT)):
        (submitted / student / assignment).mkdir(parents=True)
        (submitted / student / assignment / "x.ipynb").write_bytes(right)
    assert set(found(course)) == {"bo"}
