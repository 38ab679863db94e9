"""Right but unusual answers to biased_attention; every one keeps full marks."""

import math

import numpy as np


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def loops_over_the_heads(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """One head at a time, from its own columns of the matrices."""
    d_head = x.shape[1] // num_heads
    outputs = []
    for h in range(num_heads):
        own = slice(h * d_head, (h + 1) * d_head)
        q, k, v = x @ W_q[:, own] + b_q[own], x @ W_k[:, own] + b_k[own], x @ W_v[:, own] + b_v[own]
        outputs.append(_softmax(q @ k.T / math.sqrt(d_head)) @ v)
    return np.concatenate(outputs, axis=1)


def leaves_the_bias_of_the_keys_out(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """b_k adds the same number to all scores of a query, and a softmax does not notice."""
    return loops_over_the_heads(x, W_q, b_q, W_k, np.zeros(len(b_k)), W_v, b_v, num_heads)


def adds_the_bias_of_the_values_at_the_end(*arguments):
    """The weights of a row add up to 1, so b_v may wait."""
    *others, b_v, num_heads = arguments
    return loops_over_the_heads(*others, np.zeros(len(b_v)), num_heads) + b_v


def gives_x_a_feature_of_ones(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """The bias as one more row of the matrix, met by a feature that is always 1."""
    longer = np.hstack([x, np.ones((len(x), 1), dtype=x.dtype)])
    Q, K, V = (longer @ np.vstack([W, b]) for W, b in ((W_q, b_q), (W_k, b_k), (W_v, b_v)))
    parts = zip(*(np.split(M, num_heads, axis=1) for M in (Q, K, V)), strict=True)
    return np.hstack([_softmax(q @ k.T / q.shape[1] ** 0.5) @ v for q, k, v in parts])


def uses_einsum(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """Names every axis, heads last but one."""
    Q, K, V = (
        (np.einsum("nd,de->ne", x, W) + b).reshape(len(x), num_heads, -1)
        for W, b in ((W_q, b_q), (W_k, b_k), (W_v, b_v))
    )
    weights = _softmax(np.einsum("ihd,jhd->hij", Q, K) / np.sqrt(Q.shape[-1]))
    return np.einsum("hij,jhd->ihd", weights, V).reshape(x.shape)


def fuses_the_three_projections(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """One product for all three."""
    fused = x @ np.hstack([W_q, W_k, W_v]) + np.concatenate([b_q, b_k, b_v])
    Q, K, V = fused.reshape(len(x), 3, num_heads, -1).transpose(1, 2, 0, 3)
    output = _softmax(Q @ K.transpose(0, 2, 1) * Q.shape[-1] ** -0.5) @ V
    return output.transpose(1, 0, 2).reshape(len(x), -1)


def works_with_a_batch_of_one(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """As the source does: a batch axis in front, and away again."""
    hidden = x[np.newaxis]
    shape = (*hidden.shape[:-1], num_heads, -1)
    Q, K, V = ((hidden @ W + b).reshape(shape).swapaxes(1, 2) for W, b in ((W_q, b_q), (W_k, b_k), (W_v, b_v)))
    scores = np.matmul(Q, K.swapaxes(2, 3)) / math.sqrt(Q.shape[-1])
    return np.matmul(_softmax(scores), V).swapaxes(1, 2).reshape(hidden.shape)[0]


def refuses_what_does_not_divide(x, *others):
    """Raises a ValueError as the real module does."""
    if x.shape[1] % others[-1]:
        raise ValueError("the width is not a multiple of the number of heads")
    return uses_einsum(x, *others)
