"""Hidden inputs of the exercises on what scores and weights look like."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.probes import probe
from autograder.probes.hidden import Arrays, Rng, weight_rows

# --- attention_entropy ------------------------------------------------------------------------------------------------


@probe("attention_entropy")
def attention_entropy_rectangular(rng: Rng) -> Arrays:
    """ordinary rows, more keys than queries: axis, logarithm and sign"""
    return (weight_rows(rng, 3, 5),)


@probe("attention_entropy")
def attention_entropy_square(rng: Rng) -> Arrays:
    """as many queries as keys: sums over the wrong axis have the right shape"""
    return (weight_rows(rng, 4, 4),)


@probe("attention_entropy")
def attention_entropy_one_hot(rng: Rng) -> Arrays:
    """rows with a single one: 0 log 0 is 0, not nan, and the entropy is 0"""
    return (np.eye(6)[[1, 4, 0]],)


@probe("attention_entropy")
def attention_entropy_uniform(rng: Rng) -> Arrays:
    """uniform rows: the entropy is log n_k, here for seven keys"""
    return (np.full((2, 7), 1 / 7),)


@probe("attention_entropy")
def attention_entropy_masked(rng: Rng) -> Arrays:
    """causal rows: zeros beside ordinary weights"""
    rows = np.tril(weight_rows(rng, 5, 5))
    return (rows / rows.sum(axis=1, keepdims=True),)


@probe("attention_entropy")
def attention_entropy_peaked(rng: Rng) -> Arrays:
    """weights of 3e-6 over many keys: a coarse guard inside the logarithm or a clip bends them"""
    weights = np.full((2, 40), 3e-6)
    weights[0, int(rng.integers(40))] = 1 - 39 * 3e-6
    weights[1, :20] = (1 - 20 * 3e-6) / 20
    return (weights,)


@probe("attention_entropy")
def attention_entropy_decades(rng: Rng) -> Arrays:
    """weights on both sides of each power of ten from 1e-2 to 1e-6: a limit below which they are left out shows"""
    small = np.array([2e-2, 5e-3, 2e-3, 5e-4, 2e-4, 5e-5, 2e-5, 5e-6, 2e-6, 5e-7])
    return (rng.permuted(np.array([*small, 0.25, 0.75 - small.sum()])[None], axis=1),)


@probe("attention_entropy")
def attention_entropy_vanishing(rng: Rng) -> Arrays:
    """weights far below the step between 1 and the next float: 1 + w and w - 1 have lost them"""
    return (rng.permuted(np.array([[1e-17, 1.0, 1e-30, 1e-200], [3e-17, 2e-25, 0.25, 0.75]]), axis=1),)


@probe("attention_entropy")
def attention_entropy_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers are legal input: refusing them, or a buffer of their dtype, shows"""
    return (np.eye(5, dtype=int)[[3, 0]],)


@probe("attention_entropy")
def attention_entropy_single(rng: Rng) -> Arrays:
    """float32 weights: half precision shows in the dtype"""
    return (weight_rows(rng, 3, 5).astype(np.float32),)


# --- is_uniform -------------------------------------------------------------------------------------------------------


def _near_uniform(rng: Rng, n_k: int, off: float) -> np.ndarray[Any, Any]:
    """One row whose farthest entry is exactly `off` from 1 / n_k, and which sums to one."""
    row = np.full(n_k, 1 / n_k)
    up, down = rng.permutation(n_k)[:2]
    row[up] += off
    row[down] -= off
    return row


@probe("is_uniform")
def is_uniform_mixed(rng: Rng) -> Arrays:
    """uniform and focused rows side by side over four keys: one verdict per row"""
    focused = weight_rows(rng, 2, 4, spread=2.0)
    return (np.array([np.full(4, 0.25), focused[0], focused[1], np.full(4, 0.25), np.eye(4)[2]]),)


