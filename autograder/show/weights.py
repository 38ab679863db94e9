"""Attention weights to look at: one head as a heatmap, many heads side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from autograder.show import canvas, grid
from autograder.show.arrays import Array, labels, numbers
from autograder.show.canvas import Figure
from autograder.show.view import Labels, View
from autograder.show.words import Table, clean, number, weight

MOST_IN_TABLE = 12
MOST_HEADS = 16
SUMS_TO_ONE = 1e-3
EVEN = 0.01  # a row whose weights all lie so close to 1/n_k counts as even here


def heatmap(weights: object, tokens: Iterable[object] | None = None, *, keys: Iterable[object] | None = None) -> View:
    """A table of weights `(n_q, n_k)` as shaded cells.

    `tokens` name the rows, and the columns as well where there are as many and `keys` names no others.
    """
    values = numbers(weights, "weights", ("n_q", "n_k"))
    rows, columns = _named(values.shape[0], values.shape[1], tokens, keys)

    def draw(fitted: Callable[[tuple[str, ...]], Labels]) -> Figure:
        height, width = (min(7.0, 1.0 + 0.5 * side) for side in values.shape)
        figure = canvas.figure(width + 1.2, height + 0.8)
        axes = figure.subplots()
        mesh = grid.cells(axes, values, *_range(values), say=_saying(values))
        grid.name_rows(axes, fitted(rows))
        grid.name_columns(axes, fitted(columns))
        axes.set(xlabel="keys: who is looked at", ylabel="queries: who looks")
        if max(values.shape) > grid.MOST_NUMBERED:
            figure.colorbar(mesh, ax=axes, label="weight").outline.set_visible(False)
        return figure

    sentence = " ".join((_strongest(values, rows, columns), *_health(values, rows)))
    notes = tuple(_left_out(values))
    return View("Attention weights", sentence, _table(values, rows, columns), draw, (*rows, *columns), notes)


def heads(weights: object, tokens: Iterable[object] | None = None) -> View:
    """The weights of several heads `(num_heads, n_q, n_k)`, side by side on one scale."""
    values = numbers(weights, "weights", ("num_heads", "n_q", "n_k"))
    rows, columns = _named(values.shape[1], values.shape[2], tokens, None)
    shown = values[:MOST_HEADS]

    def draw(fitted: Callable[[tuple[str, ...]], Labels]) -> Figure:
        across = min(4, len(shown))
        down = -(-len(shown) // across)
        figure = canvas.figure(2.2 * across + 1.4, 2.2 * down + 0.8)
        places = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True).flat
        for head, axes in enumerate(places):
            if head >= len(shown):
                axes.set_visible(False)
                continue
            mesh = grid.cells(axes, shown[head], *_range(values), say=_saying(values), most=4)
            if head % across == 0:
                grid.name_rows(axes, fitted(rows))
            if head + across >= len(shown):
                grid.name_columns(axes, fitted(columns))
                axes.tick_params(labelbottom=True)
            axes.set_title(f"head {head}")
        figure.colorbar(mesh, ax=figure.axes, label="weight", shrink=0.8).outline.set_visible(False)
        return figure

    notes = (f"The figure shows the first {MOST_HEADS} of {len(values)} heads.",) if len(values) > len(shown) else ()
    return View("Heads side by side", _alike(values), _per_head(values, rows, columns), draw, (*rows, *columns), notes)


def _named(
    n_q: int, n_k: int, tokens: Iterable[object] | None, keys: Iterable[object] | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The labels of rows and columns."""
    rows = labels(tokens, n_q, "tokens")
    if keys is not None:
        return rows, labels(keys, n_k, "keys")
    if tokens is None or n_q != n_k:
        return rows, labels(None, n_k, "keys")
    return rows, rows


def _range(values: Array) -> tuple[float, float]:
    """Weights are shaded from 0 to 1, so that figures can be compared; other numbers over their own range."""
    finite = values[np.isfinite(values)]
    if finite.size == 0 or (finite.min() >= 0 and finite.max() <= 1):
        return 0.0, 1.0
    return float(finite.min()), float(finite.max())


