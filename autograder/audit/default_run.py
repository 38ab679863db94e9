"""The published example run, and how many wrong answers a grader that looked only at it would let pass.

Eight tokens of twelve features from seed 42, weights a hundredth of a normal draw: every attention weight is 1/8 to
within 4e-4, whatever the code does. Single functions get the intermediate arrays of that run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from autograder import clinic, misconceptions, specs
from autograder.answer import tolerance_for
from autograder.audit.findings import Missed, Mistake
from autograder.facts import Course, Tolerance
from autograder.inprocess import FunctionPort
from autograder.judge import agrees
from autograder.outcome import Offered, Value, is_plain_array

Array = np.ndarray[Any, Any]
Arguments = dict[str, tuple[Any, ...]]
SEQ_LEN, D_MODEL, NUM_HEADS = 8, 12, 3
FINE, COARSE = Tolerance(rtol=0, atol=1e-4), Tolerance(rtol=0, atol=1e-2)


@dataclass(frozen=True, slots=True)
class Run:
    """The arrays of the example run, in float32 as there."""

    x: Array
    weights: tuple[Array, ...]  # W_q, W_k, W_v and W_o
    Q: Array
    K: Array
    V: Array
    scores: Array
    attention: Array
    output: Array
    ones: Array
    zeros: Array


def _run() -> Run:
    random = np.random.RandomState(42)
    x = random.randn(SEQ_LEN, D_MODEL).astype(np.float32)
    drawn = tuple(random.randn(D_MODEL, D_MODEL).astype(np.float32) * np.float32(0.01) for _ in range(4))
    Q, K, V = (array.astype(np.float32) for array in specs.project_qkv(x, *drawn[:3]))
    scores = specs.attention_scores(Q, K).astype(np.float32)
    attention = specs.stable_softmax(scores).astype(np.float32)
    output = specs.weighted_sum(attention, V).astype(np.float32)
    ones, zeros = np.ones(D_MODEL, np.float32), np.zeros(D_MODEL, np.float32)
    return Run(x, drawn, Q, K, V, scores, attention, output, ones, zeros)


def arguments(exercise: str) -> tuple[Any, ...]:
    """What the example run hands to a function."""
    return _given()[exercise]


@cache
def _given() -> Arguments:
    run = _run()
    return _attention(run) | _diagnostics(run) | _encoder(run) | _efficient(run) | _transfer(run)


def _attention(run: Run) -> Arguments:
    return {
        "project_qkv": (run.x, *run.weights[:3]),
        "attention_scores": (run.Q, run.K),
        "stable_softmax": (run.scores,),
        "weighted_sum": (run.attention, run.V),
        "self_attention": (run.x, *run.weights[:3]),
        "xavier_std": (D_MODEL, D_MODEL),
    }


def _diagnostics(run: Run) -> Arguments:
    return {
        "attention_entropy": (run.attention,),
        "is_uniform": (run.attention,),
        "score_stats": (run.scores,),
        "normalized_entropy": (run.attention,),
        "overflow_risk": (run.scores, "float32"),
        "diagnose": (run.scores, run.attention),
        "triage": (Offered("attend", clinic.practice("ignores the scores"), clinic.BUDGET),),
        "check_docs": (1,),
        "accepts": (Offered("softmax", specs.stable_softmax, clinic.MOST_CALLS),),
    }


def _encoder(run: Run) -> Arguments:
    W_q, W_k, W_v, W_o = run.weights
    ffn, norms = (W_q, run.zeros, W_k, run.zeros), (run.ones, run.zeros) * 2
    maps = specs.multi_head_attention(run.x, W_q, W_k, W_v, W_o, NUM_HEADS)[1].astype(np.float32)
    return {
        "causal_mask": (SEQ_LEN,),
        "masked_weights": (run.scores, np.tri(SEQ_LEN, dtype=bool)),
        "layer_norm": (run.x, run.ones, run.zeros, 1e-5),
        "output_drift": (run.output, run.x),
        "split_heads": (run.x, NUM_HEADS),
        "merge_heads": (specs.split_heads(run.x, NUM_HEADS).astype(np.float32),),
        "multi_head_attention": (run.x, *run.weights, NUM_HEADS),
        "head_diversity": (maps,),
        "feed_forward": (run.x, *ffn),
        "encoder_layer": (run.x, run.weights, ffn, norms, NUM_HEADS, False),
        "batched_attention": (run.x[None], *run.weights[:3]),
    }


def _efficient(run: Run) -> Arguments:
    sizes = np.arange(1.0, SEQ_LEN)
    return {
        "grad_check": (Offered("f", _half_the_squares, 2 * run.x.size), run.x, run.x),
        "softmax_backward": (run.attention, run.scores),
        "attention_backward": (run.Q, run.K, run.V, run.x),
        "layer_norm_backward": (run.x, run.ones, run.x, 1e-5),
        "sinusoidal_positions": (SEQ_LEN, D_MODEL),
        "tiled_attention": (run.Q, run.K, run.V, SEQ_LEN // 2),
        "decode_step": (run.Q[-1], run.K[-1], run.V[-1], run.K[:-1], run.V[:-1]),
        "fitted_exponent": (sizes, sizes**2),
    }


def _half_the_squares(x: Array) -> float:
    """The simplest function whose gradient is its argument."""
    return float(np.sum(np.square(x)) / 2)


def _transfer(run: Run) -> Arguments:
    """The run's arrays for the first and the last day, which ask for other shapes, or for names."""
    W_q, W_k, W_v, _ = run.weights
    x, Q, K, zeros = run.x, run.Q, run.K, run.zeros
    return {
        "row_means": (x,),
        "scale_columns": (x, x[0]),
        "pairwise_dots": (Q, K),
        "from_linear": (W_q,),
        "from_packed": (np.concatenate([W_q, W_k, W_v]),),
        "bert_names": ([f"{role}.{kind}" for role in ("query", "key", "value") for kind in ("weight", "bias")],),
        "biased_attention": (x, W_q, zeros, W_k, zeros, W_v, zeros, NUM_HEADS),
        "with_temperature": (Q, 1.0),
        "rnn_cell": (x[0], Q[0], W_q, W_k, zeros),
        "lstm_cell": (x[0], Q[0], K[0], np.hstack(run.weights), np.hstack(run.weights[::-1]), np.tile(zeros, 4)),
    }


