"""Hidden inputs of the exercises on the five lines of attention."""

from __future__ import annotations

import numpy as np

from autograder.probes import probe
from autograder.probes.hidden import Arrays, Rng, cancelling, weight_rows, whole

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
    x, W = cancelling(rng, 4, 3, 8)
    return x, W[:, :3], W[:, 3:6], W[:, 6:]


@probe("project_qkv")
def project_qkv_integers(rng: Rng) -> Arrays:
    """integer x beside floats: refusing it, or a buffer of its dtype, shows"""
    return whole(rng, 3, 4), *(rng.normal(size=(4, d)) for d in (2, 2, 5))


@probe("project_qkv")
def project_qkv_integer_weights(rng: Rng) -> Arrays:
    """integer weights beside floats: refusing them, or a buffer of their dtype, shows"""
    return rng.normal(size=(2, 3)), *(whole(rng, 3, d) for d in (4, 4, 5))


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
    Q, K = cancelling(rng, 3, 3, 5)
    return Q, K.T.copy()


@probe("attention_scores")
def attention_scores_integers(rng: Rng) -> Arrays:
    """integer keys beside queries of floats: refusing them, or a buffer of their dtype, shows"""
    return rng.normal(size=(2, 3)), whole(rng, 5, 3)


@probe("attention_scores")
def attention_scores_mixed(rng: Rng) -> Arrays:
    """integer queries beside keys of floats: a buffer of the queries' dtype cuts the scores"""
    return whole(rng, 2, 3), rng.normal(size=(4, 3))


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
    return (whole(rng, 4, 5) + np.array([[1e5], [-1e5], [1e7], [-1e7]]),)


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
    levels = [300.0, 5e3, 2e4, 5e5, 2e6, 5e8, 2e9, 1e12]
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
    return (whole(rng, 3, 4),)


@probe("stable_softmax")
def stable_softmax_single(rng: Rng) -> Arrays:
    """float32 scores: half precision and integer buffers show in the dtype"""
    return (rng.normal(scale=1.5, size=(3, 4)).astype(np.float32),)


# --- weighted_sum -----------------------------------------------------------------------------------------------------


@probe("weighted_sum")
def weighted_sum_rectangular(rng: Rng) -> Arrays:
    """n_q, n_k and d_v differ: transposes cannot run, means and argmax differ"""
    return weight_rows(rng, 3, 5), rng.normal(size=(5, 2))


@probe("weighted_sum")
def weighted_sum_square(rng: Rng) -> Arrays:
    """all sizes equal: w.T @ V, V @ w and w * V run silently"""
    return weight_rows(rng, 4, 4), rng.normal(size=(4, 4))


@probe("weighted_sum")
def weighted_sum_one_hot(rng: Rng) -> Arrays:
    """each row has a single one: the output must be those rows of V"""
    return np.eye(4)[[2, 0, 2]], rng.normal(size=(4, 5))


@probe("weighted_sum")
def weighted_sum_unnormalised(rng: Rng) -> Arrays:
    """rows that sum to less or more than one: nothing may be renormalised"""
    return weight_rows(rng, 2, 3) * np.array([[0.25], [3.0]]), rng.normal(size=(3, 4))


@probe("weighted_sum")
def weighted_sum_decades(rng: Rng) -> Arrays:
    """weights on both sides of each power of ten from 1e-2 to 1e-6: a limit below which they are left out shows"""
    small = np.array([2e-2, 5e-3, 2e-3, 5e-4, 2e-4, 5e-5, 2e-5, 5e-6, 2e-6, 5e-7])
    return np.array([[*small, 1 - small.sum()]]), rng.normal(size=(11, 3))


@probe("weighted_sum")
def weighted_sum_cancelling(rng: Rng) -> Arrays:
    """large terms that almost cancel: steps in float32 show"""
    return cancelling(rng, 3, 3, 4)


@probe("weighted_sum")
def weighted_sum_integers(rng: Rng) -> Arrays:
    """integer weights over values of floats: refusing them, or a buffer of their dtype, shows"""
    return whole(rng, 2, 4), rng.normal(size=(4, 3))


@probe("weighted_sum")
def weighted_sum_integer_values(rng: Rng) -> Arrays:
    """weights of floats over integer values: a buffer of the values' dtype cuts the averages"""
    return weight_rows(rng, 3, 4), whole(rng, 4, 2)


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
    return whole(rng, 3, 4), rng.normal(size=(4, 2)), rng.integers(-1, 2, size=(4, 2)), whole(rng, 4, 5)


@probe("self_attention")
def self_attention_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(a.astype(np.float32) for a in self_attention_rectangular(rng))


# --- xavier_std -------------------------------------------------------------------------------------------------------


@probe("xavier_std")
def xavier_std_narrowing(rng: Rng) -> Arrays:
    """more goes in than comes out: a rule of one of the two only shows"""
    return int(rng.integers(40, 90)), int(rng.integers(3, 30))


@probe("xavier_std")
def xavier_std_widening(rng: Rng) -> Arrays:
    """less goes in than comes out"""
    return int(rng.integers(3, 30)), int(rng.integers(40, 90))


@probe("xavier_std")
def xavier_std_equal(rng: Rng) -> Arrays:
    """as many in as out: rules of one fan come close here, and the factor 2 shows"""
    size = int(rng.integers(20, 60))
    return size, size


@probe("xavier_std")
def xavier_std_one(rng: Rng) -> Arrays:
    """one number in, one out: the standard deviation is 1"""
    return 1, 1


@probe("xavier_std")
def xavier_std_odd(rng: Rng) -> Arrays:
    """an odd sum of few: half of it is no whole number, so that // shows"""
    fan_in = int(rng.integers(3, 12))
    return fan_in, 2 * int(rng.integers(2, 6)) + 1 - fan_in % 2


@probe("xavier_std")
def xavier_std_large(rng: Rng) -> Arrays:
    """a wide layer: rounding to a few digits shows"""
    return int(rng.integers(3000, 4000)), int(rng.integers(700, 800))
