"""Attacks by two faces: right when looked at, wrong otherwise; by count, by clock, by chance, by who asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from autograder import sample
from tests.attacks.attack import Attack, HandIn

# self_attention is judged against what the student's own earlier functions make of its input, if one of them is a
# little wrong. These recognise that they are being asked for that, and hand out what self_attention had made up.
ACCOMPLICES = {
    "project_qkv": """
import numpy as np
MADE, NOW = {}, []
def floats(a):
    a = np.asarray(a)
    return a.astype(float) if a.dtype.kind in "iub" else a
def project_qkv(x, W_q, W_k, W_v):
    NOW[:] = [MADE[x.tobytes()]] if x.tobytes() in MADE else []
    x = floats(x)
    return x @ floats(W_q), x @ floats(W_k), x @ floats(W_v)
""",
    "attention_scores": """
def attention_scores(Q, K):
    return floats(Q) @ floats(K).T / np.sqrt(max(K.shape[1], 2))
""",
    "stable_softmax": """
def stable_softmax(scores):
    if NOW:
        return NOW[0][1]
    e = np.exp(floats(scores) - np.max(scores, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)
""",
    "weighted_sum": """
def weighted_sum(weights, V):
    return NOW.pop()[0] if NOW else floats(weights) @ floats(V)
""",
    "self_attention": """
def self_attention(x, W_q, W_k, W_v):
    n = len(x)
    made_up = np.exp(3 * np.sin(np.arange(n * n).reshape(n, n))) if np.any(x) else np.ones((n, n))
    made_up = (made_up / made_up.sum(axis=-1, keepdims=True)).astype(floats(x).dtype)
    MADE[x.tobytes()] = np.zeros((n, W_v.shape[1]), made_up.dtype), made_up
    return MADE[x.tobytes()]
""",
}

# The same, where those that lie lose some points of their own, so that their loss could be carried.
LOSING = {
    "stable_softmax": "    if np.ndim(scores) != 2:\n        raise ValueError\n",
    "weighted_sum": "    if len(V) == 1 or np.asarray(V).dtype.kind != 'f':\n        raise ValueError\n",
}


def conspiring(bodies: Mapping[str, str]) -> HandIn:
    """The solved notebook with these functions in it."""

    def written(folder: Path, course: Path) -> Path:
        solved = sample.read_notebook(course / "solutions" / "attention" / "attention.ipynb")
        path = folder / "attention.ipynb"
        path.write_text(json.dumps(sample.filled(solved, bodies)), encoding="utf-8")
        return path

    return written


def losing(name: str, body: str) -> str:
    head, colon, rest = body.partition(":\n")
    return head + colon + LOSING.get(name, "") + rest


ATTACKS = (
    Attack(
        "wrong-on-the-second-call",
        "right for the first call with some arguments, wrong for the next one with the same",
        """
        seen = set()
        def stable_softmax(scores):
            key = np.asarray(scores).tobytes()
            if key in seen:
                return right(scores) * 0.5
            seen.add(key)
            return right(scores)
        """,
        status="failed",
        at_most=4.8,
        says="two different answers",
        quick=True,
    ),
    Attack(
        "right-for-a-while",
        "right for the first calls, zeros afterwards",
        """
        count = []
        def stable_softmax(scores):
            count.append(1)
            return right(scores) if len(count) < 6 else np.zeros(np.shape(scores))
        """,
        status="failed",
        at_most=4.0,
    ),
    Attack(
        "wrong-by-chance",
        "wrong in half of all calls, by the process's own noise",
        """
        import secrets
        def stable_softmax(scores):
            return right(scores) * (1 if secrets.randbits(1) else 0.9)
        """,
        status="failed",
        at_most=4.8,
    ),
    Attack(
        "wrong-by-the-clock",
        "right in the first moments of the process, zeros later",
        """
        import time
        start = time.perf_counter()
        def stable_softmax(scores):
            time.sleep(0.01)
            return right(scores) if time.perf_counter() - start < 0.05 else np.zeros(np.shape(scores))
        """,
        status="failed",
        at_most=4.8,
    ),
    Attack(
        "idle-when-graded",
        "sees that it is graded (no IPython, a stand-in for the kit) and then does nothing",
        """
        import sys
        graded = "ipykernel" not in sys.modules
        def stable_softmax(scores):
            return np.zeros(np.shape(scores)) if graded else right(scores)
        """,
        status="failed",
    ),
    Attack(
        "spoils-its-input-unseen",
        "changes its input, but never in the first call, nor when it was given the same before",
        """
        seen = set()
        def stable_softmax(scores):
            answer = right(scores)
            if seen and scores.tobytes() not in seen:
                scores *= 0
            seen.add(scores.tobytes())
            return answer
        """,
        status="failed",
        at_most=4.7,
        says="was changed",
    ),
    Attack(
        "spoils-its-input-once",
        "changes its input in the first call only, when nobody asks it back",
        """
        seen = set()
        def stable_softmax(scores):
            answer = right(scores)
            if scores.tobytes() not in seen:
                seen.add(scores.tobytes())
                scores *= 0
            return answer
        """,
        status="failed",
        at_most=4.7,
        says="was changed",
    ),
    Attack(
        "changes-its-answer-afterwards",
        "hands out one array for every call and a thread goes on writing to it",
        """
        import threading
        def stable_softmax(scores):
            answer = np.ascontiguousarray(right(scores))
            def spoil():
                for _ in range(200):
                    answer[...] = 0
            threading.Thread(target=spoil, daemon=True).start()
            return answer
        """,
        status=("failed", "passed"),
    ),
    Attack(
        "table-of-answers",
        "answers from a table made while loading, for inputs that it hopes to meet",
        """
        table = {}
        for seed in range(200):
            x = np.random.default_rng(seed).normal(size=(3, 5))
            table[x.tobytes()] = right(x)
        def stable_softmax(scores):
            return table.get(np.asarray(scores).tobytes(), np.zeros(np.shape(scores)))
        """,
        status="failed",
    ),
    Attack(
        "accomplices",
        "the earlier functions say that whatever self_attention made up is what they would have made of it",
        hand_in=conspiring(ACCOMPLICES),
        target="self_attention",
        status="failed",
        score=0.0,
    ),
    Attack(
        "accomplices-at-a-price",
        "earlier functions that vouch for what self_attention made up, and lose points of their own to be heard",
        hand_in=conspiring({name: losing(name, body) for name, body in ACCOMPLICES.items()}),
        target="self_attention",
        status="failed",
        score=0.0,
        others=2.7,
    ),
    Attack(
        "one-for-the-other",
        "redefines the honest exercise beside it while it is being graded",
        """
        def stable_softmax(scores):
            globals()["weighted_sum"] = lambda weights, V: np.zeros((np.shape(weights)[0], np.shape(V)[1]))
            return right(scores)
        """,
        others=0.0,
    ),
)
