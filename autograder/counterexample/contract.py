"""What each exercise takes, returns and refuses, as far as a counter-example must keep to it: the public contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from autograder.outcome import Value

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """One array that an exercise returns, with what holds of it whatever the arguments."""

    name: str
    rows_sum_to_one: bool = False
    never_negative: bool = False


@dataclass(frozen=True, slots=True)
class Contract:
    """Parameters and results in order, and the exceptions that are due on some arguments."""

    parameters: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()
    raises: tuple[str, ...] = ()
    rows_sum_to_one: bool = False  # of an argument called weights
    total: bool = False  # every array is legal: to say what is wrong with it is the exercise
    may_be_empty: tuple[str, ...] = ()
    fits: Callable[[Mapping[str, Any]], bool] = lambda arguments: True  # what holds between the arguments, by name
    illustrated: bool = True  # False where an example would be the answer to a graded question, or a function


def _heads_divide(arguments: Mapping[str, Any]) -> bool:
    return bool(arguments["x"].shape[-1] % arguments["num_heads"] == 0)


def _two_heads(arguments: Mapping[str, Any]) -> bool:
    return len(arguments["weights"]) > 1


_WEIGHTS = Result("weights", rows_sum_to_one=True, never_negative=True)
_CONTRACTS: Mapping[str, Contract] = MappingProxyType(
    {
        "project_qkv": Contract(("x", "W_q", "W_k", "W_v"), (Result("Q"), Result("K"), Result("V"))),
        "attention_scores": Contract(("Q", "K"), (Result("scores"),)),
        "stable_softmax": Contract(("scores",), (_WEIGHTS,)),
        "weighted_sum": Contract(("weights", "V"), (Result("output"),)),
        "self_attention": Contract(("x", "W_q", "W_k", "W_v"), (Result("output"), _WEIGHTS)),
        "xavier_std": Contract(("fan_in", "fan_out"), (Result("std", never_negative=True),)),
        "attention_entropy": Contract(("weights",), (Result("entropy", never_negative=True),), rows_sum_to_one=True),
        "is_uniform": Contract(("weights", "atol"), (Result("uniform"),), rows_sum_to_one=True),
        "score_stats": Contract(
            ("scores",), (Result("mean"), Result("std", never_negative=True), Result("range"), Result("max"))
        ),
        "normalized_entropy": Contract(("weights",), (Result("entropy", never_negative=True),), rows_sum_to_one=True),
        "overflow_risk": Contract(("scores", "dtype"), (Result("risk"),)),
        "diagnose": Contract(("scores", "weights"), (Result("verdict"),), total=True),
        "triage": Contract(illustrated=False),
        "check_docs": Contract(illustrated=False),
        "accepts": Contract(illustrated=False),
        "causal_mask": Contract(("seq_len",), (Result("mask"),)),
        "masked_weights": Contract(("scores", "mask"), (Result("weights", never_negative=True),)),
        "layer_norm": Contract(("x", "gamma", "beta", "eps"), (Result("output"),)),
        "multi_head_attention": Contract(
            ("x", "W_q", "W_k", "W_v", "W_o", "num_heads"), (Result("output"), _WEIGHTS), raises=("ValueError",)
        ),
        "output_drift": Contract(("output", "x"), (Result("drift", never_negative=True),)),
        "split_heads": Contract(("x", "num_heads"), (Result("heads"),), raises=("ValueError",)),
        "merge_heads": Contract(("heads",), (Result("merged"),)),
        "head_diversity": Contract(
            ("weights",), (Result("diversity", never_negative=True),), rows_sum_to_one=True, fits=_two_heads
        ),
        "feed_forward": Contract(("x", "W_1", "b_1", "W_2", "b_2"), (Result("output"),)),
        "encoder_layer": Contract(("x", "attention", "ffn", "norms", "num_heads", "pre_norm"), (Result("output"),)),
        "batched_attention": Contract(("x", "W_q", "W_k", "W_v"), (Result("output"), _WEIGHTS)),
        "grad_check": Contract(illustrated=False),
        "softmax_backward": Contract(("weights", "d_weights"), (Result("d_scores"),), rows_sum_to_one=True),
        "attention_backward": Contract(("Q", "K", "V", "d_output"), (Result("dQ"), Result("dK"), Result("dV"))),
        "layer_norm_backward": Contract(
            ("x", "gamma", "d_output", "eps"), (Result("dx"), Result("dgamma"), Result("dbeta"))
        ),
        "sinusoidal_positions": Contract(
            ("seq_len", "d_model"), (Result("positions"),), fits=lambda known: known["d_model"] % 2 == 0
        ),
        "tiled_attention": Contract(("Q", "K", "V", "block_size"), (Result("output"),)),
        "decode_step": Contract(
            ("q", "k", "v", "K_cache", "V_cache"),
            (Result("output"), Result("K_cache"), Result("V_cache")),
            may_be_empty=("K_cache", "V_cache"),
        ),
        "fitted_exponent": Contract(
            ("sizes", "costs"), (Result("exponent"),), fits=lambda known: len(set(known["sizes"])) > 1
        ),
        "row_means": Contract(("x",), (Result("means"),)),
        "scale_columns": Contract(("x", "factors"), (Result("scaled"),)),
        "pairwise_dots": Contract(("a", "b"), (Result("dots"),)),
        "from_linear": Contract(("weight",), (Result("W"),)),
        "from_packed": Contract(("in_proj_weight",), (Result("W_q"), Result("W_k"), Result("W_v"))),
        "bert_names": Contract(("names",), (Result("found"),)),
        "biased_attention": Contract(
            ("x", "W_q", "b_q", "W_k", "b_k", "W_v", "b_v", "num_heads"), (Result("output"),), fits=_heads_divide
        ),
        "with_temperature": Contract(("Q", "temperature"), (Result("Q"),)),
        "rnn_cell": Contract(("x", "h", "W_xh", "W_hh", "b"), (Result("h"),)),
        "lstm_cell": Contract(("x", "h", "c", "W", "U", "b"), (Result("h"), Result("c"))),
    }
)
_NOTHING_KNOWN = Contract()


def of(exercise: str) -> Contract:
    """The contract of an exercise; one that claims nothing where none is written down."""
    return _CONTRACTS.get(exercise, _NOTHING_KNOWN)


def is_legal(exercise: str, arguments: Sequence[Value]) -> bool:
    """Whether the contract allows these arguments, shapes apart: those keep the pattern of the public inputs."""
    known = of(exercise)
    names = (*known.parameters, *[""] * len(arguments))
    named = dict(zip(known.parameters, arguments, strict=False))
    return known.fits(named) and all(
        _is_legal(name, value, known) for name, value in zip(names, arguments, strict=False)
    )


def _is_legal(name: str, value: Value, known: Contract) -> bool:
    if isinstance(value, tuple):
        return all(_is_legal("", member, known) for member in value)
    if not isinstance(value, np.ndarray):
        return not isinstance(value, (int, float)) or isinstance(value, bool) or value > 0  # lengths, eps, atol
    if known.total or value.dtype.kind == "b" or name in known.may_be_empty:
        return bool(value.size) or name in known.may_be_empty
    if not value.size or np.isnan(value).any() or np.isposinf(value).any():
        return False
    if name == "weights":
        return bool((value >= 0).all()) and (not known.rows_sum_to_one or rows_sum_to_one(value))
    # Minus infinity masks a score, never a whole row of them.
    return bool(np.isfinite(value).any(axis=-1).all())


def rows_sum_to_one(array: Array) -> bool:
    """Whether every row is a row of weights, to the last digits of float64."""
    return bool(np.allclose(array.sum(axis=-1), 1.0, rtol=0, atol=1e-9))
