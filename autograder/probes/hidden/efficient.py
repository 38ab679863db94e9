"""Hidden inputs of the exercises on gradients, positions, tiles and caches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograder.outcome import Offered
from autograder.probes import probe
from autograder.probes.hidden import Arrays, Rng, weight_rows

Array = np.ndarray[Any, Any]

# --- grad_check -------------------------------------------------------------------------------------------------------

PATIENT = 10  # calls of f for each number of x: enough for whoever asks too often, who loses points once


def landscape(rng: Rng, *shape: int) -> tuple[Callable[[Array], float], Callable[[Array], Array]]:
    """A function of arrays of this shape, and its true gradient: curved everywhere, each number at work on all."""
    height, turns, slope = rng.uniform(0.5, 1, shape), rng.uniform(2, 3, shape), rng.normal(scale=0.3, size=shape)

    def f(point: Array) -> float:
        if np.shape(point) != shape:
            raise ValueError("f takes an array of the shape of x")
        return float(np.sum(height * np.sin(turns * point)) + np.sum(slope * point) ** 2 / 2)

    def gradient(point: Array) -> Array:
        rising: Array = height * turns * np.cos(turns * point) + np.sum(slope * point) * slope
        return rising

    return f, gradient


def offered(f: Callable[[Array], float], x: Array, calls: int) -> Offered:
    """f with a budget of so many calls for each number of x."""
    return Offered("f", f, calls * x.size)


def _checked(rng: Rng, *shape: int, calls: int = PATIENT) -> Arrays:
    """A landscape, a point of it and the true gradient there."""
    f, gradient = landscape(rng, *shape)
    x = rng.normal(size=shape)
    return offered(f, x, calls), x, gradient(x)


@probe("grad_check")
def grad_check_one_too_low(rng: Rng) -> Arrays:
    """one number of the gradient, neither first nor last, is too small: signs, means, and what looks at one place"""
    f, x, gradient = _checked(rng, 2, 3)
    gradient[0, 2] -= rng.uniform(0.5, 1)
    return f, x, gradient


@probe("grad_check")
def grad_check_two_wrong(rng: Rng) -> Arrays:
    """two numbers of the gradient are off, the larger one upwards: sums, lengths and the last one found show"""
    f, x, gradient = _checked(rng, 7)
    gradient[2] += rng.uniform(2, 3)
    gradient[5] -= rng.uniform(0.5, 1)
    return f, x, gradient


@probe("grad_check")
def grad_check_right(rng: Rng) -> Arrays:
    """the gradient is right: one-sided differences and coarse steps leave more than a central one"""
    return _checked(rng, 3, 2)


@probe("grad_check")
def grad_check_square(rng: Rng) -> Arrays:
    """as many rows as columns, and the gradient is the transposed one"""
    f, x, gradient = _checked(rng, 3, 3)
    return f, x, np.ascontiguousarray(gradient.T)


@probe("grad_check")
def grad_check_cube(rng: Rng) -> Arrays:
    """three axes, and no number of x is near 1: steps in proportion to x show"""
    f, gradient = landscape(rng, 2, 1, 3)
    x = rng.uniform(40, 60, (2, 1, 3))
    wrong = gradient(x)
    wrong[1, 0, 1] += 0.25
    return offered(f, x, PATIENT), x, wrong


@probe("grad_check")
def grad_check_nan(rng: Rng) -> Arrays:
    """the gradient holds a nan, which must not pass for right"""
    f, x, gradient = _checked(rng, 4)
    gradient[1] = np.nan
    return f, x, gradient


@probe("grad_check")
def grad_check_budget(rng: Rng) -> Arrays:
    """f may be called twice for each number of x, and no more"""
    return _checked(rng, 5, 2, calls=2)


@probe("grad_check")
def grad_check_integers(rng: Rng) -> Arrays:
    """x and gradient are whole numbers: a step of 1e-5 is lost in an integer array"""
    f, _ = landscape(rng, 2, 4)
    x = rng.integers(-3, 4, size=(2, 4))
    return offered(f, x, PATIENT), x, rng.integers(-2, 3, size=(2, 4))


@probe("grad_check")
def grad_check_single(rng: Rng) -> Arrays:
    """x in float32, where a step of 1e-5 is mostly noise: the steps are made in float64"""
    f, x, gradient = _checked(rng, 3, 4)
    gradient[2, 1] += 0.5
    return f, x.astype(np.float32), gradient.astype(np.float32)


# --- softmax_backward -------------------------------------------------------------------------------------------------


@probe("softmax_backward")
def softmax_backward_rectangular(rng: Rng) -> Arrays:
    """three rows of five weights with a random gradient: rules for one number, sums and axes"""
    return weight_rows(rng, 3, 5), rng.normal(size=(3, 5))


@probe("softmax_backward")
def softmax_backward_wide(rng: Rng) -> Arrays:
    """two rows of seven weights whose gradient has a mean far from 0"""
    return weight_rows(rng, 2, 7), rng.normal(3, 1, (2, 7))


@probe("softmax_backward")
def softmax_backward_square(rng: Rng) -> Arrays:
    """as many rows as keys: row sums stretched over columns run silently"""
    return weight_rows(rng, 4, 4), rng.normal(1, 1, (4, 4))


@probe("softmax_backward")
def softmax_backward_peaked(rng: Rng) -> Arrays:
    """a row with all weight on one key moves nothing, beside one that has not made up its mind"""
    weights = weight_rows(rng, 3, 6)
    weights[1] = np.eye(6)[rng.integers(6)]
    return weights, rng.normal(size=(3, 6))


@probe("softmax_backward")
def softmax_backward_one_key(rng: Rng) -> Arrays:
    """a single key has the weight 1 whatever its score"""
    return np.ones((3, 1)), rng.normal(size=(3, 1))


@probe("softmax_backward")
def softmax_backward_level(rng: Rng) -> Arrays:
    """a gradient of nearly the same large number everywhere, of which almost nothing remains: float32 shows"""
    return weight_rows(rng, 2, 5), 3000 + rng.normal(size=(2, 5))


@probe("softmax_backward")
def softmax_backward_integers(rng: Rng) -> Arrays:
    """a gradient of whole numbers is computed in floating point"""
    return weight_rows(rng, 3, 4), rng.integers(-4, 5, size=(3, 4))


@probe("softmax_backward")
def softmax_backward_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(array.astype(np.float32) for array in softmax_backward_rectangular(rng))


# --- attention_backward -----------------------------------------------------------------------------------------------


def _attention(rng: Rng, n_q: int, n_k: int, d_k: int, d_v: int, spread: float = 1.0) -> Arrays:
    """Q, K, V and the gradient of the output."""
    Q, K = rng.normal(scale=spread, size=(n_q, d_k)), rng.normal(scale=spread, size=(n_k, d_k))
    return Q, K, rng.normal(size=(n_k, d_v)), rng.normal(size=(n_q, d_v))


@probe("attention_backward")
def attention_backward_rectangular(rng: Rng) -> Arrays:
    """pairwise different sizes: every factor, its order, and the scale"""
    return _attention(rng, 3, 5, 4, 2)


@probe("attention_backward")
def attention_backward_wide(rng: Rng) -> Arrays:
    """more queries than keys, and values wider than keys"""
    return _attention(rng, 6, 4, 3, 5)


@probe("attention_backward")
def attention_backward_square(rng: Rng) -> Arrays:
    """all sizes equal: forgotten transposes run silently"""
    return _attention(rng, 4, 4, 4, 4)


@probe("attention_backward")
def attention_backward_one_query(rng: Rng) -> Arrays:
    """a single query"""
    return _attention(rng, 1, 4, 2, 3)


@probe("attention_backward")
def attention_backward_large(rng: Rng) -> Arrays:
    """scores in the thousands of which neighbours differ by little: a softmax that overflows gives nan"""
    Q, K, V, d_output = _attention(rng, 3, 4, 2, 3)
    Q[:, 0], K[:, 0] = 1000, 3
    return Q, K, V, d_output


@probe("attention_backward")
def attention_backward_integers(rng: Rng) -> Arrays:
    """whole numbers are computed in floating point"""
    sizes = ((2, 3), (4, 3), (4, 5), (2, 5))
    return tuple(rng.integers(-2, 3, size=size) for size in sizes)


@probe("attention_backward")
def attention_backward_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(array.astype(np.float32) for array in attention_backward_rectangular(rng))


# --- layer_norm_backward ----------------------------------------------------------------------------------------------


def _norm(rng: Rng, n: int, d: int, mean: float, spread: float, eps: float) -> Arrays:
    return rng.normal(mean, spread, (n, d)), rng.normal(1.5, 0.6, d), rng.normal(0.4, 1, (n, d)), eps


@probe("layer_norm_backward")
def layer_norm_backward_rectangular(rng: Rng) -> Arrays:
    """three tokens of five features, gamma far from 1: every term, and which axis is summed"""
    return _norm(rng, 3, 5, 2.0, 3.0, 1e-5)


@probe("layer_norm_backward")
def layer_norm_backward_square(rng: Rng) -> Arrays:
    """as many tokens as features: sums along the wrong axis run silently"""
    return _norm(rng, 4, 4, -1.0, 2.0, 1e-5)


@probe("layer_norm_backward")
def layer_norm_backward_large_eps(rng: Rng) -> Arrays:
    """eps 0.5 beside a variance near 1: whatever takes the normalised row for one of variance 1 shows"""
    return _norm(rng, 2, 6, 0.5, 1.0, 0.5)


@probe("layer_norm_backward")
def layer_norm_backward_constant(rng: Rng) -> Arrays:
    """a row without any variance: only eps holds the root apart from 0"""
    x, gamma, d_output, eps = _norm(rng, 3, 4, 1.0, 2.0, 0.01)
    x[1] = 2.5
    return x, gamma, d_output, eps


@probe("layer_norm_backward")
def layer_norm_backward_one_token(rng: Rng) -> Arrays:
    """a single token"""
    return _norm(rng, 1, 3, 0.0, 1.0, 1e-5)


@probe("layer_norm_backward")
def layer_norm_backward_offset(rng: Rng) -> Arrays:
    """a mean of 1000 beside a spread of 1: steps in float32 show"""
    return _norm(rng, 4, 7, 1000.0, 1.0, 1e-5)


@probe("layer_norm_backward")
def layer_norm_backward_integers(rng: Rng) -> Arrays:
    """whole numbers are computed in floating point"""
    whole = (rng.integers(-9, 10, size=(3, 4)), rng.integers(1, 4, size=4), rng.integers(-4, 5, size=(3, 4)))
    return *whole, 1e-5


@probe("layer_norm_backward")
def layer_norm_backward_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    *arrays, eps = layer_norm_backward_rectangular(rng)
    return *(array.astype(np.float32) for array in arrays), eps


# --- sinusoidal_positions ---------------------------------------------------------------------------------------------


@probe("sinusoidal_positions")
def sinusoidal_positions_six_by_eight(rng: Rng) -> Arrays:
    """six positions of eight features: frequencies, their order and base"""
    return 6, 8


@probe("sinusoidal_positions")
def sinusoidal_positions_nine_by_four(rng: Rng) -> Arrays:
    """more positions than features"""
    return 9, 4


@probe("sinusoidal_positions")
def sinusoidal_positions_square(rng: Rng) -> Arrays:
    """as many positions as features: a transposed table has the right shape"""
    return 6, 6


@probe("sinusoidal_positions")
def sinusoidal_positions_one(rng: Rng) -> Arrays:
    """a single position: zeros and ones by turns"""
    return 1, 10


@probe("sinusoidal_positions")
def sinusoidal_positions_two_features(rng: Rng) -> Arrays:
    """the smallest pair, at the highest frequency"""
    return 5, 2


@probe("sinusoidal_positions")
def sinusoidal_positions_long(rng: Rng) -> Arrays:
    """seven hundred positions: angles in a small integer type or in float32 give way"""
    return 700, 12


# --- tiled_attention --------------------------------------------------------------------------------------------------


def _tiles(rng: Rng, n_q: int, n_k: int, d_k: int, d_v: int, block_size: int) -> Arrays:
    """Scores with a spread of about 3, so that the tiles stand at different levels."""
    Q, K = rng.normal(scale=1.7, size=(n_q, d_k)), rng.normal(scale=1.7, size=(n_k, d_k))
    return Q, K, rng.normal(1, 2, (n_k, d_v)), block_size


@probe("tiled_attention")
def tiled_attention_even(rng: Rng) -> Arrays:
    """six keys in tiles of two: what is kept from tile to tile, and at which level"""
    return _tiles(rng, 3, 6, 4, 5, 2)


@probe("tiled_attention")
def tiled_attention_ragged(rng: Rng) -> Arrays:
    """eleven keys in tiles of four: the last tile is shorter"""
    return _tiles(rng, 5, 11, 3, 2, 4)


@probe("tiled_attention")
def tiled_attention_square(rng: Rng) -> Arrays:
    """all sizes equal: forgotten transposes run silently"""
    return _tiles(rng, 4, 4, 4, 4, 2)


@probe("tiled_attention")
def tiled_attention_single_keys(rng: Rng) -> Arrays:
    """one key at a time"""
    return _tiles(rng, 2, 5, 3, 4, 1)


@probe("tiled_attention")
def tiled_attention_one_tile(rng: Rng) -> Arrays:
    """a tile that is larger than all keys together"""
    return _tiles(rng, 4, 3, 2, 5, 64)


@probe("tiled_attention")
def tiled_attention_rising(rng: Rng) -> Arrays:
    """each tile scores some hundreds above the one before: sums at the old level must shrink to nothing"""
    Q, K, V, block_size = _tiles(rng, 3, 8, 2, 3, 3)
    Q[:, 0], K[:, 0] = 20, np.arange(8) * 30
    return Q, K, V, block_size


@probe("tiled_attention")
def tiled_attention_falling(rng: Rng) -> Arrays:
    """every score lies below -1000, and the first tile holds the highest: a start at 0 leaves 0 / 0"""
    Q, K, V, block_size = _tiles(rng, 3, 7, 2, 4, 2)
    Q[:, 0], K[:, 0] = 40, -50 - np.arange(7)
    return Q, K, V, block_size


@probe("tiled_attention")
def tiled_attention_apart(rng: Rng) -> Arrays:
    """one query scores in the thousands and another far below 0: one level for all of them leaves 0 / 0"""
    Q, K, V, block_size = _tiles(rng, 3, 6, 2, 3, 4)
    Q[:, 0], K[:, 0] = (60, 1, -60), 40 + np.arange(6)
    return Q, K, V, block_size


@probe("tiled_attention")
def tiled_attention_dropping(rng: Rng) -> Arrays:
    """each tile scores some 1500 below the one before: counted from a tile's own level, the old sums grow to inf"""
    Q, K, V, block_size = _tiles(rng, 2, 6, 2, 3, 2)
    Q[:, 0], K[:, 0] = 40, -27 * np.arange(6)
    return Q, K, V, block_size


