"""The hidden inputs: pairwise different sizes against transposes, square ones against silent broadcasting, and stress.

Weights have a standard deviation of 0.3 to 0.5, so that attention is neither uniform nor one-hot. The documents' own
default (8 x 12, weights times 0.01) never appears: every weight would be 0.125, whatever the code does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.probes import probe

Rng = np.random.Generator
Arrays = tuple[Any, ...]


def _rows(rng: Rng, n_q: int, n_k: int, spread: float = 1.5) -> np.ndarray[Any, Any]:
    """Attention weights: positive rows that sum to one."""
    powers = np.exp(rng.normal(scale=spread, size=(n_q, n_k)))
    weights: np.ndarray[Any, Any] = powers / powers.sum(axis=1, keepdims=True)
    return weights


def _cancelling(rng: Rng, n: int, half: int, m: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Factors (n, 2 half) and (2 half, m) whose product is small beside its terms: float32 loses most of its digits."""
    left, right = rng.normal(scale=300, size=(n, half)), rng.normal(size=(half, m))
    return (
        np.concatenate([left, rng.normal(size=(n, half)) - left], axis=1),
        np.concatenate([right, right + rng.normal(scale=1e-3, size=(half, m))], axis=0),
    )


def _whole(rng: Rng, *shape: int) -> np.ndarray[Any, Any]:
    return rng.integers(-4, 5, size=shape)


# --- project_qkv ------------------------------------------------------------------------------------------------------


@probe("project_qkv")
def project_qkv_rectangular(rng: Rng) -> Arrays:
    """all sizes differ: a transposed or left-hand product cannot even run, and V must be narrower than Q"""
    return rng.normal(0.7, 1, (4, 5)), *(rng.normal(scale=0.5, size=(5, d)) for d in (3, 3, 2))


@probe("project_qkv")
def project_qkv_square(rng: Rng) -> Arrays:
    """all sizes equal: W.T, W @ x and x * W run silently and only the values tell"""
    return rng.normal(0.7, 1, (4, 4)), *(rng.normal(scale=0.5, size=(4, 4)) for _ in range(3))


@probe("project_qkv")
def project_qkv_wide_values(rng: Rng) -> Arrays:
    """V wider than Q, sizes that add up to a multiple of three: an equal split of a fused product runs silently"""
    return rng.normal(0.7, 1, (2, 6)), *(rng.normal(scale=0.5, size=(6, d)) for d in (4, 4, 7))


@probe("project_qkv")
def project_qkv_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel: steps in float32 show"""
    x, W = _cancelling(rng, 4, 3, 8)
    return x, W[:, :3], W[:, 3:6], W[:, 6:]


@probe("project_qkv")
def project_qkv_integers(rng: Rng) -> Arrays:
    """integer x beside floats: refusing it, or a buffer of its dtype, shows"""
    return _whole(rng, 3, 4), *(rng.normal(size=(4, d)) for d in (2, 2, 5))


@probe("project_qkv")
def project_qkv_integer_weights(rng: Rng) -> Arrays:
    """integer weights beside floats: refusing them, or a buffer of their dtype, shows"""
    return rng.normal(size=(2, 3)), *(_whole(rng, 3, d) for d in (4, 4, 5))


@probe("project_qkv")
def project_qkv_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(a.astype(np.float32) for a in project_qkv_rectangular(rng))


# --- attention_scores -------------------------------------------------------------------------------------------------


@probe("attention_scores")
def attention_scores_rectangular(rng: Rng) -> Arrays:
    """n_q, n_k and d_k differ: transposes show in the shape, every wrong divisor in the values"""
    return rng.normal(size=(3, 4)), rng.normal(size=(5, 4))


@probe("attention_scores")
def attention_scores_square(rng: Rng) -> Arrays:
    """n_q = n_k = d_k: Q @ K and K @ Q.T run silently"""
    return rng.normal(size=(4, 4)), rng.normal(size=(4, 4))


@probe("attention_scores")
def attention_scores_long(rng: Rng) -> Arrays:
    """more queries than keys and a width of 10: divisors taken from another axis, or fixed at 8, 12 or 64, differ"""
    return rng.normal(size=(7, 10)), rng.normal(size=(2, 10))


@probe("attention_scores")
def attention_scores_one_feature(rng: Rng) -> Arrays:
    """d_k = 1, where the right divisor is 1"""
    return rng.normal(size=(2, 1)), rng.normal(size=(3, 1))


@probe("attention_scores")
def attention_scores_large(rng: Rng) -> Arrays:
    """legal scores far above 80 and below -80: guards and clips bend them"""
    return rng.normal(scale=40, size=(3, 6)), rng.normal(scale=40, size=(4, 6))


@probe("attention_scores")
def attention_scores_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel: steps in float32 show"""
    Q, K = _cancelling(rng, 3, 3, 5)
    return Q, K.T.copy()


