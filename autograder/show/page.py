"""Views as HTML: a card for a notebook's output, and a page of cards. Everything that was handed in is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from autograder.show import canvas, view
from autograder.show.view import View

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("autograder.show", "templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def card(one: View) -> str:
    """One view: the figure, the sentence, and the table behind a line that opens it."""
    return _render("card.html.j2", view=one, line=canvas.IN_A_NOTEBOOK, opened=False)


def page(views: Sequence[View], title: str, told: Sequence[str] = ()) -> str:
    """Views on a page that needs nothing but itself; `told` are sentences about what could not be shown."""
    return _render("page.html.j2", views=views, title=title, told=told, line=canvas.IN_A_TERMINAL, opened=True)


def _render(template: str, **values: object) -> str:
    there = canvas.is_there()
    return (
        _templates()
        .get_template(template)
        .render(**values, drawn=_drawn, is_there=there, missing=canvas.MISSING, numbered=view.NUMBERED)
    )


def _drawn(one: View) -> Markup:
    from markupsafe import Markup

    # Made by matplotlib out of outlines: nobody's text is in it but the escaped label.
    return Markup(one.svg())
