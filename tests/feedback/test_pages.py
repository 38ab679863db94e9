"""The pages say everything in words, keep what is hidden hidden, and let nothing that a student wrote run."""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from autograder.facts import Course
from autograder.feedback import WORDS, cohort_page, page_name, save, submission_page
from autograder.report import Check, ExerciseResult, Report, Status

HOSTILE = '<script>alert("x")</script>&<img src=x onerror=alert(1)>'


class Outline(HTMLParser):
    """What a screen reader meets first: language, headings, tables and their header cells; and any script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def test_a_submission_page_says_mark_word_sentences_mistake_and_example(course: Course, graded: Report) -> None:
    page = submission_page(course, graded, "ada")
    text = " ".join(Outline(page).text.split())
    for words in (
        "Five lines of attention",
        "1 of 20 points",
        "handed in 2 hours late",
        "stable_softmax not yet, 1 of 5 points",
        "These are the numbers of a softmax over columns.",
        "Which axis holds the keys?",
        "carries on what is wrong in your own attention_scores",
        "row 0 should sum to one, and it sums to 2",
        "scores = np.array([[0., 1.], [2., 0.]]) axis_7 = 1",
        "[[0.27, 0.73], [0.88, 0.12]]",
        "[[1., 1.], [1., 1.]]",
        "The values follow the formula.",
        "expected: a; came: b; look at: c",
        "cell 7 was a copy of cell 5",
        "weighted_sum not attempted",
        "still as it was handed out",
    ):
        assert words in text


def rows(page: str) -> list[str]:
    """The headings of the counter-example's table."""
    table = page.partition("A small case to try")[2].partition("</table>")[0]
    return re.findall(r'<th scope="row">([^<]*)', table)


def test_a_counter_example_is_a_table_without_the_row_that_nobody_knows(course: Course, graded: Report) -> None:
    exercise = graded.exercises[0]
    assert exercise.counter_example is not None
    assert rows(submission_page(course, graded, "ada")) == ["input", "expected", "came", "what breaks"]
    unknown = replace(exercise, counter_example=replace(exercise.counter_example, expected=""))
    page = submission_page(course, replace(graded, exercises=(unknown,)), "ada")
    assert rows(page) == ["input", "came", "what breaks"]


def test_two_mistakes_are_said_to_work_together(course: Course, graded: Report, two: ExerciseResult) -> None:
    sentence = "Two things together give what came."
    assert sentence not in submission_page(course, graded, "ada")
    page = submission_page(course, replace(graded, exercises=(two,)), "ada")
    assert page.index(sentence) < page.index("softmax over columns") < page.index("The scores are halved.")


def test_a_passed_check_at_no_points_is_explained(course: Course, graded: Report) -> None:
    sentence = "Checks that passed at 0 points count as soon as one check of the values passes."
    assert sentence not in submission_page(course, graded, "ada")
    first, *others = graded.exercises[0].checks
    waiting = replace(graded.exercises[0], checks=(replace(first, points=0.0), *others), score=0.0)
    assert sentence in submission_page(course, replace(graded, exercises=(waiting,)), "ada")


def test_the_student_reads_no_evidence_and_no_path(course: Course, graded: Report) -> None:
    page = submission_page(course, graded, "ada")
    for secret in ("HIDDEN-INPUT", "HIDDEN-EXPECTED", "/etc/passwd", "/home/someone", "softmarks check x", "axis_0"):
        assert secret not in page


def test_the_instructor_reads_the_evidence(course: Course, graded: Report) -> None:
    page = submission_page(course, replace(graded, previous_score=4.0), "ada", instructor=True)
    for line in ("HIDDEN-INPUT", "HIDDEN-EXPECTED", "/etc/passwd", "softmarks check x", "axis_0", "Before: 4."):
        assert line in page


def test_nothing_graded_is_never_shown_as_zero(course: Course, unreadable: Report) -> None:
    text = Outline(submission_page(course, unreadable, "bo")).text
    assert "could not be read" in text
    assert "This is not a zero" in text
    assert "ends in the middle of a line" in text
    assert "0 of" not in text


def test_the_page_can_be_read_without_eyes(course: Course, graded: Report) -> None:
    outline = Outline(submission_page(course, graded, "ada", instructor=True))
    assert ("html", {"lang": "en"}) in outline.tags
    assert outline.count("h1") == 1
    assert outline.count("caption") == outline.count("table")
    headers = [attrs for tag, attrs in outline.tags if tag == "th"]
    assert headers
    assert all(attrs.get("scope") in ("row", "col") for attrs in headers)


