"""Right but unusual answers to merge_heads(heads); every one keeps full marks."""

import functools

import numpy as np


def exchanges_and_reshapes(heads):
    """The usual way."""
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)


def concatenates(heads):
    """Side by side, without any reshape."""
    return np.concatenate(list(heads), axis=-1)


def stacks_sideways(heads):
    """hstack takes the heads one by one."""
    return np.hstack(tuple(heads))


def names_the_axes(heads):
    """einsum only to exchange two axes."""
    num_heads, seq_len, d_head = heads.shape
    return np.einsum("hnd->nhd", heads).reshape(seq_len, num_heads * d_head)


def ravels_every_token(heads):
    """Row by row: the numbers of one token in all heads."""
    return np.array([heads[:, i].ravel() for i in range(heads.shape[1])])


def fills_blocks(heads):
    """One block of columns after the other."""
    num_heads, seq_len, d_head = heads.shape
    merged = np.empty((seq_len, num_heads * d_head), dtype=heads.dtype)
    for h, head in enumerate(heads):
        merged[:, h * d_head : (h + 1) * d_head] = head
    return merged


def fills_every_number(heads):
    """Three loops."""
    num_heads, seq_len, d_head = heads.shape
    merged = np.zeros((seq_len, num_heads * d_head), dtype=heads.dtype)
    for h, i, c in np.ndindex(heads.shape):
        merged[i, h * d_head + c] = heads[h, i, c]
    return merged


def grows_head_by_head(heads):
    """Appends one head at a time."""
    return functools.reduce(lambda done, head: np.append(done, head, axis=1), heads)


def works_on_the_transpose(heads):
    """Stands the heads on their side, stacks them below each other and turns the whole back."""
    return heads.swapaxes(1, 2).reshape(-1, heads.shape[1]).T


def adds_up_selections(heads):
    """Every head is put into its place among zeros, and all are added."""
    num_heads, seq_len, d_head = heads.shape
    total = np.zeros((seq_len, num_heads * d_head))
    for h, head in enumerate(heads):
        total = total + np.pad(head, ((0, 0), (h * d_head, (num_heads - h - 1) * d_head)))
    return total
