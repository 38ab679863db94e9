"""Two states of a submission share a footprint only if they read alike; no more is read for it than reading would."""

from __future__ import annotations

import os
import subprocess
import zipfile

import pytest
from handins import course, edition, packed, save, solved, tree, work

from autograder.submission import Refused, footprint, read
from autograder.submission.files import File

COURSE = course()
LIMIT = 2**20
WORK = edition(work("attention_scores"), work("stable_softmax"))


def of(path):
    return footprint.footprint(path, LIMIT)


@pytest.mark.parametrize("name", ["attention.py", "attention.ipynb", "a.ipynb.txt", "mine.zip", "inner/attention.py"])
def test_every_byte_of_the_work_counts(tmp_path, name):
    path = save(tmp_path / "mine" / name, b"PK\x03\x04" + b"x" * 300_000)
    before = of(tmp_path / "mine"), of(path)
    assert before == (of(tmp_path / "mine"), of(path))
    status = path.stat()
    save(path, b"PK\x03\x04" + b"x" * 299_999 + b"y")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert of(tmp_path / "mine") != before[0]
    assert of(path) != before[1]


def test_names_and_time_stamps_count_and_data_by_its_size(tmp_path):
    files = {"attention.py": WORK, "timestamp.txt": "2026-03-01 10:00:00 UTC", "data.csv": b"1" * 100_000}
    mine = tree(tmp_path / "mine", files)
    seen = [of(mine)]
    save(mine / "timestamp.txt", "2026-03-01 10:00:01 UTC")
    seen.append(of(mine))
    save(mine / "data.csv", b"1" * 100_001)
    seen.append(of(mine))
    (mine / "data.csv").rename(mine / "numpy.py")
    seen.append(of(mine))
    assert len(set(seen)) == len(seen)


def test_the_newer_of_two_counts_and_a_copy_with_other_times_does_not(tmp_path):
    mine = tree(tmp_path / "mine", {"attention.py": WORK, "attention.ipynb": solved()})
    graded, before = read(mine, COURSE).digest, of(mine)
    for file in mine.iterdir():
        os.utime(file, (file.stat().st_mtime + 86_400,) * 2)
    assert of(mine) == before
    os.utime(mine / "attention.py")
    assert of(mine) != before
    assert read(mine, COURSE).digest != graded


def test_what_is_too_big_counts_by_its_size(tmp_path):
    for path in (tmp_path / "big.ipynb", tmp_path / "mine" / "big.ipynb", tmp_path / "zips" / "big.zip"):
        path.parent.mkdir(exist_ok=True)
        path.touch()
        os.truncate(path, 2**40)
        before = of(path.parent)
        os.truncate(path, 2**40 + 1)
        assert of(path.parent) != before
        assert of(path) == of(path)


@pytest.mark.parametrize("ending", [".py", ".ipynb", ".zip", ".csv"])
def test_many_files_are_no_way_around_the_limit(tmp_path, monkeypatch, ending):
    """Each would do by itself; together they are refused, and then not one is opened."""
    mine = tmp_path / "mine"
    for number in range(20):
        save(mine / f"{number}{ending}", b"")
        os.truncate(mine / f"{number}{ending}", LIMIT // 4)
    loaded = []
    monkeypatch.setattr(footprint, "_bytes", lambda file: loaded.append(file) or b"")
    of(mine)
    assert loaded == []
    if ending != ".csv":
        with pytest.raises(Refused, match="hold"):
            read(mine, course(submission_megabytes=1))


def test_zips_beside_a_notebook_are_not_opened(tmp_path, monkeypatch):
    mine = tree(tmp_path / "mine", {"attention.ipynb": solved(), "old.zip": b"x"})
    loaded: list[File] = []
    original = footprint._bytes
    monkeypatch.setattr(footprint, "_bytes", lambda file: loaded.append(file) or original(file))
    of(mine)
    assert [file.name for file in loaded] == ["attention.ipynb"]


@pytest.mark.skipif(os.name == "nt", reason="pipes and links are another matter there")
def test_what_cannot_be_opened_has_a_footprint_too(tmp_path):
    link, pipe = tmp_path / "link.ipynb", tmp_path / "pipe.ipynb"
    link.symlink_to("/etc/passwd")
    os.mkfifo(pipe)
    deep = tmp_path / "deep"
    subprocess.run(["mkdir", "-p", f"{deep}/{'/'.join('d' * 1200)}"], check=True)
    try:
        found = [of(path) for path in (link, pipe, deep, tmp_path, tmp_path / "missing")]
    finally:
        subprocess.run(["rm", "-rf", deep], check=True)  # shutil calls itself once for each folder in a folder
    assert len(set(found)) == len(found)


def test_many_zips_in_a_zip_hold_so_many_files_together(tmp_path, monkeypatch):
    monkeypatch.setattr("autograder.submission.archive.MOST_FILES", 20)
    inner = packed(tmp_path / "inner.zip", {f"{number}.txt": "" for number in range(15)}).read_bytes()
    with pytest.raises(Refused, match="more than 20 files"):
        read(packed(tmp_path / "outer.zip", {"1.zip": inner, "2.zip": inner}), COURSE)


@pytest.mark.parametrize("name", [".", "./.", "a/."])
def test_a_zip_with_an_entry_that_is_no_name(tmp_path, name):
    path = tmp_path / "mine.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, "x")
        archive.writestr("attention.py", WORK)
    assert read(path, COURSE).assignment == "attention"
