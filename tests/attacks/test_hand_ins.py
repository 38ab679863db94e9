"""What lies in a hand-in beside the work is hostile, too: it is looked at before anything is graded."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.batch import Grader
from autograder.class_run import ClassRun, Options
from autograder.classroom import hand_ins
from autograder.facts import Course
from autograder.report import Status
from tests.attacks.arena import deadline, make_course
from tests.attacks.attack import BESIDE_FULL, HONEST

pytestmark = pytest.mark.attack


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_course(tmp_path_factory.mktemp("hand-ins") / "course")


def fifo(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def terabyte(path: Path) -> None:
    with open(path, "wb") as file:
        file.truncate(2**40)


def circle(path: Path) -> None:
    path.symlink_to(path)


def hostile_stamp(path: Path) -> None:
    path.write_text("9999999-13-45 99:99:99 \x00\ud7ff UTC\n" * 1000, encoding="utf-8")


def deep(path: Path) -> None:
    """More folders in folders than Python calls in calls."""
    names = "/".join("d" * 1200)
    subprocess.run(["mkdir", "-p", f"{path}/{names}"], check=True)


def crowd(path: Path) -> None:
    """Each of them would be opened by itself."""
    path.mkdir()
    for number in range(300):
        (path / f"{number}.zip").touch()
        os.truncate(path / f"{number}.zip", 16 * 2**20)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("timestamp.txt", fifo),
        ("timestamp.txt", endless),
        ("timestamp.txt", circle),
        ("timestamp.txt", hostile_stamp),
        ("more.ipynb", fifo),
        ("more.ipynb", endless),
        ("more", circle),
        ("more.ipynb", terabyte),
        ("more.zip", terabyte),
        ("more.csv", terabyte),
        ("timestamp.txt", terabyte),
        ("more", deep),
        ("more", crowd),
    ],
)
def test_a_hostile_file_beside_the_work_stops_nobody(course: Course, name: str, make: Callable[[Path], None]) -> None:
    student = f"{make.__name__}-{name}"
    folder = course.folder("classroom") / "submitted" / student / "attention"
    folder.mkdir(parents=True)
    (folder / "attention.py").write_text(HONEST, encoding="utf-8")
    make(folder / name)
    try:
        with deadline(20):
            (one,) = hand_ins(course, "attention", student)
            assert len(one.digest()) == 64
    finally:
        subprocess.run(["rm", "-rf", folder], check=True)  # shutil calls itself once for each folder in a folder


@pytest.mark.parametrize("name", ["attention.ipynb", "attention.py", "student.zip"])
@pytest.mark.parametrize("make", [terabyte, fifo, endless, circle])
def test_a_hostile_file_instead_of_the_work_stops_nobody(
    course: Course, name: str, make: Callable[[Path], None]
) -> None:
    place = course.folder("classroom") / "submitted" / f"{make.__name__}-{name}"
    make(place)
    try:
        with deadline(20):
            (one,) = (one for one in hand_ins(course, "attention") if one.path == place)
            assert len(one.digest()) == 64
    finally:
        place.unlink()


MINE, OTHER = "Ada_1_assignsubmission_file", "Bo_2_assignsubmission_file"
CLASS_ZIPS = {
    "name-too-long": [f"{OTHER}/{'x' * 300}.py"],
    "path-too-long": [f"{OTHER}/{'d' * 200}/{'d' * 200}/" * 12 + "a.py"],
    "folders-in-folders": [f"{OTHER}/{'d/' * 1500}a.py"],
    "a-file-is-a-folder": [OTHER, f"{OTHER}/a.py"],
    "a-folder-is-a-file": [f"{OTHER}/a.py", OTHER],
    "one-name-twice": [f"{OTHER}/a.py", f"{OTHER}/a.py"],
    "no-name": [".", "./.", f"{OTHER}/a.py"],
    "half-a-name": [f"{OTHER}/a\0b.py"],
    "control": [f"{OTHER}/\x1b[2J\n.py", "\x1b[2J_3_assignsubmission_file/a.py"],
    "markup": ['"><img src=x onerror=alert(1)>/attention/a.py', "bo/attention/a.py"],
}


@pytest.mark.parametrize("kind", CLASS_ZIPS)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_hostile_zip_of_a_class_stops_nobody(tmp_path: Path, kind: str) -> None:
    """It is unpacked whole, or not at all and graded as it is; in any case everybody else is graded."""
    course = make_course(tmp_path / "course")
    submitted = course.folder("classroom") / "submitted"
    with zipfile.ZipFile(submitted / "class.zip", "w") as archive:
        for name in (f"{MINE}/a.py", *CLASS_ZIPS[kind]):
            archive.writestr(name, HONEST)
    with deadline(20):
        found = {one.student: one for one in hand_ins(course, "attention")}
    assert found.keys() - {"1", "2", "3", "bo"} in ({"neighbour"}, {"neighbour", "class"}) or kind == "markup"
    assert not any(char in '<>"&' or not char.isprintable() for student in found for char in student)
    assert all(len(one.digest()) == 64 for one in found.values())
    unpacked = course.folder("classroom") / "unpacked"
    assert list(unpacked.glob(".*")) == [], "nothing half is left"
    assert {path.parent for path in tmp_path.rglob("*.py")} <= {
        tmp_path / "course" / "source",
        tmp_path / "course",
        *(tmp_path / "course").glob("assignments/*"),
        *(tmp_path / "course").glob("solutions/*"),
        *unpacked.rglob("*"),
    }


def test_a_zip_that_speaks_for_others_does_not_replace_their_own_work(tmp_path: Path) -> None:
    """Whoever packs a zip as an LMS would chooses names and times; what was handed in by itself counts all the same."""
    course = make_course(tmp_path / "course")
    submitted = course.folder("classroom") / "submitted"
    late = "2099-01-01 00:00:00 UTC"
    forged = {f"{name}/attention/{file}": text for name in ("ada", "bo") for file, text in (("a.py", HONEST),)}
    for name, files in {
        "ada": {"work/a.py": HONEST},
        "mallory": forged | {"ada/attention/timestamp.txt": late},
    }.items():
        with zipfile.ZipFile(submitted / f"{name}.zip", "w") as archive:
            for inside, text in files.items():
                archive.writestr(inside, text)
    for policy in ("newest", "best"):
        found = {one.student: one for one in hand_ins(replace(course, resubmission=policy), "attention")}
        assert found["ada"].path == submitted / "ada.zip"
        assert found["ada"].attempts == ()
        assert any("mallory.zip" in note for note in found["ada"].notes)
        assert found["bo"].source == submitted / "mallory.zip"


def test_where_the_classroom_lies_is_no_students_business(course: Course) -> None:
    place = course.folder("classroom") / "submitted" / "gone" / "attention" / "work.ipynb"
    with Grader(course, "attention") as grader:
        report = grader.grade(place, "gone")
    assert report.status is Status.UNREADABLE
    assert "work.ipynb does not exist" in report.message
    assert "/" not in report.message


STRANGE = [
    b"\xff\xfe",
    b"\xfe\xff",
    "学".encode() * 80,
    b"x" * 255,
    b"\xff" * 255,
    b"index",
    b"Index",
    b"a\nb: 20 of 20",
]


@pytest.mark.slow
def test_students_of_any_name_are_graded_each_for_themselves(tmp_path: Path) -> None:
    course = make_course(tmp_path / "course")
    submitted = course.folder("classroom") / "submitted"
    shutil.rmtree(submitted / "neighbour")
    for name in STRANGE:
        folder = os.fsencode(submitted) + b"/" + name + b"/attention"
        os.makedirs(folder)
        Path(os.fsdecode(folder), "attention.py").write_text(HONEST, encoding="utf-8")
    run = ClassRun(course, "attention", Options())
    reports = list(run.reports())
    page = run.class_page(reports)
    assert [report.score for report in reports] == [BESIDE_FULL] * len(STRANGE)
    assert len({report.submission for report in reports}) == len(STRANGE)
    assert "".join(report.submission for report in reports).encode("utf-8")
    assert f"Submissions: {len(STRANGE)}." in page.read_text(encoding="utf-8")
    assert len(list(page.parent.glob("*.html"))) == len(STRANGE) + 1
    assert len(list(course.folder("classroom").glob("feedback/*/attention/attention.html"))) == len(STRANGE)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is locked for root")
@pytest.mark.parametrize("place", ["student", "student/attention", "student/attention/more"])
def test_a_locked_folder_is_one_verdict(course: Course, place: str) -> None:
    submitted = course.folder("classroom") / "submitted"
    locked = submitted / place
    (submitted / "student" / "attention").mkdir(parents=True)
    locked.mkdir(exist_ok=True)
    locked.chmod(0)
    try:
        found = {one.student: one for one in hand_ins(course, "attention")}
        assert found.keys() >= {"neighbour", "student"}
        assert len(found["student"].digest()) == 64
    finally:
        locked.chmod(0o700)
        shutil.rmtree(submitted / "student")
