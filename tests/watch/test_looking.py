"""Which saves are seen: every way in which editors save, each once, and never in the middle of it."""

from __future__ import annotations

import os

import pytest

from autograder.cli.watching import looking
from autograder.cli.watching.looking import Looker, TooMany


def rested(looker):
    """What is named once everything lies still; the second look is the one that sees it rest."""
    assert looker.saved() == []
    return looker.saved()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "attention.py"
    path.write_text("one\n", encoding="utf-8")
    return path


@pytest.fixture
def looker(file):
    watching = Looker(file)
    assert rested(watching) == [file]
    assert watching.saved() == []
    return watching


def in_place(path, text):
    path.write_text(text, encoding="utf-8")


def by_replacing(path, text):
    fresh = path.with_suffix(".swp")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)


def by_moving_the_old_one_away(path, text):
    path.rename(path.with_suffix(".py~"))
    path.write_text(text, encoding="utf-8")


def by_deleting_first(path, text):
    path.unlink()
    path.write_text(text, encoding="utf-8")


WAYS = [in_place, by_replacing, by_moving_the_old_one_away, by_deleting_first]
each_way = pytest.mark.parametrize("save", WAYS, ids=lambda way: way.__name__)


@each_way
def test_every_way_of_saving_is_seen_once(file, looker, save):
    save(file, "one and two\n")
    assert rested(looker) == [file]
    assert looker.saved() == []


@each_way
def test_a_file_that_is_still_being_written_is_waited_for(file, looker, save):
    save(file, "o")
    assert looker.saved() == []
    in_place(file, "one a")
    assert looker.saved() == []
    assert looker.is_restless
    in_place(file, "one and two\n")
    assert rested(looker) == [file]
    assert not looker.is_restless


def test_a_file_may_go_and_come_back(file, looker):
    file.unlink()
    assert looker.saved() == []
    assert not looker.is_there()
    in_place(file, "two\n")
    assert rested(looker) == [file]


def test_a_file_may_come_later(tmp_path):
    looker = Looker(tmp_path / "later.py")
    assert looker.saved() == []
    in_place(tmp_path / "later.py", "one\n")
    assert rested(looker) == [tmp_path / "later.py"]


def test_a_folder_names_what_was_saved_newest_first(tmp_path, file):
    (tmp_path / "day 2").mkdir()
    book = tmp_path / "day 2" / "diagnostics.ipynb"
    in_place(book, "{}")
    os.utime(file, ns=(1, 1))
    looker = Looker(tmp_path)
    assert rested(looker) == [book, file]
    in_place(file, "one and two\n")
    assert rested(looker) == [file]


def test_a_folder_passes_over_what_machines_make(tmp_path):
    for name in (".ipynb_checkpoints/a.ipynb", "venv/b.py", "__pycache__/c.py", ".hidden.py", "notes.txt", "a.py.bak"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        in_place(tmp_path / name, "one\n")
    looker = Looker(tmp_path)
    assert looker.saved() == looker.saved() == []


def test_a_folder_of_thousands_is_refused_with_the_way_out(tmp_path, monkeypatch):
    monkeypatch.setattr(looking, "MOST_FILES", 3)
    for number in range(4):
        in_place(tmp_path / f"{number}.py", "one\n")
    with pytest.raises(TooMany, match="more than 3 notebooks and scripts; give the file"):
        Looker(tmp_path).saved()
