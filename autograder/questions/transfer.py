"""Day 5: a turned matrix, a stack, names that count, biases that matter, a warmer query, and two cells."""

from __future__ import annotations

import numpy as np

from autograder.questions import Array, Function, question

# --- before each exercise ---------------------------------------------------------------------------------------------

_ROTATED = ("rotates_it", "rotates_it_to_the_right", "turns_it_over_the_other_diagonal")


@question("from_linear", "hands_it_back_as_it_is", *_ROTATED)
def _two_outputs_of_three_inputs(from_linear: Function) -> Array:
    """The rows [1, 2, 3] and [4, 5, 6] of a Linear; read row by row."""
    return np.asarray(from_linear(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))).ravel()


@question(
    "from_packed",
    "turns_none",
    "takes_the_values_second",
    "takes_every_third_row",
    "takes_the_first_three_times",
    "reads_from_the_bottom",
)
def _the_keys_of_a_stack(from_packed: Function) -> Array:
    """W_k and the first row of W_v out of the stack of the numbers from 1 to 12, two in a row."""
    _, W_k, W_v = from_packed(np.arange(1.0, 13).reshape(6, 2))
    return np.concatenate([np.ravel(W_k), np.ravel(W_v)[:2]])


_NAMES = [
    "bert.encoder.layer.0.attention.self.query.weight",
    "encoder.key.weight",
    "monkey.weight",
    "query_norm.bias",
    "value.dense.weight",
    "value.bias",
]


@question(
    "bert_names",
    "looks_for_the_words_anywhere",
    "looks_at_the_last_letters",
    "looks_for_the_part_anywhere",
    "knows_bare_names_only",
    "finds_the_weights_only",
    "keeps_the_others",
)
def _six_names(bert_names: Function) -> Array:
    """Which of six names count."""
    found = bert_names(list(_NAMES)).values()
    return np.array([name in found for name in _NAMES], dtype=float)


@question(
    "biased_attention",
    "forgets_the_biases",
    "forgets_the_bias_of_the_queries",
    "forgets_the_bias_of_the_values",
    "adds_the_bias_of_the_values_twice",
    "exchanges_the_biases_of_queries_and_keys",
    "exchanges_the_biases_of_keys_and_values",
    "adds_the_bias_of_the_queries_everywhere",
    "adds_the_residual",
)
def _two_tokens_of_one_number(biased_attention: Function) -> Array:
    """Tokens 0 and 1 of one number; W_q is 0, b_q is ln 3, W_k and b_k are 1; W_v is 4, b_v is 10."""
    x, one = np.array([[0.0], [1.0]]), np.array([[1.0]])
    arguments = (0 * one, np.array([np.log(3)]), one, np.array([1.0]), 4 * one, np.array([10.0]))
    return np.asarray(biased_attention(x, *arguments, 1)[:, 0])


@question(
    "with_temperature",
    "multiplies_by_it",
    "ignores_it",
    "divides_by_its_root",
    "divides_by_its_square",
    "divides_by_the_root_of_d_k_as_well",
    "subtracts_it",
    "divides_by_one_more",
    "divides_the_first_number_only",
)
def _one_warm_query(with_temperature: Function) -> Array:
    """The query [8, 16, 0, 4] at temperature 4."""
    return np.asarray(with_temperature(np.array([[8.0, 16.0, 0.0, 4.0]]), 4.0)[0])


@question(
    "rnn_cell", "forgets_the_state", "forgets_the_input", "forgets_the_bias", "never_bends_the_sum", "cuts_off_at_zero"
)
def _one_number_of_state(rnn_cell: Function) -> Array:
    """x = 1, h = 1/2, W_xh = 2, W_hh = 2, b = -3, and again with b = -3.5."""
    x, h, W = np.array([1.0]), np.array([0.5]), np.array([[2.0]])
    return np.array([rnn_cell(x, h, W, W, np.array([b]))[0] for b in (-3.0, -3.5)])


@question(
    "lstm_cell",
    "never_forgets",
    "lets_everything_in",
    "shows_everything",
    "shows_c_without_tanh",
    "takes_the_forget_gate_first",
    "takes_the_output_gate_third",
    "takes_tanh_of_every_gate",
    "squeezes_c",
    "returns_c_first",
    "forgets_when_the_gate_is_open",
)
def _gates_half_open(lstm_cell: Function) -> Array:
    """All weights 0; the sums are 0, ln 3, 100 and 0, the old c is 4."""
    nothing = np.zeros(1)
    h, c = lstm_cell(
        nothing, nothing, np.array([4.0]), np.zeros((1, 4)), np.zeros((1, 4)), np.array([0, np.log(3), 100, 0])
    )
    return np.array([c[0], h[0]])


# --- in the evening ---------------------------------------------------------------------------------------------------


@question("from_linear", "turns_only_what_is_not_square", *_ROTATED, when="evening")
def _a_square_one(from_linear: Function) -> Array:
    """The square matrix with the rows [1, 2] and [5, 8]."""
    return np.asarray(from_linear(np.array([[1.0, 2.0], [5.0, 8.0]]))).ravel()


@question(
    "biased_attention",
    "forgets_the_bias_of_the_values",
    "adds_the_bias_of_the_values_twice",
    "exchanges_the_biases_of_keys_and_values",
    "adds_every_bias_at_the_end",
    "adds_the_residual",
    when="evening",
)
def _a_token_alone(biased_attention: Function) -> Array:
    """A single token [1, 2], two heads; W_v changes nothing; b_q is [5, 5], b_k [7, 7], b_v [3, -1]."""
    x, same, nothing = np.array([[1.0, 2.0]]), np.eye(2), np.zeros((2, 2))
    b_q, b_k, b_v = np.array([5.0, 5.0]), np.array([7.0, 7.0]), np.array([3.0, -1.0])
    return np.asarray(biased_attention(x, nothing, b_q, nothing, b_k, same, b_v, 2)[0])


@question(
    "with_temperature",
    "multiplies_by_it",
    "ignores_it",
    "divides_by_its_root",
    "divides_by_its_square",
    "divides_by_one_more",
    when="evening",
)
def _one_cold_query(with_temperature: Function) -> Array:
    """The query [3, -1] at temperature 1/4."""
    return np.asarray(with_temperature(np.array([[3.0, -1.0]]), 0.25)[0])
