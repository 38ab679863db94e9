"""Mistakes in joining earlier functions, whatever those functions are: for a student whose own are wrong as well.

Each is the entry of the same id, written as a composition: `own(spec, *arguments)` asks the student's function of the
spec's name. With right functions it gives what the entry gives; a test holds them together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from autograder.specs import attention_scores, project_qkv, stable_softmax, weighted_sum

Own = Callable[..., Any]
Composition = Callable[..., Any]


def of(exercise: str) -> Mapping[str, Composition]:
    """The wrong ways to join an exercise's earlier functions, by id; none where nothing is known of them."""
    return _self_attention() if exercise == "self_attention" else {}


def _self_attention() -> dict[str, Composition]:
    def returning(answer: Callable[[Any, Any, Any], Any]) -> Composition:
        """Right until the end; `answer` is given output, weights and scores."""

        def way(own: Own, x: Any, W_q: Any, W_k: Any, W_v: Any) -> Any:
            Q, K, V = own(project_qkv, x, W_q, W_k, W_v)
            scores = own(attention_scores, Q, K)
            weights = own(stable_softmax, scores)
            return answer(own(weighted_sum, weights, V), weights, scores)

        return way

    def scoring(scores_of: Callable[[Own, Any, Any, Any], Any]) -> Composition:
        """Right but for the scores, made from x, Q and K."""

        def way(own: Own, x: Any, W_q: Any, W_k: Any, W_v: Any) -> Any:
            Q, K, V = own(project_qkv, x, W_q, W_k, W_v)
            weights = own(stable_softmax, scores_of(own, x, Q, K))
            return own(weighted_sum, weights, V), weights

        return way

    def weighing(weights_of: Callable[[Own, Any], Any]) -> Composition:
        """Right but for the weights, made from the scores."""

        def way(own: Own, x: Any, W_q: Any, W_k: Any, W_v: Any) -> Any:
            Q, K, V = own(project_qkv, x, W_q, W_k, W_v)
            weights = weights_of(own, own(attention_scores, Q, K))
            return own(weighted_sum, weights, V), weights

        return way

    def averaging(output_of: Callable[..., Any]) -> Composition:
        """Right but for the output, made from weights, scores, x, Q, K and V."""

        def way(own: Own, x: Any, W_q: Any, W_k: Any, W_v: Any) -> Any:
            Q, K, V = own(project_qkv, x, W_q, W_k, W_v)
            scores = own(attention_scores, Q, K)
            weights = own(stable_softmax, scores)
            return output_of(own, weights, scores, x, Q, K, V), weights

        return way

    def masked(own: Own, Q: Any, K: Any, hidden: Callable[..., Any]) -> Any:
        scores = own(attention_scores, Q, K)
        return np.where(hidden(scores), -np.inf, scores)

    return {
        "returns_only_the_output": returning(lambda output, weights, scores: output),
        "returns_only_the_weights": returning(lambda output, weights, scores: weights),
        "returns_the_weights_first": returning(lambda output, weights, scores: (weights, output)),
        "returns_the_weights_transposed": returning(lambda output, weights, scores: (output, weights.T)),
        "returns_the_scores_too": returning(lambda output, weights, scores: (output, weights, scores)),
        "averages_the_answers": returning(lambda output, weights, scores: (output.mean(axis=0), weights)),
        "hands_back_the_scores": returning(lambda output, weights, scores: (output, scores)),
        "keeps_a_batch_axis": returning(lambda output, weights, scores: (output[None], weights[None])),
        "answers_the_first_token_only": returning(lambda output, weights, scores: (output[0], weights[0])),
        "queries_meet_queries": scoring(lambda own, x, Q, K: own(attention_scores, Q, Q)),
        "keys_meet_keys": scoring(lambda own, x, Q, K: own(attention_scores, K, K)),
        "swaps_queries_and_keys": scoring(lambda own, x, Q, K: own(attention_scores, K, Q)),
        "compares_the_tokens_themselves": scoring(lambda own, x, Q, K: own(attention_scores, x, x)),
        "drops_negative_scores": scoring(lambda own, x, Q, K: np.maximum(own(attention_scores, Q, K), 0)),
        "clips_the_scores_at_eighty": scoring(lambda own, x, Q, K: np.clip(own(attention_scores, Q, K), -80, 80)),
        "masks_the_past": scoring(lambda own, x, Q, K: masked(own, Q, K, lambda s: np.tri(len(s), k=-1) > 0)),
        "masks_the_future": scoring(lambda own, x, Q, K: masked(own, Q, K, lambda s: np.tri(*s.shape) == 0)),
        "hides_each_token_from_itself": scoring(lambda own, x, Q, K: masked(own, Q, K, lambda s: np.eye(*s.shape) > 0)),
        "skips_the_softmax": weighing(lambda own, scores: scores),
        "applies_softmax_twice": weighing(lambda own, scores: own(stable_softmax, own(stable_softmax, scores))),
        "transposes_the_weights_for_good": weighing(lambda own, scores: own(stable_softmax, scores).T),
        "normalises_over_the_queries": weighing(lambda own, scores: own(stable_softmax, scores.T).T),
        "rounds_the_weights": weighing(lambda own, scores: np.round(own(stable_softmax, scores), 3)),
        "rounds_the_weights_to_four_decimals": weighing(lambda own, scores: np.round(own(stable_softmax, scores), 4)),
        "mixes_the_weights_with_the_identity": weighing(
            lambda own, scores: (own(stable_softmax, scores) + np.eye(*scores.shape)) / 2
        ),
        "averages_the_tokens": averaging(lambda own, weights, scores, x, Q, K, V: own(weighted_sum, weights, x)),
        "averages_the_keys": averaging(lambda own, weights, scores, x, Q, K, V: own(weighted_sum, weights, K)),
        "averages_the_queries": averaging(lambda own, weights, scores, x, Q, K, V: own(weighted_sum, weights, Q)),
        "averages_with_the_scores": averaging(lambda own, weights, scores, x, Q, K, V: own(weighted_sum, scores, V)),
        "transposes_the_weights": averaging(lambda own, weights, scores, x, Q, K, V: own(weighted_sum, weights.T, V)),
        "multiplies_values_by_weights": averaging(
            lambda own, weights, scores, x, Q, K, V: own(weighted_sum, V, weights)
        ),
        "applies_softmax_after_the_values": averaging(
            lambda own, weights, scores, x, Q, K, V: own(stable_softmax, own(weighted_sum, scores, V))
        ),
        "adds_the_residual": averaging(lambda own, weights, scores, x, Q, K, V: own(weighted_sum, weights, V) + x),
    }
