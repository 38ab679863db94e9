"""Public inputs of the exercises on the five lines of attention."""

from __future__ import annotations

import numpy as np

from autograder.probes import probe
from autograder.probes.public import Arrays, Rng, matrix, whole


@probe("project_qkv")
def project_qkv_small(rng: Rng) -> Arrays:
    """two tokens of three features; Q and K are two wide, V is one wide"""
    return (
        matrix((1, 2, 0), (0, 1, -1)),
        matrix((1, 0), (0, 1), (1, 1)),
        matrix((0, 1), (2, 0), (1, -1)),
        matrix((1,), (1,), (3,)),
    )


@probe("project_qkv")
def project_qkv_square(rng: Rng) -> Arrays:
    """everything 2 x 2, so that a wrong order of factors still runs"""
    return matrix((1, 2), (3, 5)), matrix((1, 2), (0, 1)), matrix((2, 0), (1, 1)), matrix((0, 1), (3, 1))


@probe("project_qkv")
def project_qkv_wide(rng: Rng) -> Arrays:
    """V wider than Q and K"""
    return whole(rng, 2, 3), whole(rng, 3, 2), whole(rng, 3, 2), whole(rng, 3, 5)


@probe("project_qkv")
def project_qkv_integers(rng: Rng) -> Arrays:
    """integer weights beside x of floats"""
    return np.array([[0.5, 2, 0.25], [0, 1.5, -1]]), *(a.astype(int) for a in project_qkv_small(rng)[1:])


@probe("project_qkv")
def project_qkv_fractions(rng: Rng) -> Arrays:
    """numbers with many digits"""
    return tuple(rng.normal(size=shape) for shape in ((3, 4), (4, 2), (4, 2), (4, 3)))


@probe("project_qkv")
def project_qkv_mixed(rng: Rng) -> Arrays:
    """integer x beside weights of floats"""
    return np.array([[1, 2, 0], [3, -1, 1]]), *(rng.normal(size=(3, d)) for d in (2, 2, 1))


@probe("project_qkv")
def project_qkv_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel"""
    return matrix((3e4, 1 / 3, -3e4)), *(matrix(*[(1 + a, 1 / 7)] * 3) for a in (0.1, 0.2, 0.3))


@probe("attention_scores")
def attention_scores_small(rng: Rng) -> Arrays:
    """two queries, three keys, four features: the divisor is 2"""
    return matrix((2, 0, 0, 0), (0, 4, 2, 0)), matrix((1, 0, 1, 0), (0, 1, 0, 3), (-2, 1, 1, 1))


@probe("attention_scores")
def attention_scores_square(rng: Rng) -> Arrays:
    """everything 2 x 2, so that a wrong order of factors still runs"""
    return matrix((1, 2), (3, 5)), matrix((2, -1), (1, 4))


@probe("attention_scores")
def attention_scores_long(rng: Rng) -> Arrays:
    """five queries, two keys, nine features: the divisor is 3"""
    return whole(rng, 5, 9), whole(rng, 2, 9)


@probe("attention_scores")
def attention_scores_large(rng: Rng) -> Arrays:
    """legal scores of some hundreds"""
    return matrix((30, -20, 10)), matrix((20, 10, -10), (-30, 10, 20))


@probe("attention_scores")
def attention_scores_larger(rng: Rng) -> Arrays:
    """legal scores of some thousands"""
    return whole(rng, 4, 9) * 40, whole(rng, 5, 9) * 40


@probe("attention_scores")
def attention_scores_integers(rng: Rng) -> Arrays:
    """integer keys beside queries of floats"""
    Q, K = attention_scores_small(rng)
    return Q + 0.5, K.astype(int)


@probe("attention_scores")
def attention_scores_fractions(rng: Rng) -> Arrays:
    """numbers with many digits"""
    return rng.normal(size=(2, 5)), rng.normal(size=(3, 5))


@probe("attention_scores")
def attention_scores_mixed(rng: Rng) -> Arrays:
    """integer queries beside keys of floats"""
    return np.array([[1, 2, 0], [3, -1, 1]]), rng.normal(size=(4, 3))


@probe("attention_scores")
def attention_scores_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel"""
    return matrix((3e4, 1 / 3, -3e4)), matrix((1.1, 1 / 7, 1.1), (0.7, 2 / 7, 0.7))