def test_the_page_needs_nothing_from_elsewhere(course: Course, graded: Report) -> None:
    for page in (submission_page(course, graded, "ada"), cohort_page(course, "attention", {"ada": graded})):
        outline = Outline(page)
        assert not any(tag in ("script", "link", "img", "iframe") for tag, _ in outline.tags)
        assert "http:" not in page
        assert "https:" not in page
        assert "prefers-color-scheme: dark" in page


def test_what_a_student_wrote_is_shown_and_never_runs(course: Course, graded: Report) -> None:
    check = Check("test_x", HOSTILE, Status.ERROR, HOSTILE + "\x1b[2J\u202e\ud800", 0.0, 1.0)
    report = replace(
        graded,
        repairs=(HOSTILE,),
        evidence=(HOSTILE,),
        message=HOSTILE,
        exercises=(ExerciseResult("stable_softmax", Status.ERROR, (check,), 0.0, 5.0),),
    )
    pages = (
        submission_page(course, report, HOSTILE),
        submission_page(course, report, HOSTILE, instructor=True),
        cohort_page(course, "attention", {HOSTILE: report, "javascript:alert(1)": report}),
    )
    for page in pages:
        outline = Outline(page)
        assert not any(tag in ("script", "img") for tag, _ in outline.tags)
        assert HOSTILE in outline.text
        assert not any(mark in page for mark in ("\x1b", "\u202e", "\ud800"))
        links = [attrs["href"] for tag, attrs in outline.tags if tag == "a"]
        assert not any((link or "").startswith("javascript:") for link in links)


def test_every_status_has_its_word_and_page(course: Course) -> None:
    assert set(WORDS) == set(Status)
    for status in Status:
        result = ExerciseResult("stable_softmax", status, (), None, None)
        report = Report("x", "attention", True, status, exercises=(result,))
        assert WORDS[status] in submission_page(course, report, "ada")


def test_a_report_that_matches_no_assignment_still_has_a_page(course: Course) -> None:
    report = Report("x", None, True, Status.UNREADABLE, message="no function of the course is defined in it")
    assert course.title in submission_page(course, report, "ada")


@pytest.mark.parametrize(
    "student",
    [
        "a/../../b",
        "..",
        "张三",
        "学" * 200,
        "😀" * 255,
        "a b",
        "con:x",
        "",
        ".hidden",
        "a\nb",
        "\x1b[2J",
        "\udcff",
    ],
)
def test_a_page_name_stays_inside_its_folder(student: str) -> None:
    name = page_name(student)
    assert Path(name).name == name
    assert name.endswith(".html")
    assert name.isprintable()
    assert not name.startswith(".")
    assert len(name.encode("utf-8")) <= 255


def test_a_plain_name_is_the_name_of_its_page() -> None:
    names = "student-07", "ada_l", "12345", "ada@example.org"
    assert [page_name(name) for name in names] == [f"{name}.html" for name in names]


MEETING = [
    *("index", "Index", "INDEX", "index.html", "ｉｎｄｅｘ", "index ", "index."),
    *("ann", "Ann", "ANN", "ann~", "e\u0301", "\u00e9", "ß", "ss", "ẞ", "a/b", "a_b", "a:b", "\udcff", "\udcfe"),
    *("con", "CON", "nul", "lpt1", "com1.txt", "x" * 300, "x" * 301),
]


def test_no_page_meets_another_nor_the_class_page_on_any_disk() -> None:
    """Some disks take capital letters and composed letters for one another, some ignore a dot or space at the end."""
    seen = {"index": "the class page"}
    for student in MEETING + [page_name(student).removesuffix(".html") for student in MEETING]:
        stem = page_name(student).removesuffix(".html")
        key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", stem).casefold()).rstrip(" .")
        assert seen.setdefault(key, student) == student
        assert key.split(".")[0] not in ("con", "nul", "lpt1", "com1")


def test_saving_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "reports" / "ada.html"
    save(target, "first ≤ 张三")
    assert target.read_text(encoding="utf-8") == "first ≤ 张三"

    def broken(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(OSError, match="no space"):
        save(target, "second")
    assert target.read_text(encoding="utf-8") == "first ≤ 张三"
    assert [path.name for path in target.parent.iterdir()] == ["ada.html"]


def test_what_a_killed_writer_left_is_written_over(tmp_path, monkeypatch):
    page = tmp_path / "page.html"
    with monkeypatch.context() as patch:
        patch.setattr("os.replace", lambda *_: None)  # as if it had been killed just before
        save(page, "half")
    assert not page.exists()
    save(page, "whole")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    assert page.read_text(encoding="utf-8") == "whole"
    assert page.stat().st_mode & 0o077 == 0