@probe("is_uniform")
def is_uniform_focused(rng: Rng) -> Arrays:
    """focused rows only, one of them leading with exactly 1 / n_k: none may be called uniform"""
    return (np.array([[1 / 3, 0.6, 1 - 1 / 3 - 0.6], [0.9, 0.05, 0.05], [0.2, 0.5, 0.3]]),)


@probe("is_uniform")
def is_uniform_square(rng: Rng) -> Arrays:
    """as many queries as keys, equal columns: comparing queries instead of keys calls every row uniform"""
    return (np.array([np.full(3, 1 / 3), [0.5, 0.3, 0.2], [0.5, 0.3, 0.2]]),)


@probe("is_uniform")
def is_uniform_edge(rng: Rng) -> Arrays:
    """from a fiftieth of atol to five times atol off, also just inside and outside: half or twice atol shows"""
    return (np.array([_near_uniform(rng, 5, off) for off in (2e-4, 5e-3, 6e-5, 1.6e-4, 1.6e-3, 6e-4, 2e-5)]),)


@probe("is_uniform")
def is_uniform_close(rng: Rng) -> Arrays:
    """forty keys, none or one just too far off, above or below: sums, squares, ranges and ratios each give way"""
    weights = np.full((8, 40), 1 / 40)
    weights[0] += np.tile((6e-4, -6e-4), 20)
    weights[1, [0, 39]] += (6e-4, -6e-4)
    weights[2, [1, -2]] += (3e-4, -3e-4)
    weights[7, 10:14] += (6e-4, -6e-4, 6e-4, -6e-4)
    for row, off in ((3, 1.6e-3), (4, -1.6e-3), (6, 6e-4)):
        weights[row] -= off / 39
        weights[row, int(rng.integers(40))] += off * 40 / 39
    weights[5, rng.permutation(40)[:2]] += (1.6e-3, -1.6e-3)
    return (weights,)


