"""Wrong ideas about with_temperature, each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


@misconception(hint="Should a higher temperature make the scores calmer or wilder?", caught_by="test_values")
def multiplies_by_it(Q, temperature):
    """These numbers are what comes out when the queries are multiplied by the temperature."""
    return Q * temperature


@misconception(hint="Which of your arguments is never read?", caught_by="test_values")
def ignores_it(Q, temperature):
    """These numbers are what comes out when the temperature is not used."""
    return Q * 1.0


@misconception(
    hint="A score has one query in it and one key. How often is the temperature needed?", caught_by="test_values"
)
def divides_by_its_root(Q, temperature):
    """These numbers are what comes out when the queries are divided by the root of the temperature."""
    return Q / np.sqrt(temperature)


@misconception(hint="If every query is halved, what happens to its scores?", caught_by="test_values")
def divides_by_its_square(Q, temperature):
    """These numbers are what comes out when the queries are divided by the square of the temperature."""
    return Q / temperature**2


@misconception(hint="Who divides by the root of d_k, this function or the attention behind it?", caught_by="test_one")
def divides_by_the_root_of_d_k_as_well(Q, temperature):
    """These numbers are what comes out when the queries are divided by the root of d_k, too."""
    return Q / temperature / np.sqrt(Q.shape[-1])


@misconception(hint="Who divides by the root of d_k, this function or the attention behind it?", caught_by="test_one")
def takes_the_root_of_d_k_back(Q, temperature):
    """These numbers are what comes out when the queries are multiplied by the root of d_k."""
    return Q / temperature * np.sqrt(Q.shape[-1])


@misconception(hint="Must the softmax come before or after the keys?", caught_by="test_linear")
def applies_a_softmax(Q, temperature):
    """These numbers are what comes out when a softmax is taken of the queries over the temperature."""
    powers = np.exp(Q / temperature - np.max(Q / temperature, axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@misconception(hint="Does a query minus a number have scores that are divided by it?", caught_by="test_values")
def subtracts_it(Q, temperature):
    """These numbers are what comes out when the temperature is subtracted."""
    return Q - temperature


@misconception(hint="What should a temperature of 1 change?", caught_by="test_one")
def divides_by_one_more(Q, temperature):
    """These numbers are what comes out when the queries are divided by 1 + temperature."""
    return Q / (1 + temperature)


@misconception(hint="Can the temperature be zero here, and what does the guard change?", caught_by="test_extremes")
def guards_by_a_small_number(Q, temperature):
    """These numbers are what comes out when 1e-6 is added to the temperature."""
    return Q / (temperature + 1e-6)


@misconception(hint="What is a temperature below 1 for?", caught_by="test_values")
def never_cools(Q, temperature):
    """These numbers are what comes out when a temperature below 1 is taken for 1."""
    return Q / max(temperature, 1)


@misconception(hint="What is a temperature above 1 for?", caught_by="test_values")
def never_warms(Q, temperature):
    """These numbers are what comes out when a temperature above 1 is taken for 1."""
    return Q / min(temperature, 1)


@misconception(hint="Does anything bound the temperature from above?", caught_by="test_extremes")
def stops_at_a_hundred(Q, temperature):
    """These numbers are what comes out when a temperature above 100 is taken for 100."""
    return Q / min(temperature, 100)


@misconception(hint="Does anything but 0 bound the temperature from below?", caught_by="test_extremes")
def stops_at_a_hundredth(Q, temperature):
    """These numbers are what comes out when a temperature below 0.01 is taken for 0.01."""
    return Q / max(temperature, 0.01)


@misconception(hint="If the query doubles, should its scores double?", caught_by="test_linear")
def brings_queries_to_length_one(Q, temperature):
    """These numbers are what comes out when every query is brought to length 1 before it is divided."""
    return Q / np.linalg.norm(Q, axis=-1, keepdims=True) / temperature


@misconception(hint="How many numbers of a query enter its scores?", caught_by="test_values")
def divides_the_first_number_only(Q, temperature):
    """These numbers are what comes out when only the first number of every query is divided."""
    return np.concatenate([Q[:, :1] / temperature, Q[:, 1:]], axis=1)


@misconception(
    hint="Is a query with other powers of its numbers longer or shorter, or another one?", caught_by="test_linear"
)
def raises_to_a_power(Q, temperature):
    """These numbers are what comes out when the queries are raised to the power of 1 / temperature."""
    return np.sign(Q) * np.abs(Q) ** (1 / temperature)


@misconception(hint="Which of the two keeps what is behind the point, / or //?", caught_by="test_integers")
def divides_without_a_remainder(Q, temperature):
    """These numbers are what comes out when the queries are divided with //."""
    return Q // temperature


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_Q(Q, temperature):
    """These numbers are what comes out when the answer is stored in an array with the dtype of Q."""
    divided = np.empty_like(Q)
    divided[:] = Q / temperature
    return divided


@misconception(hint="Are queries asked for, or scores?", caught_by="test_shape")
def returns_scores(Q, temperature):
    """This is what comes out when the queries meet each other and the scores are divided."""
    return Q @ Q.T / temperature


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(Q, temperature):
    """This dtype is what comes out when everything is computed in float16."""
    return Q.astype(np.float16) / np.float16(temperature)


@misconception(hint="Does the caller expect Q to be different afterwards?", caught_by="test_leaves_arguments_alone")
def divides_in_place(Q, temperature):
    """This change to Q is what is left behind when Q itself is divided."""
    Q[:] = Q / temperature
    return Q * 1.0
