"""The whole main job on a class of samples: build, release, hand in, grade, and say where to look."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from autograder import build, facts, sample
from autograder.class_run import ClassRun, Options
from autograder.cli import screen
from autograder.facts import Course

STUDENTS = 40
ASSIGNMENT = "attention"
MARK = ".made-by-the-demo"


def main() -> int:
    """Run the demo in the course that this checkout is; 0 when every submission has a verdict."""
    course = facts.find(start=Path(__file__).parent)
    print(f"1. build {course.source}/ into {course.release}/ and {course.solution}/")
    built = build.build(course, check=False)
    for line in (*built.problems, *built.leaks, *built.stale):
        print(f"   {line}", file=sys.stderr)
    if not built.clean:
        return 1
    print(f"2. {STUDENTS} sample students hand in {ASSIGNMENT}")
    _hand_in(course)
    print("3. grade them in the sandbox, into the gradebook")
    run = ClassRun(course, ASSIGNMENT, Options(workers=2))
    reports = list(run.reports())
    page = run.class_page(reports)
    screen.show_table(reports, screen.is_plain(False), f"{ASSIGNMENT}: {len(reports)} submissions")
    _say_where(course, page)
    return 0 if all(report.score is not None for report in reports) else 1


def _hand_in(course: Course) -> None:
    """Write the samples as nbgrader would collect them; a class of real students is left alone."""
    submitted = course.folder("classroom") / "submitted"
    mark = submitted / MARK
    if submitted.is_dir() and any(submitted.iterdir()) and not mark.exists():
        sys.exit(f"{submitted} holds submissions already; the demo writes only into an empty one, so move them first")
    submitted.parent.mkdir(mode=0o700, exist_ok=True)
    submitted.mkdir(exist_ok=True)
    mark.touch()
    assignment = course.assignment(ASSIGNMENT)
    file = Path(ASSIGNMENT, f"{ASSIGNMENT}.ipynb")
    solved, stub = (sample.read_notebook(course.folder(which) / file) for which in ("solution", "release"))
    handed_in = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
    for number, (student, notebook) in enumerate(sample.sample_class(assignment, solved, stub, STUDENTS).items()):
        folder = submitted / student / ASSIGNMENT
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(notebook, indent=1, ensure_ascii=False)
        (folder / f"{ASSIGNMENT}.ipynb").write_text(text + "\n", encoding="utf-8")
        stamp = handed_in + timedelta(minutes=number)
        (folder / "timestamp.txt").write_text(f"{stamp:%Y-%m-%d %H:%M:%S.%f} UTC\n", encoding="utf-8")


def _say_where(course: Course, page: Path) -> None:
    classroom = course.folder("classroom")
    command = Path(sys.executable).with_name("softmarks")
    print(f"\nclass page        {page}")
    print(f"student pages     {classroom / 'feedback'}")
    print(f"gradebook         {classroom / 'gradebook.db'}")
    print(f"learner's file    {course.folder('release') / ASSIGNMENT / f'{ASSIGNMENT}.ipynb'}")
    print(f"next              {command} check --hidden {classroom / 'submitted' / 'student-07'}")


if __name__ == "__main__":
    sys.exit(main())
