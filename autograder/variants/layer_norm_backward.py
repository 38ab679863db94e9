"""Right but unusual answers to layer_norm_backward(x, gamma, d_output, eps); every one keeps full marks."""

import numpy as np


def _hat(x, eps):
    x = np.asarray(x, dtype=np.result_type(x, np.float32) if x.dtype == np.float32 else np.float64)
    centred = x - x.mean(axis=-1, keepdims=True)
    inverse = 1 / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + eps)
    return centred * inverse, inverse


def multiplies_everything_by_the_width(x, gamma, d_output, eps=1e-5):
    """The three-term form that books print, with sums in place of averages."""
    hat, inverse = _hat(x, eps)
    d_hat, width = d_output * gamma, x.shape[-1]
    sums = d_hat.sum(axis=-1, keepdims=True) + hat * (d_hat * hat).sum(axis=-1, keepdims=True)
    return inverse / width * (width * d_hat - sums), (d_output * hat).sum(axis=0), d_output.sum(axis=0) * 1.0


def walks_back_step_by_step(x, gamma, d_output, eps=1e-5):
    """Every step of the forward run has one of its own on the way back."""
    x = x * 1.0
    mean = x.mean(axis=1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=1, keepdims=True)
    d_hat = d_output * gamma
    d_variance = (d_hat * (x - mean)).sum(axis=1, keepdims=True) * -0.5 * (variance + eps) ** -1.5
    d_mean = -d_hat.sum(axis=1, keepdims=True) / np.sqrt(variance + eps)
    dx = d_hat / np.sqrt(variance + eps) + d_variance * 2 * (x - mean) / x.shape[1] + d_mean / x.shape[1]
    return dx, np.sum(d_output * (x - mean) / np.sqrt(variance + eps), axis=0), np.sum(d_output, axis=0) * 1.0


def builds_the_jacobian_of_each_token(x, gamma, d_output, eps=1e-5):
    """A matrix for each token."""
    hat, inverse = _hat(x, eps)
    width = x.shape[-1]
    centring = np.eye(width) - 1 / width
    tokens = []
    for h, i, up in zip(hat, inverse, d_output * gamma, strict=True):
        tokens.append(i * (centring - np.outer(h, h) / width) @ up)
    return np.array(tokens), np.einsum("nd,nd->d", d_output, hat), d_output.sum(axis=0) * 1.0


def loops_over_the_tokens(x, gamma, d_output, eps=1e-5):
    """One token at a time, adding up what gamma and beta receive."""
    dx = np.zeros(x.shape)
    dgamma, dbeta = np.zeros(len(gamma)), np.zeros(len(gamma))
    for n in range(len(x)):
        root = np.sqrt(np.var(x[n]) + eps)
        hat = (x[n] - np.mean(x[n])) / root
        dgamma += d_output[n] * hat
        dbeta += d_output[n]
        d_hat = d_output[n] * gamma
        dx[n] = (d_hat - d_hat.mean() - hat * np.dot(d_hat, hat) / len(hat)) / root
    return dx, dgamma, dbeta


def works_on_the_transpose(x, gamma, d_output, eps=1e-5):
    """Tokens across, so that no keepdims is needed."""
    columns, up = x.T * 1.0, d_output.T * 1.0
    root = np.sqrt(columns.var(axis=0) + eps)
    hat = (columns - columns.mean(axis=0)) / root
    d_hat = up * gamma[:, None]
    dx = (d_hat - d_hat.mean(axis=0) - hat * (d_hat * hat).mean(axis=0)) / root
    return dx.T, (up * hat).sum(axis=1), up.sum(axis=1)


def projects_the_gradient(x, gamma, d_output, eps=1e-5):
    """Takes away what points along the normalised token, then what all features share."""
    hat, inverse = _hat(x, eps)
    d_hat = d_output * gamma
    along = np.einsum("nd,nd->n", d_hat, hat)[:, None] / x.shape[1] * hat
    left = d_hat - along
    return [
        (left - left.mean(axis=1, keepdims=True)) * inverse,
        np.sum(hat * d_output, 0),
        np.add.reduce(d_output * 1.0),
    ]
