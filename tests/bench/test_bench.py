"""The pieces of the bench run on tiny sizes and its ratios are right; how fast anything is, no test asks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.bench import bare, classes, clock, floor, large, stock, words
from autograder.bench.compare import Comparison
from autograder.bench.kit import Graded
from autograder.bench.stock import Stock
from autograder.facts import load
from tests.conftest import ROOT

COURSE = load(ROOT)


@pytest.fixture
def comparison():
    """Ours: 8 in 4 s, 108 in 6 s (20 ms each); nbgrader: one in 3 s, 5 in 11 s (2 s each); the floor: 10 ms each."""
    start = Graded(clock.Spent(4.0, 6.0), tuple([3.0] * 8))
    ours = Graded(clock.Spent(6.0, 9.0), tuple([5.0] * 108))
    theirs = Stock(clock.Spent(3.0, 3.0), clock.Spent(11.0, 9.0), 5)
    return Comparison("solved", start, ours, theirs, clock.Spent(0.5, 1.0), 100, clock.Spent(0.2, 0.4))


def test_ratios_leave_the_starts_out_and_say_so_where_they_do_not(comparison):
    assert comparison.speedup == pytest.approx(2.0 / 0.02)
    assert comparison.work == pytest.approx(1.5 / 0.03)
    assert comparison.above_floor == pytest.approx(0.03 / 0.01)
    assert comparison.speedup_whole == pytest.approx((11 / 5) / (6 / 108))


def test_the_table_holds_the_ratios(comparison):
    text = words.comparison([comparison])
    assert "| **times nbgrader's throughput** | **100** |" in text
    assert "| **our processor time over the floor's** | **3.0** |" in text
    assert "| our processor time over that floor's | 7.5 |" in text
    assert len({line.count("|") for line in text.splitlines()}) == 1


def test_a_line_is_told_from_a_bend():
    assert large.bend([(n, 5 + n / 10) for n in range(100, 1001, 100)]) == pytest.approx(1)
    assert large.bend([(n, n * n) for n in range(100, 1001, 100)]) > 1.5


def test_what_a_command_and_its_orphans_use_is_counted():
    burn = "import subprocess, sys, time\nwhile time.process_time() < 0.2: pass"
    child = f"import os\nif os.fork() == 0:\n    exec({burn!r})\n    os._exit(0)\nos.wait()"
    assert clock.spent([sys.executable, "-c", child], cwd=ROOT).cpu > 0.2
    with pytest.raises(clock.BenchError, match="status 3"):
        clock.spent([sys.executable, "-c", "raise SystemExit(3)"], cwd=ROOT)


def test_classes_are_handed_in_and_the_floor_does_the_same_calls(tmp_path):
    course = classes.empty_course(COURSE, tmp_path / "course")
    students = classes.notebooks(course, "mixed", 4)
    submitted = course.folder("classroom") / "submitted"
    classes.hand_in(submitted, students)
    assert sorted(path.name for path in submitted.iterdir()) == list(students)
    work, with_needed_cells = floor.record(course, [submitted / name for name in students])
    assert len(work) == 4
    cells, calls = work[0]
    assert len(cells) > 10
    assert {name for name, _ in calls} == {one.name for one in course.assignment("attention").exercises}
    assert floor.measure(work, 2, tmp_path / "work").cpu > 0
    for (needed, same_calls), (every, calls) in zip(with_needed_cells, work, strict=True):
        assert 0 < len(needed) < len(every)
        assert set(needed) <= set(every)
        assert {name for name, _ in same_calls} == {name for name, _ in calls}


def test_asserts_take_the_place_of_checks_and_hold_for_the_solution():
    plain = stock.with_asserts(COURSE, classes.notebooks(COURSE, "solved", 1)["student-00000"])
    sources = ["".join(cell["source"]) for cell in plain["cells"] if cell["cell_type"] == "code"]
    assert not any("autograder" in source or "check(" in source for source in sources)
    exercises = COURSE.assignment(classes.ASSIGNMENT).exercises
    assert sum("assert " in source and "np.allclose(" in source for source in sources) == len(exercises)
    names: dict[str, object] = {}
    for source in sources:
        exec(source, names)


def test_what_a_notebook_takes_from_our_package_is_silent_on_the_floor(monkeypatch):
    """A cell that stopped there would be timed as a failure, and the floor would lie too low."""
    monkeypatch.setitem(sys.modules, "autograder", bare.silent())
    names: dict[str, object] = {}
    for cell in classes.notebooks(COURSE, "solved", 1)["student-00000"]["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert names["steps"] is None  # what show.trace came to


def test_figures_go_where_the_page_has_a_place_for_them(tmp_path):
    page = Path(tmp_path, "page.md")
    page.write_text(f"before\n{words.BEGIN.format(name='x')}\nold\n{words.END.format(name='x')}\nafter\n", "utf-8")
    words.put(page, "x", r"new \1")
    assert page.read_text("utf-8").splitlines()[2] == r"new \1"
    assert page.read_text("utf-8").endswith("after\n")
    with pytest.raises(ValueError, match="no place"):
        words.put(page, "y", "new")
    assert all(
        words.BEGIN.format(name=name) in (ROOT / "docs/benchmarks.md").read_text("utf-8") for name in ("usual", "large")
    )
