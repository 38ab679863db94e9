"""Right but unusual answers to sinusoidal_positions(seq_len, d_model); every one keeps full marks."""

import math

import numpy as np


def goes_through_exp_and_log(seq_len, d_model):
    """The frequencies by exp and log, as most code has them."""
    frequencies = np.exp(np.arange(0, d_model, 2) * -(math.log(10000.0) / d_model))
    table = np.zeros((seq_len, d_model))
    table[:, 0::2] = np.sin(np.arange(seq_len)[:, None] * frequencies)
    table[:, 1::2] = np.cos(np.arange(seq_len)[:, None] * frequencies)
    return table


def loops_over_every_number(seq_len, d_model):
    """Plain loops and the standard library."""
    return np.array(
        [
            [(math.cos if j % 2 else math.sin)(p / 10000 ** ((j - j % 2) / d_model)) for j in range(d_model)]
            for p in range(seq_len)
        ]
    )


def takes_parts_of_complex_numbers(seq_len, d_model):
    """sin and cos as parts of a number on the unit circle."""
    circle = np.exp(1j * np.outer(np.arange(seq_len), 10000.0 ** (-np.arange(0, d_model, 2) / d_model)))
    return np.stack([circle.imag, circle.real], axis=-1).reshape(seq_len, d_model)


def shifts_sin_by_a_quarter(seq_len, d_model):
    """cos is sin a quarter of a turn later."""
    columns = np.arange(d_model)
    angles = np.arange(seq_len)[:, None] / 10000 ** (2 * (columns // 2) / d_model)
    return np.sin(angles + (columns % 2) * np.pi / 2)


def stacks_pairs(seq_len, d_model):
    """Column by column in a list."""
    positions, columns = np.arange(seq_len, dtype=float), []
    for pair in range(d_model // 2):
        angle = positions / 10000 ** (2 * pair / d_model)
        columns += [np.sin(angle), np.cos(angle)]
    return np.column_stack(columns)


def chooses_with_where(seq_len, d_model):
    """sin and cos everywhere, and then a choice."""
    p, j = np.indices((seq_len, d_model))
    angles = p / np.power(1e4, (j - j % 2) / d_model)
    return np.where(j % 2 == 0, np.sin(angles), np.cos(angles))


def turns_from_row_to_row(seq_len, d_model):
    """Each row is the one before, turned by the pair's angle."""
    turn = np.exp(1j * 10000.0 ** (-np.arange(0, d_model, 2) / d_model))
    rows = [turn**0]
    for _ in range(seq_len - 1):
        rows.append(rows[-1] * turn)
    table = np.array(rows)
    return np.dstack([table.imag, table.real]).reshape(seq_len, -1)
