"""What each exercise takes, returns and refuses, as far as a counter-example must keep to it: the public contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


_WEIGHTS = Result("weights", rows_sum_to_one=True, never_negative=True)
_CONTRACTS: Mapping[str, Contract] = MappingProxyType(
    {
        "project_qkv": Contract(("x", "W_q", "W_k", "W_v"), (Result("Q"), Result("K"), Result("V"))),
        "attention_scores": Contract(("Q", "K"), (Result("scores"),)),
        "stable_softmax": Contract(("scores",), (_WEIGHTS,)),
        "weighted_sum": Contract(("weights", "V"), (Result("output"),)),
        "self_attention": Contract(("x", "W_q", "W_k", "W_v"), (Result("output"), _WEIGHTS)),
        "attention_entropy": Contract(("weights",), (Result("entropy", never_negative=True),), rows_sum_to_one=True),
        "is_uniform": Contract(("weights", "atol"), (Result("uniform"),), rows_sum_to_one=True),
        "causal_mask": Contract(("seq_len",), (Result("mask"),)),
        "layer_norm": Contract(("x", "gamma", "beta", "eps"), (Result("output"),)),
        "multi_head_attention": Contract(
            ("x", "W_q", "W_k", "W_v", "W_o", "num_heads"), (Result("output"), _WEIGHTS), raises=("ValueError",)
        ),
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
    return all(_is_legal(name, value, known) for name, value in zip(names, arguments, strict=False))


def _is_legal(name: str, value: Value, known: Contract) -> bool:
    if not isinstance(value, np.ndarray):
        return not isinstance(value, (int, float)) or value > 0  # seq_len, num_heads, eps, atol
    if not value.size or np.isnan(value).any() or np.isposinf(value).any():
        return False
    if name == "weights":
        return bool((value >= 0).all()) and (not known.rows_sum_to_one or rows_sum_to_one(value))
    # Minus infinity masks a score, never a whole row of them.
    return bool(np.isfinite(value).any(axis=-1).all())


def rows_sum_to_one(array: Array) -> bool:
    """Whether every row is a row of weights, to the last digits of float64."""
    return bool(np.allclose(array.sum(axis=-1), 1.0, rtol=0, atol=1e-9))
