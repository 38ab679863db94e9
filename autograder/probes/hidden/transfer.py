"""Hidden inputs of the exercises on other people's weights."""

from __future__ import annotations

import numpy as np

from autograder import shipped
from autograder.probes import probe
from autograder.probes.hidden import Arrays, Rng, whole

# --- from_linear ------------------------------------------------------------------------------------------------------


@probe("from_linear")
def from_linear_tall(rng: Rng) -> Arrays:
    """five outputs of three inputs: what is not turned has the wrong shape"""
    return (rng.normal(size=(5, 3)),)


@probe("from_linear")
def from_linear_wide(rng: Rng) -> Arrays:
    """two outputs of seven inputs"""
    return (rng.normal(size=(2, 7)),)


@probe("from_linear")
def from_linear_square(rng: Rng) -> Arrays:
    """as many outputs as inputs, as in BERT: a matrix that is not turned runs silently"""
    return (rng.normal(size=(4, 4)),)


@probe("from_linear")
def from_linear_large(rng: Rng) -> Arrays:
    """numbers from a millionth to a million: what is normalised, rounded or clipped shows"""
    return (rng.normal(size=(3, 4)) * 10.0 ** rng.integers(-6, 7, size=(3, 4)),)


@probe("from_linear")
def from_linear_integers(rng: Rng) -> Arrays:
    """whole numbers are legal input"""
    return (whole(rng, 3, 5),)


@probe("from_linear")
def from_linear_single(rng: Rng) -> Arrays:
    """float32 input, as weights mostly are: half precision shows in the dtype"""
    return (rng.normal(size=(5, 3)).astype(np.float32),)


# --- from_packed ------------------------------------------------------------------------------------------------------


@probe("from_packed")
def from_packed_four(rng: Rng) -> Arrays:
    """d_model 4, which three does not divide"""
    return (rng.normal(size=(12, 4)),)


@probe("from_packed")
def from_packed_six(rng: Rng) -> Arrays:
    """d_model 6, which three divides: a cut through the other axis runs silently"""
    return (rng.normal(size=(18, 6)),)


@probe("from_packed")
def from_packed_five(rng: Rng) -> Arrays:
    """d_model 5"""
    return (rng.normal(size=(15, 5)),)


@probe("from_packed")
def from_packed_integers(rng: Rng) -> Arrays:
    """whole numbers are legal input"""
    return (whole(rng, 9, 3),)


@probe("from_packed")
def from_packed_single(rng: Rng) -> Arrays:
    """float32 input, as weights mostly are: half precision shows in the dtype"""
    return (rng.normal(size=(12, 4)).astype(np.float32),)


# --- bert_names -------------------------------------------------------------------------------------------------------

_SIX = tuple(f"{role}.{kind}" for role in ("query", "key", "value") for kind in ("weight", "bias"))


def _shuffled(rng: Rng, names: list[str]) -> list[str]:
    return [names[place] for place in rng.permutation(len(names))]


@probe("bert_names")
def bert_names_plain(rng: Rng) -> Arrays:
    """the six names of a module that stands alone, in its own order"""
    return (list(_SIX),)


@probe("bert_names")
def bert_names_shuffled(rng: Rng) -> Arrays:
    """the six names with one part before them, in another order: what goes by place shows"""
    return ([f"self.{name}" for name in _shuffled(rng, [*_SIX[::-2], *_SIX[::2]])],)


@probe("bert_names")
def bert_names_prefixed(rng: Rng) -> Arrays:
    """the names as a whole model calls them, with six parts before the two that count"""
    layer = int(rng.integers(2, 12))
    return ([f"bert.encoder.layer.{layer}.attention.self.{name}" for name in _SIX[::-1]],)


@probe("bert_names")
def bert_names_worded(rng: Rng) -> Arrays:
    """a prefix in which the words stand too, as pieces of longer parts: only the last two parts count"""
    stem = f"key_value_memory.layer.{rng.integers(2, 12)}.query_block.self"
    return ([f"{stem}.{name}" for name in _shuffled(rng, list(_SIX))],)


@probe("bert_names")
def bert_names_crowded(rng: Rng) -> Arrays:
    """all names of a layer: dense and norm stand between"""
    others = [
        f"{where}.{kind}"
        for where in ("attention.output.dense", "attention.output.LayerNorm", "intermediate.dense", "output.dense")
        for kind in ("weight", "bias")
    ]
    layer = f"encoder.layer.{rng.integers(2, 12)}"
    own = [f"attention.self.{name}" for name in _SIX]
    return ([f"{layer}.{name}" for name in _shuffled(rng, own + others)],)


