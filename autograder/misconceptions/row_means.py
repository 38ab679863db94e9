"""Wrong ideas about row_means(x), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


@misconception(hint="Which axis do the numbers of one row run along?", caught_by="test_shape")
def averages_the_columns(x):
    """This is what comes out when the mean of each column is taken."""
    return x.mean(axis=0)


@misconception(hint="How many rows are there, and how many means?", caught_by="test_shape")
def averages_everything(x):
    """This shape is what comes out when one mean is taken of the whole array."""
    return x.mean()


@misconception(hint="Is one number per row an array with one axis or with two?", caught_by="test_shape")
def keeps_the_axis(x):
    """This shape is what comes out when the axis of the mean is kept."""
    return x.mean(axis=1, keepdims=True)


@misconception(hint="How many numbers has a row, and where does that number enter?", caught_by="test_values")
def adds_up_and_never_divides(x):
    """These numbers are what comes out when the numbers of each row are added up and not divided."""
    return x.sum(axis=1)


@misconception(hint="By how many is a sum of d_model numbers divided?", caught_by="test_values")
def divides_by_the_number_of_rows(x):
    """These numbers are what comes out when the sum of a row is divided by the number of rows."""
    return x.sum(axis=1) / len(x)


@misconception(hint="By how many is a sum of d_model numbers divided?", caught_by="test_values")
def divides_by_all_numbers(x):
    """These numbers are what comes out when the sum of a row is divided by how many numbers the array holds."""
    return x.sum(axis=1) / x.size


@misconception(hint="A row of one number has which mean?", caught_by="test_values")
def divides_by_one_less(x):
    """These numbers are what comes out when the sum of a row is divided by one less than it has numbers."""
    return x.sum(axis=1) / (x.shape[1] - 1)


@misconception(hint="Which middle moves when the largest number alone grows?", caught_by="test_values")
def takes_the_median(x):
    """These numbers are what comes out when the median of each row is taken."""
    return np.median(x, axis=1)


@misconception(hint="Do the numbers between the smallest and the largest count?", caught_by="test_values")
def meets_halfway_between_the_extremes(x):
    """These numbers are what comes out when the smallest and the largest number of a row are averaged."""
    return (x.min(axis=1) + x.max(axis=1)) / 2


@misconception(hint="May a mean be negative?", caught_by="test_values")
def averages_the_magnitudes(x):
    """These numbers are what comes out when the signs are dropped before the mean is taken."""
    return np.abs(x).mean(axis=1)


@misconception(hint="Which kind of division keeps what is behind the point?", caught_by="test_integers")
def divides_without_a_remainder(x):
    """These numbers are what comes out when the sums are divided with //."""
    return x.sum(axis=1) // x.shape[1]


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_x(x):
    """These numbers are what comes out when the means are stored in an array with the dtype of x."""
    means = np.zeros(len(x), dtype=x.dtype)
    means[:] = x.mean(axis=1)
    return means


@misconception(hint="Is a mean asked for, or what is left without it?", caught_by="test_shape")
def subtracts_the_means(x):
    """This shape is what comes out when every row is handed back less its mean."""
    return x - x.mean(axis=1, keepdims=True)


@misconception(hint="Is printing the same as computing?", caught_by="test_values")
def rounds_to_two_digits(x):
    """These numbers are what comes out when the means are rounded to two digits."""
    return np.round(x.mean(axis=1), 2)


@misconception(hint="What should a function hand back that others go on computing with?", caught_by="test_shape")
def returns_a_list(x):
    """This type is what comes out when the means are collected in a list and not made an array."""
    return [float(row.mean()) for row in x]


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(x):
    """This dtype is what comes out when everything is computed in float16."""
    return x.astype(np.float16).mean(axis=1)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_single_precision(x):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    return x.astype(np.float32).mean(axis=1).astype(float)


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def divides_x_in_place(x):
    """This change to x is what is left behind when x is divided in place before the sum."""
    x /= x.shape[1]
    return x.sum(axis=1)
