"""What a view draws: in the page's own colour, with the right letters, touching nothing else, and for every door."""

from __future__ import annotations

import subprocess
import sys
import warnings
from io import BytesIO
from xml.dom import minidom

import matplotlib
import nbformat
import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter
from nbconvert import HTMLExporter
from PIL import Image

from autograder import show
from autograder.show import canvas, fonts, grid
from autograder.show.page import card, page

WEIGHTS = np.array([[0.7, 0.2, 0.1], [0.25, 0.5, 0.25], [0.1, 0.1, 0.8]])
HOSTILE = ['<script>alert("x")</script>', '" onload="alert(1)', "$\\frac{1}{$ & --> ]]>"]
VIEWS = {
    "heatmap": lambda tokens: show.heatmap(WEIGHTS, tokens),
    "heads": lambda tokens: show.heads(np.stack([WEIGHTS, WEIGHTS.T, WEIGHTS]), tokens),
    "entropy": lambda tokens: show.entropy_bars([0.2, 0.9, 1.0], 3, tokens),
    "histogram": lambda tokens: show.histogram(WEIGHTS * 100),
    "trace": lambda tokens: show.trace(tokens, x=np.ones((3, 5)), weights=WEIGHTS),
}
each_view = pytest.mark.parametrize("make", VIEWS.values(), ids=VIEWS)


