"""Right but unusual answers to lstm_cell(x, h, c, W, U, b); every one keeps full marks."""

import math

import numpy as np


def writes_the_sigmoid_with_tanh(x, h, c, W, U, b):
    """A sigmoid is a tanh, moved and stretched."""
    i, f, g, o = np.split(x @ W + h @ U + b, 4)
    i, f, o = ((1 + np.tanh(gate / 2)) / 2 for gate in (i, f, o))
    new = f * c + i * np.tanh(g)
    return o * np.tanh(new), new


def reshapes_to_four_rows(x, h, c, W, U, b):
    """A table with one gate a row, and a list in return."""
    i, f, g, o = (x @ W + h @ U + b).reshape(4, -1)
    new = c / (1 + np.exp(-f)) + np.tanh(g) / (1 + np.exp(-i))
    return [np.tanh(new) / (1 + np.exp(-o)), new]


def takes_the_matrices_apart_first(x, h, c, W, U, b):
    """A product for each gate."""
    sums = [x @ w + h @ u + bias for w, u, bias in zip(np.hsplit(W, 4), np.hsplit(U, 4), np.split(b, 4), strict=True)]
    gates = [np.tanh(s) if number == 2 else np.exp(-np.logaddexp(0, -s)) for number, s in enumerate(sums)]
    new = gates[1] * c + gates[0] * gates[2]
    return gates[3] * np.tanh(new), new


def joins_input_and_state(x, h, c, W, U, b):
    """One product, slices by hand."""
    sums = np.hstack([x, h]) @ np.vstack([W, U]) + b
    d_h = len(c)

    def gate(number):
        part = sums[number * d_h : (number + 1) * d_h]
        return np.where(part >= 0, 1 / (1 + np.exp(-np.abs(part))), 1 - 1 / (1 + np.exp(-np.abs(part))))

    new = gate(1) * c + gate(0) * np.tanh(sums[2 * d_h : 3 * d_h])
    return gate(3) * np.tanh(new), new


def loops_over_the_state(x, h, c, W, U, b):
    """One number of the state at a time, with math."""
    d_h = len(c)
    sums = x @ W + h @ U + b
    new_h, new_c = np.zeros(d_h), np.zeros(d_h)
    for j in range(d_h):
        i, f, o = (0.5 + 0.5 * math.tanh(0.5 * sums[start + j]) for start in (0, d_h, 3 * d_h))
        new_c[j] = f * c[j] + i * math.tanh(sums[2 * d_h + j])
        new_h[j] = o * math.tanh(new_c[j])
    return new_h, new_c
