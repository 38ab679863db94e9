"""Right but unusual answers to layer_norm(x, gamma, beta, eps); every one keeps full marks."""

import functools
import math
from dataclasses import dataclass

import numpy as np


def averages_squares_of_the_centred_rows(x, gamma, beta, eps=1e-5):
    """Centres once and never calls var."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + eps) * gamma + beta


def squares_the_standard_deviation(x, gamma, beta, eps=1e-5):
    """Takes std and squares it again."""
    spread = np.std(x, axis=-1, keepdims=True)
    return gamma * (x - np.mean(x, axis=-1, keepdims=True)) / np.sqrt(spread**2 + eps) + beta


def subtracts_the_squared_mean(x, gamma, beta, eps=1e-5):
    """The variance as mean of squares less square of mean, computed in float64."""
    x = np.asarray(x, dtype=np.float64)
    mean = x.mean(axis=1, keepdims=True)
    variance = np.maximum((x * x).mean(axis=1, keepdims=True) - mean**2, 0)
    return (x - mean) / np.sqrt(variance + eps) * gamma + beta


def fuses_stretch_and_shift(x, gamma, beta, eps=1e-5):
    """One factor and one offset per number."""
    factor = gamma / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return x * factor + (beta - x.mean(axis=-1, keepdims=True) * factor)


def loops_over_the_tokens(x, gamma, beta, eps=1e-5):
    """One token at a time, in a list."""
    return np.array([(token - token.mean()) / np.sqrt(token.var() + eps) * gamma + beta for token in x])


def loops_over_every_number(x, gamma, beta, eps=1e-5):
    """Plain loops and the standard library's math."""
    output = np.empty(x.shape, dtype=float)
    for i, token in enumerate(x.tolist()):
        mean = math.fsum(token) / len(token)
        root = math.sqrt(math.fsum((number - mean) ** 2 for number in token) / len(token) + eps)
        for j, number in enumerate(token):
            output[i, j] = (number - mean) / root * gamma[j] + beta[j]
    return output


def raises_to_a_negative_power(x, gamma, beta, eps=1e-5):
    """Multiplies by the power -0.5 and never divides."""
    return (x - x.mean(-1, keepdims=True)) * (x.var(-1, keepdims=True) + eps) ** -0.5 * gamma + beta


def projects_the_mean_away(x, gamma, beta, eps=1e-5):
    """Centres by a product with I - 1/d."""
    d_model = x.shape[-1]
    centred = x @ (np.eye(d_model) - 1 / d_model)
    return centred / np.sqrt(np.square(centred).sum(axis=-1, keepdims=True) / d_model + eps) * gamma + beta


def stretches_by_a_diagonal_matrix(x, gamma, beta, eps=1e-5):
    """Gamma stands on the diagonal of a matrix."""
    normalised = (x - x.mean(axis=1)[:, None]) / np.sqrt(x.var(axis=1)[:, None] + eps)
    return normalised @ np.diag(gamma) + beta


def turns_the_tokens_on_their_side(x, gamma, beta, eps=1e-5):
    """Works on the transpose, where no keepdims is needed."""
    columns = np.moveaxis(x, -1, 0)
    return ((columns - columns.mean(axis=0)) / np.sqrt(columns.var(axis=0) + eps)).T * gamma + beta


def applies_a_function_to_each_token(x, gamma, beta, eps=1e-5):
    """Runs along the rows with apply_along_axis and a partial function."""

    def norm(token, gamma, beta):
        return (token - np.average(token)) / math.sqrt(np.var(token) + eps) * gamma + beta

    return np.apply_along_axis(functools.partial(norm, gamma=gamma, beta=beta), 1, np.asarray(x, dtype=float))


def uses_einsum(x, gamma, beta, eps=1e-5):
    """Mean and variance are contractions."""
    d_model = x.shape[1]
    centred = x - np.einsum("nd->n", x)[:, None] / d_model
    variance = np.einsum("nd,nd->n", centred, centred) / d_model
    return np.einsum("nd,n,d->nd", centred, 1 / np.sqrt(variance + eps), gamma) + beta


