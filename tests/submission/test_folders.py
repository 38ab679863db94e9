"""Which file of several is graded, what is passed over, and what is not opened at all."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import zipfile
from pathlib import Path

import pytest
from handins import course, edition, notebook, packed, prose, released, save, solution, solved, stub, tree, work

from autograder.submission import Refused, Submission, Unreadable, read

COURSE = course()
SMALL = course(submission_megabytes=1)
EMPTY_PY = edition(stub("attention_scores"), stub("stable_softmax"))
FULL_PY = edition(work("attention_scores", "'py'"), work("stable_softmax", "'py'"))
NO_LINKS = pytest.mark.skipif(os.name == "nt", reason="making links needs a privilege on Windows")


def run(submission: Submission) -> dict:
    """Each cell on its own, as the sandbox does: one that fails does not stop the next."""
    names: dict = {"check": lambda function: None}
    for cell in submission.cells:
        with contextlib.suppress(Exception):
            exec(cell.source, names)
    return names


def half(first: str, second: str) -> dict:
    return notebook([solution("attention_scores", first), solution("stable_softmax", second)])


# Which file


@pytest.mark.parametrize("shape", ["folder", "zip"])
@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"attention.ipynb": solved(), "attention.py": EMPTY_PY}, "graded was attention.ipynb, because nothing was"),
        ({"attention.py": FULL_PY, "attention.ipynb": released()}, "graded was attention.py, because nothing was"),
        ({"attention.py": FULL_PY, "attention.ipynb": solved()}, "graded was attention.ipynb, because it is the newer"),
        ({"attention.ipynb": solved(), "attention.py": FULL_PY}, "graded was attention.py, because it is the newer"),
        ({"attention.py": EMPTY_PY, "attention.ipynb": released()}, "graded was attention.ipynb, because it is the"),
    ],
)
def test_of_notebook_and_script_the_one_with_work_else_the_newer(tmp_path, shape, files, says):
    if shape == "folder":
        path = tree(tmp_path / "mine", files)
    else:
        path = tmp_path / "mine.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for minute, (name, content) in enumerate(files.items()):
                text = json.dumps(content) if isinstance(content, dict) else content
                archive.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 12, minute, 0)), text)
    submission = read(path, COURSE)
    assert [repair for repair in submission.repairs if says in repair]
    assert len({cell.number for cell in submission.cells}) == len(submission.cells)


def test_work_in_both_is_taken_from_both(tmp_path):
    book = half(work("attention_scores", "'book'"), stub("stable_softmax"))
    script = edition(stub("attention_scores"), work("stable_softmax", "'py'"))
    for order in ({"attention.ipynb": book, "attention.py": script}, {"attention.py": script, "attention.ipynb": book}):
        submission = read(tree(tmp_path, order), COURSE)
        names = run(submission)
        assert (names["attention_scores"](1), names["stable_softmax"](1)) == ("book", "py")
        assert submission.untouched == frozenset()
        assert len({cell.number for cell in submission.cells}) == len(submission.cells)
        assert {cell.where(1) for cell in submission.cells} >= {"attention.ipynb, cell 1, line 1", "line 6"}
        taken = "attention_scores from attention.ipynb", "stable_softmax from attention.py"
        assert any(all(part in repair for part in taken) for repair in submission.repairs)


def test_where_both_hold_the_same_function_the_newer_wins(tmp_path):
    book = half(work("attention_scores", "'book'"), work("stable_softmax", "'book'"))
    script = edition(stub("attention_scores"), work("stable_softmax", "'py'"))
    names = run(read(tree(tmp_path, {"attention.ipynb": book, "attention.py": script}), COURSE))
    assert (names["attention_scores"](1), names["stable_softmax"](1)) == ("book", "py")


def test_of_several_notebooks_the_one_with_most_work(tmp_path):
    files = {"old.ipynb": solved(), "attention.ipynb": released(), "notes.ipynb": notebook([prose("# Hi")])}
    submission = read(tree(tmp_path, files), COURSE)
    assert submission.untouched == frozenset()
    assert any(repair.startswith("attention.ipynb was left aside") for repair in submission.repairs)
    assert any("left aside: notes.ipynb is a notebook without any code" in repair for repair in submission.repairs)


def test_a_week_in_one_folder_is_graded_by_the_assignment_asked_for(tmp_path):
    other = notebook([solution("attention_entropy"), solution("is_uniform")], "diagnostics")
    tree(
        tmp_path,
        {"attention.ipynb": half(stub("attention_scores"), work("stable_softmax")), "diagnostics.ipynb": other},
    )
    assert read(tmp_path, COURSE, "attention").assignment == "attention"
    submission = read(tmp_path, COURSE)
    assert submission.assignment == "diagnostics"
    assert any("attention.ipynb was left aside, because it belongs to attention" in r for r in submission.repairs)


def test_what_machines_leave_behind_is_not_looked_at(tmp_path):
    files = {
        ".ipynb_checkpoints/attention-checkpoint.ipynb": released(),
        "__MACOSX/._attention.ipynb": b"\0\x05\x16\x07",
        ".DS_Store": b"\0\0",
        ".hidden.ipynb": b"{",
        "venv/lib/numpy.py": "x = 1",
        "attention.ipynb": solved(),
    }
    for path in (tree(tmp_path / "a folder", files), packed(tmp_path / "a zip.zip", files)):
        submission = read(path, COURSE)
        assert (submission.repairs, submission.evidence) == ((), ())


def test_a_broken_notebook_beside_a_good_one(tmp_path):
    submission = read(tree(tmp_path, {"broken.ipynb": "{", "attention.ipynb": solved()}), COURSE)
    assert any("left aside: broken.ipynb is cut off" in repair for repair in submission.repairs)


def test_files_beside_are_never_run_and_library_names_are_evidence(tmp_path):
    book = solved()
    book["cells"][1]["source"] = "import numpy as np\nimport helpers"
    files = {
        "numpy.py": "raise SystemExit",
        "scipy/__init__.py": "",
        "sitecustomize.py": "",
        "test.py": "",
        "helpers.py": "x = 1",
        "data.csv": "1",
        "attention.ipynb": book,
    }
    submission = read(tree(tmp_path, files), COURSE)
    assert submission.evidence == tuple(
        f"{name} is named like a library; it was not run"
        for name in ("numpy.py", "sitecustomize.py", "scipy/__init__.py")
    )
    assert submission.repairs == (
        "helpers.py lies beside, but only attention.ipynb is run; copy what you need from it into a cell",
    )
    assert all("SystemExit" not in cell.source for cell in submission.cells)


def test_names_with_spaces_and_chinese_characters(tmp_path):
    folder = tree(tmp_path / "张 伟", {"注意力 作业 (1).ipynb": solved()})
    submission = read(folder, COURSE)
    assert any("注意力 作业 (1).ipynb" in repair for repair in submission.repairs)
    zipped = packed(tmp_path / "作业.zip", {"张 伟/注意力.ipynb": solved()})
    assert any("张 伟/注意力.ipynb" in repair for repair in read(zipped, COURSE).repairs)


def test_originals_are_untouched_and_nothing_is_written(tmp_path):
    tree(tmp_path, {"attention.ipynb": released(), "attention.py": FULL_PY})
    packed(tmp_path / "more.zip", {"attention.ipynb": solved()})
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    read(tmp_path, COURSE)
    read(tmp_path / "more.zip", COURSE)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("files", [{}, {"readme.txt": "hello"}, {"a.py": "x = 1"}, {"data.csv": "1,2"}])
def test_nothing_to_grade(tmp_path, files):
    folder = tree(tmp_path / "empty one", files)
    folder.mkdir(exist_ok=True)
    for path in (folder, packed(tmp_path / "empty one.zip", files)):
        with pytest.raises(Unreadable, match="empty one"):
            read(path, COURSE)


def test_of_files_without_a_function_asked_for_none_is_guessed(tmp_path):
    tree(tmp_path, {"a.ipynb": notebook([solution("is_uniform")], None), "b.py": work("attention_entropy")})
    with pytest.raises(Unreadable, match="none of them defines a function of attention"):
        read(tmp_path, COURSE, "attention")


# Links and devices


@NO_LINKS
def test_a_link_is_refused_whatever_it_points_at(tmp_path):
    target = save(tmp_path / "neighbour" / "attention.ipynb", solved())
    for link, to in (("attention.ipynb", target), ("dangling.ipynb", tmp_path / "nowhere"), ("work", target.parent)):
        (tmp_path / link).symlink_to(to)
        with pytest.raises(Refused, match=f"{link} is a link"):
            read(tmp_path / link, COURSE)


@NO_LINKS
def test_a_link_inside_a_folder_is_not_followed_out_of_it(tmp_path):
    outside = tree(tmp_path / "neighbour", {"attention.ipynb": solved()})
    mine = tree(tmp_path / "mine", {"readme.txt": ""})
    (mine / "data").symlink_to(outside)
    with pytest.raises(Refused, match="data is a link"):
        read(mine, COURSE)
    save(mine / "attention.ipynb", released())
    submission = read(mine, COURSE)
    assert submission.untouched == {"attention_scores", "stable_softmax"}
    assert submission.repairs == ("data is a link out of the submission and was not followed",)
    (mine / "attention.py").symlink_to(outside / "attention.ipynb")
    with pytest.raises(Refused, match=r"attention\.py is a link"):
        read(mine, COURSE)


@NO_LINKS
def test_a_link_to_a_file_of_the_same_submission_is_that_file(tmp_path):
    tree(tmp_path, {"attention.ipynb": solved()})
    (tmp_path / "latest.ipynb").symlink_to("attention.ipynb")
    (tmp_path / "again").symlink_to(tmp_path)
    assert read(tmp_path, COURSE).repairs == ()


@NO_LINKS
def test_a_hard_link_to_elsewhere_is_refused_and_one_within_is_not(tmp_path):
    mine, theirs = tmp_path / "mine", save(tmp_path / "neighbour.ipynb", solved())
    mine.mkdir()
    os.link(theirs, mine / "attention.ipynb")
    for path in (mine, mine / "attention.ipynb"):
        with pytest.raises(Refused, match="hard link"):
            read(path, COURSE)
    theirs.unlink()
    os.link(mine / "attention.ipynb", mine / "copy.ipynb")
    assert read(mine, COURSE).assignment == "attention"


@NO_LINKS
def test_pipes_sockets_and_devices_are_not_opened(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "attention.ipynb")
    monkeypatch.chdir(tmp_path)  # a socket's name may only be short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("s.py")
        for path in (tmp_path / "attention.ipynb", tmp_path / "s.py", Path("/dev/zero")):
            with pytest.raises(Refused, match="device, pipe or socket"):
                read(path, COURSE)
        with pytest.raises(Refused, match="device, pipe or socket"):
            read(tmp_path, COURSE)


def test_a_file_over_the_limit(tmp_path):
    path = save(tmp_path / "attention.ipynb", b" " * (2**20 + 1))
    for place in (path, tmp_path):
        with pytest.raises(Refused, match="1 MB"):
            read(place, SMALL)


def test_a_folder_of_more_files_than_anybody_hands_in(tmp_path, monkeypatch):
    tree(tmp_path, {"attention.ipynb": solved(), "a.txt": "", "b.txt": ""})
    monkeypatch.setattr("autograder.submission.files.MOST_FILES", 2)
    with pytest.raises(Refused, match="more than 2 files"):
        read(tmp_path, COURSE)
