"""Right but unusual answers to score_stats(scores); every one keeps full marks."""

import math
import statistics
from collections import namedtuple
from functools import reduce
from itertools import chain

import numpy as np

Stats = namedtuple("Stats", "mean std range max")


def returns_a_namedtuple(scores):
    """Names its four numbers."""
    wide = np.asarray(scores, dtype=float)
    return Stats(wide.mean(), wide.std(), np.ptp(wide), wide.max())


def returns_an_array(scores):
    """Puts the four numbers into one array."""
    wide = np.asarray(scores, dtype=float)
    return np.array([wide.mean(), wide.std(), wide.max() - wide.min(), wide.max()])


def returns_a_list_of_floats(scores):
    """Plain floats in a list."""
    wide = scores.astype(float)
    return [float(number) for number in (wide.mean(), wide.std(), wide.max() - wide.min(), wide.max())]


def loops_in_plain_python(scores):
    """Two passes over nested lists."""
    entries = [float(entry) for row in scores.tolist() for entry in row]
    mean = sum(entries) / len(entries)
    square = sum((entry - mean) ** 2 for entry in entries) / len(entries)
    return mean, square**0.5, max(entries) - min(entries), max(entries)


def asks_the_statistics_module(scores):
    """Uses the standard library's statistics."""
    entries = list(map(float, chain.from_iterable(scores.tolist())))
    return statistics.fmean(entries), statistics.pstdev(entries), max(entries) - min(entries), max(entries)


def sorts_a_copy(scores):
    """Reads the ends off a sorted copy."""
    ordered = np.sort(scores, axis=None).astype(np.float64)
    return ordered.mean(), np.sqrt(np.var(ordered)), ordered[-1] - ordered[0], ordered[-1]


def centres_first(scores):
    """Takes the norm of the centred scores over the root of their count."""
    flat = np.ravel(np.asarray(scores, float))
    centred = flat - (mean := flat.sum() / flat.size)
    return mean, np.linalg.norm(centred) / math.sqrt(flat.size), np.ptp(flat), np.amax(flat)


def updates_running_sums(scores):
    """Welford's one pass: mean and squared deviations are updated entry by entry."""
    count, mean, squares, low, high = 0, 0.0, 0.0, math.inf, -math.inf
    for entry in map(float, scores.flat):
        count += 1
        step = entry - mean
        mean += step / count
        squares += step * (entry - mean)
        low, high = min(low, entry), max(high, entry)
    return mean, math.sqrt(squares / count), high - low, high


def reduces_over_the_rows(scores):
    """Folds the rows with maximum and minimum."""
    wide = scores + 0.0
    top, bottom = (float(reduce(f, wide.ravel())) for f in (np.maximum, np.minimum))
    return wide.mean(dtype=float), wide.std(dtype=float), top - bottom, top


def adds_variance_within_and_between(scores):
    """The variance of all is the mean variance of the rows plus the variance of their means."""
    wide = np.asarray(scores, float)
    within, between = wide.var(axis=1).mean(), wide.mean(axis=1).var()
    return wide.mean(axis=1).mean(), (within + between) ** 0.5, wide.max(1).max() - wide.min(1).min(), wide.max(1).max()
