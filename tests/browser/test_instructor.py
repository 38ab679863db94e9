"""An instructor with the formgrader: release, collect, our marks at the press of a button, feedback, our own page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from autograder.class_run import ClassRun, Options
from autograder.facts import Course
from autograder.feedback import points
from tests.browser.classroom import ASSIGNMENT, PLANTER, course_in, hand_in
from tests.browser.conftest import PICTURES, Open, Picture
from tests.browser.formgrader import Formgrader
from tests.browser.server import serving
from tests.browser.watch import Watch

STUDENT = "student-03"  # made mistakes
# nbgrader's own pages ask for MathJax at this address; ours ask for nothing.
MATHJAX = "https://cdnjs.cloudflare.com/"


def test_from_release_to_feedback(tmp_path: Path, chromium: str, open_page: Open, picture: Picture) -> None:
    course = course_in(tmp_path / "course")
    with serving(tmp_path / "course", tmp_path / "jupyter", PICTURES / "formgrader.log") as server:
        page, watch = open_page(server.host)
        desk = Formgrader(page, server)
        collect(desk, course)
        picture(page, "instructor-1-assignments")
        shown = grade(desk)
        picture(page, "instructor-2-submissions")
        assert_nothing_planted(watch)
        for number, (student, holds) in enumerate({STUDENT: "attention_scores: ", PLANTER: "onerror="}.items()):
            desk.submission(student)
            expect(desk.notebook).to_contain_text(holds)
            picture(page, f"instructor-{3 + number}-submission-of-{student}")
            desk.feedback(student)
            expect(desk.notebook).to_contain_text("attention_scores: ")
            picture(page, f"instructor-{5 + number}-feedback-to-{student}")
            assert_nothing_planted(watch)

    report = next(one for one in ClassRun(course, ASSIGNMENT, Options(student=STUDENT)).reports())
    assert shown == f"{points(report.score)} / {points(report.max_score)}"
    assert report.previous_score == report.score, "the gradebook held another mark than the kit's own command gives"
    assert 0 < report.score < report.max_score
    own = course.folder("classroom") / "feedback" / STUDENT / ASSIGNMENT / f"{ASSIGNMENT}.html"
    page.goto(own.as_uri())
    expect(page.locator("main")).to_contain_text(f"{STUDENT}: {points(report.score)} of {points(report.max_score)}")
    picture(page, "instructor-7-own-page")


def collect(desk: Formgrader, course: Course) -> None:
    """Release the assignment, let the class hand in, collect."""
    desk.show("manage_assignments")
    desk.press(ASSIGNMENT, "assign")
    desk.press(ASSIGNMENT, "release")
    hand_in(course)
    desk.press(ASSIGNMENT, "collect")


def grade(desk: Formgrader) -> str:
    """Grade two of the class and make their feedback; gives back the mark that is shown for the first."""
    desk.row(ASSIGNMENT).locator(".num-submissions a").click()
    for student in (STUDENT, PLANTER):
        expect(desk.row(student).locator(".status")).to_have_text("needs autograding")
        desk.press(student, "autograde")
        expect(desk.row(student).locator(".status")).to_have_text("graded")
        desk.press(student, "generate-feedback")
    return desk.row(STUDENT).locator(".score").inner_text()


def assert_nothing_planted(watch: Watch) -> None:
    assert watch.planted == []
    assert [url for url in watch.foreign if not url.startswith(MATHJAX)] == []