@probe("tiled_attention", kilobytes=224)
def tiled_attention_long(rng: Rng) -> Arrays:
    """eight hundred keys for forty queries: the table of their scores alone takes more memory than is allowed"""
    return _tiles(rng, 40, 800, 2, 2, 20)


@probe("tiled_attention")
def tiled_attention_integers(rng: Rng) -> Arrays:
    """whole numbers are computed in floating point"""
    return *(rng.integers(-2, 3, size=size) for size in ((3, 4), (5, 4), (5, 2))), 2


@probe("tiled_attention")
def tiled_attention_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    *arrays, block_size = tiled_attention_ragged(rng)
    return *(array.astype(np.float32) for array in arrays), block_size


# --- decode_step ------------------------------------------------------------------------------------------------------


def _step(rng: Rng, t: int, d_k: int, d_v: int) -> Arrays:
    q, k, v = rng.normal(scale=1.5, size=d_k), rng.normal(scale=1.5, size=d_k), rng.normal(size=d_v)
    return q, k, v, rng.normal(scale=1.5, size=(t, d_k)), rng.normal(size=(t, d_v))


@probe("decode_step")
def decode_step_fifth(rng: Rng) -> Arrays:
    """four tokens in the caches: who is looked at, at which scale, and what is kept"""
    return _step(rng, 4, 3, 2)


