"""make bench: measure, print the figures, and with --write put them into docs/benchmarks.md."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, get_args

import typer

from autograder import facts
from autograder.bench import clock, latency, words
from autograder.bench import large as large_class
from autograder.bench.classes import ASSIGNMENT, Kind
from autograder.bench.compare import Sizes, compare

PAGE = Path("docs", "benchmarks.md")
JOBS = 2


def main(
    ours: Annotated[int, typer.Option(min=20, help="submissions for softmarks grade")] = 300,
    theirs: Annotated[int, typer.Option(min=2, help="submissions for nbgrader autograde")] = 8,
    large: Annotated[int, typer.Option(min=0, help="instead, one class of this size: line, memory, re-run")] = 0,
    write: Annotated[bool, typer.Option("--write", help=f"put the figures into {PAGE}")] = False,
) -> None:
    """Measure on this machine; the figures of one run may be held against each other, those of two may not."""
    clock.adopt()
    course = facts.find(start=Path(__file__).parent)
    assert course.root is not None
    with tempfile.TemporaryDirectory(prefix="softmarks-bench-") as folder:
        if large:
            typer.echo(f"measuring a class of {large}", err=True)
            found = large_class.grade(course, "solved", large, JOBS, Path(folder, "large"))
            name, text = "large", words.large(found)
        else:
            sizes = Sizes(ours, theirs, JOBS)
            compared = []
            for kind in get_args(Kind):
                typer.echo(f"measuring a {kind} class: {ours} by softmarks, {theirs} by nbgrader, the floor", err=True)
                compared.append(compare(course, kind, sizes, Path(folder, kind)))
            waits = latency.measure(course.released(ASSIGNMENT))
            name, text = "usual", "\n\n".join([words.comparison(compared), words.waits(waits)])
    text = f"{text}\n\n{words.machine(JOBS)}"
    print(text)
    if write:
        words.put(course.root / PAGE, name, text)


if __name__ == "__main__":
    typer.run(main)
