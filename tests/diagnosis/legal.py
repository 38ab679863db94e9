"""The contract of each exercise, written a second time: which arguments are legal. Beside the kit's own, on purpose."""

from __future__ import annotations

import numpy as np


def finite(*arrays):
    return all(np.size(a) and np.isfinite(a).all() for a in arrays)


def weights_of_rows(weights):
    return weights.ndim == 2 and finite(weights) and (weights >= 0).all() and np.allclose(weights.sum(-1), 1, atol=1e-9)


def projection(x, W_q, W_k, W_v):
    fits = x.shape[1] == W_q.shape[0] == W_v.shape[0] and W_q.shape == W_k.shape
    return fits and finite(x, W_q, W_k, W_v)


def heads(x, W_q, W_k, W_v, W_o, num_heads):
    square = all(W.shape == (x.shape[1],) * 2 for W in (W_q, W_k, W_v, W_o))
    return square and finite(x, W_q, W_k, W_v, W_o) and num_heads >= 1


def layer(x, attention, ffn, norms, num_heads, pre_norm):
    width, (W_1, b_1, W_2, b_2) = x.shape[1:], ffn
    fits = all(W.shape == width * 2 for W in attention) and all(row.shape == width for row in norms)
    fits = fits and W_1.shape == width + b_1.shape == W_2.shape[::-1] and b_2.shape == width
    return fits and finite(x, *attention, *ffn, *norms) and num_heads >= 1 and type(pre_norm) is bool


def softened(scores):
    """A score of minus infinity is a mask, and never a whole row of them."""
    return scores.size and not np.isnan(scores).any() and (scores < np.inf).all() and (scores > -np.inf).any(-1).all()


def normed(x, *rows):
    return x.ndim == 2 and all(row.shape == x.shape[1:] for row in rows) and finite(x, *rows)


def attended(Q, K, V):
    fits = Q.shape[1] == K.shape[1] and K.shape[0] == V.shape[0]
    return all(array.ndim == 2 for array in (Q, K, V)) and fits and finite(Q, K, V)


def decoding(q, k, v, K_cache, V_cache):
    fits = q.shape == k.shape == K_cache.shape[1:] and v.shape == V_cache.shape[1:]
    return fits and len(K_cache) == len(V_cache) and finite(q, k, v) and np.isfinite(K_cache).all()


def cell(gates, x, h, W, U, b):
    fits = W.shape == x.shape + b.shape and U.shape == h.shape + b.shape and b.shape == (gates * len(h),)
    return fits and finite(x, h, W, U, b)


def biased(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    width = x.shape[1:]
    fits = all(W.shape == width * 2 for W in (W_q, W_k, W_v)) and all(b.shape == width for b in (b_q, b_k, b_v))
    return fits and finite(x, W_q, b_q, W_k, b_k, W_v, b_v) and width[0] % num_heads == 0


LEGAL = {
    "row_means": lambda x: x.ndim == 2 and finite(x),
    "scale_columns": lambda x, factors: factors.shape == x.shape[1:] and finite(x, factors),
    "pairwise_dots": lambda a, b: a.shape[1] == b.shape[1] and finite(a, b),
    "project_qkv": projection,
    "self_attention": projection,
    "attention_scores": lambda Q, K: Q.shape[1] == K.shape[1] and finite(Q, K),
    "stable_softmax": softened,
    "weighted_sum": lambda w, V: w.shape[1] == V.shape[0] and finite(w, V) and (w >= 0).all(),
    "xavier_std": lambda fan_in, fan_out: fan_in >= 1 and fan_out >= 1,
    "score_stats": lambda scores: scores.ndim == 2 and finite(scores),
    "attention_entropy": weights_of_rows,
    "normalized_entropy": weights_of_rows,
    "is_uniform": lambda weights, atol=1e-3: weights_of_rows(weights) and atol > 0,
    "overflow_risk": lambda scores, dtype: scores.size and dtype in ("float16", "float32", "float64"),
    "diagnose": lambda scores, weights: scores.shape == weights.shape and scores.size,
    "causal_mask": lambda seq_len: type(seq_len) is int and seq_len >= 1,
    "masked_weights": lambda scores, mask: scores.shape == mask.shape and mask.dtype == bool and finite(scores),
    "layer_norm": lambda x, gamma, beta, eps: normed(x, gamma, beta) and eps > 0,
    "output_drift": lambda output, x: output.shape == x.shape and output.ndim == 2 and finite(output, x),
    "split_heads": lambda x, num_heads: x.ndim == 2 and finite(x) and num_heads >= 1,
    "merge_heads": lambda heads: heads.ndim == 3 and finite(heads),
    "multi_head_attention": heads,
    "head_diversity": lambda weights: len(weights) > 1 and all(map(weights_of_rows, weights)),
    "feed_forward": lambda x, W_1, b_1, W_2, b_2: (
        W_1.shape == x.shape[1:] + b_1.shape == W_2.shape[::-1] and b_2.shape == x.shape[1:] and finite(x, *W_1, *W_2)
    ),
    "encoder_layer": layer,
    "batched_attention": lambda x, *matrices: x.ndim == 3 and projection(x[0], *matrices),
    "softmax_backward": lambda weights, d_weights: weights_of_rows(weights) and d_weights.shape == weights.shape,
    "attention_backward": lambda Q, K, V, up: attended(Q, K, V) and up.shape == (len(Q), V.shape[1]) and finite(up),
    "layer_norm_backward": lambda x, gamma, up, eps: normed(x, gamma) and up.shape == x.shape and eps > 0,
    "tiled_attention": lambda Q, K, V, block_size: attended(Q, K, V) and block_size >= 1,
    "decode_step": decoding,
    "sinusoidal_positions": lambda seq_len, d_model: seq_len >= 1 and d_model >= 2 and d_model % 2 == 0,
    "fitted_exponent": lambda sizes, costs: sizes.shape == costs.shape and len(set(sizes)) > 1 and finite(sizes, costs),
    "from_linear": lambda weight: weight.ndim == 2 and finite(weight),
    "from_packed": lambda packed: packed.shape == (3 * packed.shape[1], packed.shape[1]) and finite(packed),
    "bert_names": lambda names: all(type(name) is str for name in names),
    "biased_attention": biased,
    "with_temperature": lambda Q, temperature: Q.ndim == 2 and finite(Q) and temperature > 0,
    "rnn_cell": lambda x, h, W, U, b: cell(1, x, h, W, U, b),
    "lstm_cell": lambda x, h, c, W, U, b: cell(4, x, h, W, U, b) and c.shape == h.shape and finite(c),
}
