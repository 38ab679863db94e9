"""Right but unusual answers to batched_attention(x, W_q, W_k, W_v); every one keeps full marks."""

import numpy as np


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _attend(x, W_q, W_k, W_v):
    Q, K = x @ W_q, x @ W_k
    weights = _softmax(Q @ K.T / np.sqrt(Q.shape[1]))
    return weights @ (x @ W_v), weights


def loops_over_the_batch(x, W_q, W_k, W_v):
    """One sequence after the other, stacked at the end."""
    answers = [_attend(sequence, W_q, W_k, W_v) for sequence in x]
    return np.stack([output for output, _ in answers]), np.stack([weights for _, weights in answers])


def exchanges_the_last_two_axes(x, W_q, W_k, W_v):
    """The function of one sequence, with swapaxes in the place of T."""
    Q, K, V = x @ W_q, x @ W_k, x @ W_v
    weights = _softmax(Q @ K.swapaxes(-1, -2) / K.shape[-1] ** 0.5)
    return weights @ V, weights


def uses_einsum(x, W_q, W_k, W_v):
    """Every product as a contraction with named axes."""
    Q, K, V = (np.einsum("bnd,dk->bnk", x, W) for W in (W_q, W_k, W_v))
    weights = _softmax(np.einsum("bik,bjk->bij", Q, K) / np.sqrt(K.shape[-1]))
    return np.einsum("bij,bjv->biv", weights, V), weights


def projects_all_tokens_at_once(x, W_q, W_k, W_v):
    """One long list of tokens for the projections, sequences again for the rest."""
    batch, seq_len, d_model = x.shape
    Q, K, V = (np.reshape(x.reshape(-1, d_model) @ W, (batch, seq_len, -1)) for W in (W_q, W_k, W_v))
    weights = _softmax(np.matmul(Q, np.transpose(K, (0, 2, 1))) / np.sqrt(Q.shape[-1]))
    return np.matmul(weights, V), weights


def hides_other_sequences(x, W_q, W_k, W_v):
    """One long sequence with a mask of blocks, cut into sequences afterwards."""
    batch, seq_len, d_model = x.shape
    tokens = x.reshape(-1, d_model)
    Q, K, V = tokens @ W_q, tokens @ W_k, tokens @ W_v
    owner = np.repeat(np.arange(batch), seq_len)
    scores = np.where(owner[:, None] == owner, Q @ K.T / np.sqrt(Q.shape[1]), -np.inf)
    weights = _softmax(scores)
    blocks = np.stack([weights[owner == b][:, owner == b] for b in range(batch)])
    return (weights @ V).reshape(batch, seq_len, -1), blocks


def compares_by_broadcasting(x, W_q, W_k, W_v):
    """Every query beside every key, multiplied and summed."""
    Q, K, V = x @ W_q, x @ W_k, x @ W_v
    weights = _softmax((Q[:, :, None] * K[:, None]).sum(axis=-1) / np.sqrt(Q.shape[-1]))
    return (weights[..., None] * V[:, None]).sum(axis=2), weights


def scales_the_queries_first(x, W_q, W_k, W_v):
    """The root divides the queries, and the axes are moved by name."""
    Q, K, V = x @ W_q / np.sqrt(W_q.shape[1]), x @ W_k, x @ W_v
    weights = _softmax(Q @ np.moveaxis(K, 1, 2))
    return weights @ V, weights


def fills_arrays_of_its_own(x, W_q, W_k, W_v):
    """Arrays made beforehand, filled sequence by sequence."""
    batch, seq_len, _ = x.shape
    output, weights = np.empty((batch, seq_len, W_v.shape[1])), np.empty((batch, seq_len, seq_len))
    for number in range(batch):
        output[number], weights[number] = _attend(x[number], W_q, W_k, W_v)
    return [output, weights]
