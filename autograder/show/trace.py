"""Attention step by step: of every array its shape, its first values and its health, as text and as one figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from autograder.show import canvas, grid
from autograder.show.arrays import Array, CannotShow, real
from autograder.show.canvas import Figure
from autograder.show.view import Labels, View
from autograder.show.words import Table, clean, listed, number

FIRST = 3  # values of the first row
SUMMED = "weights"  # the step whose rows must add up to 1
SUMS_TO_ONE = 1e-3
MOST_STEPS = 12
MOST_ROWS, MOST_COLUMNS = 8, 8  # of each array in the figure


@dataclass(frozen=True, slots=True)
class Step:
    """One array on the way."""

    name: str
    values: Array

    @property
    def ill(self) -> str:
        """What is wrong with the numbers, whatever they mean; empty where nothing is."""
        broken = int((~np.isfinite(self.values)).sum())
        if broken:
            return f"{broken} of {self.values.size} not finite"
        if self.name == SUMMED and self.values.ndim > 1:
            low, high = self._sums()
            if max(abs(low - 1), abs(high - 1)) > SUMS_TO_ONE:
                return f"rows add up to {_range(low, high)}"
        return ""

    def _sums(self) -> tuple[float, float]:
        sums = self.values.sum(axis=-1)
        return float(sums.min()), float(sums.max())

    def row(self) -> tuple[str, ...]:
        """Name, shape, first values, range, row sums, health."""
        flat = self.values.reshape(-1)
        first = self.values[(0,) * (self.values.ndim - 1)][:FIRST] if self.values.ndim else flat
        finite = flat[np.isfinite(flat)]
        spread = f"{number(float(finite.min()))} to {number(float(finite.max()))}" if finite.size else "none"
        sums = _range(*self._sums()) if self.name == SUMMED and self.values.ndim > 1 else ""
        values = " ".join(number(float(value), 3) for value in first)
        return clean(self.name), str(self.values.shape), values, spread, sums, self.ill or "good"


def trace(tokens: Iterable[object] | None = None, /, **steps: object) -> View:
    """The arrays of a run in the order in which they are given, e.g. trace(tokens, x=x, Q=Q, K=K, scores=scores).

    A step called weights is asked whether its rows add up to 1.
    """
    if not steps:
        raise CannotShow("the steps by name, e.g. trace(x=x, Q=Q, K=K)", "none", "which arrays does the run have?")
    if len(steps) > MOST_STEPS:
        raise CannotShow(f"at most {MOST_STEPS} steps", str(len(steps)), "which of them are worth looking at?")
    run = tuple(_step(name, value) for name, value in steps.items())
    named = _tokens(tokens, run)

    def draw(fitted: Callable[[tuple[str, ...]], Labels]) -> Figure:
        return _drawn(run, named, fitted)

    headings = ("step", "shape", f"first {FIRST} values", "range", "row sums", "health")
    table = Table(headings, tuple(step.row() for step in run))
    notes = tuple(_cut(run))
    return View("Attention, step by step", _sentence(run), table, draw, named, notes)


def _step(name: str, value: object) -> Step:
    values = real(value, name)
    if values.size == 0 or values.ndim > 3:
        raise CannotShow(f"{name} with numbers in it and at most 3 axes", f"shape {values.shape}", "the step before it")
    return Step(name, values)


def _tokens(given: Iterable[object] | None, run: tuple[Step, ...]) -> tuple[str, ...]:
    """The tokens' labels; steps with as many rows carry them."""
    if given is None:
        return ()
    if isinstance(given, (str, bytes)):
        raise CannotShow("a list of tokens", "one string", "split it into its tokens")
    found = tuple(str(one) for one in given)
    sizes = [step.values.shape[-2] for step in run if step.values.ndim > 1]
    if len(found) not in sizes:
        raise CannotShow("as many tokens as a step has rows", str(len(found)), f"rows here: {sizes}")
    return found


def _sentence(run: tuple[Step, ...]) -> str:
    """Whether the run is healthy, else the first step at which it stops being so."""
    ill = next((step for step in run if step.ill), None)
    if ill is None:
        return f"All {len(run)} steps are healthy: every number is finite{_summed(run)}."
    return f"The first step that is not healthy is {clean(ill.name)}: {ill.ill}. Look there and at the step before it."


def _summed(run: tuple[Step, ...]) -> str:
    return ", and every row of weights adds up to 1" if any(step.name == SUMMED for step in run) else ""


def _range(low: float, high: float) -> str:
    return number(low, 3) if number(low, 3) == number(high, 3) else f"{number(low, 3)} to {number(high, 3)}"


def _cut(run: tuple[Step, ...]) -> Iterator[str]:
    if deep := [step.name for step in run if step.values.ndim > 2]:
        yield f"Of {listed(deep)} the figure shows the first table along the first axis."
    if large := [step.name for step in run if _is_cut(step)]:
        yield f"Of {listed(large)} the figure shows the first {MOST_ROWS} rows and {MOST_COLUMNS} columns."


def _is_cut(step: Step) -> bool:
    rows, columns = np.atleast_2d(step.values).shape[-2:]
    return bool(rows > MOST_ROWS or columns > MOST_COLUMNS)


def _panel(step: Step) -> Array:
    """The part of a step that is drawn: its last two axes, cut to what can be read."""
    values = np.atleast_2d(step.values)
    while values.ndim > 2:
        values = values[0]
    return values[:MOST_ROWS, :MOST_COLUMNS]


def _drawn(run: tuple[Step, ...], tokens: tuple[str, ...], fitted: Callable[[tuple[str, ...]], Labels]) -> Figure:
    across = min(3, len(run))
    down = -(-len(run) // across)
    figure = canvas.figure(3.6 * across, 2.7 * down)
    panels = figure.subplots(down, across, squeeze=False).flat
    for place, axes in enumerate(panels):
        if place >= len(run):
            axes.set_visible(False)
            continue
        step, values = run[place], _panel(run[place])
        finite = values[np.isfinite(values)]
        low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
        grid.cells(
            axes,
            values,
            *((0.0, 1.0) if step.name == SUMMED and low >= 0 and high <= 1 else (low, high)),
            most=MOST_COLUMNS,
        )
        state = step.ill or "healthy"
        axes.set_title(f"{place + 1}. {clean(step.name)} {step.values.shape}\n{state}", fontsize=9)
        if step.values.ndim > 1 and step.values.shape[-2] == len(tokens):
            grid.name_rows(axes, fitted(tokens[: len(values)]))
        else:
            axes.set_yticks([])
        axes.set_xticks([])
    return figure
