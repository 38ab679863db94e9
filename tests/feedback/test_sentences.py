"""Comments and notebook outputs carry the sentences, and nothing in them is read as markup."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from autograder.feedback import comment, note, verdict_html, verdict_text
from autograder.feedback.sentences import markdown
from autograder.report import Check, CounterExample, ExerciseResult, Report, Status


def test_a_comment_says_what_is_not_right_yet_and_nothing_else(softmax: ExerciseResult) -> None:
    text = comment(softmax)
    assert "These are the numbers of a softmax over columns. Which axis holds the keys?" in text
    assert "not yet: The values follow the formula. (expected: a; came: b; look at: c)" in text
    assert "carries on what is wrong in your own attention_scores" in text
    assert "one row per query" not in text
    assert "Large scores" not in text
    assert "HIDDEN" not in text


def test_a_comment_shows_the_counter_example_as_a_table(softmax: ExerciseResult) -> None:
    html = markdown2html_mistune(comment(softmax))
    cells = [
        [re.sub(r"<.*?>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in html.split("</tr>")
    ]
    assert cells[:5] == [
        ["A small case to try", ""],
        ["input", "scores = np.array([[0., 1.], [2., 0.]]); axis_7 = 1"],
        ["expected", "[[0.27, 0.73], [0.88, 0.12]]"],
        ["came", "[[1., 1.], [1., 1.]]"],
        ["what breaks", "row 0 should sum to one, and it sums to 2"],
    ]
    assert "<li>not yet: The values follow the formula." in html


def test_what_nobody_knows_has_no_row(softmax: ExerciseResult, graded: Report) -> None:
    assert softmax.counter_example is not None
    unknown = replace(softmax, counter_example=replace(softmax.counter_example, expected=""))
    assert "| expected |" not in comment(unknown)
    assert "came: [[1., 1.]" in verdict_text(graded, "stable_softmax")
    report = replace(graded, exercises=(unknown,))
    for text in (verdict_text(report, "stable_softmax"), verdict_html(report, "stable_softmax")):
        assert "0.27" not in text
        assert not re.search(r"expected(:|</th>) *\n", text)


def test_two_mistakes_are_introduced_together(two: ExerciseResult, graded: Report) -> None:
    report = replace(graded, exercises=(two,))
    sentence = "Two things together give what came."
    for text in (comment(two), verdict_text(report, two.name), verdict_html(report, two.name)):
        assert text.index(sentence) < text.index("softmax over columns") < text.index("The scores are halved.")
    assert sentence not in comment(graded.exercises[0])


def test_hostile_code_in_a_counter_example_stays_in_its_cell(softmax: ExerciseResult) -> None:
    hostile = CounterExample("x = 1 | 2\n\n# heading", "", "<script>|", "a | b\n| --- |")
    html = markdown2html_mistune(comment(replace(softmax, counter_example=hostile)))
    assert html.count("<tr>") == 4
    assert "<script>" not in html
    assert "<h1" not in html


def test_all_right_needs_no_comment() -> None:
    assert comment(ExerciseResult("stable_softmax", Status.PASSED, (), 5.0, 5.0)) == ""


@pytest.mark.parametrize("make", [verdict_html, verdict_text])
def test_a_verdict_has_mark_word_and_every_check_but_no_evidence(make, graded: Report) -> None:
    text = make(graded, "stable_softmax")
    for words in ("stable_softmax: not yet, 1 of 5 points", "one row per query", "waiting", "Which axis"):
        assert words in text
    assert "HIDDEN" not in text


def test_a_grader_fault_is_said_to_be_nobodys_zero() -> None:
    broken = ExerciseResult("stable_softmax", Status.GRADER_FAULT, (), None, 5.0)
    text = verdict_text(Report("x", "attention", True, Status.GRADER_FAULT, exercises=(broken,)), "stable_softmax")
    assert "not graded" in text
    assert "not your doing" in text
    assert "points" not in text


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[click](javascript:alert(1))",
        "![x](http://example.org/x.png)",
        "`code` **bold** __bold__ ~~gone~~ &lt;b&gt;",
        "a | b",
        "W_q and d_k and scores[0] < 2",
        "x\n\n# heading\n- item",
    ],
)
def test_a_students_text_is_no_markup_in_a_comment(text: str) -> None:
    html = markdown2html_mistune(markdown(text))
    body = html.strip().removeprefix("<p>").removesuffix("</p>")
    assert "<" not in body
    assert "W_q and d_k" not in text or "W_q and d_k" in body


def test_mathjax_finds_nothing_to_run_in_a_comment() -> None:
    shown = markdown2html_mistune(markdown(r"$\href{javascript:alert(1)}{x}$ \(y\) \[z\]"))
    assert "$" not in shown
    assert "\\" not in shown


@pytest.mark.parametrize("make", [verdict_html, verdict_text])
def test_where_nothing_was_graded_the_verdict_says_so(make, unreadable: Report) -> None:
    text = make(unreadable, "stable_softmax")
    for words in ("Not graded.", "This is not a zero", "ends in the middle of a line"):
        assert words in text


def test_the_note_on_top_says_what_was_mended_or_why_nothing_was_graded(graded: Report, unreadable: Report) -> None:
    assert "cell 7 was a copy of cell 5" in note(graded)
    assert "could not be read" in note(unreadable)
    assert note(replace(graded, repairs=())) == ""


def test_hostile_text_is_escaped_in_a_verdict(softmax: ExerciseResult, graded: Report) -> None:
    check = Check("test_x", "says", Status.ERROR, "<script>\x1b[2J\ud800", 0.0, 1.0)
    hostile = replace(softmax, checks=(check,))
    report = replace(graded, exercises=(hostile,), repairs=("<script>",), message="<script>")
    html = verdict_html(report, hostile.name)
    assert "<script>" not in html
    assert "<script>" not in markdown2html_mistune(note(report))
    for text in (html, verdict_text(report, hostile.name), comment(hostile)):
        assert "\x1b" not in text
        text.encode("utf-8")