@probe("is_uniform")
def is_uniform_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers are legal input, and none is uniform"""
    return (np.eye(4, dtype=int)[[2, 0]],)


@probe("is_uniform")
def is_uniform_loose(rng: Rng) -> Arrays:
    """another atol, handed in: 0.05, with rows a fifth, three fifths, eight fifths and five times of it off"""
    return np.array([_near_uniform(rng, 3, off) for off in (0.01, 0.25, 0.03, 0.08)]), 0.05


@probe("is_uniform")
def is_uniform_tight(rng: Rng) -> Arrays:
    """a small atol, handed in: rows that the default, or half precision, would call uniform are not"""
    return np.array([_near_uniform(rng, 3, off) for off in (2e-5, 4e-7, 2.4e-6)]), 4e-6


@probe("is_uniform")
def is_uniform_many(rng: Rng) -> Arrays:
    """512 keys: sums, means and spreads of many small deviations mislead, in both directions"""
    weights = np.full((6, 512), 1 / 512)
    weights[1] = _near_uniform(rng, 512, 1e-4)
    weights[2, ::2] += 2e-4
    weights[2, 1::2] -= 2e-4
    for row, peak in ((3, 0.02), (4, 0.03), (5, 0.4)):
        weights[row] = (1 - peak) / 512
        weights[row, int(rng.integers(512))] += peak
    return (weights,)


@probe("is_uniform")
def is_uniform_eight(rng: Rng) -> Arrays:
    """eight keys, as in the documents: their 0.125 is right here and nowhere else"""
    return (np.array([np.full(8, 1 / 8), *weight_rows(rng, 2, 8, spread=2.0)]),)


@probe("is_uniform")
def is_uniform_steps(rng: Rng) -> Arrays:
    """rows ever farther from even: limits on entropy, spread or decimals each give up at a step of their own"""
    return (np.array([_near_uniform(rng, 3, off) for off in (0.006, 0.012, 0.02, 0.04, 0.08, 0.16)]),)


@probe("is_uniform")
def is_uniform_climb(rng: Rng) -> Arrays:
    """a row that climbs in steps below atol to ends far apart: comparing neighbours calls it uniform"""
    return (np.array([1 / 40 + np.linspace(-0.009, 0.009, 40), np.full(40, 1 / 40)]),)


@probe("is_uniform")
def is_uniform_alike(rng: Rng) -> Arrays:
    """three focused rows, all the same: comparing queries with each other calls them uniform"""
    return (np.array([[0.5, 0.3, 0.2]] * 3),)


@probe("is_uniform")
def is_uniform_hole(rng: Rng) -> Arrays:
    """one empty key among 80: the others exceed 1 / n_k by little, so that only what is missing shows"""
    weights = np.full((2, 80), 1 / 80)
    weights[1] = 1 / 79
    weights[1, int(rng.integers(80))] = 0
    return (weights,)


@probe("is_uniform")
def is_uniform_one_key(rng: Rng) -> Arrays:
    """a single key: the only possible row is uniform"""
    return (np.ones((2, 1)),)


@probe("is_uniform")
def is_uniform_single(rng: Rng) -> Arrays:
    """float32 weights: a third is not exact, so an exact comparison misses uniform rows"""
    return (np.array([np.full(3, 1 / 3), [0.5, 0.3, 0.2]], dtype=np.float32),)


# --- score_stats ------------------------------------------------------------------------------------------------------


@probe("score_stats")
def score_stats_rectangular(rng: Rng) -> Arrays:
    """more keys than queries, a mean far from 0: means of rows, of magnitudes and of squares all differ"""
    return (rng.normal(loc=1.5, scale=2.0, size=(3, 5)),)


@probe("score_stats")
def score_stats_square(rng: Rng) -> Arrays:
    """as many queries as keys"""
    return (rng.normal(loc=-0.5, scale=1.5, size=(4, 4)),)


@probe("score_stats")
def score_stats_negative(rng: Rng) -> Arrays:
    """negative scores only: the largest of them is not the largest in magnitude, and not 0"""
    return (-rng.uniform(1.0, 9.0, size=(2, 4)),)


@probe("score_stats")
def score_stats_low(rng: Rng) -> Arrays:
    """the largest magnitude belongs to a negative score"""
    scores = rng.normal(size=(4, 3))
    scores[int(rng.integers(4)), int(rng.integers(3))] = -20.0
    return (scores,)


@probe("score_stats")
def score_stats_levels(rng: Rng) -> Arrays:
    """rows of very different level: the spread within rows is small, the spread of all entries is large"""
    return (rng.normal(scale=0.1, size=(3, 6)) + np.array([[-7.0], [0.5], [6.0]]),)


@probe("score_stats")
def score_stats_outlier(rng: Rng) -> Arrays:
    """one score far above the others, not in the first row"""
    scores = rng.normal(size=(5, 4))
    scores[int(rng.integers(1, 5)), int(rng.integers(4))] = 50.0
    return (scores,)


@probe("score_stats")
def score_stats_equal(rng: Rng) -> Arrays:
    """all scores equal: no spread, no range"""
    return (np.full((3, 4), float(rng.integers(2, 9))),)


@probe("score_stats")
def score_stats_one(rng: Rng) -> Arrays:
    """one query and one key: dividing by the count less one is dividing by 0"""
    return (np.array([[float(rng.integers(2, 9))]]),)


@probe("score_stats")
def score_stats_far(rng: Rng) -> Arrays:
    """a spread of 1 around a level of thousands: the mean of squares less the square of the mean has lost digits"""
    return (rng.normal(loc=4000.0 * 2**10, scale=1.0, size=(4, 5)),)


@probe("score_stats")
def score_stats_integers(rng: Rng) -> Arrays:
    """eight-bit whole numbers: their range does not fit into eight bits"""
    scores = rng.integers(-100, 100, size=(3, 4)).astype(np.int8)
    scores[0, :2] = 120, -120
    return (scores,)


@probe("score_stats")
def score_stats_single(rng: Rng) -> Arrays:
    """float32 scores"""
    return (rng.normal(loc=0.5, size=(3, 5)).astype(np.float32),)


# --- normalized_entropy -----------------------------------------------------------------------------------------------


@probe("normalized_entropy")
def normalized_entropy_rectangular(rng: Rng) -> Arrays:
    """ordinary rows, more keys than queries: axis, logarithm and divisor"""
    return (weight_rows(rng, 3, 5),)


@probe("normalized_entropy")
def normalized_entropy_square(rng: Rng) -> Arrays:
    """as many queries as keys: the wrong axis has the right shape"""
    return (weight_rows(rng, 4, 4),)


@probe("normalized_entropy")
def normalized_entropy_many_queries(rng: Rng) -> Arrays:
    """more queries than keys: a divisor that counts queries shows"""
    return (weight_rows(rng, 6, 3),)


@probe("normalized_entropy")
def normalized_entropy_uniform(rng: Rng) -> Arrays:
    """even rows over seven keys have 1"""
    return (np.full((2, 7), 1 / 7),)


@probe("normalized_entropy")
def normalized_entropy_one_hot(rng: Rng) -> Arrays:
    """rows with a single one have 0"""
    return (np.eye(6)[[1, 4, 0]],)


@probe("normalized_entropy")
def normalized_entropy_one_key(rng: Rng) -> Arrays:
    """one key: log 1 is 0, and the answer is 0"""
    return (np.ones((3, 1)),)


@probe("normalized_entropy")
def normalized_entropy_masked(rng: Rng) -> Arrays:
    """causal rows: a divisor that counts only the keys that are seen shows"""
    rows = np.tril(weight_rows(rng, 5, 5))
    return (rows / rows.sum(axis=1, keepdims=True),)


@probe("normalized_entropy")
def normalized_entropy_peaked(rng: Rng) -> Arrays:
    """tiny weights over many keys: a coarse guard in the logarithm bends them"""
    weights = np.full((2, 40), 3e-6)
    weights[0, int(rng.integers(40))] = 1 - 39 * 3e-6
    weights[1, :20] = (1 - 20 * 3e-6) / 20
    return (weights,)


@probe("normalized_entropy")
def normalized_entropy_integers(rng: Rng) -> Arrays:
    """one-hot rows of whole numbers"""
    return (np.eye(5, dtype=int)[[3, 0]],)


@probe("normalized_entropy")
def normalized_entropy_single(rng: Rng) -> Arrays:
    """float32 weights"""
    return (weight_rows(rng, 3, 5).astype(np.float32),)


# --- overflow_risk ----------------------------------------------------------------------------------------------------


def _topped(rng: Rng, top: float, n_q: int = 3, n_k: int = 4, scale: float = 1.0) -> np.ndarray[Any, Any]:
    """Ordinary scores, one of which, not in the first row, is `top`."""
    scores = rng.normal(scale=scale, size=(n_q, n_k))
    scores[int(rng.integers(1, n_q)), int(rng.integers(n_k))] = top
    return scores


@probe("overflow_risk")
def overflow_risk_half_below(rng: Rng) -> Arrays:
    """10.7 in float16: exp of it still fits"""
    return _topped(rng, 10.7), "float16"


@probe("overflow_risk")
def overflow_risk_half_above(rng: Rng) -> Arrays:
    """11.5 in float16: exp of it does not fit, though it is far below 16 and 80"""
    return _topped(rng, 11.5, 2, 5), "float16"


@probe("overflow_risk")
def overflow_risk_single_below(rng: Rng) -> Arrays:
    """87.9 in float32: exp of it still fits, though it is above 80"""
    return _topped(rng, 87.9, 4, 3), "float32"


@probe("overflow_risk")
def overflow_risk_single_above(rng: Rng) -> Arrays:
    """89.5 in float32: exp of it does not fit, though it is far below 128"""
    return _topped(rng, 89.5), "float32"


@probe("overflow_risk")
def overflow_risk_single_crowded(rng: Rng) -> Arrays:
    """eight scores above 87 in every row, in float32: exp of each fits, the sum of a row would not"""
    return rng.uniform(87.0, 87.9, size=(2, 8)), "float32"


@probe("overflow_risk")
def overflow_risk_double_below(rng: Rng) -> Arrays:
    """709 in float64: exp of it still fits"""
    return _topped(rng, 709.0, 5, 2), "float64"


@probe("overflow_risk")
def overflow_risk_double_above(rng: Rng) -> Arrays:
    """711 in float64: exp of it does not fit, though it is far below 1024"""
    return _topped(rng, 711.0), "float64"


@probe("overflow_risk")
def overflow_risk_half_beyond(rng: Rng) -> Arrays:
    """70000 in float16: the score itself does not fit, and even the mean is far above the limit"""
    return _topped(rng, 70000.0), "float16"


@probe("overflow_risk")
def overflow_risk_single_far_above(rng: Rng) -> Arrays:
    """400 in float32: above half of float64's limit"""
    return _topped(rng, 400.0, 4, 6), "float32"


