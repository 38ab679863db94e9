"""Right but unusual answers to overflow_risk(scores, dtype); every one keeps full marks."""

import math

import numpy as np


def computes_exp_and_looks(scores, dtype):
    """Computes exp in the dtype and looks for inf."""
    with np.errstate(over="ignore"):
        return bool(np.isinf(np.exp(scores.astype(dtype))).any())


def looks_up_three_limits(scores, dtype):
    """Three limits in a dictionary."""
    return bool(np.max(scores) > {"float16": 11.09, "float32": 88.72, "float64": 709.78}[dtype])


def asks_finfo(scores, dtype):
    """The logarithm of the largest number of the dtype, in long double."""
    return bool(np.asarray(scores).max() > np.log(np.longdouble(np.finfo(dtype).max)))


def returns_a_numpy_bool(scores, dtype):
    """NumPy's own True or False."""
    return (scores > float(np.log(np.finfo(dtype).max, dtype=np.float64))).any()


def loops_until_it_finds_one(scores, dtype):
    """Leaves at the first score that is too large."""
    limit = math.log(float(np.finfo(dtype).max))
    for row in scores.tolist():
        for score in row:
            if score > limit:
                return True
    return False


def counts_doublings(scores, dtype):
    """In powers of two: a score is so many halvings of the largest exponent."""
    return bool((np.asarray(scores, float) / math.log(2) >= np.finfo(dtype).maxexp).any())


def matches_the_dtype(scores, dtype: str) -> bool:
    """A match statement, and type hints."""
    match dtype:
        case "float16":
            most = 65504.0
        case "float32":
            most = 3.4028234663852886e38
        case "float64":
            most = 1.7976931348623157e308
        case _:
            raise ValueError(f"no float is called {dtype}")
    return max(map(max, scores.tolist())) > math.log(most)


def catches_the_warning(scores, dtype):
    """Lets NumPy raise on overflow and catches that."""
    try:
        with np.errstate(over="raise", under="ignore"):
            np.exp(scores.astype(dtype))
    except FloatingPointError:
        return True
    return False


def asks_math_exp(scores, dtype):
    """Lets math.exp overflow for float64, and compares its value for the others."""
    try:
        return math.exp(float(scores.max())) > float(np.finfo(dtype).max)
    except OverflowError:
        return True


def returns_a_zero_dimensional_array(scores, dtype):
    """The verdict as an array without axes."""
    return np.asarray(np.greater(scores, np.log(float(np.finfo(np.dtype(dtype)).max))).any())
