"""Wrong ideas about fitted_exponent(sizes, costs), each with its evidence and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _slope(across, up):
    across, up = across - np.mean(across), up - np.mean(up)
    return float(np.sum(across * up) / np.sum(across * across))


# --- which logarithms -------------------------------------------------------------------------------------------------


@misconception(
    hint="What kind of curve becomes a straight line, when both logarithms are taken?",
    caught_by="test_units_do_not_matter",
)
def fits_the_numbers_themselves(sizes, costs):
    """This number is the slope of the costs against the sizes, with no logarithm taken."""
    return _slope(sizes, costs)


@misconception(hint="On which of the two axes is the logarithm missing?", caught_by="test_units_do_not_matter")
def takes_the_logarithm_of_costs_only(sizes, costs):
    """This number is the slope of log costs against the sizes themselves."""
    return _slope(sizes, np.log(costs))


@misconception(hint="On which of the two axes is the logarithm missing?", caught_by="test_units_do_not_matter")
def takes_the_logarithm_of_sizes_only(sizes, costs):
    """This number is the slope of the costs themselves against log sizes."""
    return _slope(np.log(sizes), costs)


@misconception(hint="Do both logarithms have the same base?", caught_by="test_values")
def mixes_the_bases(sizes, costs):
    """This number is what comes out when costs have the natural logarithm and sizes that to the base 2."""
    return _slope(np.log2(sizes), np.log(costs))


@misconception(hint="Do both logarithms have the same base?", caught_by="test_values")
def mixes_natural_and_decimal(sizes, costs):
    """This number is what comes out when sizes have the natural logarithm and costs the decimal one."""
    return _slope(np.log(sizes), np.log10(costs))


@misconception(hint="What does adding 1 do to numbers below 1?", caught_by="test_values")
def adds_one_before_the_logarithm(sizes, costs):
    """This number is what comes out when 1 is added before the logarithms are taken."""
    return _slope(np.log1p(sizes), np.log1p(costs))


# --- which line -------------------------------------------------------------------------------------------------------


@misconception(hint="Which of the two grows because of the other?", caught_by="test_values")
def fits_sizes_against_costs(sizes, costs):
    """This number is the slope of log sizes against log costs."""
    return _slope(np.log(costs), np.log(sizes))


@misconception(hint="Which number of the line is the slope, and which the height at 0?", caught_by="test_values")
def returns_the_intercept(sizes, costs):
    """This number is the height of the line at log size 0, and not its slope."""
    across, up = np.log(sizes), np.log(costs)
    return float(np.mean(up) - _slope(across, up) * np.mean(across))


@misconception(
    hint="Must the line run through the point where both logarithms are 0?", caught_by="test_units_do_not_matter"
)
def forces_the_line_through_zero(sizes, costs):
    """This number is the slope of the line that is forced through log size 0 and log cost 0."""
    across, up = np.log(sizes), np.log(costs)
    return float(np.sum(across * up) / np.sum(across * across))


@misconception(hint="What do the sizes between the first and the last say?", caught_by="test_values")
def joins_the_first_and_the_last(sizes, costs):
    """This number is the slope between the first and the last size, whatever lies between."""
    return float(np.log(costs[-1] / costs[0]) / np.log(sizes[-1] / sizes[0]))


@misconception(hint="What do the sizes between the smallest and the largest say?", caught_by="test_values")
def joins_the_smallest_and_the_largest(sizes, costs):
    """This number is the slope between the smallest and the largest size, whatever lies between."""
    low, high = np.argmin(sizes), np.argmax(sizes)
    return float(np.log(costs[high] / costs[low]) / np.log(sizes[high] / sizes[low]))


@misconception(
    hint="Do two neighbours that lie close together say as much as two that lie far apart?", caught_by="test_values"
)
def averages_the_local_slopes(sizes, costs):
    """This number is the average of the slopes from each size to the next."""
    return float(np.mean(np.diff(np.log(costs)) / np.diff(np.log(sizes))))


@misconception(hint="Is a correlation a slope?", caught_by="test_values")
def returns_the_correlation(sizes, costs):
    """This number is the correlation of the two logarithms, which never leaves -1 to 1."""
    across, up = np.log(sizes), np.log(costs)
    return float(np.corrcoef(across, up)[0, 1])


@misconception(
    hint="Does the quotient of two logarithms stay when you count in milliseconds?",
    caught_by="test_units_do_not_matter",
)
def averages_quotients_of_logarithms(sizes, costs):
    """This number is the average of log cost over log size."""
    return float(np.mean(np.log(costs) / np.log(sizes)))


@misconception(hint="Can a cost grow with the power 1.5?", caught_by="test_values")
def rounds_to_a_whole_number(sizes, costs):
    """This number is the slope, rounded to a whole number."""
    return float(round(_slope(np.log(sizes), np.log(costs))))


@misconception(hint="May a cost fall when the size grows?", caught_by="test_falling")
def drops_the_sign(sizes, costs):
    """This number is the slope without its sign."""
    return abs(_slope(np.log(sizes), np.log(costs)))


@misconception(hint="With which power of e does e to that number grow?", caught_by="test_values")
def raises_it_again(sizes, costs):
    """This number is e to the power of the slope: the exponent was taken for a logarithm once too often."""
    return float(np.exp(_slope(np.log(sizes), np.log(costs))))


@misconception(hint="Is a cost that doubles with the size of exponent 2 or 1?", caught_by="test_values")
def returns_the_factor_per_doubling(sizes, costs):
    """This number is by how much the cost is multiplied when the size doubles: 2 to the power of the exponent."""
    return float(2 ** _slope(np.log(sizes), np.log(costs)))


@misconception(
    hint="How many digits does float32 keep of 1001.3, and how far is it from 1002.1?", caught_by="test_values"
)
def computes_in_single_precision(sizes, costs):
    """This number is what comes out when the logarithms are taken in float32."""
    return _slope(*(np.log(np.asarray(numbers, dtype=np.float32)).astype(np.float64) for numbers in (sizes, costs)))


# --- form and manners -------------------------------------------------------------------------------------------------


@misconception(hint="How many numbers does np.polyfit give for a line?", caught_by="test_one_number")
def returns_the_whole_line(sizes, costs):
    """Here slope and height came back together, as np.polyfit gives them."""
    return np.polyfit(np.log(sizes), np.log(costs), 1)


@misconception(hint="What does sort do to the array of whoever calls you?", caught_by="test_leaves_arguments_alone")
def takes_logarithms_in_place(sizes, costs):
    """The number is right, but an array that was handed in is changed for good."""
    found = _slope(np.log(sizes), np.log(costs))
    costs *= costs.dtype.type(2)
    return found