@pytest.fixture(autouse=True)
def no_missing_letter():
    """matplotlib warns when it draws a box for a letter that its font lacks."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*missing from.*font")
        yield


def elements(svg):
    return [node.nodeName for node in minidom.parseString(svg).getElementsByTagName("*")]


# --- as SVG -----------------------------------------------------------------------------------------------------------


@each_view
def test_the_svg_takes_the_colour_of_its_page_and_brings_no_style_of_its_own(make):
    view = make(["a", "b", "c"])
    svg = view.svg()
    root = minidom.parseString(svg).documentElement
    assert root.getAttribute("role") == "img"
    assert root.getAttribute("aria-label") == f"{view.title}. {view.sentence}"
    assert "currentColor" in svg
    assert canvas.INK not in svg
    assert not {"style", "metadata", "script", "text"} & set(elements(svg))


@each_view
def test_hostile_labels_reach_no_page_as_markup(make):
    view = make(HOSTILE)
    text = page([view], HOSTILE[0], HOSTILE)
    assert "<script" not in text
    assert 'onload="' not in text
    svg = text[text.index("<svg") : text.index("</svg>") + len("</svg>")]
    assert set(elements(svg)) <= {"svg", "g", "path", "use", "defs", "clipPath", "rect", "image"}


def test_dollar_signs_are_drawn_as_they_are():
    """A lone dollar or broken formula would raise if it were read as mathematics, and a pair would vanish."""
    drawn = {label: show.heatmap([[1.0]], [label]).svg() for label in ("$x$", "x", "$\\frac{$")}
    assert drawn["$x$"].count("<use") == drawn["x"].count("<use") + 4  # two dollars, on the row and the column


def test_letters_that_steer_a_terminal_are_taken_out():
    view = show.heatmap([[1.0]], ["\x1b[31mred\u202e\n"])
    assert not {"\x1b", "\u202e"} & set(str(view))
    assert len(str(view).splitlines()) == 4


def test_drawing_twice_gives_the_same_bytes():
    first, second = show.heatmap(WEIGHTS, ["a", "b", "c"]), show.heatmap(WEIGHTS, ["a", "b", "c"])
    assert first.svg() == second.svg()
    assert first.png() == second.png()


# --- touching nothing else --------------------------------------------------------------------------------------------


def test_settings_of_the_person_neither_change_the_figure_nor_are_changed():
    plain = show.heatmap(WEIGHTS).svg()
    with matplotlib.rc_context({"svg.fonttype": "none", "axes.edgecolor": "red", "font.size": 30}):
        before = dict(matplotlib.rcParams)
        assert show.heatmap(WEIGHTS).svg() == plain
        show.heatmap(WEIGHTS).figure()
        assert dict(matplotlib.rcParams) == before


def test_pyplot_is_never_needed():
    code = (
        "import sys, numpy as np; from autograder import show; v = show.heatmap(np.eye(3)); v.png(); v._repr_html_();"
        "sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_nothing_is_imported_for_drawing_before_something_is_drawn():
    code = "import sys; from autograder import show; sys.exit('matplotlib' in sys.modules or 'jinja2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_arrays_are_left_as_they_are():
    weights = WEIGHTS.copy()
    view = show.heatmap(weights)
    view.png()
    assert np.array_equal(weights, WEIGHTS)
    weights[:] = 0
    assert "0.80" in view.sentence
    assert view.svg() == show.heatmap(WEIGHTS).svg()


# --- letters ----------------------------------------------------------------------------------------------------------


def test_chinese_is_drawn_where_a_font_is_there(chinese_font):
    assert fonts.families(["我喜欢", "x"]) == ("DejaVu Sans", chinese_font)
    view = show.heatmap(WEIGHTS, ["我", "喜", "欢"])
    assert not view.is_numbered
    drawn = minidom.parseString(view.svg()).getElementsByTagName("use")
    assert sum(one.getAttribute("xlink:href").startswith("#FewLetters") for one in drawn) == 6
    assert "numbers in their place" not in card(view)


def test_without_such_a_font_tokens_are_numbered_and_the_table_says_which_is_which():
    tokens = ["我", "喜欢", "我"]
    view = show.heatmap(WEIGHTS, tokens)
    assert view.is_numbered
    assert view.legend().rows == (("0", "我"), ("1", "喜欢"))
    html = card(view)
    assert "numbers in their place" in html
    assert "<details open>" in html
    assert "numbers" not in str(view)  # text needs no font


def test_a_font_of_boxes_is_no_font():
    names = {entry.name for entry in matplotlib.font_manager.fontManager.ttflist}
    assert fonts.families(["\U0001f600 我"]) is None, names


# --- for eyes ---------------------------------------------------------------------------------------------------------


def contrast(one: float, other: float) -> float:
    high, low = max(one, other), min(one, other)
    return (high + 0.05) / (low + 0.05)


def test_shades_grow_lighter_with_the_value_so_that_grey_tells_as_much():
    shades = [grid._luminance(matplotlib.colormaps[canvas.COLOURS](x)) for x in np.linspace(0, 1, 50)]
    assert np.all(np.diff(shades) > 0)


def test_numbers_can_be_read_on_every_shade():
    for x in np.linspace(0, 1, 256):
        shade = grid._luminance(matplotlib.colormaps[canvas.COLOURS](x))
        ink = 0.0 if shade > 0.18 else 1.0
        assert contrast(shade, ink) >= 4.5


def test_bars_stand_out_from_light_and_dark_pages():
    bar = grid._luminance(matplotlib.colors.to_rgb(canvas.MIDDLE))
    assert contrast(bar, 1.0) >= 3
    assert contrast(bar, 0.01) >= 3


# --- doors ------------------------------------------------------------------------------------------------------------


@each_view
def test_a_notebook_gets_figure_text_and_page_and_nbconvert_keeps_them(make):
    data, _ = DisplayFormatter().format(make(["a", "b", "c"]))
    assert {"text/plain", "text/html", "image/png"} <= data.keys()
    assert Image.open(BytesIO(data["image/png"])).format == "PNG"
    cell = nbformat.v4.new_code_cell("view")
    cell["outputs"] = [nbformat.v4.new_output("display_data", {"text/html": data["text/html"]})]
    made, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    assert 'role="img"' in made
    assert '<th scope="row"' in made


@each_view
def test_the_png_is_on_white_for_every_page(make):
    image = Image.open(BytesIO(make(["a", "b", "c"]).png())).convert("RGB")
    assert image.getpixel((1, 1)) == (255, 255, 255)


def test_a_large_table_stays_a_small_figure():
    draw = np.random.default_rng(0)
    assert len(show.heatmap(draw.random((400, 400))).svg()) < 1_000_000


def test_cells_that_hold_no_number_are_crossed_out():
    values = np.full((20, 20), 0.5)
    whole = show.heatmap(values).svg()
    values[3, 4] = np.nan
    assert show.heatmap(values).svg() != whole


# --- without matplotlib -----------------------------------------------------------------------------------------------


def test_without_matplotlib_there_is_the_table_and_the_line_that_mends_it(monkeypatch):
    monkeypatch.setattr(canvas, "is_there", lambda: False)
    view = show.heatmap(WEIGHTS, ["我", "b", "c"])
    html = view._repr_html_()
    assert canvas.IN_A_NOTEBOOK in html
    assert "<details open>" in html
    assert "<svg" not in html
    assert view._repr_png_() is None
    assert "0.80" in str(view)
