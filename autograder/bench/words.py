"""The figures as Markdown, for a terminal and for the page in docs/."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path

from autograder.bench.compare import Comparison
from autograder.bench.large import Large
from autograder.bench.latency import Waits

GOALS = {"solved": 50, "mixed": 30}
FLOOR_GOAL = 3
BEGIN, END = "<!-- figures: {name} -->", "<!-- end of figures: {name} -->"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, numbers to the right."""
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def machine(jobs: int) -> str:
    """What was measured on, and how busy it was."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return (
        f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {jobs} jobs; "
        f"load average at the end {load} (the measurement itself is about {jobs} of it)."
    )


def comparison(found: Sequence[Comparison]) -> str:
    """Times for one more submission, and the ratios."""
    head = ["one more submission in a batch", *(f"{one.kind}" for one in found)]
    rows = [
        ["softmarks grade, wall", *(_ms(one.ours_each.wall) for one in found)],
        ["softmarks grade, submissions a second", *(f"{1 / one.ours_each.wall:.1f}" for one in found)],
        ["softmarks grade, processor", *(_ms(one.ours_each.cpu) for one in found)],
        ["nbgrader autograde, wall", *(_ms(one.theirs_each.wall) for one in found)],
        ["nbgrader autograde, processor", *(_ms(one.theirs_each.cpu) for one in found)],
        ["floor, processor", *(_ms(one.floor_each.cpu) for one in found)],
        ["**times nbgrader's throughput**", *(f"**{one.speedup:.0f}**" for one in found)],
        ["goal, at least", *(str(GOALS[one.kind]) for one in found)],
        ["the same with both starts counted", *(f"{one.speedup_whole:.0f}" for one in found)],
        ["nbgrader's processor time over ours", *(f"{one.work:.0f}" for one in found)],
        ["**our processor time over the floor's**", *(f"**{one.above_floor:.1f}**" for one in found)],
        ["goal, at most", *(str(FLOOR_GOAL) for _ in found)],
        ["floor of the cells that grading runs, processor", *(_ms(one.needed_each.cpu) for one in found)],
        ["our processor time over that floor's", *(f"{one.ours_each.cpu / one.needed_each.cpu:.1f}" for one in found)],
        ["start of softmarks grade, wall", *(f"{_start(one):.1f} s" for one in found)],
        ["submissions: ours / nbgrader's", *(f"{one.ours.count} / {one.theirs.count}" for one in found)],
    ]
    return table(head, rows)


def _start(one: Comparison) -> float:
    return max(one.start.whole.wall - one.start.count * one.ours_each.wall, 0.0)


def waits(found: Waits) -> str:
    """What a learner waits for."""
    rows = [
        ["first check(f) after the import", _ms(found.first)],
        ["check(f) again", _ms(found.later)],
        ["softmarks check FILE, whole command", _ms(found.command)],
    ]
    return table(["a learner waits", "median"], rows)


def large(found: Large) -> str:
    """Time and memory along the class."""
    kinds = sorted({kind for mark in found.marks for kind in mark.megabytes})
    head = ["submissions", "seconds", *(f"{kind}, MB" for kind in kinds)]
    rows = [
        [f"{mark.count:,}", f"{mark.seconds:.1f}", *(f"{mark.megabytes.get(kind, 0):.0f}" for kind in kinds)]
        for mark in found.marks
    ]
    return "\n\n".join(
        [
            table(head, rows),
            f"A submission of the second half takes {found.bend:.2f} times as long as one of the first. "
            f"Run again with nothing changed: {found.again.wall:.1f} s.",
        ]
    )


def put(page: Path, name: str, text: str) -> None:
    """Replace the figures of that name in the page; the words around them stay."""
    begin, end = BEGIN.format(name=name), END.format(name=name)
    before = page.read_text(encoding="utf-8")
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if not pattern.search(before):
        raise ValueError(f"{page} has no place for the figures {name}; put {begin} and {end} where they belong")
    page.write_text(pattern.sub(lambda _: f"{begin}\n{text}\n{end}", before), encoding="utf-8")


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"
