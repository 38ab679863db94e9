"""Right but unusual answers to feed_forward(x, W_1, b_1, W_2, b_2); every one keeps full marks."""

import functools

import numpy as np


def multiplies_by_what_is_positive(x, W_1, b_1, W_2, b_2):
    """The cut as a product with a mask."""
    hidden = x @ W_1 + b_1
    return (hidden * (hidden > 0)) @ W_2 + b_2


def averages_with_the_absolute_value(x, W_1, b_1, W_2, b_2):
    """Half the sum of a number and its absolute value is the number or 0."""
    hidden = x @ W_1 + b_1
    return (hidden + np.abs(hidden)) / 2 @ W_2 + b_2


def clips_from_below(x, W_1, b_1, W_2, b_2):
    """clip without an upper end."""
    return (x @ W_1 + b_1).clip(min=0).dot(W_2) + b_2


def takes_one_token_at_a_time(x, W_1, b_1, W_2, b_2):
    """A function of one token, in a list."""

    def of_one(token):
        hidden = np.where((raw := token @ W_1 + b_1) > 0, raw, 0)
        return hidden @ W_2 + b_2

    return np.array([of_one(token) for token in x])


def loops_over_every_number(x, W_1, b_1, W_2, b_2):
    """Plain loops."""
    output = np.zeros(x.shape)
    for i, token in enumerate(x):
        hidden = [max(0.0, sum(t * w for t, w in zip(token, W_1[:, j])) + b_1[j]) for j in range(len(b_1))]
        for k in range(len(b_2)):
            output[i, k] = sum(h * w for h, w in zip(hidden, W_2[:, k])) + b_2[k]
    return output


def folds_the_biases_into_the_matrices(x, W_1, b_1, W_2, b_2):
    """A column of ones carries each bias."""
    ones = np.ones((len(x), 1))
    hidden = np.maximum(0, np.hstack([x, ones]) @ np.vstack([W_1, b_1]))
    return np.hstack([hidden, ones]) @ np.vstack([W_2, b_2])


def adds_up_hidden_features(x, W_1, b_1, W_2, b_2):
    """The result as a sum over the hidden features, one outer product each."""
    total = np.tile(np.asarray(b_2, dtype=float), (len(x), 1))
    for column, bias, row in zip(W_1.T, b_1, W_2):
        total += np.outer(np.maximum(x @ column + bias, 0), row)
    return total


def uses_einsum(x, W_1, b_1, W_2, b_2):
    """Both maps as contractions."""
    hidden = np.fmax(np.einsum("nd,df->nf", x, W_1) + b_1, 0)
    return np.einsum("nf,fd->nd", hidden, W_2) + b_2


def works_on_the_transpose(x, W_1, b_1, W_2, b_2):
    """Matrices on the left, tokens in columns, as papers often write."""
    return (W_2.T @ np.maximum(W_1.T @ x.T + b_1[:, None], 0) + b_2[:, None]).T


def composes_two_layers(x, W_1, b_1, W_2, b_2):
    """A list of steps, run through with reduce."""
    steps = [lambda a: a @ W_1, lambda a: a + b_1, lambda a: np.maximum(a, 0), lambda a: a @ W_2, lambda a: a + b_2]
    return functools.reduce(lambda value, step: step(value), steps, x)


def sets_negative_numbers_to_zero(x, W_1, b_1, W_2, b_2):
    """In place, on an array of its own."""
    hidden = np.asarray(x @ W_1 + b_1, dtype=np.float64)
    hidden[hidden < 0] = 0
    return hidden @ W_2 + b_2