def missed(course: Course, exercise: str, mistakes: Sequence[Mistake]) -> Missed:
    """How many catalogued mistakes give the right numbers on the example run, and how many the graders let pass."""
    given = arguments(exercise)
    truth = getattr(specs, exercise)(*given)
    passing = {"ours": 0, "fine": 0, "coarse": 0}
    for entry in misconceptions.fresh(exercise):
        outcome = FunctionPort({exercise: entry.function}).call(exercise, given)
        ours = tolerance_for(given, truth, course.tolerances)
        for name, tolerance in (("ours", ours), ("fine", FINE), ("coarse", COARSE)):
            passing[name] += outcome.kind == "value" and _same(outcome.value, truth, tolerance)
    through = sum(any(verdict.full for verdict in mistake.verdicts) for mistake in mistakes)
    return Missed(passing["ours"], passing["fine"], passing["coarse"], through)


def _same(received: Value, truth: Any, tolerance: Tolerance) -> bool:
    if isinstance(truth, tuple):
        many = isinstance(received, (tuple, list)) and len(received) == len(truth)
        return many and all(_same(a, b, tolerance) for a, b in zip(received, truth, strict=True))
    if isinstance(truth, (str, dict)):
        return type(received) is type(truth) and bool(received == truth)
    if isinstance(received, (np.generic, bool, int, float)):
        received = np.asarray(received)
    return is_plain_array(received) and agrees(received, np.asarray(truth), tolerance)
