"""Day 1: queries, scores, weights and mixtures, one row at a time."""

from __future__ import annotations

from math import log

import numpy as np

from autograder.questions import Array, Function, question


@question(
    "project_qkv",
    "makes_the_queries_with_W_k",
    "transposes_square_weights",
    "divides_by_the_root_of_d_model",
)
def _query_of_one_token(project_qkv: Function) -> Array:
    """The query of the token [2, 1]."""
    W_q, W_k, W_v = [[1.0, 0.0], [3.0, 1.0]], [[0.0, 1.0], [1.0, 1.0]], [[1.0, 2.0, 0.0], [0.0, 1.0, 4.0]]
    Q = project_qkv(np.array([[2.0, 1.0]]), np.array(W_q), np.array(W_k), np.array(W_v))[0]
    return np.asarray(Q[0])


@question(
    "attention_scores",
    "leaves_out_the_scale",
    "divides_by_d_k",
    "multiplies_by_the_root",
    "divides_by_the_root_of_n_k",
    "divides_by_eight",
    "takes_the_root_of_the_quotient",
    "compares_directions_only",
    "returns_weights_already",
)
def _scores_of_one_query(attention_scores: Function) -> Array:
    """One query of four features against two keys."""
    keys = np.array([[1.0, 5.0, 1.0, 1.0], [3.0, 1.0, 0.0, 2.0]])
    return np.asarray(attention_scores(np.array([[2.0, 0.0, 1.0, 1.0]]), keys)[0])


@question(
    "stable_softmax",
    "gives_all_keys_the_same",
    "leaves_out_exp",
    "leaves_out_the_sum",
    "takes_powers_of_two",
    "normalises_a_sigmoid",
    "judges_each_score_alone",
    "works_along_the_first_axis",
    "favours_the_smallest_score",
    "returns_logarithms",
    "divides_by_the_average",
)
def _weights_of_two_scores(stable_softmax: Function) -> Array:
    """The row of scores [0, ln 3]."""
    return np.asarray(stable_softmax(np.array([[0.0, log(3)]]))[0])


@question(
    "weighted_sum",
    "renormalises_the_rows",
    "ignores_the_weights",
    "adds_the_values_unweighted",
    "takes_the_heaviest_row",
    "divides_by_the_number_of_keys",
    "transposes_the_values",
    "squares_the_weights",
    "keeps_only_the_last_key",
)
def _mixture_that_does_not_add_up_to_one(weighted_sum: Function) -> Array:
    """The weights [1/2, 1/4] and the values [4, 0] and [8, 4]."""
    return np.asarray(weighted_sum(np.array([[0.5, 0.25]]), np.array([[4.0, 0.0], [8.0, 4.0]]))[0])


@question(
    "self_attention",
    "normalises_over_the_queries",
    "skips_the_softmax",
    "masks_the_future",
    "hides_each_token_from_itself",
    "averages_the_tokens",
    "mixes_the_weights_with_the_identity",
)
def _what_two_tokens_take_home(self_attention: Function) -> Array:
    """Two tokens with the queries 0 and ln 3, the keys 0 and 1, the values 4 and 8."""
    W_q, W_k, W_v = [[log(3)], [0.0]], [[1.0], [0.0]], [[8.0], [4.0]]
    output = self_attention(np.eye(2)[::-1].copy(), np.array(W_q), np.array(W_k), np.array(W_v))[0]
    return np.asarray(output)[..., 0]


@question(
    "xavier_std",
    "returns_the_variance",
    "puts_one_over_the_sum",
    "counts_only_what_goes_in",
    "takes_the_rule_for_relu",
    "counts_only_what_comes_out",
    "returns_the_edge_of_the_uniform_form",
    "leaves_out_the_brackets",
    "turns_the_quotient_over",
    "always_answers_a_hundredth",
)
def _spread_of_a_small_matrix(xavier_std: Function) -> Array:
    """Six in, two out: a half."""
    return np.asarray(xavier_std(6, 2))


# --- asked again ------------------------------------------------------------------------------------------------------

SCALES = ("leaves_out_the_scale", "divides_by_d_k", "multiplies_by_the_root", "divides_by_the_root_of_n_k")
SOFTMAXES = ("leaves_out_exp", "leaves_out_the_sum", "takes_powers_of_two", "favours_the_smallest_score")
MIXTURES = ("renormalises_the_rows", "ignores_the_weights", "adds_the_values_unweighted", "takes_the_heaviest_row")


@question("attention_scores", *SCALES, when="evening")
def _scores_in_the_evening(attention_scores: Function) -> Array:
    """One query of four features against two keys."""
    keys = np.array([[2.0, 0.0, 3.0, 5.0], [0.0, 4.0, 1.0, 1.0]])
    return np.asarray(attention_scores(np.array([[1.0, 1.0, 2.0, 0.0]]), keys)[0])


@question("attention_scores", *SCALES, when="morning")
def _scores_in_the_morning(attention_scores: Function) -> Array:
    """One query of four features against two keys."""
    keys = np.array([[1.0, 2.0, 3.0, 0.0], [4.0, 0.0, 1.0, 2.0]])
    return np.asarray(attention_scores(np.array([[2.0, 1.0, 0.0, 1.0]]), keys)[0])


@question("stable_softmax", *SOFTMAXES, when="evening")
def _weights_in_the_evening(stable_softmax: Function) -> Array:
    """The row of scores [0, ln 2, ln 2]."""
    return np.asarray(stable_softmax(np.array([[0.0, log(2), log(2)]]))[0])


@question("stable_softmax", *SOFTMAXES, when="morning")
def _weights_in_the_morning(stable_softmax: Function) -> Array:
    """The row of scores [ln 3, ln 6, 0]."""
    return np.asarray(stable_softmax(np.array([[log(3), log(6), 0.0]]))[0])


@question("weighted_sum", *MIXTURES, when="evening")
def _mixture_in_the_evening(weighted_sum: Function) -> Array:
    """The weights [1/5, 3/5] and the values [10, 5] and [5, 0]."""
    return np.asarray(weighted_sum(np.array([[0.2, 0.6]]), np.array([[10.0, 5.0], [5.0, 0.0]]))[0])


@question("weighted_sum", *MIXTURES, when="morning")
def _mixture_in_the_morning(weighted_sum: Function) -> Array:
    """The weights [1/2, 1] and the values [2, 4] and [1, 3]."""
    return np.asarray(weighted_sum(np.array([[0.5, 1.0]]), np.array([[2.0, 4.0], [1.0, 3.0]]))[0])
