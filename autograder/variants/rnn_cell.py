"""Right but unusual answers to rnn_cell(x, h, W_xh, W_hh, b); every one keeps full marks."""

import math

import numpy as np


def joins_input_and_state(x, h, W_xh, W_hh, b):
    """One product with both matrices under one another."""
    return np.tanh(np.concatenate([x, h]) @ np.vstack([W_xh, W_hh]) + b)


def turns_the_matrices(x, h, W_xh, W_hh, b):
    """Matrices in front, turned."""
    return np.tanh(W_xh.T @ x + W_hh.T @ h + b)


def loops_over_the_state(x, h, W_xh, W_hh, b):
    """One number of the state at a time, with math."""
    return np.array([math.tanh(np.dot(x, W_xh[:, j]) + np.dot(h, W_hh[:, j]) + b[j]) for j in range(len(h))])


def works_with_rows(x, h, W_xh, W_hh, b):
    """Matrices of one row, and the row taken out again."""
    return np.tanh(np.atleast_2d(x) @ W_xh + np.atleast_2d(h) @ W_hh + b)[0]


def uses_einsum(x, h, W_xh, W_hh, b):
    """Names the axes."""
    return np.tanh(np.einsum("i,ij->j", x, W_xh) + np.einsum("i,ij->j", h, W_hh) + b)