@probe("decode_step")
def decode_step_third(rng: Rng) -> Arrays:
    """two tokens in the caches, values wider than keys"""
    return _step(rng, 2, 4, 5)


@probe("decode_step")
def decode_step_first(rng: Rng) -> Arrays:
    """empty caches: the token can only look at itself"""
    return _step(rng, 0, 3, 4)


@probe("decode_step")
def decode_step_square(rng: Rng) -> Arrays:
    """as many keys as features, keys and values equally wide: mixed-up caches run silently"""
    return _step(rng, 3, 4, 4)


@probe("decode_step")
def decode_step_large(rng: Rng) -> Arrays:
    """scores in the thousands: a softmax that overflows gives nan"""
    q, k, v, K_cache, V_cache = _step(rng, 5, 2, 3)
    q[0], k[0], K_cache[:, 0] = 1000, 3, 3
    return q, k, v, K_cache, V_cache


@probe("decode_step")
def decode_step_cancelling(rng: Rng) -> Arrays:
    """large numbers of which little remains, in the scores and in the mixture: steps in float32 show"""
    q, k, v, K_cache, V_cache = _step(rng, 3, 2, 2)
    q[:] = rng.uniform(1, 2, 2)
    keys = np.concatenate([K_cache, k[None]]) / 5 + 300 / q * (1, -1)
    powers = np.exp(keys @ q / np.sqrt(2))
    V_cache *= 100
    v -= powers[:-1] @ V_cache / powers[-1]
    return q, keys[-1].copy(), v, keys[:-1].copy(), V_cache


