"""Public inputs of the exercises on what scores and weights look like."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.probes import probe
from autograder.probes.public import Arrays, Rng, matrix


@probe("attention_entropy")
def attention_entropy_small(rng: Rng) -> Arrays:
    """one even row, one uneven one"""
    return (matrix((0.5, 0.25, 0.25), (0.125, 0.125, 0.75)),)


@probe("attention_entropy")
def attention_entropy_square(rng: Rng) -> Arrays:
    """as many queries as keys"""
    return (matrix((0.5, 0.25, 0.25), (0.125, 0.125, 0.75), (0.75, 0.125, 0.125)),)


@probe("attention_entropy")
def attention_entropy_one_hot(rng: Rng) -> Arrays:
    """a single one in each row: the entropy is 0"""
    return (matrix((0, 1, 0, 0), (1, 0, 0, 0)),)


@probe("attention_entropy")
def attention_entropy_uniform(rng: Rng) -> Arrays:
    """equal weights over four keys: the entropy is log 4"""
    return (np.full((2, 4), 0.25),)


@probe("attention_entropy")
def attention_entropy_peaked(rng: Rng) -> Arrays:
    """one weight of almost one beside tiny ones"""
    return (matrix((0.999991, 3e-6, 3e-6, 3e-6), (0.5, 0.499997, 3e-6, 0)),)


@probe("attention_entropy")
def attention_entropy_masked(rng: Rng) -> Arrays:
    """zeros beside ordinary weights"""
    return (matrix((1, 0, 0), (0.25, 0.75, 0)),)


@probe("attention_entropy")
def attention_entropy_vanishing(rng: Rng) -> Arrays:
    """weights far below the step between 1 and the next float"""
    return (matrix((1.0, 1e-17, 1e-30), (0.5, 0.5, 1e-18)),)


@probe("attention_entropy")
def attention_entropy_decades(rng: Rng) -> Arrays:
    """weights on both sides of each power of ten"""
    small = (2e-2, 5e-3, 2e-3, 5e-4, 2e-4, 5e-5, 2e-5, 5e-6, 2e-6, 5e-7)
    return (matrix((*small, 1 - sum(small))),)


@probe("attention_entropy")
def attention_entropy_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers"""
    return (np.array([[0, 1, 0], [1, 0, 0]]),)


@probe("attention_entropy")
def attention_entropy_ten_keys(rng: Rng) -> Arrays:
    """more than eight keys"""
    return (np.array([np.arange(1, 11) / 55]),)


@probe("is_uniform")
def is_uniform_small(rng: Rng) -> Arrays:
    """an even row and two focused ones over four keys"""
    return (matrix((0.25, 0.25, 0.25, 0.25), (0.7, 0.1, 0.1, 0.1), (0.2, 0.4, 0.2, 0.2)),)


@probe("is_uniform")
def is_uniform_square(rng: Rng) -> Arrays:
    """as many queries as keys, the last two alike"""
    return (matrix((1 / 3, 1 / 3, 1 / 3), (0.5, 0.3, 0.2), (0.5, 0.3, 0.2)),)


@probe("is_uniform")
def is_uniform_focused(rng: Rng) -> Arrays:
    """no even row, though one leads with exactly a third"""
    return (matrix((1 / 3, 0.6, 1 - 1 / 3 - 0.6), (0.9, 0.05, 0.05)),)


@probe("is_uniform")
def is_uniform_edge(rng: Rng) -> Arrays:
    """ever farther off: the first four are within 0.001, the others are not"""
    offs = (0.00006, 0.00016, 0.0002, 0.0006, 0.0016, 0.005)
    return (np.array([(0.25 + off, 0.25, 0.25, 0.25 - off) for off in offs]),)


@probe("is_uniform")
def is_uniform_close(rng: Rng) -> Arrays:
    """forty keys, none or one just too far off"""
    weights = np.full((8, 40), 1 / 40)
    weights[0] += np.tile((6e-4, -6e-4), 20)
    weights[1, [0, 39]] += (6e-4, -6e-4)
    weights[2, [1, -2]] += (3e-4, -3e-4)
    weights[7, 10:14] += (6e-4, -6e-4, 6e-4, -6e-4)
    for row, off in ((3, 1.6e-3), (4, -1.6e-3), (6, 6e-4)):
        weights[row] -= off / 39
        weights[row, 5] += off * 40 / 39
    weights[5, 4:6] += (1.6e-3, -1.6e-3)
    return (weights,)


