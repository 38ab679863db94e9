"""An array as a grid of shaded cells with the numbers in them: the drawing that heatmap, heads and trace share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from rich.cells import cell_len

from autograder.show.arrays import Array
from autograder.show.canvas import COLOURS, INK
from autograder.show.view import Labels
from autograder.show.words import number

MOST_NUMBERED = 12  # cells a side; beyond that the shade and the table tell
MOST_TICKS = 24
LIGHT, DARK = "#ffffff", "#000000"

Axes = Any
Say = Callable[[float], str]


def cells(axes: Axes, values: Array, low: float, high: float, *, say: Say = number, most: int = MOST_NUMBERED) -> Any:
    """Shade every cell between `low` and `high`, and `say` its number where there are at most `most` a side.

    A cell that holds no finite number is left empty and crossed out.
    """
    from matplotlib import colormaps
    from matplotlib.colors import Normalize

    shade = Normalize(low, high if high > low else low + 1, clip=True)
    colours = colormaps[COLOURS]
    finite = np.ma.masked_invalid(values)
    rows, columns = values.shape
    edges = {"edgecolors": INK, "linewidth": 0.4} if max(rows, columns) <= MOST_NUMBERED else {"rasterized": True}
    is_numbered = max(rows, columns) <= most
    mesh = axes.pcolormesh(finite, cmap=colours, norm=shade, **edges)
    axes.set(xlim=(0, columns), ylim=(rows, 0), aspect="equal")
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    for row, column in np.argwhere(np.ma.getmaskarray(finite) | is_numbered):
        value = float(values[row, column])
        ink = INK
        if np.isfinite(value):
            ink = DARK if _luminance(colours(shade(value))) > 0.18 else LIGHT
        text = say(value) if is_numbered else "×"
        drawn = axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=ink, fontsize=8)
        drawn.set_in_layout(False)  # it lies within its cell; asking for its size would double the time
    return mesh


def _luminance(colour: tuple[float, ...]) -> float:
    """Relative luminance as WCAG 2 defines it; above 0.18 black letters stand out more than white ones."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def name_rows(axes: Axes, labels: Labels) -> None:
    """Labels down the left side; of many only every so manyth."""
    places = _places(len(labels.texts))
    texts = [labels.texts[place] for place in places]
    axes.set_yticks([place + 0.5 for place in places], texts, fontfamily=list(labels.fonts))


def name_columns(axes: Axes, labels: Labels) -> None:
    """Labels along the bottom, slanted where they would run into each other."""
    places = _places(len(labels.texts))
    texts = [labels.texts[place] for place in places]
    slant = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if max(map(cell_len, texts)) > 4 else {}
    axes.set_xticks([place + 0.5 for place in places], texts, fontfamily=list(labels.fonts), **slant)


def _places(count: int) -> range:
    return range(0, count, -(-count // MOST_TICKS))