def takes_a_hypotenuse(x, gamma, beta, eps=1e-5):
    """The root of variance plus eps as the hypotenuse over spread and root of eps."""
    spread = np.hypot(x.std(axis=-1, keepdims=True), math.sqrt(eps))
    return (x - x.mean(axis=-1, keepdims=True)) / spread * gamma + beta


def measures_the_length_of_a_longer_row(x, gamma, beta, eps=1e-5):
    """The length of the centred row with one entry for eps, over the root of d_model."""
    centred = x - x.mean(axis=-1, keepdims=True)
    d_model = x.shape[-1]
    longer = np.hstack([centred, np.full((len(x), 1), math.sqrt(d_model * eps))])
    return centred * math.sqrt(d_model) / np.linalg.norm(longer, axis=-1, keepdims=True) * gamma + beta


def updates_mean_and_variance(x, gamma, beta, eps=1e-5):
    """Goes through the features once, as Welford did."""
    mean, squares = np.zeros(len(x)), np.zeros(len(x))
    for count, feature in enumerate(np.asarray(x, dtype=float).T, start=1):
        step = feature - mean
        mean = mean + step / count
        squares = squares + step * (feature - mean)
    return (x - mean[:, None]) / np.sqrt(squares / x.shape[1] + eps)[:, None] * gamma + beta


def compares_features_in_pairs(x, gamma, beta, eps=1e-5):
    """The variance as half the mean squared difference of all pairs."""
    x = np.asarray(x, dtype=float)
    variance = ((x[:, :, None] - x[:, None, :]) ** 2).mean(axis=(1, 2)) / 2
    return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(variance + eps)[:, None] * gamma + beta


def works_in_place_on_a_copy(x, gamma, beta, eps=1e-5):
    """Changes an array of its own, step by step."""
    y = np.array(x, dtype=float)
    y -= y.mean(axis=-1, keepdims=True)
    y /= np.sqrt(np.mean(y**2, axis=-1, keepdims=True) + eps)
    y *= gamma
    y += beta
    return y


def keeps_its_parameters_in_an_object(x, gamma, beta, eps=1e-5):
    """A dataclass that is called like a layer."""

    @dataclass
    class LayerNorm:
        gamma: np.ndarray
        beta: np.ndarray
        eps: float

        def __call__(self, tokens):
            mean, variance = tokens.mean(axis=-1, keepdims=True), tokens.var(axis=-1, keepdims=True)
            return self.gamma * ((tokens - mean) / np.sqrt(variance + self.eps)) + self.beta

    return LayerNorm(gamma, beta, eps)(x)


def has_hints_and_no_default(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    """Type hints, a walrus and an eps without a default."""
    return (centred := x - x.mean(axis=-1, keepdims=True)) / np.sqrt(
        (centred**2).mean(axis=-1, keepdims=True) + eps
    ) * gamma + beta


def guards_its_arguments(x, gamma, beta, eps=1e-5):
    """Converts with asarray, refuses what does not fit, and silences warnings."""
    x, gamma, beta = (np.asarray(a, dtype=float) for a in (x, gamma, beta))
    if gamma.shape != x.shape[-1:] or beta.shape != x.shape[-1:]:
        raise ValueError("gamma and beta need one number per feature")
    with np.errstate(all="ignore"):
        return np.divide(x - x.mean(-1, keepdims=True), np.sqrt(x.var(-1, keepdims=True) + eps)) * gamma + beta


def computes_in_long_double(x, gamma, beta, eps=1e-5):
    """Computes wider than asked and comes back to float64."""
    wide = x.astype(np.longdouble)
    centred = wide - wide.mean(axis=-1, keepdims=True)
    return (centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps) * gamma + beta).astype(np.float64)


def writes_the_formula_in_one_line(x, gamma, beta, eps=1e-5):
    """Divides by the sum of squared spread and eps to the power of one half."""
    return beta + gamma * (x - x.mean(-1)[:, None]) / (x.std(-1)[:, None] ** 2 + eps) ** (1 / 2)
