"""The reviewed list: complete, about real exercises, and refused when an entry gives no reason."""

from __future__ import annotations

import pytest

from autograder.audit.equivalents import equivalents
from autograder.facts import CourseError

ENTRY = '[[equivalent]]\nexercise = "doubled"\nreason = "Either order."\nchanges = [["2 * x", "x * 2"]]\n'


def written(tmp_path, text):
    file = tmp_path / "list.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_every_entry_is_about_an_exercise_of_the_course(course):
    for entry in equivalents():
        assert course.exercise(entry.exercise)
        assert entry.was != entry.becomes


def test_no_change_is_listed_twice():
    places = [(entry.exercise, entry.was, entry.becomes, entry.again) for entry in equivalents()]
    assert len(set(places)) == len(places)


def test_an_entry_is_read_with_its_place(tmp_path):
    text = ENTRY.replace('"x * 2"]', '"x * 2", 1]')
    (entry,) = equivalents(written(tmp_path, text))
    assert (entry.exercise, entry.was, entry.becomes, entry.again) == ("doubled", "2 * x", "x * 2", 1)


@pytest.mark.parametrize(
    "text",
    [
        ENTRY.replace("Either order.", " "),
        ENTRY.replace('exercise = "doubled"\n', ""),
        ENTRY.replace('[["2 * x", "x * 2"]]', "[]"),
        ENTRY.replace('["2 * x", "x * 2"]', '["2 * x"]'),
        "[[equivalent",
    ],
)
def test_an_entry_that_does_not_fit_is_refused_with_the_name_of_the_file(tmp_path, text):
    with pytest.raises(CourseError, match=r"list\.toml"):
        equivalents(written(tmp_path, text))
