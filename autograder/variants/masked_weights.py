"""Right but unusual answers to masked_weights(scores, mask); every one keeps full marks."""

import math

import numpy as np


def softmaxes_the_allowed_part_of_each_row(scores, mask):
    """Row by row, only the allowed scores are looked at."""
    weights = np.zeros(scores.shape)
    for i, allowed in enumerate(mask):
        if allowed.any():
            powers = np.exp(scores[i, allowed] - scores[i, allowed].max())
            weights[i, allowed] = powers / powers.sum()
    return weights


def fills_with_a_billion_and_cuts_off(scores, mask):
    """A large negative number instead of -inf, and the mask once more afterwards."""
    filled = np.where(mask, scores, -1e9)
    powers = np.exp(filled - filled.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) * mask


def turns_nan_into_zero(scores, mask):
    """Lets the rows without a key become nan and mends them at the end."""
    with np.errstate(invalid="ignore"):
        filled = np.where(mask, scores, -np.inf)
        powers = np.exp(filled - filled.max(axis=-1, keepdims=True))
        return np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))


def adds_a_penalty(scores, mask):
    """Adds 0 or -inf, made without a product."""
    penalty = np.zeros(mask.shape)
    penalty[~mask] = -np.inf
    added = scores + penalty
    top = np.maximum(added.max(axis=-1, keepdims=True), np.finfo(float).min)
    powers = np.exp(added - top)
    return powers / np.maximum(powers.sum(axis=-1, keepdims=True), np.finfo(float).tiny)


def takes_the_logarithm_of_the_sum(scores, mask):
    """exp of the score less the logarithm of the sum of powers."""
    filled = np.where(mask, np.asarray(scores, dtype=float), -np.inf)
    logs = np.logaddexp.reduce(filled, axis=-1, keepdims=True)
    return np.where(mask, np.exp(filled - np.where(np.isfinite(logs), logs, 0)), 0)


def uses_a_masked_array_on_the_way(scores, mask):
    """NumPy's masked arrays leave the forbidden scores out by themselves."""
    hidden = np.ma.masked_array(np.asarray(scores, dtype=float), ~mask)
    powers = np.ma.exp(hidden - hidden.max(axis=-1, keepdims=True))
    return np.asarray((powers / powers.sum(axis=-1, keepdims=True)).filled(0.0))


def loops_over_every_score(scores, mask):
    """Plain loops and the standard library's math."""
    weights = np.zeros(scores.shape)
    for i in range(scores.shape[0]):
        keys = [j for j in range(scores.shape[1]) if mask[i, j]]
        top = max((float(scores[i, j]) for j in keys), default=0.0)
        total = math.fsum(math.exp(float(scores[i, j]) - top) for j in keys)
        for j in keys:
            weights[i, j] = math.exp(float(scores[i, j]) - top) / total
    return weights


def divides_where_there_is_something(scores, mask):
    """np.max and np.divide with where."""
    scores = np.asarray(scores, dtype=float)
    top = np.max(scores, axis=-1, keepdims=True, where=mask, initial=-np.inf)
    powers = np.exp(scores - np.where(np.isfinite(top), top, 0), where=mask, out=np.zeros(scores.shape))
    total = powers.sum(axis=-1, keepdims=True)
    return np.divide(powers, total, where=total > 0, out=np.zeros(scores.shape))


def compares_keys_in_pairs(scores, mask):
    """One over the sum of exp of differences."""
    scores = np.asarray(scores, dtype=float)
    gaps = np.where(mask[:, None, :], scores[:, None, :] - scores[:, :, None], -np.inf)
    with np.errstate(over="ignore", divide="ignore"):
        return np.where(mask, 1 / np.exp(gaps).sum(axis=-1), 0)


def works_on_a_copy(scores, mask):
    """Changes an array of its own, step by step."""
    weights = np.array(scores, dtype=float)
    weights[~mask] = -np.inf
    weights -= np.where(mask.any(axis=-1, keepdims=True), weights.max(axis=-1, keepdims=True), 0)
    np.exp(weights, out=weights)
    weights /= np.where(mask.any(axis=-1, keepdims=True), weights.sum(axis=-1, keepdims=True), 1)
    return weights