@probe("stable_softmax")
def stable_softmax_small(rng: Rng) -> Arrays:
    """scores that are logarithms: row 0 is [1/6, 2/6, 3/6]"""
    return (np.log(matrix((1, 2, 3), (4, 1, 1))),)


@probe("stable_softmax")
def stable_softmax_square(rng: Rng) -> Arrays:
    """as many queries as keys"""
    return (matrix((0, 1, 2), (3, -1, 0), (1, 1, -2)),)


@probe("stable_softmax")
def stable_softmax_large(rng: Rng) -> Arrays:
    """a row near 1000 and a row near -1000"""
    return (matrix((1000.1, 1001, 1003), (-1000.3, -1002, -1001)),)


@probe("stable_softmax")
def stable_softmax_levels(rng: Rng) -> Arrays:
    """two rows of very different level"""
    return (matrix((1000, 1001), (0, 1), (-2, -1)),)


@probe("stable_softmax")
def stable_softmax_peak(rng: Rng) -> Arrays:
    """one score far above or far below the others"""
    return (matrix((0, 3000, 1, 2), (1, 2, -3000, 0), (0, 900, 1, 2)),)


@probe("stable_softmax")
def stable_softmax_gap(rng: Rng) -> Arrays:
    """scores past 80, ten apart, and others around 50, 80, 500 and 700"""
    rows = matrix((90, 100, 91), (47, 49, 52), (77, 79, 82), (497, 499, 502), (697, 699, 702))
    return (np.vstack([rows, -rows]),)


@probe("stable_softmax")
def stable_softmax_masked(rng: Rng) -> Arrays:
    """minus infinity beside ordinary scores"""
    return (matrix((0, -np.inf, 1), (-np.inf, 2, -np.inf)),)


@probe("stable_softmax")
def stable_softmax_masked_low(rng: Rng) -> Arrays:
    """minus infinity in rows that lie very low"""
    levels = (300, 5e3, 2e4, 5e5, 2e6, 5e8, 2e9, 1e12)
    return (matrix((-10000, -10001, -np.inf), *((-level, -np.inf, -np.inf) for level in levels)),)


@probe("stable_softmax")
def stable_softmax_low(rng: Rng) -> Arrays:
    """scores near -12, where a small number added to the sum of exp weighs in"""
    return (matrix((-12, -13, -11.5), (-12.5, -12, -14)),)


@probe("stable_softmax")
def stable_softmax_huge(rng: Rng) -> Arrays:
    """rows near 100000 and ten million"""
    return (matrix((100000, 100001, 100003), (-10000000, -10000002, -10000001)),)


@probe("stable_softmax")
def stable_softmax_vector(rng: Rng) -> Arrays:
    """a single row without a second axis"""
    return (np.array([0.0, 1.0, -1.0]),)


@probe("stable_softmax")
def stable_softmax_cube(rng: Rng) -> Arrays:
    """three axes of different length"""
    return (whole(rng, 2, 3, 4),)


@probe("stable_softmax")
def stable_softmax_hypercube(rng: Rng) -> Arrays:
    """four axes, as in batches of heads, one half of it 2000 below the other"""
    return (whole(rng, 2, 2, 2, 3) - np.array([0, 2000]).reshape(2, 1, 1, 1),)


@probe("stable_softmax")
def stable_softmax_integers(rng: Rng) -> Arrays:
    """integer scores"""
    return (np.array([[0, 1, 2], [3, 0, 0]]),)


@probe("weighted_sum")
def weighted_sum_small(rng: Rng) -> Arrays:
    """two queries average three values of two features"""
    return matrix((0.5, 0.25, 0.25), (0, 0.5, 0.5)), matrix((4, 0), (8, 4), (0, 12))


@probe("weighted_sum")
def weighted_sum_square(rng: Rng) -> Arrays:
    """everything 2 x 2, so that a wrong order of factors still runs"""
    return matrix((0.25, 0.75), (0.5, 0.5)), matrix((4, 0), (8, 12))


@probe("weighted_sum")
def weighted_sum_one_hot(rng: Rng) -> Arrays:
    """a single one in each row"""
    return matrix((0, 1, 0), (1, 0, 0)), matrix((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))


