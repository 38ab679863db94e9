"""softmarks audit: grades the graders, and fails when one is blind, unjust or calls a mistake by a wrong name."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from autograder import facts
from autograder.batch import NeedsInstructorEdition, require_instructor
from autograder.cli import screen
from autograder.cli.check import CourseFolder, Plain

if TYPE_CHECKING:
    from autograder.audit import Audit, Findings

COLUMNS = ("misconceptions", "caught", "named", "variants", "accepted", "mutants", "killed", "equivalent", "escaped")
CAPTION = "misconceptions caught and named, variants accepted, mutants killed or listed as equivalent"
ONLY_THE_COURSE_EXTRA = ("libcst", "mutmut")


def audit(
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object")] = False,
    plain: Plain = False,
    out: Annotated[Path | None, typer.Option(help="write the page there instead of comparing it with docs/")] = None,
    exercise: Annotated[list[str] | None, typer.Option(help="only this function; no page then")] = None,
    course: CourseFolder = None,
) -> None:
    """Grade the graders: every known mistake caught and named, every right answer accepted, every mutant killed."""
    require_instructor("audit")
    try:
        # Imported here because the learner's edition holds no audit.
        from autograder import audit as auditing
    except ModuleNotFoundError as missing:
        if missing.name in ONLY_THE_COURSE_EXTRA:
            raise NeedsInstructorEdition("audit") from missing
        raise
    known = facts.find(course)
    found = auditing.audit(known, [known.exercise(name) for name in exercise] if exercise else None)
    text = auditing.page(found, len(auditing.KEYS))
    troubles = found.troubles()
    if exercise:
        pass  # the page is about all of them
    elif out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8", newline="\n")
    elif known.root is None or auditing.is_stale(text, known.root / auditing.PAGE):
        page = auditing.PAGE.as_posix()
        troubles.append(f"{page} does not say what was found; build it with: softmarks audit --out {page}")
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        _show(found, screen.is_plain(plain))
    for trouble in troubles:
        print(f"trouble: {trouble}", file=sys.stderr)
    if troubles:
        raise typer.Exit(1)


def _show(found: Audit, plain: bool) -> None:
    rows = [(one.exercise, _numbers(one)) for one in found.findings]
    rows.append(("all", [sum(column) for column in zip(*(numbers for _, numbers in rows), strict=True)]))
    if plain:
        for name, numbers in rows:
            print(f"{name}: " + ", ".join(f"{column} {n}" for column, n in zip(COLUMNS, numbers, strict=True)))
        return
    table = Table(title="the graders' own marks", caption=CAPTION, box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("function", "caught", "named", "accepted", "killed", "listed", "escaped"):
        table.add_column(column, justify="left" if column == "function" else "right", no_wrap=True)
    for name, (wrong, caught, named, right, accepted, mutants, killed, listed, escaped) in rows:
        cells = (f"{caught}/{wrong}", f"{named}/{wrong}", f"{accepted}/{right}", f"{killed}/{mutants}")
        table.add_row(escape(name), *cells, str(listed), str(escaped))
    screen.console(plain).print(table)


def _numbers(one: Findings) -> list[int]:
    return [
        len(one.mistakes),
        sum(mistake.caught for mistake in one.mistakes),
        sum(mistake.named for mistake in one.mistakes),
        len(one.variants),
        len(one.variants) - len(one.rejected),
        len(one.mutants),
        *(one.count(outcome) for outcome in ("killed", "equivalent", "escaped")),
    ]