def _saying(values: Array) -> Callable[[float], str]:
    """How a number in the grid is said: weights with two digits, so that they can be compared; others as they need."""
    return weight if _range(values) == (0.0, 1.0) else number


def _strongest(values: Array, rows: tuple[str, ...], columns: tuple[str, ...]) -> str:
    if not np.isfinite(values).any():
        return "No cell holds a finite number."
    query, key = np.unravel_index(np.ma.masked_invalid(values).argmax(), values.shape)
    return f"The largest weight is {number(values[query, key])}: {clean(rows[query])} looks at {clean(columns[key])}."


def _health(values: Array, rows: tuple[str, ...]) -> Iterable[str]:
    """What would be wrong with these numbers as attention weights, if anything is."""
    broken = int((~np.isfinite(values)).sum())
    if broken:
        yield f"{broken} of {values.size} cells hold nan or inf."
        return
    sums = values.sum(axis=1)
    off = int((np.abs(sums - 1) > SUMS_TO_ONE).sum())
    if off:
        yield (
            f"{off} of {len(rows)} rows do not add up to 1: their sums lie between {number(float(sums.min()))} "
            f"and {number(float(sums.max()))}, so these are no attention weights."
        )
    elif values.min() < 0:
        yield f"The smallest number is {number(float(values.min()))}; a weight is never below 0."
    elif (np.abs(values - 1 / values.shape[1]) < EVEN).all() and values.shape[1] > 1:
        yield f"Every row is even: all weights are close to 1/{values.shape[1]}, so nobody is chosen."


def _table(values: Array, rows: tuple[str, ...], columns: tuple[str, ...]) -> Table:
    """The numbers themselves, or of a large table the strongest keys of each query."""
    if max(values.shape) <= MOST_IN_TABLE:
        body = tuple((clean(name), *map(_saying(values), row)) for name, row in zip(rows, values, strict=True))
        return Table(("query", *map(clean, columns)), body)
    body = tuple(_three(rows[query], values[query], columns) for query in range(min(len(rows), MOST_IN_TABLE)))
    return Table(("query", "looks most at", "then at", "then at"), body)


def _left_out(values: Array) -> Iterator[str]:
    if max(values.shape) > MOST_IN_TABLE:
        rows = min(len(values), MOST_IN_TABLE)
        yield f"The table has the three strongest keys of the first {rows} queries, out of {len(values)}."


def _three(name: str, row: Array, columns: tuple[str, ...]) -> tuple[str, ...]:
    best = np.ma.masked_invalid(-row).argsort(kind="stable")[:3]
    found = [f"{clean(columns[key])} ({weight(float(row[key]))})" for key in best]
    return (clean(name), *found, *[""] * (3 - len(found)))


def _alike(values: Array) -> str:
    """How much the heads differ, in one sentence."""
    count = len(values)
    if count == 1:
        return "There is one head."
    if not np.isfinite(values).all():
        return f"{count} heads; {int((~np.isfinite(values)).sum())} of {values.size} cells hold nan or inf."
    first, second = np.triu_indices(count, 1)
    apart = np.array([np.abs(values[a] - values[b]).mean() for a, b in zip(first, second, strict=True)])
    least = int(apart.argmin())
    if apart.max() < 1e-9:
        return f"All {count} heads give the same weights; heads that start alike stay alike."
    return (
        f"{count} heads; most alike are head {first[least]} and head {second[least]}, "
        f"whose weights differ by {number(float(apart[least]))} on average."
    )


def _per_head(values: Array, rows: tuple[str, ...], columns: tuple[str, ...]) -> Table:
    body = []
    for head, one in enumerate(values[:MOST_HEADS]):
        if not np.isfinite(one).all():
            body.append((str(head), "not finite", "", ""))
            continue
        query, key = np.unravel_index(one.argmax(), one.shape)
        body.append((str(head), number(float(one.max())), clean(rows[query]), clean(columns[key])))
    return Table(("head", "largest weight", "of query", "on key"), tuple(body))