@probe("overflow_risk")
def overflow_risk_first_row(rng: Rng) -> Arrays:
    """the first row alone has a score that is too large"""
    scores = rng.normal(size=(3, 4))
    scores[0, int(rng.integers(4))] = 95.0
    return scores, "float32"


@probe("overflow_risk")
def overflow_risk_one_in_every_row(rng: Rng) -> Arrays:
    """one score of every row is too large"""
    scores = rng.normal(size=(3, 4))
    scores[np.arange(3), rng.integers(4, size=3)] = 95.0
    return scores, "float32"


@probe("overflow_risk")
def overflow_risk_low(rng: Rng) -> Arrays:
    """large negative scores in float32: exp of them is 0, which fits"""
    return np.minimum(_topped(rng, -400.0), 5.0), "float32"


@probe("overflow_risk")
def overflow_risk_all_low(rng: Rng) -> Arrays:
    """every score far below 0, and all of them far apart: nothing overflows"""
    return -rng.uniform(200.0, 900.0, size=(3, 3)), "float64"


@probe("overflow_risk")
def overflow_risk_level(rng: Rng) -> Arrays:
    """a large level and a small spread: with the maximum taken off there would be no risk, unshifted there is"""
    return rng.normal(size=(2, 4)) + 1000.0, "float64"


