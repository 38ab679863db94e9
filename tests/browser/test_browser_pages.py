"""Our own pages in a browser, in both colour schemes: they read well, and what a student planted in them lies still."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from autograder import sample
from autograder.class_run import ClassRun, Options
from autograder.feedback import page_name
from tests.browser.classroom import ASSIGNMENT, course_in, planted, save, solved_and_stub
from tests.browser.conftest import Open, Picture, Scheme
from tests.browser.watch import NAMES, active, hard_to_read
from tests.conftest import ROOT

MISTAKEN = "student-03"


@pytest.fixture(scope="module")
def classroom(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small class, graded; of one student the name, the file's name and all of the file would act if it were let."""
    course = course_in(tmp_path_factory.mktemp("pages") / "course")
    shutil.copytree(ROOT / course.release / ASSIGNMENT, course.folder("release") / ASSIGNMENT)
    submitted = course.folder("classroom") / "submitted"
    solved, stub = solved_and_stub()
    for student, notebook in sample.sample_class(course.assignment(ASSIGNMENT), solved, stub, 3).items():
        save(submitted / student / ASSIGNMENT, notebook)
    save(submitted / NAMES[0] / ASSIGNMENT, planted(stub), f"{NAMES[1]}.ipynb")
    run = ClassRun(course, ASSIGNMENT, Options())
    run.class_page(list(run.reports()))
    return course.folder("classroom")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_read_well_and_nothing_in_them_acts(
    classroom: Path, open_page: Open, picture: Picture, scheme: Scheme
) -> None:
    page, watch = open_page(scheme=scheme)

    def look(path: Path, name: str) -> None:
        page.goto(path.as_uri())
        for summary in page.locator("summary").all():
            summary.click()
        assert active(page.locator("body")) == []
        assert hard_to_read(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is wider than the window"
        picture(page, f"page-{name}-{scheme}")

    look(classroom / "reports" / ASSIGNMENT / "index.html", "class")
    students = [folder.name for folder in (classroom / "feedback").iterdir()]
    (strange,) = (name for name in students if not name.startswith("student-"))
    for student, word in ((MISTAKEN, "mistaken"), (strange, "planted")):
        look(classroom / "reports" / ASSIGNMENT / page_name(student), f"{word}-for-instructors")
        look(classroom / "feedback" / student / ASSIGNMENT / f"{ASSIGNMENT}.html", f"{word}-for-students")
        expect(page).to_have_title(f"Five lines of attention: {student}")
    assert watch.planted == []
    assert watch.foreign == []
    assert watch.errors == []
