"""Public inputs of the exercises on gradients, positions, tiles and caches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograder.outcome import Offered
from autograder.probes import probe
from autograder.probes.public import Arrays, Rng, matrix, whole

Array = np.ndarray[Any, Any]


def _weights(rng: Rng, *shape: int) -> Array:
    """Rows that sum to one, in tenths at most."""
    counts = rng.integers(1, 6, size=shape)
    rows: Array = counts / np.sum(counts, 1)[:, None]
    return rows


# --- grad_check -------------------------------------------------------------------------------------------------------


def _waves(point: Array) -> float:
    """sin(3 a) + sin(3 b) + ... and half the square of the sum."""
    return float(np.sum(np.sin(3 * point)) + np.sum(point) ** 2 / 2)


def _rise(point: Array) -> Array:
    rise: Array = 3 * np.cos(3 * point) + np.sum(point)
    return rise


def _offer(x: Array, f: Callable[[Array], float] = _waves, calls: int = 10) -> Offered:
    return Offered("f", f, calls * x.size)


@probe("grad_check")
def grad_check_one_too_low(rng: Rng) -> Arrays:
    """a gradient with one number too small"""
    x = matrix((0, 1, 2), (1, 0.5, -1))
    gradient = _rise(x)
    gradient[0, 1] -= 2
    return _offer(x), x, gradient


@probe("grad_check")
def grad_check_two_wrong(rng: Rng) -> Arrays:
    """a gradient with two numbers off"""
    x = matrix((1, 0, -1, 2))[0]
    return _offer(x), x, _rise(x) + matrix((0, 2, -1, 0))[0]


@probe("grad_check")
def grad_check_right(rng: Rng) -> Arrays:
    """a gradient that is right"""
    x = matrix((1, 2), (-1, 0), (0.5, 1))
    return _offer(x), x, _rise(x)


@probe("grad_check")
def grad_check_square(rng: Rng) -> Arrays:
    """as many rows as columns, and a transposed gradient"""
    x = matrix((1, 2), (-1, 0.5))
    return _offer(x), x, _rise(x).T.copy()


@probe("grad_check")
def grad_check_far(rng: Rng) -> Arrays:
    """numbers of x around 50"""
    x = matrix((50, 52, 47))
    return _offer(x), x, _rise(x) + 0.25


@probe("grad_check")
def grad_check_nan(rng: Rng) -> Arrays:
    """a gradient that holds a nan"""
    x = matrix((1, 2, 3))[0]
    return _offer(x), x, _rise(x) * matrix((1, np.nan, 1))[0]


@probe("grad_check")
def grad_check_budget(rng: Rng) -> Arrays:
    """f may be called twice for each number of x"""
    x = matrix((1, 2), (3, 0))
    return _offer(x, calls=2), x, _rise(x)


@probe("grad_check")
def grad_check_integers(rng: Rng) -> Arrays:
    """x of whole numbers"""
    x = np.array([[1, 0, 2]])
    return _offer(x), x, np.array([[1, 2, 0]])


# --- softmax_backward -------------------------------------------------------------------------------------------------


@probe("softmax_backward")
def softmax_backward_small(rng: Rng) -> Arrays:
    """two rows of three weights"""
    return matrix((0.5, 0.25, 0.25), (0.2, 0.2, 0.6)), matrix((1, 0, 2), (3, -1, 0))


@probe("softmax_backward")
def softmax_backward_square(rng: Rng) -> Arrays:
    """as many rows as keys"""
    return matrix((0.5, 0.3, 0.2), (0.1, 0.8, 0.1), (0.4, 0.2, 0.4)), matrix((1, 2, 0), (0, 3, 1), (2, 0, -1))


@probe("softmax_backward")
def softmax_backward_wide(rng: Rng) -> Arrays:
    """two rows of five weights"""
    return _weights(rng, 2, 5), whole(rng, 2, 5) + 2


@probe("softmax_backward")
def softmax_backward_peaked(rng: Rng) -> Arrays:
    """a row with all weight on one key"""
    return matrix((0, 1, 0), (0.5, 0.5, 0)), matrix((1, 2, 3), (2, 0, 4))


@probe("softmax_backward")
def softmax_backward_one_key(rng: Rng) -> Arrays:
    """a single key"""
    return matrix((1,), (1,)), matrix((2,), (-1,))


@probe("softmax_backward")
def softmax_backward_integers(rng: Rng) -> Arrays:
    """a gradient of whole numbers"""
    return matrix((0.5, 0.25, 0.25), (0.2, 0.2, 0.6)), np.array([[1, 0, 2], [3, -1, 0]])


# --- attention_backward -----------------------------------------------------------------------------------------------


@probe("attention_backward")
def attention_backward_small(rng: Rng) -> Arrays:
    """two queries, three keys of width four, values of width two"""
    return whole(rng, 2, 4) / 2, whole(rng, 3, 4) / 2, whole(rng, 3, 2), whole(rng, 2, 2)


@probe("attention_backward")
def attention_backward_wide(rng: Rng) -> Arrays:
    """four queries, two keys, values wider than keys"""
    return whole(rng, 4, 2) / 2, whole(rng, 2, 2) / 2, whole(rng, 2, 3), whole(rng, 4, 3)


@probe("attention_backward")
def attention_backward_square(rng: Rng) -> Arrays:
    """all sizes equal"""
    return tuple(whole(rng, 3, 3) / 2 for _ in range(4))


@probe("attention_backward")
def attention_backward_large(rng: Rng) -> Arrays:
    """scores in the thousands that differ by little"""
    Q, K = matrix((1000, 1), (1000, -1)), matrix((2, 1), (2, 0), (2, -1))
    return Q, K, matrix((1, 0), (0, 2), (3, 1)), matrix((1, 2), (-1, 0))


@probe("attention_backward")
def attention_backward_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return tuple(whole(rng, *size).astype(int) for size in ((2, 3), (3, 3), (3, 2), (2, 2)))


# --- layer_norm_backward ----------------------------------------------------------------------------------------------


@probe("layer_norm_backward")
def layer_norm_backward_small(rng: Rng) -> Arrays:
    """two rows whose mean and variance are whole numbers"""
    return matrix((1, 1, 5, 5), (0, 4, 0, 4)), matrix((1, 2, 1, 3))[0], matrix((1, 0, 2, -1), (0, 1, 1, 3)), 1e-5


@probe("layer_norm_backward")
def layer_norm_backward_square(rng: Rng) -> Arrays:
    """as many tokens as features"""
    return matrix((1, 2, 6), (0, 3, 3), (5, 1, 0)), matrix((1, 2, 3))[0], matrix((1, 0, 2), (2, 1, 0), (0, -1, 1)), 1e-5


@probe("layer_norm_backward")
def layer_norm_backward_large_eps(rng: Rng) -> Arrays:
    """eps 3 beside a variance of 1"""
    return matrix((1, 3), (4, 2), (0, 2)), matrix((4, 2))[0], matrix((1, 0), (2, -1), (1, 1)), 3.0


@probe("layer_norm_backward")
def layer_norm_backward_constant(rng: Rng) -> Arrays:
    """a row without any variance"""
    return matrix((2, 2, 2), (1, 2, 3)), matrix((1, 2, 3))[0], matrix((1, 0, 2), (0, 1, 1)), 0.25


@probe("layer_norm_backward")
def layer_norm_backward_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    return np.array([[1, 1, 5, 5]]), np.array([1, 2, 1, 3]), np.array([[1, 0, 2, -1]]), 1e-5


# --- sinusoidal_positions ---------------------------------------------------------------------------------------------


@probe("sinusoidal_positions")
def sinusoidal_positions_three(rng: Rng) -> Arrays:
    """three positions of four features"""
    return 3, 4


@probe("sinusoidal_positions")
def sinusoidal_positions_square(rng: Rng) -> Arrays:
    """as many positions as features"""
    return 4, 4


@probe("sinusoidal_positions")
def sinusoidal_positions_one(rng: Rng) -> Arrays:
    """the first position alone"""
    return 1, 6


@probe("sinusoidal_positions")
def sinusoidal_positions_eight_features(rng: Rng) -> Arrays:
    """five positions of eight features"""
    return 5, 8


@probe("sinusoidal_positions")
def sinusoidal_positions_long(rng: Rng) -> Arrays:
    """three hundred positions"""
    return 300, 6


# --- tiled_attention --------------------------------------------------------------------------------------------------


def _tiles(rng: Rng, n_q: int, n_k: int, d_k: int, d_v: int, block_size: int) -> Arrays:
    return whole(rng, n_q, d_k), whole(rng, n_k, d_k), whole(rng, n_k, d_v), block_size


@probe("tiled_attention")
def tiled_attention_even(rng: Rng) -> Arrays:
    """four keys in tiles of two"""
    return _tiles(rng, 2, 4, 4, 3, 2)


@probe("tiled_attention")
def tiled_attention_ragged(rng: Rng) -> Arrays:
    """five keys in tiles of two: the last tile is shorter"""
    return _tiles(rng, 3, 5, 4, 2, 2)


@probe("tiled_attention")
def tiled_attention_square(rng: Rng) -> Arrays:
    """all sizes equal"""
    return _tiles(rng, 4, 4, 4, 4, 3)


@probe("tiled_attention")
def tiled_attention_one_tile(rng: Rng) -> Arrays:
    """a tile larger than all keys together"""
    return _tiles(rng, 2, 3, 4, 2, 8)


@probe("tiled_attention")
def tiled_attention_rising(rng: Rng) -> Arrays:
    """each key scores some hundreds above the one before"""
    return matrix((300,), (150,)), matrix((0,), (1,), (2,), (3,)), matrix((1, 0), (0, 2), (3, 1), (4, 5)), 2


@probe("tiled_attention")
def tiled_attention_falling(rng: Rng) -> Arrays:
    """every score lies below -1000"""
    return matrix((100,), (200,)), matrix((-20,), (-21,), (-22,)), matrix((1, 0), (0, 2), (3, 1)), 1


@probe("tiled_attention")
def tiled_attention_dropping(rng: Rng) -> Arrays:
    """the second key scores 800 below the first"""
    return matrix((1,)), matrix((0,), (-800,)), matrix((3,), (5,)), 1


@probe("tiled_attention", kilobytes=224)
def tiled_attention_long(rng: Rng) -> Arrays:
    """forty queries and eight hundred keys, whose table of scores takes more memory than is allowed"""
    return _tiles(rng, 40, 800, 2, 2, 20)


@probe("tiled_attention")
def tiled_attention_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    *arrays, block_size = _tiles(rng, 2, 3, 4, 2, 2)
    return *(array.astype(int) for array in arrays), block_size


# --- decode_step ------------------------------------------------------------------------------------------------------


@probe("decode_step")
def decode_step_third(rng: Rng) -> Arrays:
    """two tokens in the caches"""
    q, k, v = matrix((1, 0, 2, 1))[0], matrix((0, 1, 1, 2))[0], matrix((3, -1))[0]
    return q, k, v, matrix((1, 1, 0, 0), (0, 2, 1, -1)), matrix((1, 0), (2, 4))


@probe("decode_step")
def decode_step_first(rng: Rng) -> Arrays:
    """empty caches"""
    return matrix((1, 2))[0], matrix((0, 1))[0], matrix((5, 6, 7))[0], matrix((1, 2))[:0], matrix((1, 2, 3))[:0]


@probe("decode_step")
def decode_step_square(rng: Rng) -> Arrays:
    """keys and values equally wide, as many in the caches"""
    q, k, v = matrix((1, 2, 0))[0], matrix((1, 0, 1))[0], matrix((2, 0, 5))[0]
    return q, k, v, matrix((0, 1, 1), (1, 1, 0)), matrix((1, 2, 3), (0, -1, 4))


@probe("decode_step")
def decode_step_large(rng: Rng) -> Arrays:
    """scores in the thousands"""
    return matrix((1000, 1))[0], matrix((2, 0))[0], matrix((1, 2))[0], matrix((2, 1), (2, -1)), matrix((3, 0), (0, 5))


@probe("decode_step")
def decode_step_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    arrays = (matrix((1, 0))[0], matrix((0, 1))[0], matrix((3, -1, 2))[0], matrix((1, 1), (2, 0)), whole(rng, 2, 3))
    return tuple(array.astype(int) for array in arrays)


# --- fitted_exponent --------------------------------------------------------------------------------------------------


@probe("fitted_exponent")
def fitted_exponent_scattered(rng: Rng) -> Arrays:
    """four sizes whose costs scatter"""
    return matrix((10, 20, 40, 80))[0], matrix((3, 7, 30, 90))[0]


@probe("fitted_exponent")
def fitted_exponent_exact(rng: Rng) -> Arrays:
    """costs that are five times the square of the size"""
    return matrix((1, 2, 3, 10))[0], matrix((5, 20, 45, 500))[0]


@probe("fitted_exponent")
def fitted_exponent_uneven(rng: Rng) -> Arrays:
    """three sizes in no order"""
    return matrix((100, 5, 20))[0], matrix((60, 4, 5))[0]


@probe("fitted_exponent")
def fitted_exponent_falling(rng: Rng) -> Arrays:
    """costs that fall as the size grows"""
    return matrix((1, 2, 4))[0], matrix((8, 5, 2))[0]


@probe("fitted_exponent")
def fitted_exponent_integers(rng: Rng) -> Arrays:
    """whole numbers"""
    return np.array([2, 4, 8]), np.array([3, 5, 40])