@probe("overflow_risk")
def overflow_risk_every_row(rng: Rng) -> Arrays:
    """every score of every row is above the limit"""
    return rng.uniform(100.0, 200.0, size=(2, 3)), "float32"


@probe("overflow_risk")
def overflow_risk_wide(rng: Rng) -> Arrays:
    """a range of more than 88.72 in float32, from far below 0 to little above: exp of the largest fits"""
    scores = rng.normal(size=(3, 5))
    scores[0, 0], scores[2, 4] = 30.0, -90.0
    return scores, "float32"


@probe("overflow_risk")
def overflow_risk_masked(rng: Rng) -> Arrays:
    """minus infinity is a mask: exp of it is 0"""
    scores = rng.normal(size=(3, 3))
    scores[np.triu_indices(3, 1)] = -np.inf
    return scores, "float32"


@probe("overflow_risk")
def overflow_risk_integers(rng: Rng) -> Arrays:
    """whole numbers, 12 among them, in float16"""
    scores = rng.integers(-5, 6, size=(3, 4))
    scores[1, int(rng.integers(4))] = 12
    return scores, "float16"


@probe("overflow_risk")
def overflow_risk_single_for_double(rng: Rng) -> Arrays:
    """float32 scores of 100, asked for float64: the array's own dtype is not the one that is asked for"""
    return _topped(rng, 100.0).astype(np.float32), "float64"


