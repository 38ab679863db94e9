"""A verdict as people meet it in a notebook: a card where HTML is shown, the same words as text everywhere else."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from autograder.feedback.words import clean

# A check's message says what was expected, what came and what to look at; on a card each has a line of its own.
_PARTS = re.compile(r"; (?=came: |look at: )")


@dataclass(frozen=True, slots=True)
class Card:
    """The same content twice."""

    text: str
    html: str


def card(template: str, lines: Iterable[str], **names: Any) -> Card:
    """The named template filled in, everything escaped, with `lines` as its text."""
    html = _templates().get_template(f"{template}.html.j2").render(names)
    return Card(clean("\n".join(lines)), clean(html))


def show(made: Card) -> None:
    """Hand a card to the notebook, or print its text where there is none."""
    ipython = sys.modules.get("IPython")
    if ipython is None or ipython.get_ipython() is None:
        print(made.text)
        return
    ipython.display.display({"text/plain": made.text, "text/html": made.html}, raw=True)


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("autograder.notebook"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"word": lambda status: str(status).replace("_", " "), "parts": _PARTS.split}
    return made