@probe("decode_step")
def decode_step_integers(rng: Rng) -> Arrays:
    """whole numbers are computed in floating point"""
    return tuple(rng.integers(-2, 3, size=size) for size in ((3,), (3,), (2,), (4, 3), (4, 2)))


@probe("decode_step")
def decode_step_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(array.astype(np.float32) for array in decode_step_fifth(rng))


# --- fitted_exponent --------------------------------------------------------------------------------------------------


def _costs(rng: Rng, sizes: Any, exponent: float, noise: float) -> Arrays:
    sizes = np.array(sizes, dtype=float)
    return sizes, rng.uniform(0.01, 0.1) * sizes**exponent * np.exp(noise * rng.normal(size=sizes.size))


@probe("fitted_exponent")
def fitted_exponent_noisy(rng: Rng) -> Arrays:
    """five sizes whose costs scatter: what looks at two of them only, or at ratios, shows"""
    return _costs(rng, (64, 128, 256, 512, 1024), 1.9, 0.2)


@probe("fitted_exponent")
def fitted_exponent_uneven(rng: Rng) -> Arrays:
    """four sizes in no order and at uneven distances"""
    return _costs(rng, (900, 30, 200, 50), 1.2, 0.3)


@probe("fitted_exponent")
def fitted_exponent_exact(rng: Rng) -> Arrays:
    """costs that grow with the cube of the size, exactly"""
    return _costs(rng, (2, 3, 5, 8, 13, 21), 3.0, 0.0)


