"""Right but unusual answers to encoder_layer; every one keeps full marks."""

import numpy as np


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _attend(x, W_q, W_k, W_v, W_o, num_heads):
    q, k, v = (np.stack(np.split(x @ W, num_heads, axis=1)) for W in (W_q, W_k, W_v))
    weights = _softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
    return np.hstack(list(weights @ v)) @ W_o


def _feed(x, W_1, b_1, W_2, b_2):
    return np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2


def _norm(x, gamma, beta):
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5) * gamma + beta


def writes_both_orders_out(x, attention, ffn, norms, num_heads, pre_norm):
    """Eight lines, four for each order."""
    gamma_1, beta_1, gamma_2, beta_2 = norms
    if pre_norm:
        attended = _attend(_norm(x, gamma_1, beta_1), *attention, num_heads)
        middle = x + attended
        fed = _feed(_norm(middle, gamma_2, beta_2), *ffn)
        return middle + fed
    middle = _norm(x + _attend(x, *attention, num_heads), gamma_1, beta_1)
    return _norm(middle + _feed(middle, *ffn), gamma_2, beta_2)


def loops_over_the_parts(x, attention, ffn, norms, num_heads, pre_norm):
    """A list of parts, each wrapped in the same way."""
    parts = [lambda y: _attend(y, *attention, num_heads), lambda y: _feed(y, *ffn)]
    for part, gamma, beta in zip(parts, norms[::2], norms[1::2]):
        x = x + part(_norm(x, gamma, beta)) if pre_norm else _norm(x + part(x), gamma, beta)
    return x


def wraps_with_a_function(x, attention, ffn, norms, num_heads, pre_norm):
    """A function that gives a part its residual and its norm."""

    def wrapped(part, gamma, beta):
        if pre_norm:
            return lambda y: y + part(_norm(y, gamma, beta))
        return lambda y: _norm(y + part(y), gamma, beta)

    first = wrapped(lambda y: _attend(y, *attention, num_heads), *norms[:2])
    second = wrapped(lambda y: _feed(y, *ffn), *norms[2:])
    return second(first(x))


def names_everything_by_hand(x, attention, ffn, norms, num_heads, pre_norm):
    """Unpacks all matrices and loops over heads and tokens."""
    (W_q, W_k, W_v, W_o), (W_1, b_1, W_2, b_2) = attention, ffn
    d_head = x.shape[1] // num_heads

    def attend(tokens):
        joined = np.zeros(tokens.shape)
        for h in range(num_heads):
            own = slice(h * d_head, (h + 1) * d_head)
            Q, K, V = tokens @ W_q[:, own], tokens @ W_k[:, own], tokens @ W_v[:, own]
            for i in range(len(tokens)):
                joined[i, own] = _softmax(K @ Q[i] / d_head**0.5) @ V
        return joined @ W_o

    def feed(tokens):
        return np.array([np.where(t @ W_1 + b_1 > 0, t @ W_1 + b_1, 0) @ W_2 + b_2 for t in tokens])

    def norm(tokens, which):
        gamma, beta = norms[2 * which : 2 * which + 2]
        return np.array([(t - t.mean()) / np.sqrt(t.var() + 1e-5) * gamma + beta for t in tokens])

    x = x + attend(norm(x, 0)) if pre_norm else norm(x + attend(x), 0)
    return x + feed(norm(x, 1)) if pre_norm else norm(x + feed(x), 1)


def keeps_its_parts_in_an_object(x, attention, ffn, norms, num_heads, pre_norm):
    """A class that is called like a layer of a library."""

    class Layer:
        def __init__(self):
            self.residual = self.before if pre_norm else self.after

        def before(self, y, part, gamma, beta):
            return y + part(_norm(y, gamma, beta))

        def after(self, y, part, gamma, beta):
            return _norm(y + part(y), gamma, beta)

        def __call__(self, y):
            y = self.residual(y, lambda z: _attend(z, *attention, num_heads), *norms[:2])
            return self.residual(y, lambda z: _feed(z, *ffn), *norms[2:])

    return Layer()(x)


def adds_the_heads_through_blocks_of_W_o(x, attention, ffn, norms, num_heads, pre_norm):
    """Every head goes through its own rows of W_o, and the results are added."""

    def attend(y):
        blocks = (np.split(W, num_heads, axis=1) for W in attention[:3])
        total = 0
        for a, b, c, rows in zip(*blocks, np.split(attention[3], num_heads)):
            q, k = y @ a, y @ b
            total = total + _softmax(q @ k.T / np.sqrt(q.shape[1])) @ (y @ c) @ rows
        return total

    gamma_1, beta_1, gamma_2, beta_2 = norms
    if pre_norm:
        y = x + attend(_norm(x, gamma_1, beta_1))
        return y + _feed(_norm(y, gamma_2, beta_2), *ffn)
    y = _norm(x + attend(x), gamma_1, beta_1)
    return _norm(y + _feed(y, *ffn), gamma_2, beta_2)
