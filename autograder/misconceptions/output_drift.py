"""Wrong ideas about output_drift(output, x), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _lengths(rows):
    return np.sqrt((rows * 1.0 * rows).sum(axis=-1))


# --- the length of what -----------------------------------------------------------------------------------------------


@misconception(hint="If the output equals x, how far has a token moved?", caught_by="test_same_either_way_round")
def measures_the_output_alone(output, x):
    """These numbers are what comes out when the length of the output is taken, and x is never used."""
    return _lengths(output)


@misconception(hint="If the output equals x, how far has a token moved?", caught_by="test_same_either_way_round")
def adds_the_residual_once_more(output, x):
    """These numbers are what comes out when x is added to the output before the length is taken."""
    return _lengths(output + x)


@misconception(hint="Can a token turn round and keep its length?", caught_by="test_same_either_way_round")
def subtracts_the_lengths(output, x):
    """These numbers are what comes out when the length of x is taken off the length of the output."""
    return _lengths(output) - _lengths(x)


@misconception(hint="Can a token turn round and keep its length?", caught_by="test_values")
def compares_the_lengths(output, x):
    """These numbers are what comes out when only the lengths are compared, not the tokens."""
    return np.abs(_lengths(output) - _lengths(x))


@misconception(hint="Is the distance asked for, or its share of the token's length?", caught_by="test_values")
def divides_by_the_length_of_x(output, x):
    """These numbers are what comes out when the distance is divided by the length of x."""
    return _lengths(output - x) / np.maximum(_lengths(x), 1e-12)


@misconception(hint="Is an angle a length?", caught_by="test_values")
def measures_the_angle(output, x):
    """These numbers are what comes out when one minus the cosine of the angle between output and x is taken."""
    return 1 - (output * 1.0 * x).sum(axis=-1) / np.maximum(_lengths(output) * _lengths(x), 1e-12)


@misconception(hint="Does every token count from where it was itself?", caught_by="test_values")
def measures_from_the_first_token(output, x):
    """These numbers are what comes out when every token's distance to the first token of x is taken."""
    return _lengths(output - x[:1])


@misconception(hint="Is the mean of a row what a token is?", caught_by="test_values")
def compares_the_means(output, x):
    """These numbers are what comes out when the means of output and x are compared for each token."""
    return np.abs(output.mean(axis=-1) - x.mean(axis=-1))


# --- which length -----------------------------------------------------------------------------------------------------


@misconception(hint="After which step does a length have the unit of x again?", caught_by="test_values")
def forgets_the_root(output, x):
    """These numbers are what comes out when the squares are added up and no root is taken."""
    return ((output - x) * 1.0 * (output - x)).sum(axis=-1)


@misconception(hint="Is a length a sum of squares or their mean?", caught_by="test_values")
def averages_the_squares(output, x):
    """These numbers are what comes out when the squares are averaged over the features before the root."""
    return np.sqrt(((output - x) * 1.0 * (output - x)).mean(axis=-1))


@misconception(hint="Is the way round two corners as long as the straight one?", caught_by="test_values")
def adds_absolute_differences(output, x):
    """These numbers are what comes out when the absolute differences are added up."""
    return np.abs(output - x).sum(axis=-1) * 1.0


@misconception(hint="Does only the feature that moved most count?", caught_by="test_values")
def takes_the_largest_difference(output, x):
    """These numbers are what comes out when the largest difference of a token is taken."""
    return np.abs(output - x).max(axis=-1) * 1.0


@misconception(hint="May steps up and steps down cancel each other?", caught_by="test_same_either_way_round")
def adds_signed_differences(output, x):
    """These numbers are what comes out when the differences are added up with their signs."""
    return (output - x).sum(axis=-1) * 1.0


@misconception(hint="May steps up and steps down cancel each other?", caught_by="test_values")
def squares_after_the_sum(output, x):
    """These numbers are what comes out when the differences are added up first and squared afterwards."""
    return np.abs((output - x).sum(axis=-1)) * 1.0


