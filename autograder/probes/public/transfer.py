"""Public inputs of the exercises on other people's weights."""

from __future__ import annotations

import numpy as np

from autograder import shipped
from autograder.probes import probe
from autograder.probes.public import Arrays, Rng, matrix, whole


@probe("from_linear")
def from_linear_small(rng: Rng) -> Arrays:
    """three outputs of two inputs"""
    return (matrix((1, 2), (3, 4), (5, 6)),)


@probe("from_linear")
def from_linear_wide(rng: Rng) -> Arrays:
    """two outputs of four inputs, small and large numbers"""
    return (matrix((1, 0.001, 20, -3), (1000, 0.5, -7, 1e6)),)


@probe("from_linear")
def from_linear_square(rng: Rng) -> Arrays:
    """as many outputs as inputs"""
    return (matrix((1, 2, 0), (4, 5, 6), (0, 8, 10)),)


@probe("from_linear")
def from_linear_integers(rng: Rng) -> Arrays:
    """whole numbers"""
    return (np.array([[1, 2], [3, 4], [5, 6]]),)


@probe("from_linear")
def from_linear_real(rng: Rng) -> Arrays:
    """the query matrix of a real BertSelfAttention"""
    return (shipped.module("bert")["query.weight"],)


@probe("from_packed")
def from_packed_small(rng: Rng) -> Arrays:
    """d_model 2: the numbers from 1 to 12"""
    return (np.arange(1.0, 13).reshape(6, 2),)


@probe("from_packed")
def from_packed_three(rng: Rng) -> Arrays:
    """d_model 3: the numbers from 1 to 27"""
    return (np.arange(1.0, 28).reshape(9, 3),)


@probe("from_packed")
def from_packed_integers(rng: Rng) -> Arrays:
    """whole numbers"""
    return (np.arange(1, 13).reshape(6, 2),)


@probe("from_packed")
def from_packed_real(rng: Rng) -> Arrays:
    """the packed matrix of a real MultiheadAttention"""
    return (shipped.module("multihead")["in_proj_weight"],)


@probe("bert_names")
def bert_names_plain(rng: Rng) -> Arrays:
    """the six names of a module that stands alone"""
    return (["query.weight", "query.bias", "key.weight", "key.bias", "value.weight", "value.bias"],)


@probe("bert_names")
def bert_names_mixed(rng: Rng) -> Arrays:
    """other names between them, in another order"""
    names = ["value.bias", "dense.weight", "key.weight", "LayerNorm.bias", "query.weight", "value.weight"]
    return ([*names, "key.bias", "query.bias", "dense.bias"],)


@probe("bert_names")
def bert_names_prefixed(rng: Rng) -> Arrays:
    """the names as a whole model calls them"""
    layer = "encoder.layer.0.attention"
    own = [f"{layer}.self.{role}.{kind}" for kind in ("bias", "weight") for role in ("value", "query", "key")]
    return ([f"{layer}.output.dense.weight", *own],)


@probe("bert_names")
def bert_names_worded(rng: Rng) -> Arrays:
    """a prefix that holds a word, too"""
    own = [f"key_memory.self.{role}.{kind}" for kind in ("weight", "bias") for role in ("key", "query", "value")]
    return (own,)


@probe("bert_names")
def bert_names_alike(rng: Rng) -> Arrays:
    """names that hold the words elsewhere"""
    alike = ["monkey.weight", "query_norm.weight", "key.dense.bias", "value", "key.weight.scale", "query.weightings"]
    return ([*alike, "key_tower.value.query.bias", "query.0.value.weight"],)


@probe("bert_names")
def bert_names_few(rng: Rng) -> Arrays:
    """a module without biases"""
    return (["key.weight", "value.weight", "query.weight"],)


@probe("bert_names")
def bert_names_none(rng: Rng) -> Arrays:
    """no name that counts"""
    return (["dense.weight", "LayerNorm.bias"],)


def _biased(rng: Rng, seq_len: int, d_model: int, num_heads: int) -> Arrays:
    pairs = [(whole(rng, d_model, d_model) / 2, whole(rng, d_model)) for _ in range(3)]
    return whole(rng, seq_len, d_model), *(array for pair in pairs for array in pair), num_heads


@probe("biased_attention")
def biased_attention_small(rng: Rng) -> Arrays:
    """three tokens, two heads of two features"""
    return _biased(rng, 3, 4, 2)


@probe("biased_attention")
def biased_attention_square(rng: Rng) -> Arrays:
    """as many tokens as features"""
    return _biased(rng, 4, 4, 2)


@probe("biased_attention")
def biased_attention_three_heads(rng: Rng) -> Arrays:
    """five tokens, three heads of three features"""
    return _biased(rng, 5, 9, 3)


@probe("biased_attention")
def biased_attention_one_head(rng: Rng) -> Arrays:
    """a single head"""
    return _biased(rng, 3, 5, 1)


