"""Full disk, locked gradebook, Ctrl-C, two runs at once: a sentence, nothing half, and the next run ends it."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autograder import sample
from autograder.class_run import ClassRun, Options
from autograder.gradebook import Target, scores
from autograder.journal import alone
from tests.friday.conftest import ALL_POINTS, ASSIGNMENT, BROKEN, FEWER_POINTS, LOST_POINTS, SOFTMARKS, softmarks

STUDENTS = 10
ENDLESS = "import time\ndef is_uniform(weights, atol=1e-3):\n    while True:\n        time.sleep(0.01)"


@pytest.fixture
def handed_in(course, submitted, right, one_broken):
    for number in range(STUDENTS):
        folder = submitted / f"s{number}" / ASSIGNMENT
        folder.mkdir(parents=True)
        (folder / f"{ASSIGNMENT}.ipynb").write_bytes(one_broken if number % 2 else right)
    return course


def complete(course):
    expected = {f"s{number}": FEWER_POINTS if number % 2 else ALL_POINTS for number in range(STUDENTS)}
    return scores(Target.of(course, ASSIGNMENT)) == expected


def grade(course):
    done = softmarks(course, "grade", ASSIGNMENT)
    assert done.returncode == 0, done.stderr
    assert complete(course)


def test_a_second_run_beside_the_first_is_refused(handed_in):
    handed_in.folder("classroom").chmod(0o700)
    with alone(handed_in.folder("classroom")):
        done = softmarks(handed_in, "grade", ASSIGNMENT)
    assert done.returncode == 2
    assert "another softmarks command is at work" in done.stderr
    grade(handed_in)


@pytest.mark.slow
def test_a_gradebook_that_somebody_holds_is_waited_for_and_then_named(handed_in):
    list(ClassRun(handed_in, ASSIGNMENT, Options(student="s0")).reports())
    book = handed_in.folder("classroom") / "gradebook.db"
    holder = sqlite3.connect(book)
    holder.execute("begin exclusive")
    done = softmarks(handed_in, "grade", ASSIGNMENT)
    holder.close()
    assert done.returncode == 2
    assert str(book) in done.stderr
    assert "Traceback" not in done.stderr
    grade(handed_in)


def test_what_was_lost_outside_the_journal_is_made_again(handed_in):
    grade(handed_in)
    classroom = handed_in.folder("classroom")
    (classroom / "gradebook.db").unlink()
    (classroom / "autograded" / "s3" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").write_text("{", encoding="utf-8")
    page = classroom / "feedback" / "s4" / ASSIGNMENT / f"{ASSIGNMENT}.html"
    page.unlink()
    grade(handed_in)
    assert page.is_file()
    assert (classroom / "autograded" / "s3" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").stat().st_size > 1000


def test_a_dry_run_writes_nothing_and_says_why_a_mark_would_change(handed_in, submitted, one_broken):
    grade(handed_in)
    (submitted / "s0" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").write_bytes(one_broken)

    def stamps():
        return {path: path.read_bytes() for path in handed_in.root.rglob("*") if path.is_file()}

    before = stamps()
    done = softmarks(handed_in, "grade", ASSIGNMENT, "--dry-run", "--plain")
    assert f"s0 loses {LOST_POINTS:g}: {ALL_POINTS:g} becomes {FEWER_POINTS:g}" in done.stdout
    assert f"{BROKEN}: passed with {LOST_POINTS:g} of {LOST_POINTS:g} becomes" in done.stdout
    assert "was passed, is now" in done.stdout
    assert stamps() == before


def test_a_dry_run_before_the_first_run_makes_no_gradebook(handed_in):
    done = softmarks(handed_in, "grade", ASSIGNMENT, "--dry-run", "--plain")
    assert done.returncode == 0, done.stderr
    assert not (handed_in.folder("classroom") / "gradebook.db").exists()


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_is_named_and_the_next_run_ends_what_is_missing(handed_in, right, tmp_path):
    classroom = handed_in.folder("classroom")
    small = tmp_path / "small"
    small.mkdir()
    size = f"size={8 * STUDENTS * len(right)}"  # a graded class takes less than four times what was handed in
    if subprocess.run(["mount", "-t", "tmpfs", "-o", size, "softmarks", str(small)], capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        subprocess.run(["cp", "-a", f"{classroom}/.", str(small)], check=True)
        classroom.rename(classroom.with_name("moved"))
        classroom.symlink_to(small)
        full = small / "filler"
        room = os.statvfs(small)
        full.write_bytes(
            b"\0" * (room.f_bavail * room.f_frsize - 6 * len(right))
        )  # for a few students, and not for all
        done = softmarks(handed_in, "grade", ASSIGNMENT)
        assert done.returncode == 2, done.stdout + done.stderr
        assert "full" in done.stderr
        assert "Traceback" not in done.stderr
        full.unlink()
        grade(handed_in)
    finally:
        subprocess.run(["umount", "-l", str(small)], check=True)


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
@pytest.mark.parametrize("students", [3, STUDENTS])
def test_ctrl_c_ends_cleanly_and_the_next_run_goes_on(handed_in, submitted, solved, students):
    for number in range(students, STUDENTS):
        (submitted / f"s{number}" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").unlink()
        (submitted / f"s{number}" / ASSIGNMENT).rmdir()
        (submitted / f"s{number}").rmdir()
    work = submitted / "s2" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    right = work.read_bytes()
    work.write_bytes(json.dumps(sample.filled(solved, {BROKEN: ENDLESS})).encode())
    command = [str(SOFTMARKS), "grade", ASSIGNMENT, "--json", "--course", str(handed_in.root)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    journal = handed_in.folder("classroom") / "journal.db"
    until = time.monotonic() + 100
    while run.poll() is None and time.monotonic() < until and not _holds(journal, 2):
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=100)
    assert run.returncode == 130, said
    assert "goes on from there" in said
    assert "Traceback" not in said
    work.write_bytes(right)
    done = softmarks(handed_in, "grade", ASSIGNMENT)
    assert done.returncode == 0, done.stderr
    assert len(scores(Target.of(handed_in, ASSIGNMENT))) == students


def _holds(journal: Path, count: int) -> bool:
    if not journal.exists():
        return False
    try:
        with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as db:
            return db.execute("select count(*) from graded").fetchone()[0] >= count
    except sqlite3.Error:
        return False
