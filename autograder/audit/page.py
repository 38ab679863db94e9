"""The audit as a page that needs nothing but itself, and the question whether the page on the shelf is this one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from autograder.audit.findings import Audit

PAGE = Path("docs") / "audit.html"


def page(audit: Audit, keys: int) -> str:
    """The page; the same for the same graders, on every day and every machine."""
    return _environment().get_template("audit.html.j2").render(audit=audit, total=audit.as_json(), keys=keys)


def is_stale(text: str, file: Path) -> bool:
    """Whether `file` is missing or says something else than `text`."""
    return not file.is_file() or file.read_text(encoding="utf-8") != text


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("autograder.audit"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["short"] = lambda check: str(check).removeprefix("test_").replace("_", " ")
    made.filters["plainly"] = lambda name: str(name).replace("_", " ")
    return made
