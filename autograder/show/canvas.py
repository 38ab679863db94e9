"""Figures without global state, drawn under settings of their own: as SVG in the page's colour, as PNG on white."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import util
from io import BytesIO
from typing import Any
from xml.dom import minidom

# Text and lines are drawn in this one colour, which the SVG then takes from the page around it, light or dark.
INK = "#0b0c0d"
MIDDLE = "#6f7d95"  # stands out from white and from black, in colour and in grey
COLOURS = "cividis"  # grows lighter with the value, for every kind of colour vision and in print
SETTINGS = {
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlesize": 10,
    "axes.labelsize": 9,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": False,
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "legend.frameon": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "softmarks",
    "text.color": INK,
    "text.parse_math": False,  # a token may hold dollar signs
    "xtick.color": INK,
    "ytick.color": INK,
}
MISSING = "The figure itself needs matplotlib, which is not installed here. The line that mends it: {line}"
IN_A_NOTEBOOK = "%pip install matplotlib"
IN_A_TERMINAL = "python -m pip install matplotlib"

Figure = Any  # matplotlib's; it ships no types, and is imported when a figure is asked for
Draw = Callable[[], Figure]


def is_there() -> bool:
    """Whether figures can be drawn on this machine."""
    return util.find_spec("matplotlib") is not None


@contextmanager
def _settled() -> Iterator[None]:
    """The kit's own settings, and afterwards whatever the person had set before."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        settings: Any = matplotlib.rcParams
        settings.update(SETTINGS)
        yield


def figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches, known to nobody else."""
    from matplotlib.figure import Figure as Drawn

    return Drawn(figsize=(width, height), layout="constrained")


def drawn(draw: Draw) -> Figure:
    """The figure, on white, for whoever goes on with it."""
    with _settled():
        made = draw()
        made.set_facecolor("white")
        return made


def png(draw: Draw) -> bytes:
    """The figure on white, readable on a dark page as well."""
    with _settled():
        stream = BytesIO()
        draw().savefig(stream, format="png", dpi=120, facecolor="white", metadata={"Software": None})
        return stream.getvalue()


def svg(draw: Draw, alt: str) -> str:
    """The figure as an SVG element in the text colour of the page around it; letters are outlines, so none can miss."""
    with _settled():
        stream = BytesIO()
        draw().savefig(stream, format="svg", transparent=True, metadata={"Date": None})
    root: Any = minidom.parseString(stream.getvalue()).documentElement
    _strip(root)
    root.setAttribute("role", "img")
    root.setAttribute("aria-label", alt)
    root.setAttribute("style", "max-width:100%;height:auto;stroke-linejoin:round;stroke-linecap:butt")
    return str(root.toxml()).replace(INK, "currentColor")


def _strip(node: Any) -> None:
    """Take out comments, which repeat the labels, and what would reach beyond the figure: metadata and style sheets."""
    for child in list(node.childNodes):
        if child.nodeType == child.COMMENT_NODE or child.nodeName in ("metadata", "style"):
            node.removeChild(child)
        else:
            _strip(child)
