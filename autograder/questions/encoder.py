"""Day 3: who may look, one token normalised, heads cut and merged, one layer in both orders."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

from autograder.questions import Array, Function, question


@question(
    "causal_mask",
    "allows_the_future",
    "marks_what_is_blocked",
    "forbids_the_token_itself",
    "allows_everything",
    "allows_only_the_token_itself",
)
def _second_row_of_three(causal_mask: Function) -> Array:
    """What the second of three tokens may look at."""
    return np.asarray(causal_mask(3)[1])


@question(
    "masked_weights",
    "ignores_the_mask",
    "masks_after_the_softmax",
    "multiplies_the_scores_by_the_mask",
    "takes_true_for_blocked",
    "takes_the_best_key_only",
)
def _three_equal_scores(masked_weights: Function) -> Array:
    """Three scores of 2, the middle key forbidden."""
    return np.asarray(masked_weights(np.full((1, 3), 2.0), np.array([[True, False, True]]))[0])


_MASKED = (
    *("ignores_the_mask", "multiplies_the_scores_by_the_mask", "takes_true_for_blocked", "takes_the_best_key_only"),
    "shares_evenly_among_the_allowed",
)


@question("masked_weights", *_MASKED, when="evening")
def _last_key_forbidden(masked_weights: Function) -> Array:
    """The scores 0, ln 3 and 5, the last key forbidden."""
    return np.asarray(masked_weights(np.array([[0.0, log(3), 5.0]]), np.array([[True, True, False]]))[0])


@question("masked_weights", *_MASKED, when="morning")
def _first_key_forbidden(masked_weights: Function) -> Array:
    """The scores 4, ln 4 and 0, the first key forbidden."""
    return np.asarray(masked_weights(np.array([[4.0, log(4), 0.0]]), np.array([[False, True, True]]))[0])


_NORMED = (
    *("forgets_eps", "adds_eps_outside_the_root", "adds_the_root_of_eps", "divides_by_one_less"),
    *("divides_by_the_variance", "never_divides", "never_centres", "adds_the_residual"),
)


def _normed(layer_norm: Function, token: Sequence[float], eps: float) -> Array:
    return np.asarray(layer_norm(np.array([token]), np.ones(2), np.zeros(2), eps)[0])


@question("layer_norm", *_NORMED)
def _one_token_with_a_large_eps(layer_norm: Function) -> Array:
    """The token [0, 8] with eps = 9, gamma all ones, beta all zeros."""
    return _normed(layer_norm, [0.0, 8.0], 9.0)


@question("layer_norm", *_NORMED, when="evening")
def _one_token_with_eps_16(layer_norm: Function) -> Array:
    """The token [0, 6] with eps = 16."""
    return _normed(layer_norm, [0.0, 6.0], 16.0)


@question("layer_norm", *_NORMED, when="morning")
def _one_token_with_eps_64(layer_norm: Function) -> Array:
    """The token [12, 0] with eps = 64."""
    return _normed(layer_norm, [12.0, 0.0], 64.0)


@question(
    "output_drift",
    "forgets_the_root",
    "averages_the_squares",
    "adds_absolute_differences",
    "takes_the_largest_difference",
    "measures_the_output_alone",
    "averages_absolute_differences",
    "subtracts_the_lengths",
)
def _one_token_that_moved(output_drift: Function) -> Array:
    """From [1, 1, 1] to [4, 5, 1]."""
    return np.asarray(output_drift(np.array([[4.0, 5.0, 1.0]]), np.array([[1.0, 1.0, 1.0]])))


@question(
    "split_heads",
    "reshapes_without_transposing",
    "deals_the_columns_out",
    "reverses_the_heads",
    "lets_the_heads_overlap",
    "reads_each_head_column_by_column",
)
def _what_head_1_holds(split_heads: Function) -> Array:
    """Two tokens of four features, two heads."""
    return np.asarray(split_heads(np.array([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]), 2)[1]).ravel()


@question(
    "merge_heads",
    "reshapes_without_transposing",
    "interleaves_the_heads",
    "joins_in_reverse_order",
    "exchanges_the_wrong_axes",
    "repeats_the_average_head",
)
def _row_of_the_first_token(merge_heads: Function) -> Array:
    """Two heads, two tokens, two features of a head."""
    return np.asarray(merge_heads(np.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]))[0])


_HEADS = (
    *("splits_without_transposing", "merges_without_transposing", "averages_the_keys", "joins_in_reverse_order"),
    *("masks_the_future", "adds_the_residual", "repeats_the_average_head"),
)


def _looked_at_alike(multi_head_attention: Function, *tokens: Sequence[float]) -> Array:
    """What two heads bring home for the first token when W_q is all zeros, and W_v and W_o change nothing."""
    x = np.array(tokens)
    nothing, same = np.zeros((x.shape[1],) * 2), np.eye(x.shape[1])
    return np.asarray(multi_head_attention(x, nothing, nothing, same, same, 2)[0][0])


@question("multi_head_attention", "picks_every_nth_column", *_HEADS)
def _two_heads_that_look_at_everyone_alike(multi_head_attention: Function) -> Array:
    """Two tokens of four features."""
    return _looked_at_alike(multi_head_attention, [1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0])


@question("multi_head_attention", *_HEADS, when="evening")
def _two_thin_heads(multi_head_attention: Function) -> Array:
    """The tokens [1, 5] and [3, 9]."""
    return _looked_at_alike(multi_head_attention, [1.0, 5.0], [3.0, 9.0])


@question("multi_head_attention", *_HEADS, when="morning")
def _two_thin_heads_again(multi_head_attention: Function) -> Array:
    """The tokens [2, 10] and [4, 20]."""
    return _looked_at_alike(multi_head_attention, [2.0, 10.0], [4.0, 20.0])


@question(
    "head_diversity",
    "forgets_the_half",
    "squares_the_differences",
    "measures_euclidean_lengths",
    "averages_over_the_keys",
    "counts_every_head_with_itself",
    "compares_favourite_keys",
)
def _two_heads_and_one_query(head_diversity: Function) -> Array:
    """The rows [1, 0, 0] and [0.4, 0.6, 0]."""
    return np.atleast_1d(head_diversity(np.array([[[1.0, 0.0, 0.0]], [[0.4, 0.6, 0.0]]])))


@question(
    "feed_forward",
    "leaves_out_the_cut",
    "takes_absolute_values",
    "keeps_the_negative_side",
    "forgets_the_first_bias",
    "forgets_the_second_bias",
    "forgets_both_biases",
    "adds_the_residual",
)
def _one_token_past_the_cut(feed_forward: Function) -> Array:
    """The token [1, 2], of which one hidden number is below zero."""
    W_1, b_1, W_2, b_2 = np.eye(2), np.array([1.0, -5.0]), np.array([[1.0, 2.0], [1.0, 1.0]]), np.array([10.0, 0.0])
    return np.asarray(feed_forward(np.array([[1.0, 2.0]]), W_1, b_1, W_2, b_2)[0])


@question(
    "encoder_layer",
    "always_normalises_afterwards",
    "always_normalises_first",
    "exchanges_the_two_orders",
    "shares_the_first_norm",
    "forgets_both_residuals",
    "adds_x_once_too_often",
    "averages_with_the_residual",
)
def _one_token_and_silent_parts(encoder_layer: Function) -> Array:
    """The token [1, 3], both parts silent, gammas 1 and 2: post-norm, then pre-norm."""
    nothing, none, same = np.zeros((2, 2)), np.zeros(2), np.eye(2)
    given = (same, same, same, nothing), (same, none, nothing, none), (np.ones(2), none, np.full(2, 2.0), none), 1
    return np.concatenate([encoder_layer(np.array([[1.0, 3.0]]), *given, pre_norm)[0] for pre_norm in (False, True)])


@question(
    "batched_attention",
    "lets_sequences_look_at_each_other",
    "exchanges_batch_and_tokens",
    "repeats_the_first_answer",
    "masks_the_future",
    "normalises_each_table_as_a_whole",
)
def _two_sequences_of_two_tokens(batched_attention: Function) -> Array:
    """The sequences [2], [4] and [10], [20], looked at alike."""
    nothing, same = np.zeros((1, 1)), np.ones((1, 1))
    return np.asarray(batched_attention(np.array([[[2.0], [4.0]], [[10.0], [20.0]]]), nothing, same, same)[0]).ravel()
