"""Right but unusual answers to grad_check(f, x, gradient); every one keeps full marks."""

import itertools

import numpy as np


def steps_in_a_copy_and_back(f, x, gradient):
    """One copy, whose number is put back to what it was after each pair of calls."""
    point = np.array(x, dtype=np.float64)
    gaps = []
    for place in np.ndindex(point.shape):
        kept = point[place]
        point[place] = kept + 1e-5
        above = f(point)
        point[place] = kept - 1e-5
        below = f(point)
        point[place] = kept
        gaps.append(abs(gradient[place] - (above - below) / 2e-5))
    return np.max(gaps)


def adds_one_hot_arrays(f, x, gradient):
    """Each step is a whole array with one number that is not 0."""
    x = x.astype(float)
    slopes = []
    for place in range(x.size):
        step = np.zeros(x.size)
        step[place] = 1e-5
        step = step.reshape(x.shape)
        slopes.append((f(x + step) - f(x - step)) / 2e-5)
    return abs(gradient - np.reshape(slopes, x.shape)).max()


def works_on_the_flat_array(f, x, gradient):
    """Goes through the raveled array and gives f the shape that it asks for."""
    flat = np.asarray(x, dtype=np.float64).reshape(-1)
    worst = -np.inf
    for place, claimed in enumerate(np.asarray(gradient, dtype=np.float64).reshape(-1)):
        above, below = flat.copy(), flat.copy()
        above[place], below[place] = flat[place] + 1e-5, flat[place] - 1e-5
        slope = (f(above.reshape(x.shape)) - f(below.reshape(x.shape))) / 2e-5
        worst = np.maximum(worst, abs(claimed - slope))
    return float(worst)


def takes_the_norm(f, x, gradient):
    """The largest size is the norm of order infinity."""
    x = np.array(x, dtype=np.float64)
    difference = np.empty(x.size)
    for number, place in enumerate(itertools.product(*map(range, x.shape))):
        pair = []
        for sign in (1, -1):
            moved = x.copy()
            moved[place] += sign * 1e-5
            pair.append(f(moved))
        difference[number] = gradient[place] - (pair[0] - pair[1]) / 2 / 1e-5
    return np.linalg.norm(difference, ord=np.inf)


def refuses_what_is_not_finite(f, x, gradient):
    """Gives infinity where the gradient is no number, and never asks f there."""
    if not np.isfinite(gradient).all():
        return float("inf")
    x = np.array(x, dtype=np.float64)

    def gap(place):
        step = np.zeros_like(x)
        step[place] = 1e-5
        return abs(float(gradient[place]) - (f(x + step) - f(x - step)) / 2e-5)

    return max(gap(place) for place in np.ndindex(x.shape))


def compares_with_a_finer_step(f, x, gradient):
    """A step half as wide: the same to all digits that count."""
    x = np.array(x, dtype=np.float64)
    slopes = np.zeros(x.shape)
    for place in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[place] = 5e-6
        slopes[place] = (f(x + step) - f(x - step)) / 1e-5
    return float(np.abs(gradient - slopes).max())