@probe("attention_scores")
def attention_scores_integers(rng: Rng) -> Arrays:
    """integer keys beside queries of floats: refusing them, or a buffer of their dtype, shows"""
    return rng.normal(size=(2, 3)), _whole(rng, 5, 3)


@probe("attention_scores")
def attention_scores_mixed(rng: Rng) -> Arrays:
    """integer queries beside keys of floats: a buffer of the queries' dtype cuts the scores"""
    return _whole(rng, 2, 3), rng.normal(size=(4, 3))


@probe("attention_scores")
def attention_scores_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(a.astype(np.float32) for a in attention_scores_rectangular(rng))


# --- stable_softmax ---------------------------------------------------------------------------------------------------


@probe("stable_softmax")
def stable_softmax_rectangular(rng: Rng) -> Arrays:
    """ordinary scores, more keys than queries: the wrong axis and missing keepdims"""
    return (rng.normal(0.4, 1.5, (3, 5)),)


@probe("stable_softmax")
def stable_softmax_tall(rng: Rng) -> Arrays:
    """ordinary scores, more queries than keys"""
    return (rng.normal(-0.4, 1.5, (6, 2)),)


@probe("stable_softmax")
def stable_softmax_square(rng: Rng) -> Arrays:
    """as many queries as keys: broadcasting along the wrong axis runs silently"""
    return (rng.normal(scale=1.5, size=(4, 4)),)


@probe("stable_softmax")
def stable_softmax_large(rng: Rng) -> Arrays:
    """rows around 10000 and -10000: exp overflows or underflows unless the row's maximum is taken off"""
    return (rng.normal(scale=2, size=(4, 3)) + np.array([[1e4], [-1e4], [1e4], [-1e4]]),)


@probe("stable_softmax")
def stable_softmax_huge(rng: Rng) -> Arrays:
    """whole numbers, which float32 holds too, around 1e5 and 1e7: whatever is clipped or refused at 20000 shows"""
    return (_whole(rng, 4, 5) + np.array([[1e5], [-1e5], [1e7], [-1e7]]),)


@probe("stable_softmax")
def stable_softmax_levels(rng: Rng) -> Arrays:
    """rows of very different level: a maximum of the whole array underflows on the low rows"""
    return (rng.normal(scale=2, size=(3, 4)) + np.array([[1000.0], [0.0], [-1000.0]]),)


@probe("stable_softmax")
def stable_softmax_peak(rng: Rng) -> Arrays:
    """one score 3000 above the rest: a shift by mean or minimum still overflows"""
    scores = rng.normal(size=(2, 5))
    scores[0, int(rng.integers(5))] += 3000
    scores[1, int(rng.integers(5))] -= 3000
    return (scores,)


@probe("stable_softmax")
def stable_softmax_low(rng: Rng) -> Arrays:
    """scores near -12: a guard in the sum, harmless elsewhere, weighs in when nothing is taken off first"""
    return (rng.normal(-12, 1, (2, 4)),)


@probe("stable_softmax")
def stable_softmax_gaps(rng: Rng) -> Arrays:
    """gaps around 50, 80, 300, 500 and 700, of both signs: clips and guards lose them, each limit in its own way"""
    starts = np.array([[46.0], [76.0], [95.0], [300.0], [496.0], [696.0]])
    rising = starts + rng.uniform(1, 3, (6, 4)).cumsum(axis=1)
    return (np.concatenate([rising, -rising]),)


