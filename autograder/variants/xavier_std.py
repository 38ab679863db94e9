"""Right but unusual answers to xavier_std(fan_in, fan_out); every one keeps full marks."""

import math
import statistics
from fractions import Fraction

import numpy as np


def uses_numpy(fan_in, fan_out):
    """A NumPy number comes back."""
    return np.sqrt(2.0 / (fan_in + fan_out))


def raises_the_mean_to_minus_a_half(fan_in, fan_out):
    """One power instead of a quotient and a root."""
    return statistics.mean([fan_in, fan_out]) ** -0.5


def goes_through_logarithms(fan_in, fan_out):
    """Half the difference of two logarithms."""
    return math.exp((math.log(2) - math.log(fan_in + fan_out)) / 2)


def stays_exact_as_long_as_it_can(fan_in, fan_out):
    """A fraction, and one root at the end."""
    return float(Fraction(2, fan_in + fan_out)) ** 0.5


def scales_the_uniform_limit(fan_in, fan_out):
    """The limit of the uniform form over the root of three is the same spread."""
    return math.sqrt(6 / (fan_in + fan_out)) / math.sqrt(3)


def returns_an_array_without_axes(fan_in, fan_out):
    """An array of shape () holds one number."""
    return np.asarray((2 / np.add(fan_in, fan_out)) ** 0.5)


def measures_a_diagonal(fan_in, fan_out):
    """The hypotenuse of two equal sides is the root of twice the square of one."""
    side = 1 / math.sqrt(fan_in + fan_out)
    return math.hypot(side, side)