@probe("fitted_exponent")
def fitted_exponent_root(rng: Rng) -> Arrays:
    """costs that grow with the root of the size, exactly: no single number is right here and for the cube"""
    return _costs(rng, (3, 7, 20), 0.5, 0.0)


@probe("fitted_exponent")
def fitted_exponent_close(rng: Rng) -> Arrays:
    """sizes that differ in the fourth digit: a step in float32 leaves little of the slope"""
    return _costs(rng, (1000, 1001.3, 1002.1, 1003.7), 1.5, 1e-3)


@probe("fitted_exponent")
def fitted_exponent_falling(rng: Rng) -> Arrays:
    """costs that fall as the size grows: the exponent is negative"""
    return _costs(rng, (10, 20, 40, 80), -0.5, 0.1)


@probe("fitted_exponent")
def fitted_exponent_two(rng: Rng) -> Arrays:
    """two sizes, the fewest that have a slope; below 1, where logarithms are negative"""
    return _costs(rng, (0.5, 0.04), 2.0, 0.2)


@probe("fitted_exponent")
def fitted_exponent_integers(rng: Rng) -> Arrays:
    """sizes and costs are whole numbers"""
    return np.array([4, 8, 16, 40]), rng.integers(20, 2000, size=4)


@probe("fitted_exponent")
def fitted_exponent_single(rng: Rng) -> Arrays:
    """float32 input"""
    return tuple(array.astype(np.float32) for array in fitted_exponent_noisy(rng))