@probe("stable_softmax")
def stable_softmax_masked(rng: Rng) -> Arrays:
    """minus infinity in some places, also first and last: exactly zero weight there, the rest as if it were absent"""
    scores = rng.normal(scale=1.5, size=(4, 5))
    for row, hidden in enumerate(([0], [4, 2], [3, 1, 4, 2], [])):
        scores[row, hidden] = -np.inf
    return (scores,)


@probe("stable_softmax")
def stable_softmax_masked_low(rng: Rng) -> Arrays:
    """minus infinity in rows far below zero: a finite number in its place lies above the scores of some row"""
    levels = [5e3, 2e4, 5e5, 2e6, 5e8, 2e9, 1e12]
    scores = np.full((len(levels), 3), -np.inf)
    scores[np.arange(len(levels)), rng.integers(3, size=len(levels))] = np.negative(levels)
    near = -1e4 - rng.uniform(0, 3, (2, 3))
    near[[0, 1], [2, 0]] = -np.inf
    return (np.concatenate([near, scores]),)


@probe("stable_softmax")
def stable_softmax_vector(rng: Rng) -> Arrays:
    """a single row without a second axis"""
    return (rng.normal(size=6),)


@probe("stable_softmax")
def stable_softmax_cube(rng: Rng) -> Arrays:
    """three axes, all different: axis=1 and .T are no longer the last axis"""
    return (rng.normal(scale=1.5, size=(2, 3, 4)),)


@probe("stable_softmax")
def stable_softmax_hypercube(rng: Rng) -> Arrays:
    """four axes, as in batches of heads, at different levels, some matrices 2000 below others"""
    levels = rng.normal(scale=300, size=(2, 3, 2, 1)) - np.array([0, 2000]).reshape(2, 1, 1, 1)
    return (rng.normal(size=(2, 3, 2, 5)) + levels,)


@probe("stable_softmax")
def stable_softmax_integers(rng: Rng) -> Arrays:
    """integer scores: a buffer of the input's dtype cuts every weight down to zero"""
    return (_whole(rng, 3, 4),)


@probe("stable_softmax")
def stable_softmax_single(rng: Rng) -> Arrays:
    """float32 scores: half precision and integer buffers show in the dtype"""
    return (rng.normal(scale=1.5, size=(3, 4)).astype(np.float32),)


# --- weighted_sum -----------------------------------------------------------------------------------------------------


@probe("weighted_sum")
def weighted_sum_rectangular(rng: Rng) -> Arrays:
    """n_q, n_k and d_v differ: transposes cannot run, means and argmax differ"""
    return _rows(rng, 3, 5), rng.normal(size=(5, 2))


@probe("weighted_sum")
def weighted_sum_square(rng: Rng) -> Arrays:
    """all sizes equal: w.T @ V, V @ w and w * V run silently"""
    return _rows(rng, 4, 4), rng.normal(size=(4, 4))


@probe("weighted_sum")
def weighted_sum_one_hot(rng: Rng) -> Arrays:
    """each row has a single one: the output must be those rows of V"""
    return np.eye(4)[[2, 0, 2]], rng.normal(size=(4, 5))


@probe("weighted_sum")
def weighted_sum_unnormalised(rng: Rng) -> Arrays:
    """rows that sum to less or more than one: nothing may be renormalised"""
    return _rows(rng, 2, 3) * np.array([[0.25], [3.0]]), rng.normal(size=(3, 4))


@probe("weighted_sum")
def weighted_sum_decades(rng: Rng) -> Arrays:
    """weights on both sides of each power of ten from 1e-2 to 1e-6: a limit below which they are left out shows"""
    small = np.array([2e-2, 5e-3, 2e-3, 5e-4, 2e-4, 5e-5, 2e-5, 5e-6, 2e-6, 5e-7])
    return np.array([[*small, 1 - small.sum()]]), rng.normal(size=(11, 3))


