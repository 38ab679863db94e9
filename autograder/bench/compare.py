"""One class through all three: our command, nbgrader's own, and the floor; and the ratios between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.bench import floor, kit, stock
from autograder.bench.classes import DIFFERENT, Kind, empty_course, hand_in, notebooks
from autograder.bench.clock import Spent
from autograder.facts import Course
from autograder.sample import Notebook


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the three cost on one class. `start` is our command on so few submissions that it is all starting up."""

    kind: Kind
    start: kit.Graded
    ours: kit.Graded
    theirs: stock.Stock
    floor: Spent
    floor_count: int
    needed: Spent  # the floor with those cells alone that grading runs

    @property
    def ours_each(self) -> Spent:
        """One more submission in our batch, the start of the command left out."""
        more = self.ours.count - self.start.count
        return Spent(
            (self.ours.whole.wall - self.start.whole.wall) / more, (self.ours.whole.cpu - self.start.whole.cpu) / more
        )

    @property
    def theirs_each(self) -> Spent:
        """One more submission in nbgrader's batch, likewise."""
        one, every, more = self.theirs.one, self.theirs.all, self.theirs.count - 1
        return Spent((every.wall - one.wall) / more, (every.cpu - one.cpu) / more)

    @property
    def floor_each(self) -> Spent:
        """One submission of the floor."""
        return Spent(self.floor.wall / self.floor_count, self.floor.cpu / self.floor_count)

    @property
    def needed_each(self) -> Spent:
        """The same with those cells alone that grading runs."""
        return Spent(self.needed.wall / self.floor_count, self.needed.cpu / self.floor_count)

    @property
    def speedup(self) -> float:
        """nbgrader's time on the wall for one more submission, as a multiple of ours."""
        return self.theirs_each.wall / self.ours_each.wall

    @property
    def speedup_whole(self) -> float:
        """The same with both commands' starts counted, each spread over its own batch."""
        return (self.theirs.all.wall / self.theirs.count) / (self.ours.whole.wall / self.ours.count)

    @property
    def work(self) -> float:
        """nbgrader's processor time for one more submission, as a multiple of ours: other programs change it little."""
        return self.theirs_each.cpu / self.ours_each.cpu

    @property
    def above_floor(self) -> float:
        """Our processor time for one more submission, as a multiple of the floor's."""
        return self.ours_each.cpu / self.floor_each.cpu


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many submissions each measurement takes."""

    ours: int
    theirs: int
    jobs: int = 2
    start: int = 8  # below it no workers are started, and the start would look cheaper than it is


def compare(original: Course, kind: Kind, sizes: Sizes, folder: Path) -> Comparison:
    """Measure one class in `folder`, one after the other, on the same files."""
    small = _course(original, kind, sizes.start, folder / "start")
    course = _course(original, kind, sizes.ours, folder / "class")
    students = notebooks(course, kind, sizes.ours)
    submitted = course.folder("classroom") / "submitted"
    start = kit.grade(small, sizes.jobs)
    ours = kit.grade(course, sizes.jobs)
    theirs = stock.grade(course, _few(students, sizes.theirs), folder / "nbgrader")
    different = list(students)[: 1 if kind == "solved" else DIFFERENT]
    paths = [submitted / student for student in different]
    rounds = -(-sizes.ours // len(paths))
    least, needed = (
        floor.measure(work * rounds, sizes.jobs, folder / "work.pickle") for work in floor.record(course, paths)
    )
    return Comparison(kind, start, ours, theirs, least, rounds * len(paths), needed)


def _course(original: Course, kind: Kind, size: int, root: Path) -> Course:
    course = empty_course(original, root)
    hand_in(course.folder("classroom") / "submitted", notebooks(course, kind, size))
    return course


def _few(students: Mapping[str, Notebook], count: int) -> dict[str, Notebook]:
    """`count` students from all over the class."""
    names = list(students)
    chosen = names[:: max(len(names) // count, 1)][:count]
    return {name: students[name] for name in chosen}