@probe("bert_names")
def bert_names_alike(rng: Rng) -> Arrays:
    """names that hold the words elsewhere: in the prefix, in a longer word, or not at the end"""
    alike = [
        "monkey.weight",
        "query_norm.weight",
        "key.weight.scale",
        "key.weight_g",
        "value_head.bias",
        "query.dense.weight",
        "value.running_weight",
        "weight",
        "query",
        "Key.weight",
        "value.weight.bias",
        "pooler.value",
        "embeddings.key",
    ]
    own = ["value_tower.key.query.weight", "query.block.key.bias", "key.query.value.weight"]
    return (_shuffled(rng, alike + own),)


@probe("bert_names")
def bert_names_trailing(rng: Rng) -> Arrays:
    """names that go on after the kind: whether a name holds it or ends with it shows"""
    return (
        _shuffled(rng, ["self.key.weight.scale", "self.query.bias.offset", "self.value.weight", "self.value.bias"]),
    )


@probe("bert_names")
def bert_names_few(rng: Rng) -> Arrays:
    """a module without biases: three names, and no place for others"""
    return (["self.value.weight", "self.query.weight", "self.key.weight"],)


@probe("bert_names")
def bert_names_none(rng: Rng) -> Arrays:
    """no name that counts"""
    return (["embeddings.word_embeddings.weight", "pooler.dense.bias"],)


# --- biased_attention -------------------------------------------------------------------------------------------------


def _biased(rng: Rng, seq_len: int, d_model: int, num_heads: int, spread: float = 1.0) -> Arrays:
    x = rng.normal(0.3, spread, (seq_len, d_model))
    pairs = [(rng.normal(scale=0.4, size=(d_model, d_model)), rng.normal(0.2, 0.8, d_model)) for _ in range(3)]
    return x, *(array for pair in pairs for array in pair), num_heads


@probe("biased_attention")
def biased_attention_three_heads(rng: Rng) -> Arrays:
    """seq_len 5, three heads of four features: splits, merges, scales and biases"""
    return _biased(rng, 5, 12, 3)


@probe("biased_attention")
def biased_attention_two_heads(rng: Rng) -> Arrays:
    """seq_len 7, two heads of five features"""
    return _biased(rng, 7, 10, 2)


@probe("biased_attention")
def biased_attention_square(rng: Rng) -> Arrays:
    """seq_len = d_model, num_heads = d_head: swapped axes and a bias along the tokens run silently"""
    return _biased(rng, 4, 4, 2)


@probe("biased_attention")
def biased_attention_one_head(rng: Rng) -> Arrays:
    """a single head of seven features"""
    return _biased(rng, 5, 7, 1)


@probe("biased_attention")
def biased_attention_thin_heads(rng: Rng) -> Arrays:
    """as many heads as features: each is one feature wide and its scale is 1"""
    return _biased(rng, 3, 6, 6)


@probe("biased_attention")
def biased_attention_large(rng: Rng) -> Arrays:
    """scores in the thousands: a softmax that overflows gives nan"""
    return _biased(rng, 4, 6, 2, spread=60.0)


@probe("biased_attention")
def biased_attention_real(rng: Rng) -> Arrays:
    """the weights of a real BertSelfAttention, float32, turned for x @ W; the tokens are new"""
    real = shipped.module("bert")
    pairs = [(real[f"{role}.weight"].T.copy(), real[f"{role}.bias"]) for role in ("query", "key", "value")]
    x = rng.normal(size=(6, 8)).astype(np.float32)
    return x, *(array for pair in pairs for array in pair), 2


@probe("biased_attention")
def biased_attention_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    asking, carried = (rng.integers(-1, 2, (4, 4)), whole(rng, 4)), (rng.integers(-2, 3, (4, 4)), whole(rng, 4))
    answering = rng.normal(scale=0.4, size=(4, 4)), rng.normal(size=4)
    return rng.integers(-2, 3, size=(3, 4)), *asking, *answering, *carried, 2


# --- with_temperature -------------------------------------------------------------------------------------------------


@probe("with_temperature")
def with_temperature_warm(rng: Rng) -> Arrays:
    """temperature 2.5, three queries of four numbers"""
    return rng.normal(size=(3, 4)), 2.5


@probe("with_temperature")
def with_temperature_cold(rng: Rng) -> Arrays:
    """temperature 0.2: below 1 the queries grow"""
    return rng.normal(size=(5, 3)), 0.2


@probe("with_temperature")
def with_temperature_extreme(rng: Rng) -> Arrays:
    """temperature 3000, and large queries: what is clipped or guarded by a small number shows"""
    return rng.normal(scale=1e5, size=(2, 6)), 3000.0


@probe("with_temperature")
def with_temperature_freezing(rng: Rng) -> Arrays:
    """temperature 0.0003: what is guarded by a small number, or bounded below, shows"""
    return rng.normal(size=(2, 3)), 3e-4