@misconception(hint="Is a spread round the mean a length?", caught_by="test_values")
def takes_the_standard_deviation(output, x):
    """These numbers are what comes out when the standard deviation of the differences is taken."""
    return (output - x).std(axis=-1)


@misconception(hint="Is the root taken of each square or of their sum?", caught_by="test_values")
def averages_absolute_differences(output, x):
    """These numbers are what comes out when the absolute differences are averaged over the features."""
    return np.abs(output - x).mean(axis=-1)


@misconception(hint="Is the length asked for, or its half?", caught_by="test_values")
def halves_the_length(output, x):
    """These numbers are what comes out when the distance is halved."""
    return _lengths(output - x) / 2


@misconception(hint="By how much is a number moved that is added for safety?", caught_by="test_same_either_way_round")
def adds_a_thousandth_under_the_root(output, x):
    """These numbers are what comes out when 1e-3 is added under the root."""
    return np.sqrt(((output - x) * 1.0 * (output - x)).sum(axis=-1) + 1e-3)


@misconception(hint="What is left when two nearly equal large numbers are subtracted?", caught_by="test_small_steps")
def multiplies_the_square_out(output, x):
    """These numbers are what comes out when the square of the difference is multiplied out into three sums."""
    output, x = output * 1.0, x * 1.0
    squares = (output**2).sum(axis=-1) - 2 * (output * x).sum(axis=-1) + (x**2).sum(axis=-1)
    return np.sqrt(np.maximum(squares, 0))


# --- how many numbers -------------------------------------------------------------------------------------------------


@misconception(hint="How many tokens are there, and how many numbers came out?", caught_by="test_shape")
def measures_each_feature(output, x):
    """This is what comes out when the length is taken over the tokens, one for each feature."""
    return _lengths((output - x).T)


@misconception(hint="How many tokens are there, and how many numbers came out?", caught_by="test_shape")
def measures_everything_at_once(output, x):
    """This is what comes out when one length is taken of all tokens together."""
    return np.linalg.norm(np.ravel(output - x))


@misconception(hint="Which tokens have not been looked at?", caught_by="test_shape")
def answers_the_first_token_only(output, x):
    """This is what comes out when only the first token is measured, as the post does."""
    return np.linalg.norm(output[0] - x[0])


@misconception(hint="How many tokens are there, and how many numbers came out?", caught_by="test_shape")
def averages_over_the_tokens(output, x):
    """This is what comes out when the lengths of all tokens are averaged into one number."""
    return _lengths(output - x).mean()


@misconception(hint="Which shape does the docstring promise?", caught_by="test_shape")
def keeps_the_last_axis(output, x):
    """This shape is what comes out when the last axis is kept with length one."""
    return np.expand_dims(_lengths(output - x), 1)


@misconception(hint="What has to be added up before a length is one number?", caught_by="test_shape")
def returns_the_differences(output, x):
    """This shape is what comes out when the absolute differences are returned and never added up."""
    return np.abs(output - x)


@misconception(hint="Does the function measure, or judge?", caught_by="test_dtype")
def judges_against_a_threshold(output, x):
    """This dtype is what comes out when the lengths are compared with 1e-5 and the verdict is returned."""
    return _lengths(output - x) < 1e-5


# --- precision and arguments ------------------------------------------------------------------------------------------


@misconception(hint="Is printing the same as computing?", caught_by="test_values")
def rounds_to_three_decimals(output, x):
    """These numbers are what comes out when the lengths are rounded to three decimals."""
    return np.round(_lengths(output - x), 3)


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(output, x):
    """This dtype is what comes out when everything is computed in float16."""
    return _lengths(output.astype(np.float16) - x.astype(np.float16)).astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_small_steps")
def passes_through_single_precision(output, x):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    return np.linalg.norm(output.astype(np.float32) - x.astype(np.float32), axis=-1).astype(float)


@misconception(hint="Should the caller find another output afterwards?", caught_by="test_leaves_arguments_alone")
def subtracts_in_place(output, x):
    """This change to the output is what is left behind when x is taken off it in place."""
    output -= x
    return _lengths(output)
