"""Wrong ideas about xavier_std(fan_in, fan_out), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


@misconception(hint="Is a standard deviation the variance, or something of it?", caught_by="test_values")
def returns_the_variance(fan_in, fan_out):
    """This number is what comes out when 2 over the sum is not put under a root."""
    return 2 / (fan_in + fan_out)


@misconception(hint="What would come out for one number in and one out?", caught_by="test_values")
def puts_one_over_the_sum(fan_in, fan_out):
    """This number is what comes out when 1, not 2, stands over the sum under the root."""
    return (1 / (fan_in + fan_out)) ** 0.5


@misconception(hint="Where does fan_out enter?", caught_by="test_both_count_alike")
def counts_only_what_goes_in(fan_in, fan_out):
    """This number is what comes out when 1 over fan_in stands under the root."""
    return (1 / fan_in) ** 0.5


@misconception(
    hint="Whose rule has only fan_in, and for which activation was it made?", caught_by="test_both_count_alike"
)
def takes_the_rule_for_relu(fan_in, fan_out):
    """This number is what comes out when 2 over fan_in stands under the root, as in the rule for ReLU layers."""
    return (2 / fan_in) ** 0.5


@misconception(hint="Where does fan_in enter?", caught_by="test_both_count_alike")
def counts_only_what_comes_out(fan_in, fan_out):
    """This number is what comes out when 1 over fan_out stands under the root."""
    return (1 / fan_out) ** 0.5


@misconception(
    hint="Is this the spread of a normal distribution, or the edge of a uniform one?", caught_by="test_values"
)
def returns_the_edge_of_the_uniform_form(fan_in, fan_out):
    """This number is what comes out when 6, not 2, stands over the sum: the limit of the uniform form."""
    return (6 / (fan_in + fan_out)) ** 0.5


@misconception(hint="In which order does Python divide and add?", caught_by="test_both_count_alike")
def leaves_out_the_brackets(fan_in, fan_out):
    """This number is what comes out when 2 is divided by fan_in alone and fan_out is added afterwards."""
    return (2 / fan_in + fan_out) ** 0.5


@misconception(hint="What does ** 1 / 2 do first?", caught_by="test_values")
def raises_to_one_and_halves(fan_in, fan_out):
    """This number is what comes out when ** 1 / 2 is written without brackets, which halves."""
    return (2 / (fan_in + fan_out)) ** 1 / 2


@misconception(hint="Should a wider layer begin with larger or with smaller weights?", caught_by="test_values")
def turns_the_quotient_over(fan_in, fan_out):
    """This number is what comes out when the root is taken of the sum over 2."""
    return ((fan_in + fan_out) / 2) ** 0.5


@misconception(hint="Does a layer of 12 need the same spread as one of 768?", caught_by="test_values")
def always_answers_a_hundredth(fan_in, fan_out):
    """This number is what comes out when the spread is 0.01, whatever the sizes are."""
    return 0.01


@misconception(hint="Are the two fans added or multiplied?", caught_by="test_values")
def multiplies_the_fans(fan_in, fan_out):
    """This number is what comes out when 2 stands over the product of the two under the root."""
    return (2 / (fan_in * fan_out)) ** 0.5


@misconception(hint="How much of the formula stands under the root?", caught_by="test_values")
def takes_the_root_of_two_only(fan_in, fan_out):
    """This number is what comes out when only the 2 is under the root."""
    return 2**0.5 / (fan_in + fan_out)


@misconception(hint="Who needs the answer rounded?", caught_by="test_values")
def rounds_to_three_digits(fan_in, fan_out):
    """This number is what comes out when the answer is rounded to three digits."""
    return round((2 / (fan_in + fan_out)) ** 0.5, 3)


@misconception(hint="What is 2 // 18 in Python?", caught_by="test_values")
def divides_by_whole_numbers(fan_in, fan_out):
    """This number is what comes out when // is used, which leaves only the whole part."""
    return float(np.sqrt(2 // (fan_in + fan_out)))


@misconception(hint="What is 11 // 2 in Python, and what is half of 11?", caught_by="test_values")
def rounds_the_mean_fan_down(fan_in, fan_out):
    """This number is what comes out when 1 stands over the mean of the two fans, rounded down to a whole number."""
    return float(np.sqrt(1 / ((fan_in + fan_out) // 2)))