@probe("overflow_risk")
def overflow_risk_double_for_half(rng: Rng) -> Arrays:
    """float64 scores of 40, asked for float16"""
    return _topped(rng, 40.0, 2, 3), "float16"


# --- diagnose ---------------------------------------------------------------------------------------------------------


def _pair(rng: Rng, n_q: int, n_k: int, spread: float) -> Arrays:
    """Scores and their softmax."""
    scores = rng.normal(size=(n_q, n_k))
    scores = spread * (scores - scores.mean(axis=1, keepdims=True)) / scores.std(axis=1, keepdims=True)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores, powers / powers.sum(axis=1, keepdims=True)


def _even(rng: Rng, n_q: int, n_k: int) -> Arrays:
    """Scores of which every row is constant, each at its own level, and their even weights."""
    return np.repeat(rng.normal(scale=5.0, size=(n_q, 1)), n_k, axis=1), np.full((n_q, n_k), 1 / n_k)


@probe("diagnose")
def diagnose_healthy(rng: Rng) -> Arrays:
    """eight keys, a spread of 1.5: healthy"""
    return _pair(rng, 5, 8, 1.5)


@probe("diagnose")
def diagnose_healthy_long(rng: Rng) -> Arrays:
    """64 keys, healthy, with an entropy far above 1.8: what is not divided by log n_k calls it uniform"""
    return _pair(rng, 4, 64, 1.6)


@probe("diagnose")
def diagnose_healthy_short(rng: Rng) -> Arrays:
    """two keys, healthy, with an entropy below 0.5: what is not divided by log n_k calls it peaked"""
    weights = np.array([[0.15, 0.85], [0.86, 0.14], [0.82, 0.18]])
    return np.log(weights), weights


@probe("diagnose")
def diagnose_healthy_flat(rng: Rng) -> Arrays:
    """eight keys and an entropy between 1.8 and 1.95: the published rule calls it too even, the share is below 0.95"""
    weights = np.array([0.3, 0.2, 0.15, 0.1, 0.08, 0.07, 0.06, 0.04])
    weights = rng.permuted(np.tile(weights, (4, 1)), axis=1)
    return np.log(weights), weights


@probe("diagnose")
def diagnose_uniform(rng: Rng) -> Arrays:
    """even rows at different levels: the scores' spread is large, the weights are uniform"""
    return _even(rng, 3, 5)


@probe("diagnose")
def diagnose_uniform_short(rng: Rng) -> Arrays:
    """even rows over three keys: their entropy, 1.10, lies between 0.8 and 1.5"""
    return _even(rng, 5, 3)


@probe("diagnose")
def diagnose_nearly_uniform(rng: Rng) -> Arrays:
    """not quite even, with a mean normalised entropy of 0.97 or more"""
    return _pair(rng, 4, 6, 0.3)


@probe("diagnose")
def diagnose_peaked(rng: Rng) -> Arrays:
    """one key gets nearly everything in every row"""
    return _pair(rng, 4, 6, 60.0)


@probe("diagnose")
def diagnose_peaked_one_hot(rng: Rng) -> Arrays:
    """one-hot rows: 0 log 0 is 0, not nan"""
    place = rng.integers(5, size=4)
    return 50.0 * np.eye(5)[place], np.eye(5)[place]


@probe("diagnose")
def diagnose_peaked_long(rng: Rng) -> Arrays:
    """64 keys, peaked, with an entropy above 0.5: what is not divided by log n_k does not see it"""
    weights = np.full((3, 64), 0.1 / 63)
    weights[np.arange(3), rng.integers(64, size=3)] = 0.9
    return np.log(weights), weights


