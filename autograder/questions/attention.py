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
