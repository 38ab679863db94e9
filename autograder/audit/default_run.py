"""The published example run, and how many wrong answers a grader that looked only at it would let pass.

Eight tokens of twelve features from seed 42, weights a hundredth of a normal draw: every attention weight is 1/8 to
within 4e-4, whatever the code does. Single functions get the intermediate arrays of that run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder import misconceptions, specs
from autograder.answer import tolerance_for
from autograder.audit.findings import Missed, Mistake
from autograder.facts import Course, Tolerance
from autograder.inprocess import FunctionPort
from autograder.judge import agrees
from autograder.outcome import Value, is_plain_array

SEQ_LEN, D_MODEL, NUM_HEADS = 8, 12, 3
FINE, COARSE = Tolerance(rtol=0, atol=1e-4), Tolerance(rtol=0, atol=1e-2)


def arguments(exercise: str) -> tuple[Any, ...]:
    """What the example run hands to a function."""
    random = np.random.RandomState(42)
    x = random.randn(SEQ_LEN, D_MODEL).astype(np.float32)
    W_q, W_k, W_v, W_o = (random.randn(D_MODEL, D_MODEL).astype(np.float32) * np.float32(0.01) for _ in range(4))
    Q, K, V = (array.astype(np.float32) for array in specs.project_qkv(x, W_q, W_k, W_v))
    scores = specs.attention_scores(Q, K).astype(np.float32)
    weights = specs.stable_softmax(scores).astype(np.float32)
    ones, zeros = np.ones(D_MODEL, np.float32), np.zeros(D_MODEL, np.float32)
    return {
        "project_qkv": (x, W_q, W_k, W_v),
        "attention_scores": (Q, K),
        "stable_softmax": (scores,),
        "weighted_sum": (weights, V),
        "self_attention": (x, W_q, W_k, W_v),
        "attention_entropy": (weights,),
        "is_uniform": (weights,),
        "causal_mask": (SEQ_LEN,),
        "layer_norm": (x, ones, zeros, 1e-5),
        "multi_head_attention": (x, W_q, W_k, W_v, W_o, NUM_HEADS),
    }[exercise]


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
    if isinstance(received, np.generic):
        received = np.asarray(received)
    return is_plain_array(received) and agrees(received, np.asarray(truth), tolerance)
