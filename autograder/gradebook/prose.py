"""A student's Markdown, safe to show: nbgrader's pages put raw HTML, links and MathJax commands of a cell to work."""

from __future__ import annotations

import re

# Anything that could be markup, an encoded letter, a link to something other than a page, or a command that makes one.
_SUSPICIOUS = re.compile(
    r"<(?=[a-zA-Z/!?])"
    r"|&(?=#|[a-zA-Z][a-zA-Z0-9]*;)"
    r"|\](?:\(|:)\s*(?!https?://|#|mailto:|attachment:)\S"
    r"|\\(?=href|html|class|style|cssId|unicode|require|include|url)",
)
_TICKS = re.compile("`+")


def harmless(source: str) -> str:
    """The text itself where nothing in it can act; else the same text word for word as a block that is only shown."""
    if not _SUSPICIOUS.search(source):
        return source
    fence = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(source)), default=0))
    return f"{fence}text\n{source}\n{fence}"