@probe("weighted_sum")
def weighted_sum_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel: steps in float32 show"""
    return _cancelling(rng, 3, 3, 4)


@probe("weighted_sum")
def weighted_sum_integers(rng: Rng) -> Arrays:
    """integer weights over values of floats: refusing them, or a buffer of their dtype, shows"""
    return _whole(rng, 2, 4), rng.normal(size=(4, 3))


@probe("weighted_sum")
def weighted_sum_integer_values(rng: Rng) -> Arrays:
    """weights of floats over integer values: a buffer of the values' dtype cuts the averages"""
    return _rows(rng, 3, 4), _whole(rng, 4, 2)


@probe("weighted_sum")
def weighted_sum_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(a.astype(np.float32) for a in weighted_sum_rectangular(rng))


# --- self_attention ---------------------------------------------------------------------------------------------------


def _one_head(rng: Rng, seq_len: int, d_model: int, d_k: int, d_v: int, spread: float = 1.0) -> Arrays:
    x = rng.normal(0.3, spread, (seq_len, d_model))
    return x, *(rng.normal(scale=0.5, size=(d_model, d)) for d in (d_k, d_k, d_v))


@probe("self_attention")
def self_attention_rectangular(rng: Rng) -> Arrays:
    """seq_len, d_model, d_k and d_v differ: every divisor, axis and factor taken from the wrong place shows"""
    return _one_head(rng, 4, 6, 3, 2)


@probe("self_attention")
def self_attention_longer(rng: Rng) -> Arrays:
    """more tokens than features, values wider than keys, and keys whose root, 1.73, lies nearer 2 than 1"""
    return _one_head(rng, 7, 4, 3, 5)


@probe("self_attention")
def self_attention_square(rng: Rng) -> Arrays:
    """all sizes equal: transposes and swapped factors run silently"""
    return _one_head(rng, 4, 4, 4, 4)


@probe("self_attention")
def self_attention_large(rng: Rng) -> Arrays:
    """scores in the thousands: a softmax that overflows gives nan"""
    return _one_head(rng, 5, 6, 3, 4, spread=60.0)


@probe("self_attention")
def self_attention_raised(rng: Rng) -> Arrays:
    """scores near 1400 that differ by little: exp without a shift overflows, any shift of the row saves it"""
    x, W_q, W_k, W_v = _one_head(rng, 4, 6, 3, 2)
    x[:, 0], W_q[0], W_k[0] = 1, (50, 0, 0), (50, 0, 0)
    W_q[1:, 0] = W_k[1:, 0] = 0
    return x, W_q, W_k, W_v


@probe("self_attention")
def self_attention_lowered(rng: Rng) -> Arrays:
    """scores near -1400 that differ by little: exp without a shift leaves zeros, whatever is added below the line"""
    x, W_q, W_k, W_v = self_attention_raised(rng)
    W_k[0] *= -1
    return x, W_q, W_k, W_v


@probe("self_attention")
def self_attention_zero(rng: Rng) -> Arrays:
    """x of zeros: every score is zero and every weight must be 1 / seq_len"""
    return np.zeros((5, 4)), *_one_head(rng, 5, 4, 3, 2)[1:]


@probe("self_attention")
def self_attention_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    return _whole(rng, 3, 4), rng.normal(size=(4, 2)), rng.integers(-1, 2, size=(4, 2)), _whole(rng, 4, 5)


@probe("self_attention")
def self_attention_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(a.astype(np.float32) for a in self_attention_rectangular(rng))


# --- attention_entropy ------------------------------------------------------------------------------------------------


@probe("attention_entropy")
def attention_entropy_rectangular(rng: Rng) -> Arrays:
    """ordinary rows, more keys than queries: axis, logarithm and sign"""
    return (_rows(rng, 3, 5),)


@probe("attention_entropy")
def attention_entropy_square(rng: Rng) -> Arrays:
    """as many queries as keys: sums over the wrong axis have the right shape"""
    return (_rows(rng, 4, 4),)


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
    rows = np.tril(_rows(rng, 5, 5))
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
def attention_entropy_integers(rng: Rng) -> Arrays:
    """one-hot rows of integers are legal input: refusing them, or a buffer of their dtype, shows"""
    return (np.eye(5, dtype=int)[[3, 0]],)


