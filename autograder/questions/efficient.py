"""Day 4: a gap in a gradient, two ways back, a position, two tiles, one more token, and an exponent."""

from __future__ import annotations

import numpy as np

from autograder.questions import Array, Function, question


def _square(x: Array) -> float:
    """x squared, for an array of one number."""
    return float(x[0] ** 2)


@question(
    "grad_check",
    "forgets_the_absolute_value",
    "divides_by_one_step",
    "subtracts_the_wrong_way_round",
    "divides_by_the_size",
)
def _a_claim_about_the_square(grad_check: Function) -> Array:
    """f(x) = x squared, at x = 3, where somebody claims that the gradient is 5."""
    return np.asarray(grad_check(_square, np.array([3.0]), np.array([5.0])))


@question(
    "softmax_backward",
    "uses_the_rule_for_one_number",
    "subtracts_nothing",
    "subtracts_the_plain_mean",
    "turns_the_sign",
    "forgets_the_weight_in_front",
    "subtracts_outside_the_bracket",
)
def _two_weights(softmax_backward: Function) -> Array:
    """The weights [1/4, 3/4] with the gradient [8, 0]."""
    return np.asarray(softmax_backward(np.array([[0.25, 0.75]]), np.array([[8.0, 0.0]]))[0])


@question(
    "attention_backward",
    "leaves_the_weights_untransposed",
    "mixes_back_with_the_scores",
    "shares_out_evenly",
)
def _what_the_values_receive(attention_backward: Function) -> Array:
    """Two queries of which the first shares out [1/2, 1/2] and the second [1/4, 3/4]; d_output is [4] and [8]."""
    Q, K = np.array([[0.0], [1.0]]), np.array([[0.0], [np.log(3)]])
    return np.asarray(attention_backward(Q, K, np.array([[1.0], [2.0]]), np.array([[4.0], [8.0]]))[2])


@question(
    "layer_norm_backward",
    "sums_over_the_features",
    "averages_over_the_tokens",
    "takes_x_for_the_normalised",
    "swaps_gamma_and_beta",
)
def _what_gamma_receives(layer_norm_backward: Function) -> Array:
    """The tokens [1, 3] and [6, 2] with the gradients [1, 2] and [5, 4], gamma of ones and eps = 0."""
    x, up = np.array([[1.0, 3.0], [6.0, 2.0]]), np.array([[1.0, 2.0], [5.0, 4.0]])
    return np.asarray(layer_norm_backward(x, np.ones(2), up, 0.0)[1])


@question(
    "sinusoidal_positions",
    "puts_cos_first",
    "puts_them_in_halves",
    "knows_only_sin",
    "counts_from_one",
)
def _the_first_position(sinusoidal_positions: Function) -> Array:
    """Position 0 of four features."""
    return np.asarray(sinusoidal_positions(1, 4)[0])


@question(
    "tiled_attention",
    "averages_the_tiles",
    "adds_the_tiles_up",
    "sees_the_first_tile_only",
    "sees_the_last_tile_only",
    "never_divides",
)
def _two_tiles_of_one_key(tiled_attention: Function) -> Array:
    """The scores 0 and ln 3, one key in each tile, the values 4 and 8."""
    Q, K, V = np.array([[1.0]]), np.array([[0.0], [np.log(3)]]), np.array([[4.0], [8.0]])
    return np.asarray(tiled_attention(Q, K, V, 1)[0])


@question(
    "decode_step",
    "looks_only_at_itself",
    "looks_only_at_earlier_tokens",
    "averages_all_values",
    "forgets_the_scale",
)
def _one_more_token(decode_step: Function) -> Array:
    """Width 4; the cached key scores ln 3 and the new one 0; the values are 4 and 8."""
    q, old = np.array([2.0, 0.0, 0.0, 0.0]), np.array([[np.log(3), 0.0, 0.0, 0.0]])
    return np.asarray(decode_step(q, np.zeros(4), np.array([8.0]), old, np.array([[4.0]]))[0])


@question(
    "fitted_exponent",
    "fits_the_numbers_themselves",
    "fits_sizes_against_costs",
    "returns_the_intercept",
    "returns_the_factor_per_doubling",
    "averages_quotients_of_logarithms",
)
def _ten_times_the_size(fitted_exponent: Function) -> Array:
    """Size 10 costs 2 seconds, size 100 costs 200."""
    return np.asarray(fitted_exponent(np.array([10.0, 100.0]), np.array([2.0, 200.0])))


# --- in the evening, and on the next morning with other numbers -------------------------------------------------------

_BACK = ("uses_the_rule_for_one_number", "subtracts_nothing", "subtracts_the_plain_mean", "turns_the_sign")
_TILES = ("averages_the_tiles", "adds_the_tiles_up", "sees_the_first_tile_only", "sees_the_last_tile_only")
_STEP = ("looks_only_at_itself", "looks_only_at_earlier_tokens", "averages_all_values", "forgets_the_scale")


@question("softmax_backward", *_BACK, when="evening")
def _three_weights(softmax_backward: Function) -> Array:
    """The weights [1/2, 1/4, 1/4] with the gradient [0, 4, 8]."""
    return np.asarray(softmax_backward(np.array([[0.5, 0.25, 0.25]]), np.array([[0.0, 4.0, 8.0]]))[0])


@question("softmax_backward", *_BACK, when="morning")
def _two_other_weights(softmax_backward: Function) -> Array:
    """The weights [3/4, 1/4] with the gradient [0, 4]."""
    return np.asarray(softmax_backward(np.array([[0.75, 0.25]]), np.array([[0.0, 4.0]]))[0])


def _tile_each(tiled_attention: Function, scores: list[float], values: list[float]) -> Array:
    """One query of width 1 whose scores are given, one key in each tile."""
    Q, K, V = np.array([[1.0]]), np.array(scores)[:, None], np.array(values)[:, None]
    return np.asarray(tiled_attention(Q, K, V, 1)[0])


@question("tiled_attention", *_TILES, when="evening")
def _a_high_tile_first(tiled_attention: Function) -> Array:
    """The scores ln 4 and 0, the values 10 and 5."""
    return _tile_each(tiled_attention, [np.log(4), 0.0], [10.0, 5.0])


@question("tiled_attention", *_TILES, when="morning")
def _a_low_tile_first(tiled_attention: Function) -> Array:
    """The scores 0 and ln 2, the values 3 and 9."""
    return _tile_each(tiled_attention, [0.0, np.log(2)], [3.0, 9.0])


def _step_on(decode_step: Function, scores: list[float], values: list[float]) -> Array:
    """Width 4; each key's first number makes its score what is given, the last of them the new token's."""
    keys = np.array(scores)[:, None] * np.array([[1.0, 0.0, 0.0, 0.0]])
    cache = np.array(values[:-1])[:, None]
    q = np.array([2.0, 0.0, 0.0, 0.0])
    return np.asarray(decode_step(q, keys[-1], np.array(values[-1:]), keys[:-1], cache)[0])


@question("decode_step", *_STEP, when="evening")
def _a_third_token(decode_step: Function) -> Array:
    """The old keys score 0 and 0, the new one ln 2; the values are 4, 8 and 2."""
    return _step_on(decode_step, [0.0, 0.0, np.log(2)], [4.0, 8.0, 2.0])


@question("decode_step", *_STEP, when="morning")
def _another_third_token(decode_step: Function) -> Array:
    """The old keys score ln 3 and 0, the new one 0; the values are 5, 10 and 15."""
    return _step_on(decode_step, [np.log(3), 0.0, 0.0], [5.0, 10.0, 15.0])