@probe("is_uniform")
def is_uniform_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers"""
    return (np.array([[0, 1, 0], [1, 0, 0]]),)


@probe("is_uniform")
def is_uniform_loose(rng: Rng) -> Arrays:
    """atol 0.05, handed in"""
    return matrix((0.51, 0.49), (0.75, 0.25), (0.53, 0.47), (0.58, 0.42)), 0.05


@probe("is_uniform")
def is_uniform_tight(rng: Rng) -> Arrays:
    """atol 0.00001, handed in"""
    offs = (5e-4, 3e-3, 1e-6, 2.505e-6)
    return np.array([(0.25 + off, 0.25 - off, 0.25, 0.25) for off in offs]), 1e-5


@probe("is_uniform")
def is_uniform_many(rng: Rng) -> Arrays:
    """256 keys: an even row, one that is a little off everywhere, one in two places, and focused ones"""
    weights = np.full((6, 256), 1 / 256)
    weights[1] += np.tile((2e-4, -2e-4), 128)
    weights[2, 3:5] += (1e-4, -1e-4)
    for row, peak in ((3, 0.0125), (4, 0.03), (5, 0.2)):
        weights[row] = (1 - peak) / 256
        weights[row, 7] += peak
    return (weights,)


@probe("is_uniform")
def is_uniform_eight(rng: Rng) -> Arrays:
    """an even row and a focused one over eight keys"""
    return (matrix((0.125,) * 8, (0.3, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)),)


@probe("is_uniform")
def is_uniform_steps(rng: Rng) -> Arrays:
    """three keys, ever farther from even"""
    return (np.array([(1 / 3 + off, 1 / 3, 1 / 3 - off) for off in (0.006, 0.012, 0.02, 0.04, 0.08, 0.16)]),)


@probe("is_uniform")
def is_uniform_slopes(rng: Rng) -> Arrays:
    """forty keys: a slow climb, and one key missing"""
    return (np.array([1 / 40 + np.linspace(-0.009, 0.009, 40), [0] + [1 / 39] * 39]),)


@probe("is_uniform")
def is_uniform_alike(rng: Rng) -> Arrays:
    """two focused rows, both the same"""
    return (matrix((0.5, 0.3, 0.2), (0.5, 0.3, 0.2)),)


@probe("is_uniform")
def is_uniform_one_key(rng: Rng) -> Arrays:
    """a single key: the only possible row is even"""
    return (np.ones((1, 1)),)


@probe("score_stats")
def score_stats_small(rng: Rng) -> Arrays:
    """two queries, three keys"""
    return (matrix((1, 3, 5), (2, -6, 7)),)


@probe("score_stats")
def score_stats_square(rng: Rng) -> Arrays:
    """as many queries as keys"""
    return (matrix((4, 0, 2), (1, 1, 7), (-3, 0, 6)),)


@probe("score_stats")
def score_stats_negative(rng: Rng) -> Arrays:
    """negative scores only"""
    return (matrix((-1, -4), (-2, -9), (-3, -5)),)


@probe("score_stats")
def score_stats_levels(rng: Rng) -> Arrays:
    """two rows of very different level"""
    return (matrix((10, 11, 12, 13), (-20, -21, -22, -21)),)


@probe("score_stats")
def score_stats_equal(rng: Rng) -> Arrays:
    """all scores equal"""
    return (np.full((2, 3), 4.0),)


@probe("score_stats")
def score_stats_one(rng: Rng) -> Arrays:
    """a single score"""
    return (matrix((5,)),)


@probe("score_stats")
def score_stats_far(rng: Rng) -> Arrays:
    """a spread of 1 around two million"""
    return (matrix((2000001, 1999999, 2000001, 1999999)),)


@probe("score_stats")
def score_stats_integers(rng: Rng) -> Arrays:
    """eight-bit whole numbers, far apart"""
    return (np.array([[100, 5, -7], [0, -100, 2]], dtype=np.int8),)


@probe("normalized_entropy")
def normalized_entropy_small(rng: Rng) -> Arrays:
    """two queries, three keys"""
    return (matrix((0.5, 0.25, 0.25), (0.125, 0.125, 0.75)),)


@probe("normalized_entropy")
def normalized_entropy_square(rng: Rng) -> Arrays:
    """as many queries as keys"""
    return (matrix((0.5, 0.25, 0.25), (0.125, 0.125, 0.75), (0.75, 0.125, 0.125)),)


@probe("normalized_entropy")
def normalized_entropy_tall(rng: Rng) -> Arrays:
    """four queries, two keys"""
    return (matrix((0.5, 0.5), (0.25, 0.75), (0.125, 0.875), (0.75, 0.25)),)


@probe("normalized_entropy")
def normalized_entropy_uniform(rng: Rng) -> Arrays:
    """even rows over four keys"""
    return (np.full((2, 4), 0.25),)


@probe("normalized_entropy")
def normalized_entropy_one_hot(rng: Rng) -> Arrays:
    """a single one in each row"""
    return (matrix((0, 1, 0, 0), (1, 0, 0, 0)),)


@probe("normalized_entropy")
def normalized_entropy_one_key(rng: Rng) -> Arrays:
    """a single key"""
    return (np.ones((2, 1)),)


@probe("normalized_entropy")
def normalized_entropy_masked(rng: Rng) -> Arrays:
    """zeros beside ordinary weights"""
    return (matrix((0.5, 0.5, 0, 0), (0.25, 0.75, 0, 0)),)


@probe("normalized_entropy")
def normalized_entropy_peaked(rng: Rng) -> Arrays:
    """one weight of almost one beside tiny ones"""
    return (matrix((0.999991, 3e-6, 3e-6, 3e-6), (0.5, 0.499997, 3e-6, 0)),)


@probe("normalized_entropy")
def normalized_entropy_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers"""
    return (np.array([[0, 1, 0], [1, 0, 0]]),)


