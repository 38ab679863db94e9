"""Day 3: who may look, one token normalised, two heads."""

from __future__ import annotations

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
    "layer_norm",
    "forgets_eps",
    "adds_eps_outside_the_root",
    "adds_the_root_of_eps",
    "divides_by_one_less",
    "divides_by_the_variance",
    "never_divides",
    "never_centres",
    "adds_the_residual",
)
def _one_token_with_a_large_eps(layer_norm: Function) -> Array:
    """The token [0, 8] with eps = 9, gamma all ones, beta all zeros."""
    return np.asarray(layer_norm(np.array([[0.0, 8.0]]), np.ones(2), np.zeros(2), 9.0)[0])


@question(
    "multi_head_attention",
    "splits_without_transposing",
    "merges_without_transposing",
    "picks_every_nth_column",
    "averages_the_keys",
    "joins_in_reverse_order",
    "masks_the_future",
    "adds_the_residual",
    "repeats_the_average_head",
)
def _two_heads_that_look_at_everyone_alike(multi_head_attention: Function) -> Array:
    """Two tokens of four features, two heads, W_q all zeros, W_v and W_o that change nothing."""
    x, nothing, same = np.array([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]), np.zeros((4, 4)), np.eye(4)
    output = multi_head_attention(x, nothing, nothing, same, same, 2)[0]
    return np.asarray(output[0])