@probe("biased_attention")
def biased_attention_large(rng: Rng) -> Arrays:
    """two tokens with scores of some thousands, and a small one"""
    x, *rest = _biased(rng, 3, 4, 2)
    return x * np.array([[80.0], [80.0], [0.1]]), *rest


@probe("biased_attention")
def biased_attention_real(rng: Rng) -> Arrays:
    """a real BertSelfAttention, its weights turned for x @ W"""
    real = shipped.module("bert")
    pairs = [(real[f"{role}.weight"].T.copy(), real[f"{role}.bias"]) for role in ("query", "key", "value")]
    return real["x"], *(array for pair in pairs for array in pair), 2


@probe("biased_attention")
def biased_attention_integers(rng: Rng) -> Arrays:
    """integer arrays"""
    x, *rest, num_heads = _biased(rng, 3, 4, 2)
    return x.astype(int), *((array * 2).astype(int) for array in rest), num_heads


@probe("with_temperature")
def with_temperature_warm(rng: Rng) -> Arrays:
    """temperature 4, two queries of three numbers"""
    return matrix((4, 8, -2), (0, 1, 6)), 4.0


@probe("with_temperature")
def with_temperature_cold(rng: Rng) -> Arrays:
    """temperature 1/4"""
    return matrix((4, 8), (-2, 0), (1, 6)), 0.25


@probe("with_temperature")
def with_temperature_extreme(rng: Rng) -> Arrays:
    """a temperature of a ten-thousandth"""
    return matrix((0.001, -0.002), (3, 4)), 1e-4


@probe("with_temperature")
def with_temperature_hot(rng: Rng) -> Arrays:
    """a temperature of ten thousand, and large queries"""
    return matrix((1e6, -2e6), (3e5, 0)), 1e4


@probe("with_temperature")
def with_temperature_integers(rng: Rng) -> Arrays:
    """whole numbers over a whole number"""
    return np.array([[1, 2], [3, 5]]), 2


def _recurrent(rng: Rng, d_x: int, d_h: int) -> Arrays:
    return whole(rng, d_x), whole(rng, d_h) / 4, whole(rng, d_x, d_h) / 4, whole(rng, d_h, d_h) / 4, whole(rng, d_h) / 2


@probe("rnn_cell")
def rnn_cell_small(rng: Rng) -> Arrays:
    """two numbers in, a state of three"""
    return _recurrent(rng, 2, 3)


@probe("rnn_cell")
def rnn_cell_square(rng: Rng) -> Arrays:
    """an input as wide as the state"""
    return _recurrent(rng, 3, 3)


@probe("rnn_cell")
def rnn_cell_saturated(rng: Rng) -> Arrays:
    """sums of some hundreds"""
    *others, _ = _recurrent(rng, 2, 4)
    return *others, np.array([800.0, -800.0, 30.0, 0.0])


@probe("rnn_cell")
def rnn_cell_integers(rng: Rng) -> Arrays:
    """whole numbers"""
    return (
        np.array([1, -1]),
        np.array([0, 1]),
        np.array([[1, 0], [0, 1]]),
        np.array([[0, 1], [1, -1]]),
        np.array([0, 1]),
    )


def _gated(rng: Rng, d_x: int, d_h: int) -> Arrays:
    W, U, b = whole(rng, d_x, 4 * d_h) / 4, whole(rng, d_h, 4 * d_h) / 4, whole(rng, 4 * d_h) / 2
    return whole(rng, d_x), whole(rng, d_h) / 4, whole(rng, d_h), W, U, b


@probe("lstm_cell")
def lstm_cell_small(rng: Rng) -> Arrays:
    """two numbers in, a state of three"""
    return _gated(rng, 2, 3)


@probe("lstm_cell")
def lstm_cell_square(rng: Rng) -> Arrays:
    """four numbers in, a state of four"""
    return _gated(rng, 4, 4)


@probe("lstm_cell")
def lstm_cell_one(rng: Rng) -> Arrays:
    """one number in, a state of one"""
    return np.array([1.0]), np.array([0.5]), np.array([3.0]), matrix((1, 2, -1, 0)), matrix((0, 1, 1, 2)), np.ones(4)


@probe("lstm_cell")
def lstm_cell_saturated(rng: Rng) -> Arrays:
    """sums of a thousand on both sides"""
    *others, _ = _gated(rng, 2, 2)
    return *others, 1000.0 * np.array([1, -1, 0, 1, 1, -1, 1, -1])


@probe("lstm_cell")
def lstm_cell_integers(rng: Rng) -> Arrays:
    """whole numbers"""
    W, U = np.array([[1, 0, 2, -1]]), np.array([[0, 1, 1, 1]])
    return np.array([1]), np.array([1]), np.array([2]), W, U, np.array([0, 1, 0, 1])
