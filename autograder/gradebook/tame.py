"""What nbgrader's own pages show of a notebook: everything that can be read, and nothing that can act.

A page of formgrader runs on the instructor's server, with the instructor's rights. nbconvert's `sanitize_html` does not
reach the text cells there, since nbgrader's templates show them themselves; so what the templates call is replaced: the
filter for Markdown, the filter for HTML, and before both a step that takes away what neither of them sees.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import bleach  # type: ignore[import-untyped]
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor
from traitlets.config import Config

from autograder.feedback import verdict_html
from autograder.report import Report, Status

_TEXT = "a abbr b bdi blockquote br cite code dd del dfn div dl dt em hr i ins kbd li mark ol p pre q s samp small span"
_MORE = "strike strong sub sup u ul var h1 h2 h3 h4 h5 h6 img table caption colgroup col thead tbody tfoot tr th td"
_TAGS = frozenset(f"{_TEXT} {_MORE}".split())
# Colours of code (nb, kn, s1 ...) and what our own verdicts are laid out with. Any other class, and every id, might be
# taken by formgrader's own script for one of its fields.
_CLASS = re.compile(
    r"[a-z]{1,2}\d?|highlight|hl-[a-z0-9]+|softmarks|tex2jax_ignore|mathjax_ignore|mistake|example|checks|number|message"
    + "".join(f"|{status}" for status in Status)
)
_LINK = re.compile(r"https?://|mailto:|#", re.IGNORECASE)
_PICTURE = re.compile(r"https://|data:image/(?:png|jpeg|gif);base64,", re.IGNORECASE)
_PLAIN = {"colspan", "rowspan", "scope", "lang", "title", "alt", "width", "height", "align", "start"}
_PICTURES = ("image/png", "image/jpeg", "image/gif")
_OUTPUTS = frozenset({"text/plain", "text/html", "text/markdown", "text/latex", "image/png", "image/jpeg"})
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
_HOLD = "\ue000"  # no text has it: it holds the place of the one style sheet that stays
_SHEET = re.compile(r"<style>[^<]*</style>")
# Commands of MathJax that make links, name elements of the page, or load more of themselves.
_COMMAND = re.compile(r"\\(?=href|html|class|style|cssId|unicode|require|include|url)")


def settings() -> Config:
    """For nbgrader_config.py: generate_feedback and formgrader both make their pages with this exporter."""
    config = Config()
    config.HTMLExporter.sanitize_html = True
    config.HTMLExporter.filters = {
        "markdown2html": "autograder.gradebook.tame.markdown",
        "clean_html": "autograder.gradebook.tame.clean",
    }
    config.HTMLExporter.preprocessors = ["autograder.gradebook.tame.Tame"]
    return config


class Tame(Preprocessor):
    """Takes out of a notebook what its page would put to work without asking a filter."""

    enabled = True

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        _keep(nb.metadata, "kernelspec", "language_info")
        for cell in nb.cells:
            _keep(cell.metadata, "nbgrader")
            if cell.cell_type == "raw":
                cell.cell_type, cell.source = "markdown", f"<pre>{html.escape(cell.source)}</pre>"
            for output in cell.get("outputs", ()):
                if "data" in output:
                    _keep(output.metadata)
                    _keep(output.data, *(kind for kind, data in output.data.items() if _is_shown(kind, data)))
                    if latex := output.data.get("text/latex"):
                        output.data["text/latex"] = _COMMAND.sub("＼", latex)
        return nb, resources


def _keep(mapping: dict[str, Any], *names: str) -> None:
    for name in mapping.keys() - set(names):
        del mapping[name]


def _is_shown(kind: str, data: Any) -> bool:
    if kind not in _OUTPUTS or not isinstance(data, str):
        return False
    return not kind.startswith("image/") or bool(_BASE64.fullmatch(data))


@pass_context
def markdown(context: Context, source: str) -> str:
    """The filter `markdown2html`: Markdown as HTML that cannot act; what cannot be rendered is shown as it is."""
    attachments = context.get("cell", {}).get("attachments", {})
    renderer = IPythonRenderer(escape=False, attachments=_pictures(attachments), exclude_anchor_links=True)
    try:
        return clean(MarkdownWithMath(renderer=renderer).render(source))
    except Exception:  # a missing attachment, or text that the parser cannot follow, is no reason to show no page
        return f"<pre>{html.escape(source)}</pre>"


def _pictures(attachments: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Attachments that are pictures and nothing else."""
    found = {
        name: {kind: kinds[kind] for kind in _PICTURES if _is_text(kinds.get(kind))}
        for name, kinds in attachments.items()
        if isinstance(kinds, Mapping)
    }
    return {name: kinds for name, kinds in found.items() if kinds}


def _is_text(data: Any) -> bool:
    return isinstance(data, str) and bool(_BASE64.fullmatch(data))


def clean(text: Any) -> str:
    """The filter `clean_html`: HTML without anything that acts.

    In place of any style sheet stands the one of our verdicts: it is theirs, also where an older kit wrote another.
    """
    whole = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    held = _SHEET.sub(_HOLD, whole.replace(_HOLD, ""))
    kept = bleach.clean(held, tags=_TAGS, attributes=_may_stand, protocols=["http", "https", "mailto", "data"])
    return _COMMAND.sub("＼", kept).replace(_HOLD, _look())


def _may_stand(tag: str, name: str, value: str) -> bool:
    if name == "class":
        return all(_CLASS.fullmatch(word) for word in value.split())
    if name == "href":
        return tag == "a" and bool(_LINK.match(value))
    if name == "src":
        return tag == "img" and bool(_PICTURE.match(value))
    return name in _PLAIN


@cache
def _look() -> str:
    """The style sheet that stands in every verdict, word for word."""
    made = verdict_html(Report("", None, True, Status.UNREADABLE), "")
    start, end = made.index("<style>"), made.index("</style>") + len("</style>")
    return made[start:end]
