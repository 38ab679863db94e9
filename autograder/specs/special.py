"""Three special exercises as loops: the examination of a patient, the published numbers, a test of a softmax."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


# --- the clinic -------------------------------------------------------------------------------------------------------


def triage(attend: Callable[..., Array]) -> str:
    """A patient -> its label, from two calls: with V one-hot, the output is the weights themselves."""
    Q = np.array([[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
    K = np.array([[1.0, 0.5, -0.5, 0.0], [2.5, 0.0, 0.5, 0.0], [0.5, -1.5, 0.0, 0.0]])
    weights, blind = attend(Q, K, np.eye(3)), attend(0 * Q, K, np.eye(3))
    places = [(i, j) for i in range(3) for j in range(3)]
    if all(abs(weights[place] - blind[place]) < 1e-3 for place in places):
        return "ignores the scores"
    if all(min(abs(weights[place]), abs(weights[place] - 1)) < 1e-3 for place in places):
        return "picks one key"
    if all(abs(weights[i, j]) < 1e-3 for i, j in places if j > i):
        return "hides later keys"
    products = [[math.fsum(Q[i] * K[j]) for j in range(3)] for i in range(3)]
    turned = _turned(products)
    down = {"softmax over the queries": (products, 2.0), "transposes the weights": (turned, 2.0)}
    across = {"no scale": (products, 1.0), "divides by d_k": (products, 4.0), "swaps queries and keys": (turned, 2.0)}
    rows = all(abs(math.fsum(row) - 1) < 1e-3 for row in weights)
    seen = weights if rows else weights.T
    misfits = {label: _misfit(seen, table if rows else _turned(table), scale)
               for label, (table, scale) in (across if rows else down).items()}  # fmt: skip
    return min(misfits, key=lambda label: misfits[label])


def _turned(table: list[list[float]]) -> list[list[float]]:
    return [list(down) for down in zip(*table, strict=True)]


def _misfit(weights: Array, products: list[list[float]], scale: float) -> float:
    """How far the weights are from the softmax of products over scale."""
    worst = 0.0
    for row, line in zip(weights, products, strict=True):
        powers = [math.exp(product / scale) for product in line]
        worst = max(worst, *(abs(w - power / sum(powers)) for w, power in zip(row, powers, strict=True)))
    return worst


# --- the published numbers --------------------------------------------------------------------------------------------


def check_docs(claim: int) -> tuple[str, float, str]:
    """A claim's number -> verdict, computed value, letter of the reason."""
    return {
        1: ("does not", _weight(), "b"),
        2: ("holds", math.sqrt(12), "a"),
        3: ("does not", _spread(_run(0.01)[0][0]), "c"),
        4: ("does not", _spread([s for row in _scores(0.01) for s in row]) ** 2, "c"),
        5: ("holds", math.log(8), "a"),
        6: ("does not", math.exp(100), "d"),
        7: ("cannot be told", math.nan, "e"),
        8: ("holds", math.exp(-0.337), "a"),
        9: ("does not", max(abs(s) for row in _scores(1.0) for s in row), "f"),
        10: ("does not", max(s for row in _scores(0.02) for s in row) / math.sqrt(12), "f"),
        11: ("holds", 768 / 10, "a"),
        12: ("cannot be told", math.nan, "e"),
    }[claim]


@cache
def _run(scale: float) -> tuple[list[list[float]], list[list[float]]]:
    """Q and K of the published lines, seed 42, with weights of this standard deviation."""
    draw = np.random.RandomState(42)
    x, *matrices = [draw.randn(rows, 12).tolist() for rows in (8, 12, 12)]
    Q, K = ([[scale * math.fsum(row[k] * W[k][j] for k in range(12)) for j in range(12)] for row in x]
            for W in matrices)  # fmt: skip
    return Q, K


def _scores(scale: float) -> list[list[float]]:
    Q, K = _run(scale)
    return [[math.fsum(q * k for q, k in zip(query, key, strict=True)) for key in K] for query in Q]


def _weight() -> float:
    """What the second token receives from the first."""
    powers = [math.exp(score / math.sqrt(12)) for score in _scores(0.01)[0]]
    return powers[1] / math.fsum(powers)


def _spread(numbers: list[float]) -> float:
    mean = math.fsum(numbers) / len(numbers)
    return math.sqrt(math.fsum((number - mean) ** 2 for number in numbers) / len(numbers))


# --- a test of a softmax ----------------------------------------------------------------------------------------------

TRIED = (
    [[0.0, 1.5, 0.0], [1.5, 1.5, 0.0]],
    [[1000.0, 900.0], [0.0, 0.0], [-1000.0, -1000.0], [0.0, 3000.0]],
    [[-math.inf, 0.0, 0.0]],
    [0, 1, 1],
)


def accepts(softmax: Callable[[Array], Any]) -> bool:
    """A softmax -> True when it answers right, to four digits, wherever it is tried."""
    try:
        return all(_is_softmax(np.array(scores), np.asarray(softmax(np.array(scores)))) for scores in TRIED)
    except Exception:  # whatever a wrong softmax does to itself
        return False


def _is_softmax(scores: Array, came: Array) -> bool:
    if came.shape != scores.shape:
        return False
    for row, shares in zip(np.atleast_2d(scores).tolist(), np.atleast_2d(came).tolist(), strict=True):
        powers = [math.exp(score - max(row)) for score in row]
        if not all(abs(share - power / sum(powers)) < 1e-4 for share, power in zip(shares, powers, strict=True)):
            return False
    return True
