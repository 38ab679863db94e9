"""Right but unusual answers to check_docs(claim); every one keeps full marks."""

import math
from typing import NamedTuple

import numpy as np

NAN = float("nan")
TABLE = """
1 does_not 0.125 b
2 holds 3.464 a
3 does_not 0.0259 c
4 does_not 1.247e-5 c
5 holds 2.079 a
6 does_not 2.69e43 d
7 cannot_be_told nan e
8 holds 0.714 a
9 does_not 103.6 f
10 does_not 0.01196 f
11 holds 76.8 a
12 cannot_be_told nan e
"""


def reads_a_table(claim):
    """Reads its answers from a text, rounded as a person writes them."""
    for line in TABLE.split("\n"):
        number, *rest = line.split() or [""]
        if number == str(claim):
            verdict, value, reason = rest
            return " ".join(verdict.split("_")), float(value), reason
    raise ValueError(f"there is no claim {claim}")


def holds_three_columns(claim):
    """Three columns, one for each part of the answer."""
    values = [0.12499, math.sqrt(12), 0.025916, 1.2466e-05, np.log(8), np.exp(100.0)]
    values += [np.nan, np.exp(-0.337), 103.604, 0.011963, 768 / 10, np.nan]
    verdict = {"d": "does not", "h": "holds", "c": "cannot be told"}["dhddhdchddhc"[claim - 1]]
    return [verdict, values[claim - 1], "baccadeaffae"[claim - 1]]


class Answer(NamedTuple):
    """The three parts by name."""

    verdict: str
    value: float
    reason: str


def runs_the_post_each_time(claim: int) -> Answer:
    """Runs the post's lines whenever it is asked, in float32, and matches on the claim."""
    random = np.random.RandomState(42)
    x, W_q, W_k = (np.asarray(random.randn(rows, 12), np.float32) for rows in (8, 12, 12))
    raw = (x @ W_q) @ (x @ W_k).T
    match claim:
        case 1:
            row = np.exp(raw[0] * 1e-4 / math.sqrt(12))
            return Answer("does not", row[1] / sum(row), "b")
        case 3:
            return Answer("does not", (x[0] @ W_q * 0.01).std(), "c")
        case 4:
            return Answer("does not", (raw * np.float32(1e-4)).var(), "c")
        case 6:
            return Answer("does not", np.exp(100.0), "d")
        case 9:
            return Answer("does not", np.abs(raw).max(), "f")
        case 10:
            return Answer("does not", raw.max() * 4e-4 / math.sqrt(12), "f")
        case 7 | 12:
            return Answer("cannot be told", NAN, "e")
    return Answer("holds", {2: 12**0.5, 5: math.log(8), 8: math.exp(-0.337), 11: 76.8}[claim], "a")


def decides_by_the_distance(claim):
    """Compares value and printed number: within 1 % a claim holds."""
    printed = dict(enumerate((0.423, 3.464, 0.01, 0.0012, 2.08, np.inf, 237, 0.714, 1000, 88.7, 76.8, 0.9), start=1))
    found = {1: 0.125, 2: 3.4641, 3: 0.02592, 4: 1.2466e-5, 5: 2.0794, 6: 2.688e43, 8: 0.7139, 9: 103.6, 10: 0.01196}
    value = found.get(claim, 76.8 if claim == 11 else NAN)
    near = abs(value - printed[claim]) <= 0.01 * abs(value)
    verdict = "cannot be told" if math.isnan(value) else "holds" if near else "does not"
    return verdict, np.float64(value), dict(zip(range(1, 13), "baccadeaffae", strict=True))[claim]


def chooses_from_tuples(claim):
    """One tuple for each group of claims."""
    if claim in (2, 5, 8, 11):
        return ("holds", (3.4641, 2.0794, 0.7139, 76.8)[(claim - 2) // 3], "a")
    if claim in (7, 12):
        return ("cannot be told", NAN, "e")
    place = (1, 3, 4, 6, 9, 10).index(claim)
    return ("does not", (0.125, 0.0259, 1.2466e-5, 2.688e43, 103.6, 0.01196)[place], "bccdff"[place])
