"""An instructor with the formgrader: release, collect, our marks at the press of a button, feedback, our own page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from autograder.class_run import ClassRun, Options
from autograder.feedback import points
from tests.browser.classroom import ASSIGNMENT, PLANTER, course_in, hand_in
from tests.browser.conftest import PICTURES, Open, Picture
from tests.browser.formgrader import Formgrader
from tests.browser.jupyter import serving
from tests.browser.watch import Watch

STUDENT = "student-03"  # made mistakes
# nbgrader's own pages ask for MathJax at this address; ours ask for nothing.
MATHJAX = "https://cdnjs.cloudflare.com/"


def test_from_release_to_feedback(tmp_path: Path, chromium: str, open_page: Open, picture: Picture) -> None:
    course = course_in(tmp_path / "course")
    with serving(tmp_path / "course", tmp_path / "jupyter", PICTURES / "formgrader.log") as server:
        page, watch = open_page(server.host)
        desk = Formgrader(page, server)

        desk.show("manage_assignments")
        desk.press(ASSIGNMENT, "assign")
        desk.press(ASSIGNMENT, "release")
        hand_in(course)
        desk.press(ASSIGNMENT, "collect")
        picture(page, "instructor-1-assignments")

        desk.row(ASSIGNMENT).locator(".num-submissions a").click()
        for student in (STUDENT, PLANTER):
            expect(desk.row(student).locator(".status")).to_have_text("needs autograding")
            desk.press(student, "autograde")
            expect(desk.row(student).locator(".status")).to_have_text("graded")
            desk.press(student, "generate-feedback")
        picture(page, "instructor-2-submissions")
        shown = desk.row(STUDENT).locator(".score").inner_text()
        assert_nothing_planted(watch)

        desk.submission(STUDENT)
        expect(desk.notebook).to_contain_text("attention_scores: ")
        picture(page, "instructor-3-submission")
        desk.submission(PLANTER)
        expect(desk.notebook).to_contain_text("onerror=")
        picture(page, "instructor-4-planted-submission")
        assert_nothing_planted(watch)

        for student, name in ((STUDENT, "5-feedback"), (PLANTER, "6-planted-feedback")):
            page.goto(server.url(f"files/classroom/feedback/{student}/{ASSIGNMENT}/{ASSIGNMENT}.html"))
            expect(desk.notebook).to_contain_text("attention_scores: ")
            picture(page, f"instructor-{name}")
            assert_nothing_planted(watch)

    report = next(one for one in ClassRun(course, ASSIGNMENT, Options(student=STUDENT)).reports())
    assert shown == f"{points(report.score)} / {points(report.max_score)}"
    assert report.previous_score == report.score
    assert 0 < report.score < report.max_score
    own = course.folder("classroom") / "feedback" / STUDENT / ASSIGNMENT / f"{ASSIGNMENT}.html"
    page.goto(own.as_uri())
    expect(page.locator("main")).to_contain_text(f"{STUDENT}: {points(report.score)} of {points(report.max_score)}")
    picture(page, "instructor-7-own-page")


def assert_nothing_planted(watch: Watch) -> None:
    assert watch.planted == []
    assert [url for url in watch.foreign if not url.startswith(MATHJAX)] == []