@probe("overflow_risk")
def overflow_risk_half_below(rng: Rng) -> Arrays:
    """at most 10 in float16"""
    return matrix((1, 2, 3), (-1, 10, 0)), "float16"


@probe("overflow_risk")
def overflow_risk_half_above(rng: Rng) -> Arrays:
    """12 in float16"""
    return matrix((1, 2), (12, 0)), "float16"


@probe("overflow_risk")
def overflow_risk_single_below(rng: Rng) -> Arrays:
    """at most 85 in float32"""
    return matrix((3, 1), (2, 85), (0, 0)), "float32"


@probe("overflow_risk")
def overflow_risk_single_above(rng: Rng) -> Arrays:
    """90 in float32"""
    return matrix((3, 1, 0), (2, 90, 4)), "float32"


@probe("overflow_risk")
def overflow_risk_single_crowded(rng: Rng) -> Arrays:
    """eight scores of 87 in float32"""
    return np.full((1, 8), 87.0), "float32"


@probe("overflow_risk")
def overflow_risk_double_below(rng: Rng) -> Arrays:
    """at most 700 in float64"""
    return matrix((7, 8, 9, 1), (6, 5, 700, 2)), "float64"


@probe("overflow_risk")
def overflow_risk_double_above(rng: Rng) -> Arrays:
    """720 in float64"""
    return matrix((7,), (720,)), "float64"


@probe("overflow_risk")
def overflow_risk_half_beyond(rng: Rng) -> Arrays:
    """70000 in float16"""
    return matrix((1, 2, 3), (70000, 4, 5)), "float16"


@probe("overflow_risk")
def overflow_risk_single_far_above(rng: Rng) -> Arrays:
    """400 in float32"""
    return matrix((1, 2, 3, 4, 5), (0, 400, 1, 2, 3)), "float32"


@probe("overflow_risk")
def overflow_risk_first_row(rng: Rng) -> Arrays:
    """95 in the first row, in float32"""
    return matrix((1, 95), (3, 4)), "float32"


@probe("overflow_risk")
def overflow_risk_every_row(rng: Rng) -> Arrays:
    """95 or more in every row, in float32"""
    return matrix((1, 95, 0), (96, 3, 1)), "float32"


@probe("overflow_risk")
def overflow_risk_low(rng: Rng) -> Arrays:
    """far below zero"""
    return matrix((-200, 3), (-1, -300)), "float32"


@probe("overflow_risk")
def overflow_risk_wide(rng: Rng) -> Arrays:
    """a range of more than 89, but no large score"""
    return matrix((40, 1), (0, -70)), "float32"


