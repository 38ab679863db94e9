"""Wrong ideas about grad_check(f, x, gradient), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception

STEP = 1e-5


def _slopes(f, x, step=STEP):
    """Central differences, place by place."""
    x = np.array(x, dtype=np.float64)
    slopes = np.empty(x.shape)
    for place in np.ndindex(x.shape):
        above, below = x.copy(), x.copy()
        above[place] += step
        below[place] -= step
        slopes[place] = (f(above) - f(below)) / (2 * step)
    return slopes


def _gaps(f, x, gradient, step=STEP):
    return abs(np.asarray(gradient, dtype=np.float64) - _slopes(f, x, step))


def _worst(gaps):
    return float(np.abs(gaps).max())


# --- which difference -------------------------------------------------------------------------------------------------


@misconception(hint="How far apart are the two points at which f is asked?", caught_by="test_values")
def divides_by_one_step(f, x, gradient):
    """This number is what comes out when the central difference is divided by one step and not by two."""
    return _worst(gradient - 2 * _slopes(f, x))


@misconception(
    hint="For the square of x at 3: what do (f(3 + h) - f(3)) / h and (f(3 + h) - f(3 - h)) / 2h give?",
    caught_by="test_right_gradient",
)
def steps_forward_only(f, x, gradient):
    """This number is what comes out when f is asked at x and one step above it, on one side only."""
    x = np.array(x, dtype=np.float64)
    here, slopes = f(x), np.empty(x.shape)
    for place in np.ndindex(x.shape):
        above = x.copy()
        above[place] += STEP
        slopes[place] = (f(above) - here) / STEP
    return _worst(gradient - slopes)


@misconception(
    hint="For the square of x at 3: what do (f(3) - f(3 - h)) / h and (f(3 + h) - f(3 - h)) / 2h give?",
    caught_by="test_right_gradient",
)
def steps_backward_only(f, x, gradient):
    """This number is what comes out when f is asked at x and one step below it, on one side only."""
    x = np.array(x, dtype=np.float64)
    here, slopes = f(x), np.empty(x.shape)
    for place in np.ndindex(x.shape):
        below = x.copy()
        below[place] -= STEP
        slopes[place] = (here - f(below)) / STEP
    return _worst(gradient - slopes)


@misconception(hint="When f grows, should the measured slope be above or below 0?", caught_by="test_values")
def subtracts_the_wrong_way_round(f, x, gradient):
    """This number is what comes out when the value above is subtracted from the value below."""
    return _worst(gradient + _slopes(f, x))


@misconception(hint="Which width of step does the docstring name?", caught_by="test_right_gradient")
def steps_by_a_hundredth(f, x, gradient):
    """This number is what comes out when the step is 0.01."""
    return _worst(_gaps(f, x, gradient, 1e-2))


@misconception(hint="Which width of step does the docstring name?", caught_by="test_right_gradient")
def steps_by_a_thousandth(f, x, gradient):
    """This number is what comes out when the step is 0.001."""
    return _worst(_gaps(f, x, gradient, 1e-3))


@misconception(hint="Where x is 50, how wide is your step?", caught_by="test_far_from_zero")
def steps_in_proportion_to_x(f, x, gradient):
    """This number is what comes out when the step grows with the number that it changes."""
    x = np.array(x, dtype=np.float64)
    slopes = np.empty(x.shape)
    for place in np.ndindex(x.shape):
        step = STEP * max(1.0, abs(x[place]))
        above, below = x.copy(), x.copy()
        above[place] += step
        below[place] -= step
        slopes[place] = (f(above) - f(below)) / (2 * step)
    return _worst(gradient - slopes)


# --- which place ------------------------------------------------------------------------------------------------------


@misconception(hint="When all numbers move at once, whose slope do you measure?", caught_by="test_values")
def moves_all_numbers_at_once(f, x, gradient):
    """This number is what comes out when the step is added to the whole array and not to one number of it."""
    x = np.array(x, dtype=np.float64)
    slope = (f(x + STEP) - f(x - STEP)) / (2 * STEP)
    return _worst(gradient - slope)


@misconception(
    hint="After one number has been tried, where does it stand for the next one?", caught_by="test_right_gradient"
)
def leaves_the_step_in_place(f, x, gradient):
    """This number is what comes out when the numbers tried before are left a step below where they stood."""
    point = np.array(x, dtype=np.float64)
    slopes = np.empty(point.shape)
    for place in np.ndindex(point.shape):
        point[place] += STEP
        above = f(point.copy())
        point[place] -= 2 * STEP
        slopes[place] = (above - f(point.copy())) / (2 * STEP)
    return _worst(gradient - slopes)


@misconception(hint="What does your function do to the x of whoever calls it?", caught_by="test_leaves_arguments_alone")
def steps_in_the_callers_array(f, x, gradient):
    """The number is right, but the array x that was handed in is moved away for good."""
    worst = _worst(_gaps(f, x, gradient))
    x -= x.dtype.type(1)
    return worst


# --- which gap --------------------------------------------------------------------------------------------------------


@misconception(hint="Is a gradient that is too small by 1 better than one that is right?", caught_by="test_values")
def forgets_the_absolute_value(f, x, gradient):
    """This number is what comes out when the largest of the signed differences is taken."""
    return float((np.asarray(gradient, dtype=np.float64) - _slopes(f, x)).max())


@misconception(hint="One wrong number among a thousand right ones: does your answer show it?", caught_by="test_values")
def averages_the_gaps(f, x, gradient):
    """This number is what comes out when the gaps are averaged."""
    return float(np.mean(_gaps(f, x, gradient)))


@misconception(hint="Is the largest of several gaps their sum?", caught_by="test_values")
def adds_the_gaps_up(f, x, gradient):
    """This number is what comes out when the gaps are added up."""
    return float(np.sum(_gaps(f, x, gradient)))


@misconception(hint="Is the largest of several gaps the length of all together?", caught_by="test_values")
def takes_the_length_of_the_gaps(f, x, gradient):
    """This number is what comes out when the Euclidean length of all gaps is taken."""
    return float(np.sqrt(np.sum(_gaps(f, x, gradient) ** 2)))


@misconception(hint="Which of the gaps would warn you of a mistake?", caught_by="test_values")
def returns_the_smallest_gap(f, x, gradient):
    """This number is what comes out when the smallest of the gaps is returned."""
    return float(np.min(_gaps(f, x, gradient)))


@misconception(hint="How many numbers of x does your loop look at before it returns?", caught_by="test_values")
def looks_at_the_first_number_only(f, x, gradient):
    """This number is the gap at the first number of x alone."""
    return float(_gaps(f, x, gradient).flat[0])


@misconception(hint="What is kept when the loop goes on to the next number?", caught_by="test_values")
def keeps_the_last_gap_only(f, x, gradient):
    """This number is the gap at the last number of x alone."""
    return float(_gaps(f, x, gradient).flat[-1])


@misconception(hint="Is a gap of 0.5 beside a slope of 100 asked for as 0.5 or as 0.005?", caught_by="test_values")
def divides_by_the_size(f, x, gradient):
    """This number is what comes out when each gap is divided by the size of the two that are compared."""
    slopes = _slopes(f, x)
    return _worst((gradient - slopes) / np.maximum(np.abs(gradient) + np.abs(slopes), 1e-8))


@misconception(hint="Is the largest gap asked for, or its square?", caught_by="test_values")
def squares_the_gaps(f, x, gradient):
    """This number is what comes out when the largest of the squared gaps is returned."""
    return float(np.max(_gaps(f, x, gradient) ** 2))


@misconception(
    hint="Ask Python for max(0.0, nan). Which gradient would pass that way?", caught_by="test_nan_is_not_right"
)
def lets_nan_pass(f, x, gradient):
    """This number is what comes out when a gap of nan is passed over, as max and > do."""
    worst = 0.0
    for gap in _gaps(f, x, gradient).flat:
        worst = max(worst, float(gap))
    return worst


# --- which form -------------------------------------------------------------------------------------------------------


@misconception(hint="Whether, or how far: which of the two is asked for?", caught_by="test_one_number")
def says_whether_it_is_close(f, x, gradient):
    """Here True or False came back, whether all gaps are small, and not the largest of them."""
    return bool(np.all(_gaps(f, x, gradient) < 1e-4))


@misconception(hint="How many numbers does the docstring promise?", caught_by="test_one_number")
def returns_all_gaps(f, x, gradient):
    """Here all the gaps came back, and not the largest of them."""
    return _gaps(f, x, gradient)


# --- which numbers ----------------------------------------------------------------------------------------------------


@misconception(hint="What is 3 + 0.00001 in an array of whole numbers?", caught_by="test_integers_and_single")
def steps_in_an_integer_array(f, x, gradient):
    """This number is what comes out when the step is added in a copy of x that keeps its dtype."""
    slopes = np.empty(x.shape)
    for place in np.ndindex(x.shape):
        above, below = x.copy(), x.copy()
        above[place] = above[place] + STEP
        below[place] = below[place] - STEP
        slopes[place] = (f(above) - f(below)) / (2 * STEP)
    return _worst(gradient - slopes)


@misconception(hint="Is x + h - 2 h + h always x again?", caught_by="test_leaves_arguments_alone")
def moves_x_itself(f, x, gradient):
    """The number is right, but x is no longer what it was: it was moved itself, and moved back by adding."""
    x, gaps = x if x.dtype == np.float64 else x.astype(float), []
    for place in np.ndindex(x.shape):
        x[place] += STEP
        above = f(x)
        x[place] -= 2 * STEP
        gaps.append(gradient[place] - (above - f(x)) / (2 * STEP))
        x[place] += STEP
    return _worst(np.array(gaps))


@misconception(hint="How many calls does each number of x need?", caught_by="test_budget")
def asks_four_times_for_each_number(f, x, gradient):
    """The number is right, but f is asked more often than twice for each number of x."""
    _slopes(f, x)
    return _worst(_gaps(f, x, gradient))