@probe("with_temperature")
def with_temperature_one(rng: Rng) -> Arrays:
    """temperature 1: nothing changes"""
    return rng.normal(size=(4, 4)), 1.0


@probe("with_temperature")
def with_temperature_integers(rng: Rng) -> Arrays:
    """whole numbers over a whole number, without a remainder being lost"""
    return whole(rng, 3, 4) * 2 + 1, 2


@probe("with_temperature")
def with_temperature_single(rng: Rng) -> Arrays:
    """float32 input: half precision shows in the dtype"""
    return rng.normal(size=(3, 4)).astype(np.float32), 2.5


# --- rnn_cell ---------------------------------------------------------------------------------------------------------


def _recurrent(rng: Rng, d_x: int, d_h: int, spread: float = 0.5) -> Arrays:
    W_xh, W_hh = rng.normal(scale=spread, size=(d_x, d_h)), rng.normal(scale=spread, size=(d_h, d_h))
    return rng.normal(size=d_x), rng.uniform(-0.9, 0.9, d_h), W_xh, W_hh, rng.normal(scale=0.5, size=d_h)


@probe("rnn_cell")
def rnn_cell_rectangular(rng: Rng) -> Arrays:
    """three numbers in, a state of five"""
    return _recurrent(rng, 3, 5)


@probe("rnn_cell")
def rnn_cell_square(rng: Rng) -> Arrays:
    """an input as wide as the state: exchanged or turned matrices run silently"""
    return _recurrent(rng, 4, 4)


@probe("rnn_cell")
def rnn_cell_saturated(rng: Rng) -> Arrays:
    """sums of some hundreds: tanh written with exp overflows"""
    x, h, W_xh, W_hh, b = _recurrent(rng, 3, 6)
    return x, h, W_xh, W_hh, np.array([900.0, -900.0, 40.0, -40.0, 0.1, -0.1]) + b


@probe("rnn_cell")
def rnn_cell_integers(rng: Rng) -> Arrays:
    """whole numbers are computed in floating point"""
    return whole(rng, 2), rng.integers(-1, 2, 3), rng.integers(-1, 2, (2, 3)), whole(rng, 3, 3), rng.normal(size=3)


@probe("rnn_cell")
def rnn_cell_single(rng: Rng) -> Arrays:
    """float32 input: half precision shows in the dtype"""
    return tuple(array.astype(np.float32) for array in _recurrent(rng, 3, 5))


# --- lstm_cell --------------------------------------------------------------------------------------------------------


def _gated(rng: Rng, d_x: int, d_h: int, spread: float = 0.5) -> Arrays:
    W, U = rng.normal(scale=spread, size=(d_x, 4 * d_h)), rng.normal(scale=spread, size=(d_h, 4 * d_h))
    b = rng.normal(scale=0.5, size=4 * d_h)
    return rng.normal(size=d_x), rng.uniform(-0.9, 0.9, d_h), rng.normal(scale=1.5, size=d_h), W, U, b


@probe("lstm_cell")
def lstm_cell_rectangular(rng: Rng) -> Arrays:
    """three numbers in, a state of five: order of the gates, which of them goes where"""
    return _gated(rng, 3, 5)


@probe("lstm_cell")
def lstm_cell_square(rng: Rng) -> Arrays:
    """four numbers in, a state of four, four gates: gates that are cut out the other way run silently"""
    return _gated(rng, 4, 4)


@probe("lstm_cell")
def lstm_cell_saturated(rng: Rng) -> Arrays:
    """sums of a thousand on both sides: a sigmoid written with one exp gives nan on one of them"""
    x, h, c, W, U, b = _gated(rng, 3, 6)
    b[: 4 * 6 : 3] += 1000
    b[1 : 4 * 6 : 3] -= 1000
    return x, h, c, W, U, b


@probe("lstm_cell")
def lstm_cell_large_state(rng: Rng) -> Arrays:
    """a cell state far above 1: tanh is taken of it once, on the way out"""
    x, h, c, W, U, b = _gated(rng, 2, 3)
    return x, h, 30 * np.sign(c) + c, W, U, b


@probe("lstm_cell")
def lstm_cell_integers(rng: Rng) -> Arrays:
    """whole numbers are computed in floating point"""
    W, U = rng.integers(-1, 2, (2, 12)), rng.integers(-1, 2, (3, 12))
    return whole(rng, 2), rng.integers(-1, 2, 3), whole(rng, 3), W, U, rng.normal(size=12)


@probe("lstm_cell")
def lstm_cell_single(rng: Rng) -> Arrays:
    """float32 input: half precision shows in the dtype"""
    return tuple(array.astype(np.float32) for array in _gated(rng, 3, 5))
