"""How undecided each query is: the entropies that the learner computed, as bars against the most there can be."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from autograder.show import canvas, grid
from autograder.show.arrays import CannotShow, labels, numbers
from autograder.show.canvas import INK, MIDDLE, Figure
from autograder.show.view import Labels, View
from autograder.show.words import Table, clean, number

SLACK = 1e-6  # what a guard inside the log may add
MOST_BARS = 40


def entropy_bars(entropies: object, n_k: int, tokens: Iterable[object] | None = None) -> View:
    """The entropy of every query `(n_q,)`, in nats, against log n_k: the entropy of a row that looks at all alike."""
    values = numbers(entropies, "entropies", ("n_q",))
    if isinstance(n_k, bool) or not isinstance(n_k, (int, np.integer)) or n_k < 1:
        raise CannotShow("n_k, the number of keys, as a whole number of at least 1", repr(n_k), "weights.shape[1]")
    rows = labels(tokens, len(values), "tokens")
    most = math.log(n_k)
    shown = min(len(values), MOST_BARS)

    def draw(fitted: Callable[[tuple[str, ...]], Labels]) -> Figure:
        figure = canvas.figure(5.2, 1.1 + 0.3 * shown)
        axes = figure.subplots()
        finite = np.nan_to_num(values[:shown], nan=0.0, posinf=0.0, neginf=0.0)
        left, right = _room(finite, most)
        axes.barh(np.arange(shown) + 0.5, finite, height=0.62, color=MIDDLE)
        for place, value in enumerate(values[:shown]):
            axes.text(right, place + 0.5, number(float(value)), va="center", ha="right", fontsize=8)
        axes.axvline(most, color=INK, linestyle="--", linewidth=1.2)
        axes.set(xlim=(left, right), ylim=(shown, 0), xlabel="entropy in nats", ylabel="queries")
        axes.set_title(f"dashed: log {n_k} = {most:.2f}, looking at all alike", fontsize=9)
        grid.name_rows(axes, fitted(rows[:shown]))
        axes.tick_params(axis="y", length=0)
        return figure

    body = tuple((clean(name), number(float(v)), _share(float(v), most)) for name, v in zip(rows, values, strict=True))
    table = Table(("query", "entropy", f"share of log {n_k}"), body[:MOST_BARS])
    notes = (f"Shown are the first {shown} of {len(values)} queries.",) if shown < len(values) else ()
    return View("Entropy of each query", _sentence(values, most, n_k, rows), table, draw, rows, notes)


def _room(finite: np.ndarray, most: float) -> tuple[float, float]:
    """From 0, or below it where something is wrong, to a little beyond the longest bar and the dashed line."""
    highest = max(float(finite.max()), most, 0.1)
    return min(float(finite.min()), 0.0), highest * 1.25


def _share(value: float, most: float) -> str:
    return number(value / most) if most > 0 and math.isfinite(value) else "none"


def _sentence(values: np.ndarray, most: float, n_k: int, rows: tuple[str, ...]) -> str:
    """Where the entropies lie, or what cannot be an entropy."""
    broken = ~np.isfinite(values)
    if broken.any():
        first = clean(rows[int(broken.argmax())])
        return f"{int(broken.sum())} of {len(values)} entropies are nan or inf, the first that of query {first}."
    low, high = float(values.min()), float(values.max())
    limit = f"log {n_k} = {number(most)}"
    if low < -SLACK or high > most + SLACK:
        return f"The numbers lie between {number(low)} and {number(high)}; an entropy lies between 0 and {limit}."
    if len(values) == 1:
        return f"The entropy is {number(low)} nats; the most there can be is {limit}."
    least, widest = clean(rows[int(values.argmin())]), clean(rows[int(values.argmax())])
    return (
        f"The entropies lie between {number(low)} (query {least}) and {number(high)} nats (query {widest}); "
        f"the most there can be is {limit}."
    )
