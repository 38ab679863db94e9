"""The formgrader, as an instructor uses it: its lists, its buttons, and the page of one submission."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.classroom import ASSIGNMENT
from tests.browser.server import Server


@dataclass(frozen=True, slots=True)
class Formgrader:
    page: Page
    server: Server

    def show(self, path: str) -> None:
        self.page.goto(self.server.url(f"formgrader/{path}"))

    def row(self, text: str) -> Locator:
        """A row of the list that is shown; it may be waited for."""
        return self.page.locator("#main-table tr", has_text=text)

    def press(self, row: str, button: str) -> None:
        """Press a button in a row, and close what is said about it when it was done."""
        self.row(row).locator(f".{button} a").click()
        said = self.page.locator(".modal.in")
        expect(said.locator(".modal-title")).to_have_text("Success")
        said.get_by_role("button", name="OK").click()
        expect(self.page.locator(".modal")).to_have_count(0)

    def submissions(self) -> None:
        self.show(f"manage_submissions/{ASSIGNMENT}")

    def submission(self, student: str) -> None:
        """Open what a student handed in and was graded, by the links from the list of submissions."""
        self.submissions()
        self.row(student).locator(".student-name a").click()
        self.page.locator("#main-table").get_by_role("link", name=ASSIGNMENT).click()
        expect(self.notebook).to_be_visible()

    def feedback(self, student: str) -> None:
        """Open the page that nbgrader made for a student."""
        path = f"classroom/feedback/{student}/{ASSIGNMENT}/{ASSIGNMENT}.html"
        self.page.goto(self.server.url(f"files/{path}"))

    @property
    def notebook(self) -> Locator:
        """The notebook in the page of a submission, or in its feedback."""
        return self.page.locator("#notebook-container").last  # nbconvert makes two, one in the other