@probe("weighted_sum")
def weighted_sum_unnormalised(rng: Rng) -> Arrays:
    """rows that do not sum to one"""
    return matrix((2, 1), (0.25, 0.25)), matrix((4, 0, 8), (8, 4, 0))


@probe("weighted_sum")
def weighted_sum_thirds(rng: Rng) -> Arrays:
    """thirds and tenths over whole numbers, large ones that almost cancel"""
    return matrix((1 / 3, 1 / 3, 1 / 3), (0.1, 0.2, 0.7)), np.array([[30001, 1], [-30000, 4], [2, 2]])


@probe("weighted_sum")
def weighted_sum_decades(rng: Rng) -> Arrays:
    """weights on both sides of each power of ten"""
    small = (2e-2, 5e-3, 2e-3, 5e-4, 2e-4, 5e-5, 2e-5, 5e-6, 2e-6, 5e-7)
    return matrix((*small, 1 - sum(small))), np.arange(1.0, 12)[:, None]


@probe("weighted_sum")
def weighted_sum_integers(rng: Rng) -> Arrays:
    """integer weights over values of floats"""
    return np.array([[1, 2, 0]]), matrix((1.5, 3), (2.25, 5), (7, 4.5))


@probe("self_attention")
def self_attention_small(rng: Rng) -> Arrays:
    """three tokens of two features; keys are four wide (divisor 2), values one wide"""
    x = matrix((1, 0), (0, 1), (1, 1))
    return x, matrix((1, 0, 2, 0), (0, 1, 0, 1)), matrix((1, 1, 0, 0), (0, 1, 1, -1)), matrix((3,), (6,))


@probe("self_attention")
def self_attention_square(rng: Rng) -> Arrays:
    """everything 2 x 2"""
    return matrix((1, 0), (1, 2)), matrix((1, 1), (0, 1)), matrix((1, 0), (1, 2)), matrix((2, 1), (0, 4))


@probe("self_attention")
def self_attention_longer(rng: Rng) -> Arrays:
    """five tokens of four features, keys three wide"""
    return whole(rng, 5, 4), whole(rng, 4, 3), whole(rng, 4, 3), whole(rng, 4, 2)


@probe("self_attention")
def self_attention_large(rng: Rng) -> Arrays:
    """two tokens with scores of some thousands, and a small one"""
    x = matrix((40, 0, 10), (0, 50, 0), (0, 0.1, 0))
    return x, matrix((1, 0), (0, 1), (1, 0)), matrix((1, 1), (0, 1), (1, 0)), whole(rng, 3, 3)


@probe("self_attention")
def self_attention_raised(rng: Rng) -> Arrays:
    """scores near 1600 that differ by little"""
    return matrix((1, 0), (1, 1), (1, -1)), matrix((40, 0), (0, 1)), matrix((40, 1), (0, 2)), matrix((1, 4), (2, 0))


@probe("self_attention")
def self_attention_zero(rng: Rng) -> Arrays:
    """x of zeros: every weight must be 1 / seq_len"""
    return np.zeros((4, 3)), whole(rng, 3, 2), whole(rng, 3, 2), whole(rng, 3, 2)


@probe("self_attention")
def self_attention_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return tuple(a.astype(int) for a in self_attention_small(rng))


@probe("xavier_std")
def xavier_std_narrowing(rng: Rng) -> Arrays:
    """twelve in, six out: the root of a ninth"""
    return 12, 6


@probe("xavier_std")
def xavier_std_widening(rng: Rng) -> Arrays:
    """three in, five out: a half"""
    return 3, 5


@probe("xavier_std")
def xavier_std_equal(rng: Rng) -> Arrays:
    """twelve in, twelve out, as in the post"""
    return 12, 12


@probe("xavier_std")
def xavier_std_one(rng: Rng) -> Arrays:
    """one in, one out"""
    return 1, 1


@probe("xavier_std")
def xavier_std_odd(rng: Rng) -> Arrays:
    """four in, seven out: their sum is odd"""
    return 4, 7


@probe("xavier_std")
def xavier_std_large(rng: Rng) -> Arrays:
    """the matrix of the other post"""
    return 512, 64