@probe("attention_entropy")
def attention_entropy_single(rng: Rng) -> Arrays:
    """float32 weights: half precision shows in the dtype"""
    return (_rows(rng, 3, 5).astype(np.float32),)


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
    focused = _rows(rng, 2, 4, spread=2.0)
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
    return (np.array([np.full(8, 1 / 8), *_rows(rng, 2, 8, spread=2.0)]),)


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


# --- causal_mask ------------------------------------------------------------------------------------------------------


@probe("causal_mask")
def causal_mask_five(rng: Rng) -> Arrays:
    """five tokens: direction, diagonal and kind"""
    return (5,)


@probe("causal_mask")
def causal_mask_nine(rng: Rng) -> Arrays:
    """nine tokens: a mask fixed at eight shows"""
    return (9,)


@probe("causal_mask")
def causal_mask_long(rng: Rng) -> Arrays:
    """three hundred tokens: windows of any usual width, and positions in a small integer type, give way"""
    return (300,)


@probe("causal_mask")
def causal_mask_eight(rng: Rng) -> Arrays:
    """eight tokens, the documents' size: what was copied from there and fits only there is still counted right here"""
    return (8,)


@probe("causal_mask")
def causal_mask_two(rng: Rng) -> Arrays:
    """two tokens, the smallest mask with a future: a single entry is forbidden"""
    return (2,)


@probe("causal_mask")
def causal_mask_one(rng: Rng) -> Arrays:
    """a single token sees itself"""
    return (1,)


# --- layer_norm -------------------------------------------------------------------------------------------------------


def _norm(rng: Rng, n: int, d: int, mean: float, spread: float, eps: float) -> Arrays:
    return rng.normal(mean, spread, (n, d)), rng.normal(1.5, 0.6, d), rng.normal(-0.5, 1, d), eps


@probe("layer_norm")
def layer_norm_rectangular(rng: Rng) -> Arrays:
    """rows with a mean and a spread of their own, gamma and beta far from 1 and 0"""
    return _norm(rng, 3, 5, 2.0, 3.0, 1e-5)


@probe("layer_norm")
def layer_norm_square(rng: Rng) -> Arrays:
    """as many tokens as features: row statistics broadcast over columns run silently"""
    return _norm(rng, 4, 4, -1.0, 2.0, 1e-5)


@probe("layer_norm")
def layer_norm_large_eps(rng: Rng) -> Arrays:
    """eps 0.1, where inside and outside the root differ"""
    return _norm(rng, 3, 6, 0.5, 0.8, 0.1)


@probe("layer_norm")
def layer_norm_larger_eps(rng: Rng) -> Arrays:
    """eps 2, above the variance: an eps that is ignored, doubled or squared shows"""
    return _norm(rng, 2, 4, 0.5, 1.0, 2.0)


@probe("layer_norm")
def layer_norm_constant(rng: Rng) -> Arrays:
    """a row without any variance must come out as beta"""
    x, gamma, beta, eps = _norm(rng, 3, 4, 1.0, 2.0, 1e-5)
    x[1] = 2.5
    return x, gamma, beta, eps


@probe("layer_norm")
def layer_norm_small(rng: Rng) -> Arrays:
    """a variance near eps, which then decides the result"""
    return _norm(rng, 3, 5, 0.0, 3e-3, 1e-5)


@probe("layer_norm")
def layer_norm_tiny_eps(rng: Rng) -> Arrays:
    """eps 1e-12 on small rows: a fixed 1e-5 shows"""
    return _norm(rng, 2, 5, 0.0, 1e-4, 1e-12)


@probe("layer_norm")
def layer_norm_offset(rng: Rng) -> Arrays:
    """a mean of 1000 beside a spread of 1: steps in float32 show"""
    return _norm(rng, 6, 12, 1000.0, 1.0, 1e-5)