@probe("overflow_risk")
def overflow_risk_level(rng: Rng) -> Arrays:
    """every score near a thousand"""
    return matrix((1000, 1001), (999, 1002)), "float64"


@probe("overflow_risk")
def overflow_risk_masked(rng: Rng) -> Arrays:
    """minus infinity under a mask"""
    return matrix((1, -np.inf), (2, 3)), "float64"


@probe("overflow_risk")
def overflow_risk_integers(rng: Rng) -> Arrays:
    """whole numbers in float16"""
    return np.array([[1, 2, 3], [13, 0, -4]]), "float16"


@probe("overflow_risk")
def overflow_risk_other_dtype(rng: Rng) -> Arrays:
    """float32 scores, asked for float64"""
    return matrix((1, 2), (100, 3)).astype(np.float32), "float64"


def _log(weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Scores of which these weights are the softmax; a weight of nothing comes of a score far below."""
    return np.asarray(np.round(np.log(np.clip(weights, 1e-9, 1)), 3))


@probe("diagnose")
def diagnose_healthy(rng: Rng) -> Arrays:
    """eight keys, a leader and followers"""
    weights = matrix((0.5, 0.2, 0.1, 0.05, 0.05, 0.05, 0.04, 0.01), (0.1, 0.4, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05))
    return _log(weights), weights


@probe("diagnose")
def diagnose_healthy_flat(rng: Rng) -> Arrays:
    """eight keys, a small leader"""
    weights = matrix((0.3, 0.2, 0.15, 0.1, 0.08, 0.07, 0.06, 0.04))
    return _log(weights), weights


@probe("diagnose")
def diagnose_uniform(rng: Rng) -> Arrays:
    """even rows over three keys, on two levels"""
    return matrix((5, 5, 5), (-4, -4, -4)), np.full((2, 3), 1 / 3)


@probe("diagnose")
def diagnose_uniform_many_queries(rng: Rng) -> Arrays:
    """even rows of two keys, twelve queries"""
    return np.zeros((12, 2)), np.full((12, 2), 0.5)


@probe("diagnose")
def diagnose_peaked(rng: Rng) -> Arrays:
    """one-hot rows"""
    weights = matrix((0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1))
    return _log(weights), weights


@probe("diagnose")
def diagnose_two_keys(rng: Rng) -> Arrays:
    """two keys, one with six times the other's weight"""
    weights = matrix((0.86, 0.14), (0.14, 0.86), (0.86, 0.14))
    return _log(weights), weights


@probe("diagnose")
def diagnose_many_keys(rng: Rng) -> Arrays:
    """fifty keys, one of which has nearly everything"""
    weights = np.full((2, 50), 0.1 / 49)
    weights[:, 7] = 0.9
    return _log(weights), weights


@probe("diagnose")
def diagnose_mixed_rows(rng: Rng) -> Arrays:
    """an even row and two one-hot ones"""
    weights = matrix((0.25, 0.25, 0.25, 0.25), (0, 0, 1, 0), (1, 0, 0, 0))
    return _log(weights), weights


@probe("diagnose")
def diagnose_lone_even_row(rng: Rng) -> Arrays:
    """two one-hot rows and an even one"""
    weights = matrix((1, 0, 0), (1, 0, 0), (1 / 3, 1 / 3, 1 / 3))
    return _log(weights), weights


@probe("diagnose")
def diagnose_half_and_half(rng: Rng) -> Arrays:
    """two even rows and two one-hot ones"""
    weights = matrix((0.5, 0.5), (1, 0), (0.5, 0.5), (0, 1))
    return _log(weights), weights


@probe("diagnose")
def diagnose_one_even_row(rng: Rng) -> Arrays:
    """an even row and five one-hot ones"""
    weights = matrix(*[(1, 0, 0)] * 2, (1 / 3, 1 / 3, 1 / 3), *[(0, 0, 1)] * 3)
    return _log(weights), weights


@probe("diagnose")
def diagnose_one_peaked_row(rng: Rng) -> Arrays:
    """a one-hot row and three even ones"""
    weights = matrix((1, 0, 0), *[(1 / 3, 1 / 3, 1 / 3)] * 3)
    return _log(weights), weights


@probe("diagnose")
def diagnose_nan_weight(rng: Rng) -> Arrays:
    """nan among the weights"""
    return matrix((1, 2), (3, 4)), matrix((0.5, 0.5), (np.nan, 0.5))


@probe("diagnose")
def diagnose_nan_score(rng: Rng) -> Arrays:
    """nan among the scores"""
    return matrix((1, np.nan), (3, 4)), matrix((0.8, 0.2), (0.25, 0.75))


@probe("diagnose")
def diagnose_infinite_score(rng: Rng) -> Arrays:
    """plus infinity among the scores"""
    return matrix((1, 2, 0), (np.inf, 4, 1)), matrix((0, 1, 0), (1, 0, 0))


@probe("diagnose")
def diagnose_infinite_weight(rng: Rng) -> Arrays:
    """plus infinity among the weights"""
    return matrix((1, 2), (3, 4)), matrix((0.5, 0.5), (np.inf, 0.5))


@probe("diagnose")
def diagnose_infinite_score_and_sum(rng: Rng) -> Arrays:
    """plus infinity among the scores, and a row of weights that does not add up to 1"""
    return matrix((1, np.inf), (3, 4)), matrix((0, 1), (0.9, 0.9))


@probe("diagnose")
def diagnose_masked(rng: Rng) -> Arrays:
    """minus infinity under a mask"""
    scores = matrix((0, -np.inf, -np.inf), (0, 0, -np.inf), (0, 0, 0))
    return scores, matrix((1, 0, 0), (0.5, 0.5, 0), (1 / 3, 1 / 3, 1 / 3))


@probe("diagnose")
def diagnose_negative_weight(rng: Rng) -> Arrays:
    """a weight below zero, in a row that adds up to 1"""
    return matrix((1, 2, 3), (3, 2, 1)), matrix((0.2, 0.3, 0.5), (0.7, -0.2, 0.5))


@probe("diagnose")
def diagnose_slightly_negative(rng: Rng) -> Arrays:
    """a weight a little below zero, in a row that adds up to 1"""
    return matrix((1, 2)), matrix((-0.0005, 1.0005))


@probe("diagnose")
def diagnose_columns(rng: Rng) -> Arrays:
    """columns add up to 1, rows do not"""
    return matrix((1, 2), (2, 1)), matrix((0.9, 0.7), (0.1, 0.3))


@probe("diagnose")
def diagnose_short_rows(rng: Rng) -> Arrays:
    """both rows add up to 0.9"""
    return matrix((1, 2), (3, 4)), matrix((0.2, 0.7), (0.4, 0.5))


@probe("diagnose")
def diagnose_later_row_off(rng: Rng) -> Arrays:
    """the second row does not add up to 1"""
    return matrix((1, 2), (3, 4)), matrix((0.2, 0.8), (0.4, 0.8))


@probe("diagnose")
def diagnose_first_row_off(rng: Rng) -> Arrays:
    """the first row does not add up to 1, the second does"""
    return matrix((1, 2), (3, 4)), matrix((0.2, 0.6), (0.4, 0.6))


@probe("diagnose")
def diagnose_a_little_off(rng: Rng) -> Arrays:
    """even rows that add up to 1.004"""
    return np.zeros((2, 4)), np.full((2, 4), 0.251)


@probe("diagnose")
def diagnose_rounded(rng: Rng) -> Arrays:
    """even rows, written with three digits"""
    return np.zeros((2, 3)), np.full((2, 3), 0.3331)


@probe("diagnose")
def diagnose_two_illnesses(rng: Rng) -> Arrays:
    """nan in one row, and another that does not add up to 1"""
    return matrix((1, 2), (3, 4)), matrix((0.9, 0.9), (np.nan, 0.5))


@probe("diagnose")
def diagnose_one_key(rng: Rng) -> Arrays:
    """one key"""
    return matrix((3,), (-2,)), matrix((1,), (1,))


@probe("diagnose")
def diagnose_large_scores(rng: Rng) -> Arrays:
    """scores of hundreds, healthy weights"""
    weights = matrix((0.6, 0.2, 0.2), (0.1, 0.7, 0.2))
    return _log(weights) + 300, weights


@probe("diagnose")
def diagnose_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers"""
    return np.array([[9, 0, 0], [0, 0, 9]]), np.array([[1, 0, 0], [0, 0, 1]])
