"""Attentions that are ill in one way each, drawn by their illness and a random generator.

Knowing this file does not help at grading: there, only the outputs of fresh patients are seen. Noise of a few
millionths, of each patient's own, lies over everything that it answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograder.clinic.labels import LABELS
from autograder.outcome import Declined

Array = np.ndarray[Any, Any]
Patient = Callable[..., Array]

MOST_ROWS = 64


def patient(label: str, rng: np.random.Generator, *, other: bool = False) -> Patient:
    """A fresh patient with this illness; what is not its illness varies from patient to patient.

    Some illnesses have another form: picking the key of the smallest score, or preferring later keys to earlier ones.
    """
    if label not in LABELS:
        raise Declined(f"there is no illness {label!r}; the labels are {', '.join(LABELS)}")
    fade, sign = float(rng.uniform(0.4, 0.9)) ** (-1 if other else 1), -1.0 if other else 1.0
    noise, phase = float(rng.uniform(1e-6, 9e-6)), float(rng.uniform(0.0, 6.0))

    def attend(Q: Any, K: Any, V: Any) -> Array:
        """Attention of queries Q (n_q, d_k) over keys K (n_k, d_k) and values V (n_k, d_v): an array (n_q, d_v)."""
        Q, K, V = _taken(label, Q, K, V)
        with np.errstate(all="ignore"):
            output: Array = _weights(label, Q, K, fade, sign) @ V
            output += noise * np.sin(phase + Q.sum() + np.arange(output.size)).reshape(output.shape)
            return output

    return attend


def practice(label: str) -> Patient:
    """The practice patient with this illness, the same for everybody."""
    return patient(label, np.random.default_rng(sum(label.encode())))


def healthy(Q: Array, K: Array, V: Array) -> Array:
    """Attention as it should be, to compare with: softmax(Q Kᵀ / √d_k) V."""
    return np.asarray(_weights("", Q, K) @ V)


def _taken(label: str, *arrays: Any) -> tuple[Array, Array, Array]:
    """The three arrays as floats; what cannot be taken is said."""
    try:
        taken = [np.asarray(array, dtype=float) for array in arrays]
    except (TypeError, ValueError):
        raise Declined("attend(Q, K, V) takes three arrays of numbers") from None
    for array in taken:
        if array.ndim != 2 or not array.size or max(array.shape) > MOST_ROWS:
            raise Declined(f"Q, K and V need two axes of 1 to {MOST_ROWS} numbers; one of them has shape {array.shape}")
    Q, K, V = taken
    if Q.shape[1] != K.shape[1]:
        raise Declined(f"Q and K need equally many columns; came {Q.shape} and {K.shape}")
    if K.shape[0] != V.shape[0]:
        raise Declined(f"K and V need equally many rows; came {K.shape} and {V.shape}")
    if Q.shape[0] != K.shape[0] and label in ("swaps queries and keys", "transposes the weights"):
        raise Declined(f"this patient only takes as many queries as keys; came {Q.shape} and {K.shape}")
    return Q, K, V


def _weights(label: str, Q: Array, K: Array, fade: float = 1.0, sign: float = 1.0) -> Array:
    """The weights (n_q, n_k), ill as the label says; without a label they are well."""
    products, d_k = Q @ K.T, Q.shape[1]
    row, column = np.indices(products.shape)
    if label == "ignores the scores":
        return _shares(np.log(fade) * column)
    if label == "picks one key":
        return np.asarray(np.eye(len(K))[np.argmax(sign * products, axis=1)])
    if label == "no scale":
        return _shares(products)
    if label == "divides by d_k":
        return _shares(products / d_k)
    scores = products / np.sqrt(d_k)
    if label == "hides later keys":
        return _shares(np.where(column > row, -1e9, scores))
    if label == "softmax over the queries":
        return _shares(scores.T).T
    if label == "swaps queries and keys":
        return _shares(scores.T)
    shares = _shares(scores)
    return shares.T if label == "transposes the weights" else shares


def _shares(scores: Array) -> Array:
    """Each score's share of its row: one over the sum of all powers relative to its own."""
    ahead = scores[:, np.newaxis] - scores[..., np.newaxis]  # of each key by how much each other one is ahead
    return np.asarray(np.reciprocal(np.exp(ahead).sum(-1)))