@probe("layer_norm")
def layer_norm_outlier(rng: Rng) -> Arrays:
    """one feature of 128 more than ten spreads from the mean: whatever is clipped at 3 or 10 shows"""
    x, gamma, beta, eps = _norm(rng, 2, 128, 0.5, 1.0, 1e-5)
    x[[0, 1], rng.integers(128, size=2)] += (400, -400)
    return x, gamma, beta, eps


@probe("layer_norm")
def layer_norm_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    return rng.integers(-9, 10, size=(3, 4)), rng.integers(1, 4, size=4), rng.normal(size=4), 1e-5


@probe("layer_norm")
def layer_norm_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    x, gamma, beta, eps = layer_norm_rectangular(rng)
    return x.astype(np.float32), gamma.astype(np.float32), beta.astype(np.float32), eps


# --- multi_head_attention ---------------------------------------------------------------------------------------------


def _heads(rng: Rng, seq_len: int, d_model: int, num_heads: int, spread: float = 1.0) -> Arrays:
    x = rng.normal(0.3, spread, (seq_len, d_model))
    return x, *(rng.normal(scale=0.4, size=(d_model, d_model)) for _ in range(4)), num_heads


@probe("multi_head_attention")
def multi_head_attention_three_heads(rng: Rng) -> Arrays:
    """seq_len 5, three heads of four features: splits, merges, scales and W_o"""
    return _heads(rng, 5, 12, 3)


@probe("multi_head_attention")
def multi_head_attention_two_heads(rng: Rng) -> Arrays:
    """seq_len 7, two heads of five features"""
    return _heads(rng, 7, 10, 2)


@probe("multi_head_attention")
def multi_head_attention_square(rng: Rng) -> Arrays:
    """seq_len = d_model, num_heads = d_head: swapped axes run silently"""
    return _heads(rng, 4, 4, 2)


@probe("multi_head_attention")
def multi_head_attention_one_head(rng: Rng) -> Arrays:
    """a single head is plain attention followed by W_o; the root of its width, 2.65, lies nearer 3 than 2"""
    return _heads(rng, 5, 7, 1)


@probe("multi_head_attention")
def multi_head_attention_thin_heads(rng: Rng) -> Arrays:
    """as many heads as features: each head is one feature wide and its scale is 1"""
    return _heads(rng, 3, 6, 6)


@probe("multi_head_attention")
def multi_head_attention_large(rng: Rng) -> Arrays:
    """scores in the thousands: a softmax that overflows gives nan"""
    return _heads(rng, 4, 6, 2, spread=60.0)


@probe("multi_head_attention")
def multi_head_attention_lowered(rng: Rng) -> Arrays:
    """scores near -1400 that differ by little: exp without a shift leaves zeros, whatever is added below the line"""
    x, W_q, W_k, W_v, W_o, num_heads = _heads(rng, 4, 6, 2)
    x[:, 0], W_q[:, [0, 3]], W_k[:, [0, 3]] = 1, 0, 0
    W_q[0], W_k[0] = (50, 0, 0, 50, 0, 0), (-50, 0, 0, -50, 0, 0)
    return x, W_q, W_k, W_v, W_o, num_heads


@probe("multi_head_attention")
def multi_head_attention_indivisible(rng: Rng) -> Arrays:
    """twelve features cannot be divided into five heads"""
    return _heads(rng, 4, 12, 5)


@probe("multi_head_attention")
def multi_head_attention_fewer_features(rng: Rng) -> Arrays:
    """four features cannot be divided into eight heads"""
    return _heads(rng, 3, 4, 8)


@probe("multi_head_attention")
def multi_head_attention_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    W_q, W_k, W_v, W_o = (rng.integers(-1, 2, size=(4, 4)) for _ in range(4))
    return rng.integers(-2, 3, size=(3, 4)), W_q, W_k + rng.normal(scale=0.3, size=(4, 4)), W_v, W_o, 2


@probe("multi_head_attention")
def multi_head_attention_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    *arrays, num_heads = multi_head_attention_three_heads(rng)
    return *(a.astype(np.float32) for a in arrays), num_heads