@probe("diagnose")
def diagnose_mixed_rows(rng: Rng) -> Arrays:
    """half the rows even, half one-hot: the mean decides, not the first row and not the worst"""
    weights = np.tile(0.25, (4, 4))
    weights[1], weights[3] = np.eye(4)[[2, 0]]
    return np.log(weights + 1e-9), weights


@probe("diagnose")
def diagnose_first_row_peaked(rng: Rng) -> Arrays:
    """the first row one-hot, the others leaning: healthy, whatever the first row is"""
    _, weights = _pair(rng, 5, 6, 1.5)
    weights[0] = np.eye(6)[int(rng.integers(6))]
    return np.log(weights + 1e-9), weights


@probe("diagnose")
def diagnose_first_row_even(rng: Rng) -> Arrays:
    """one even row among peaked ones: peaked"""
    _, weights = _pair(rng, 7, 5, 60.0)
    weights[0] = np.full(5, 0.2)
    return np.log(weights + 1e-9), weights


@probe("diagnose")
def diagnose_lone_even_row(rng: Rng) -> Arrays:
    """two rows one-hot and one even: the mean is a third and healthy, the row in the middle is one-hot"""
    weights = np.eye(3)[rng.integers(3, size=3)]
    weights[int(rng.integers(3))] = 1 / 3
    return np.log(weights + 1e-9), weights


@probe("diagnose")
def diagnose_tall(rng: Rng) -> Arrays:
    """many queries and few keys, even: a divisor that counts queries shows"""
    return _even(rng, 40, 2)


@probe("diagnose")
def diagnose_nan_weights(rng: Rng) -> Arrays:
    """one nan among the weights"""
    scores, weights = _pair(rng, 3, 4, 1.5)
    weights[1, int(rng.integers(4))] = np.nan
    return scores, weights


@probe("diagnose")
def diagnose_nan_scores(rng: Rng) -> Arrays:
    """one nan among the scores, though the weights are all right"""
    scores, weights = _pair(rng, 3, 5, 1.5)
    scores[2, int(rng.integers(5))] = np.nan
    return scores, weights


@probe("diagnose")
def diagnose_infinite_scores(rng: Rng) -> Arrays:
    """one infinite score, though the weights are one-hot"""
    scores = rng.normal(size=(3, 4))
    scores[0, 1] = np.inf
    return scores, np.eye(4)[[1, 0, 2]]


@probe("diagnose")
def diagnose_infinite_weights(rng: Rng) -> Arrays:
    """one weight is infinite"""
    scores, weights = _pair(rng, 2, 4, 1.5)
    weights[0, int(rng.integers(4))] = np.inf
    return scores, weights


@probe("diagnose")
def diagnose_opposite_infinities(rng: Rng) -> Arrays:
    """one weight minus infinity, another plus infinity"""
    scores, weights = _pair(rng, 3, 4, 1.5)
    weights[0, :2] = np.inf, -np.inf
    return scores, weights


@probe("diagnose")
def diagnose_masked(rng: Rng) -> Arrays:
    """minus infinity among the scores is a mask, no illness: the rows are healthy"""
    scores = 0.1 * rng.normal(size=(6, 6))
    scores[np.triu_indices(6, 1)] = -np.inf
    powers = np.exp(scores)
    return scores, powers / powers.sum(axis=1, keepdims=True)


@probe("diagnose")
def diagnose_negative_weight(rng: Rng) -> Arrays:
    """rows that add up to 1, with one weight below 0"""
    scores, weights = _pair(rng, 3, 4, 1.5)
    weights[1] = [0.6, -0.2, 0.3, 0.3]
    return scores, weights


@probe("diagnose")
def diagnose_slightly_negative(rng: Rng) -> Arrays:
    """rows that add up to 1, with one weight of -0.0005: no rounding excuses what is below 0"""
    scores, weights = _pair(rng, 3, 4, 1.5)
    weights[2, int(rng.integers(2))] = -0.0005
    weights[2, 3] += 1 - weights[2].sum()
    return scores, weights


