"""How far the scores spread, and how close they come to where exp overflows in each floating-point type."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograder.show import canvas
from autograder.show.arrays import Array, CannotShow, real
from autograder.show.canvas import INK, MIDDLE, Figure
from autograder.show.view import Labels, View
from autograder.show.words import Table, number

# The natural logarithm of the largest number of each type, rounded down; tests compare them with numpy.finfo.
LIMITS = {"float16": 11.089, "float32": 88.722, "float64": 709.782}
MOST_BINS = 40


def histogram(scores: object) -> View:
    """Scores of any shape as a histogram, with the limits above which exp overflows."""
    array = real(scores, "scores")
    if array.size == 0:
        raise CannotShow("scores", f"shape {array.shape}, which holds no number", "the sizes that went in")
    finite = array[np.isfinite(array)]
    if finite.size == 0:
        raise CannotShow("at least one finite score", "nan and inf only", "the step before: what did it return?")
    view = _view(finite)

    def draw(_: Callable[[tuple[str, ...]], Labels]) -> Figure:
        figure = canvas.figure(6.4, 2.9)
        axes = figure.subplots()
        axes.hist(finite, bins=min(MOST_BINS, 5 + int(finite.size**0.5)), color=MIDDLE, edgecolor=INK, linewidth=0.4)
        axes.set(xlabel="score", ylabel="how many", xlim=view)
        axes.yaxis.get_major_locator().set_params(integer=True)
        away = []
        for style, (name, limit) in zip(("-.", "--", "-"), LIMITS.items(), strict=True):
            if limit <= view[1]:
                axes.axvline(limit, color=INK, linestyle=style, linewidth=1.2, label=f"{name}: {limit:.2f}")
            else:
                away.append(f"{name} {limit:.2f}")
        if len(away) < len(LIMITS):
            figure.legend(title="exp overflows above", loc="outside right upper", fontsize=8, title_fontsize=8)
        if away:
            axes.set_title(f"further right: exp overflows above {', '.join(away)}", fontsize=9)
        return figure

    return View("Histogram of the scores", _sentence(array, finite), _table(finite), draw)


def _view(finite: Array) -> tuple[float, float]:
    """The scores with some room; a limit is taken in where the scores come near it, so that they are not squeezed."""
    low, high = float(finite.min()), float(finite.max())
    near = [limit for limit in LIMITS.values() if 0.4 * limit <= high]
    right = max([high, *near])
    room = 0.06 * (right - low) or 1.0
    return low - room, right + room


def _sentence(array: Array, finite: Array) -> str:
    low, high = float(finite.min()), float(finite.max())
    wide = number(float(finite.std()))
    spread = f"The {finite.size} scores lie between {number(low)} and {number(high)}, standard deviation {wide}"
    beyond = [name for name, limit in LIMITS.items() if high > limit]
    lost = array.size - finite.size
    aside = f" {lost} more are nan or inf and are left out." if lost else ""
    if not beyond:
        return f"{spread}; exp of the largest is finite in every type, float16 included.{aside}"
    safe = [name for name in LIMITS if name not in beyond]
    kept = f"finite in {' and '.join(safe)}" if safe else "finite in no type"
    return f"{spread}; exp of the largest overflows in {', '.join(beyond)}, and is {kept}.{aside}"


def _table(finite: Array) -> Table:
    body = []
    for name, limit in LIMITS.items():
        above = int((finite > limit).sum())
        body.append((name, f"{limit:.2f}", str(above), "yes" if above else "no"))
    return Table(("type", "exp overflows above", "scores above", "overflow"), tuple(body))
