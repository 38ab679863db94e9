"""Wrong ideas about score_stats(scores), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _stats(scores):
    wide = np.asarray(scores, float)
    low, high = np.sort(wide, axis=None)[[0, -1]].tolist()
    return float(wide.mean()), float(wide.std()), high - low, high


# --- which entries ----------------------------------------------------------------------------------------------------


@misconception(hint="Which queries have you not looked at?", caught_by="test_mean")
def looks_at_the_first_row_only(scores):
    """These numbers are what comes out when only the first row is looked at."""
    return _stats(scores[0])


@misconception(hint="Which keys have you not looked at?", caught_by="test_mean")
def looks_at_the_diagonal_only(scores):
    """These numbers are what comes out when only the scores of each token with itself are looked at."""
    return _stats(np.diag(scores))


@misconception(hint="How many numbers does the text promise for a whole table?", caught_by="test_form")
def keeps_the_rows_apart(scores):
    """These arrays are what comes out when every row has statistics of its own."""
    return tuple(np.array([_stats(row) for row in scores]).T)


@misconception(hint="Two rows at levels 10 and -20: is the spread of the table small?", caught_by="test_std")
def averages_the_spreads_of_the_rows(scores):
    """This std is what comes out when the spread is taken row by row and averaged."""
    mean, _, span, most = _stats(scores)
    return mean, float(np.asarray(scores, float).std(axis=-1).mean()), span, most


@misconception(hint="Two rows at levels 10 and -20: is the range of the table small?", caught_by="test_range")
def takes_the_widest_row(scores):
    """This range is what comes out when the widest single row is taken."""
    mean, std, _, most = _stats(scores)
    return mean, std, float(np.ptp(np.asarray(scores, float), axis=-1).max()), most


# --- mean -------------------------------------------------------------------------------------------------------------


@misconception(hint="Does one outlier move the mean? Does it move yours?", caught_by="test_mean")
def takes_the_median(scores):
    """This mean is what comes out when the median is taken."""
    _, std, span, most = _stats(scores)
    return float(np.median(scores)), std, span, most


@misconception(hint="Do a score of 5 and one of -5 cancel in the mean?", caught_by="test_mean")
def averages_magnitudes(scores):
    """This mean is what comes out when magnitudes are averaged."""
    _, std, span, most = _stats(scores)
    return float(np.abs(scores.astype(float)).mean()), std, span, most


@misconception(hint="Is the middle of the range the mean?", caught_by="test_mean")
def takes_the_middle_of_the_range(scores):
    """This mean is what comes out when largest and smallest score are averaged."""
    _, std, span, most = _stats(scores)
    return most - span / 2, std, span, most


@misconception(hint="How many scores are there in a table of three rows and five columns?", caught_by="test_mean")
def divides_by_the_number_of_queries(scores):
    """This mean is what comes out when the sum is divided by n_q."""
    _, std, span, most = _stats(scores)
    return float(np.sum(scores) / len(scores)), std, span, most


# --- std --------------------------------------------------------------------------------------------------------------


@misconception(hint="Divide by the count, or by one less? What does one score give?", caught_by="test_std")
def divides_by_one_less(scores):
    """This std is what comes out when the squared deviations are divided by the count less one."""
    mean, _, span, most = _stats(scores)
    return mean, float(np.asarray(scores, float).std(ddof=1)), span, most


@misconception(hint="If every score doubles, what happens to your spread?", caught_by="test_std")
def leaves_out_the_root(scores):
    """This std is what comes out when the root of the variance is not taken."""
    mean, std, span, most = _stats(scores)
    return mean, std**2, span, most


@misconception(hint="Which spread do scores have that are all 4?", caught_by="test_std")
def measures_from_zero(scores):
    """This std is what comes out when the spread is measured around 0 and not around the mean."""
    mean, _, span, most = _stats(scores)
    return mean, float(np.sqrt((np.asarray(scores, float) ** 2).mean())), span, most


@misconception(hint="Deviations of 1 and 3: which is the root of the mean square?", caught_by="test_std")
def averages_the_deviations(scores):
    """This std is what comes out when the magnitudes of the deviations are averaged."""
    mean, _, span, most = _stats(scores)
    return mean, float(np.abs(scores - mean).mean()), span, most


@misconception(hint="What is left when two nearly equal large numbers are subtracted?", caught_by="test_std")
def subtracts_two_large_squares(scores):
    """This std is what comes out when the square of the mean is taken off the mean of the squares."""
    mean, _, span, most = _stats(scores)
    square = float((np.asarray(scores, float) ** 2).mean())
    return mean, float(np.sqrt(max(square - mean**2, 0.0))), span, most


# --- range and max ----------------------------------------------------------------------------------------------------


@misconception(hint="Is -9 larger than -2?", caught_by="test_max")
def takes_the_largest_magnitude(scores):
    """This max is what comes out when the largest magnitude is taken."""
    mean, std, span, _ = _stats(scores)
    return mean, std, span, float(np.abs(scores.astype(float)).max())


@misconception(hint="Is -9 larger than -2?", caught_by="test_max")
def keeps_the_sign_of_the_largest_magnitude(scores):
    """This max is what comes out when the score of largest magnitude is taken, with its sign."""
    mean, std, span, _ = _stats(scores)
    flat = np.asarray(scores, float).ravel()
    return mean, std, span, float(flat[np.abs(flat).argmax()])


@misconception(hint="Where is the largest score, and how large is it?", caught_by="test_max")
def says_where_the_maximum_is(scores):
    """This max is what comes out when the place of the largest score is returned instead of the score."""
    mean, std, span, _ = _stats(scores)
    return mean, std, span, float(np.argmax(scores))


@misconception(hint="Among scores below zero, which is the largest?", caught_by="test_max")
def starts_the_maximum_at_zero(scores):
    """This max is what comes out when a running maximum starts at 0."""
    mean, std, span, most = _stats(scores)
    return mean, std, span, max(0.0, most)


@misconception(hint="Is the smallest score always near zero?", caught_by="test_range")
def measures_the_range_from_zero(scores):
    """This range is what comes out when it is measured from 0 and not from the smallest score."""
    mean, std, _, most = _stats(scores)
    return mean, std, most, most


@misconception(hint="From which score to which does the range reach?", caught_by="test_range")
def measures_the_range_from_the_mean(scores):
    """This range is what comes out when the largest deviation from the mean is taken."""
    mean, std, _, most = _stats(scores)
    return mean, std, float(np.abs(scores - mean).max()), most


@misconception(hint="Can a range be negative?", caught_by="test_range")
def takes_smallest_minus_largest(scores):
    """This range is what comes out when the largest score is taken off the smallest."""
    mean, std, span, most = _stats(scores)
    return mean, std, -span, most


@misconception(hint="Which of the four comes third?", caught_by="test_range")
def swaps_range_and_max(scores):
    """These numbers are what comes out when max stands third and range fourth."""
    mean, std, span, most = _stats(scores)
    return mean, std, most, span


@misconception(hint="Which of the four comes first?", caught_by="test_mean")
def swaps_mean_and_std(scores):
    """These numbers are what comes out when std stands first and mean second."""
    mean, std, span, most = _stats(scores)
    return std, mean, span, most


@misconception(hint="How many numbers does the docstring promise?", caught_by="test_form")
def returns_both_ends(scores):
    """These five numbers are what comes out when the smallest score is added to the four."""
    mean, std, span, most = _stats(scores)
    return mean, std, span, most - span, most


# --- digits, types and arguments --------------------------------------------------------------------------------------


@misconception(hint="Is printing the same as computing?", caught_by="test_mean")
def rounds_to_three_digits(scores):
    """These numbers are what comes out when the four are rounded to three digits, as for printing."""
    return tuple(round(number, 3) for number in _stats(scores))


@misconception(hint="Can eight bits hold 120 - (-120)?", caught_by="test_integers")
def computes_in_the_dtype_it_is_given(scores):
    """This range is what comes out when whole numbers of eight bits are subtracted in eight bits."""
    mean, std, _, most = _stats(scores)
    return mean, std, float(np.ptp(scores)), most


@misconception(hint="Is a table of whole numbers no table of scores?", caught_by="test_integers")
def refuses_integers(scores):
    """This error is what comes out when an array of whole numbers is refused."""
    if scores.dtype.kind != "f":
        raise TypeError("scores must be floats")
    return _stats(scores)


@misconception(hint="Whose array does -= write into?", caught_by="test_leaves_arguments_alone")
def takes_the_mean_off_in_place(scores):
    """This change to the scores is what is left behind when their mean is taken off in place."""
    before = _stats(scores)
    if scores.dtype.kind == "f":
        scores -= scores.mean()
    return before


@misconception(hint="Whose array does sort() put in order?", caught_by="test_leaves_arguments_alone")
def sorts_the_scores(scores):
    """This change to the scores is what is left behind when each row is sorted in place."""
    scores.sort(axis=-1)
    return _stats(scores)