@probe("diagnose")
def diagnose_columns(rng: Rng) -> Arrays:
    """the columns add up to 1 and the rows do not"""
    scores, weights = _pair(rng, 4, 4, 1.5)
    return scores, weights.T.copy()


@probe("diagnose")
def diagnose_whole_sum(rng: Rng) -> Arrays:
    """all entries together add up to the number of rows, and no row to 1"""
    scores, weights = _pair(rng, 2, 5, 1.5)
    return scores, weights * np.array([[0.5], [1.5]])


@probe("diagnose")
def diagnose_short_rows(rng: Rng) -> Arrays:
    """every row adds up to less than 1"""
    scores, weights = _pair(rng, 3, 6, 1.5)
    return scores, 0.9 * weights


@probe("diagnose")
def diagnose_later_row_off(rng: Rng) -> Arrays:
    """the first row adds up to 1, a later one does not"""
    scores, weights = _pair(rng, 4, 5, 1.5)
    weights[int(rng.integers(1, 4))] *= 1.2
    return scores, weights


@probe("diagnose")
def diagnose_first_row_off(rng: Rng) -> Arrays:
    """the first row does not add up to 1, the others do: one bad row is enough"""
    scores, weights = _pair(rng, 4, 5, 1.5)
    weights[0] *= 0.8
    return scores, weights


@probe("diagnose")
def diagnose_a_little_off(rng: Rng) -> Arrays:
    """even rows whose sums are off by 0.003: no weights any more"""
    scores, weights = _even(rng, 3, 4)
    return scores, weights * 1.003


@probe("diagnose")
def diagnose_rounded(rng: Rng) -> Arrays:
    """even rows whose sums are off by 0.0003, as rounding leaves them: still weights"""
    scores, weights = _even(rng, 3, 4)
    return scores, weights * 0.9997


@probe("diagnose")
def diagnose_unsummed_nan(rng: Rng) -> Arrays:
    """nan in one place and a row that does not add up in another: what is not finite comes first"""
    scores, weights = _pair(rng, 3, 3, 1.5)
    weights[0] *= 2
    weights[2, 1] = np.nan
    return scores, weights


@probe("diagnose")
def diagnose_unsummed_infinity(rng: Rng) -> Arrays:
    """an infinite score, and finite weights of which a row does not add up: what is not finite comes first"""
    scores, weights = _pair(rng, 3, 4, 1.5)
    weights[0] *= 2
    scores[1, 2] = np.inf
    return scores, weights


@probe("diagnose")
def diagnose_one_key(rng: Rng) -> Arrays:
    """one key: the normalised entropy is 0, so the verdict is peaked"""
    return rng.normal(size=(3, 1)), np.ones((3, 1))


@probe("diagnose")
def diagnose_large_scores(rng: Rng) -> Arrays:
    """scores of hundreds with healthy weights: large is not infinite"""
    scores, weights = _pair(rng, 4, 5, 1.5)
    return scores + 300.0, weights


@probe("diagnose")
def diagnose_small_scores(rng: Rng) -> Arrays:
    """a few scores on a level, the others far below: their spread over all entries says nothing of the rows"""
    scores, weights = _pair(rng, 3, 6, 1.2)
    return scores + np.array([[0.0], [70.0], [-60.0]]), weights


@probe("diagnose")
def diagnose_integers(rng: Rng) -> Arrays:
    """one-hot rows of whole numbers"""
    place = rng.integers(4, size=3)
    return 30 * np.eye(4, dtype=int)[place], np.eye(4, dtype=int)[place]


@probe("diagnose")
def diagnose_single(rng: Rng) -> Arrays:
    """float32 weights, whose rows add up to 1 to seven digits"""
    scores, weights = _pair(rng, 3, 7, 1.5)
    return scores.astype(np.float32), weights.astype(np.float32)
