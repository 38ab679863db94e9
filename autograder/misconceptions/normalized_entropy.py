"""Wrong ideas about normalized_entropy(weights), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _entropy(weights):
    return -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-1)


def _most(weights):
    return np.log(weights.shape[-1])


def _scaled(entropy, most):
    """The entropy over the largest possible one; 0 where that is 0."""
    return entropy / most if most > 0 else np.zeros(np.shape(entropy))


# --- the divisor ------------------------------------------------------------------------------------------------------


@misconception(
    hint="Which entropy has an even row over four keys, and which number should it get?", caught_by="test_values"
)
def leaves_out_the_divisor(weights):
    """These numbers are what comes out when the entropy is not divided by anything."""
    return _entropy(weights)


@misconception(hint="Over what does a row spread its attention: queries or keys?", caught_by="test_values")
def divides_by_log_n_q(weights):
    """These numbers are what comes out when the entropy is divided by log n_q."""
    return _scaled(_entropy(weights), np.log(len(weights)))


@misconception(hint="Which quantity did the 8 stand for in the example?", caught_by="test_values")
def divides_by_log_8(weights):
    """These numbers are what comes out when the entropy is divided by log 8, whatever n_k is."""
    return _entropy(weights) / np.log(8)


@misconception(hint="Which entropy has an even row over n_k keys?", caught_by="test_values")
def divides_by_n_k(weights):
    """These numbers are what comes out when the entropy is divided by n_k."""
    return _entropy(weights) / weights.shape[-1]


@misconception(hint="Are both logarithms of the same kind?", caught_by="test_values")
def mixes_nats_and_bits(weights):
    """These numbers are what comes out when an entropy in nats is divided by a maximum in bits."""
    return _scaled(_entropy(weights), np.log2(weights.shape[-1]))


@misconception(hint="Are both logarithms of the same kind?", caught_by="test_values")
def mixes_bits_and_nats(weights):
    """These numbers are what comes out when an entropy in bits is divided by a maximum in nats."""
    return _scaled(_entropy(weights) / np.log(2), _most(weights))


@misconception(
    hint="Two keys share a row evenly, two others get nothing: is the row as even as it could be?",
    caught_by="test_values",
)
def counts_only_the_keys_that_are_seen(weights):
    """These numbers are what comes out when the divisor is the logarithm of how many weights are above 0."""
    seen = np.maximum((weights > 0).sum(axis=-1), 1)
    return _entropy(weights) / np.where(seen > 1, np.log(seen), 1)


@misconception(hint="Which row decides how much entropy is possible?", caught_by="test_values")
def divides_by_the_largest_row(weights):
    """These numbers are what comes out when every row is divided by the largest entropy that was met."""
    entropy = _entropy(weights)
    return _scaled(entropy, entropy.max())


@misconception(hint="Which is larger, log(n) or log(n + 1)?", caught_by="test_even_rows")
def adds_one_key_to_the_divisor(weights):
    """These numbers are what comes out when the entropy is divided by log(n_k + 1), which is never 0."""
    return _entropy(weights) / np.log(weights.shape[-1] + 1)


@misconception(hint="Which number should an even row get?", caught_by="test_even_rows")
def divides_twice(weights):
    """These numbers are what comes out when the entropy is divided by log n_k twice."""
    most = np.log(weights.shape[-1])
    return _scaled(_scaled(_entropy(weights), most), most)


@misconception(
    hint="Is the number of keys that count the same as the share of the largest entropy?", caught_by="test_values"
)
def measures_effective_keys(weights):
    """These numbers are what comes out when exp of the entropy is divided by n_k."""
    return np.exp(_entropy(weights)) / weights.shape[-1]


@misconception(hint="Which number should a one-hot row get?", caught_by="test_even_rows")
def measures_the_way_from_even(weights):
    """These numbers are what comes out when the share is taken off 1, so that even rows get 0."""
    return 1 - _scaled(_entropy(weights), _most(weights))


@misconception(
    hint="Compare with the formula on a row of 0.7 and three 0.1: is it an entropy?", caught_by="test_values"
)
def normalises_the_sum_of_squares(weights):
    """These numbers are what comes out when 1 - Σ w² is put in place of the entropy, over its own maximum."""
    n_k = weights.shape[-1]
    return _scaled(1 - (weights * weights).sum(axis=-1), 1 - 1 / n_k)


# --- the entropy ------------------------------------------------------------------------------------------------------


@misconception(hint="Can a spread be negative?", caught_by="test_from_0_to_1")
def forgets_the_minus(weights):
    """These numbers are what comes out when the minus before the sum is missing."""
    return -_scaled(_entropy(weights), _most(weights))


@misconception(hint="Along which axis do the weights add up to one?", caught_by="test_shape")
def works_along_the_columns(weights):
    """This is what comes out when each key's column is taken for a row."""
    return _scaled(_entropy(weights.T), _most(weights))


@misconception(hint="How many queries are waiting for a number?", caught_by="test_shape")
def averages_over_the_queries(weights):
    """This one number is what comes out when the rows are averaged."""
    return np.mean(_scaled(_entropy(weights), _most(weights)))


@misconception(hint="What is 0 · log 0 in the limit, and in NumPy?", caught_by="test_even_rows")
def leaves_zero_times_log_zero(weights):
    """These nan are what comes out when 0 · log 0 is computed as it stands."""
    return _scaled(-np.einsum("ij,ij->i", weights, np.log(weights)), _most(weights))


@misconception(hint="Is your guard small beside a weight of 3e-6?", caught_by="test_values")
def guards_with_a_millionth(weights):
    """These numbers are what comes out when about a millionth is added inside the logarithm."""
    return _scaled(-(weights * np.log(weights + 1e-6)).sum(axis=-1), _most(weights))


@misconception(hint="Is your guard small beside the weights?", caught_by="test_values")
def guards_with_a_hundredth(weights):
    """These numbers are what comes out when about a hundredth is added inside the logarithm."""
    return _scaled(-(weights * np.log(weights + 1e-2)).sum(axis=-1), _most(weights))


@misconception(hint="After clipping, does the row still add up to one?", caught_by="test_values")
def clips_small_weights(weights):
    """These numbers are what comes out when weights below about 1e-5 are raised to it."""
    return _scaled(_entropy(np.clip(weights, 1e-5, 1)), _most(weights))


@misconception(hint="Which share of nothing is nothing?", caught_by="test_one_key")
def divides_by_log_1(weights):
    """These nan are what comes out when one key's entropy, 0, is divided by log 1, which is 0, too."""
    return _entropy(weights) / np.log(weights.shape[-1])


@misconception(hint="With a single key: undecided, or without any choice?", caught_by="test_one_key")
def calls_one_key_even(weights):
    """This 1 is what comes out when a single key counts as an even row."""
    n_k = weights.shape[-1]
    return _entropy(weights) / np.log(n_k) if n_k > 1 else np.full(len(weights), 1.0)


@misconception(hint="Is one key against the rules?", caught_by="test_one_key")
def refuses_one_key(weights):
    """This error is what comes out when a single key is refused."""
    if weights.shape[-1] == 1:
        raise ValueError("two keys or more")
    return _entropy(weights) / np.log(weights.shape[-1])


@misconception(hint="How small must a divisor be before a guard may touch it?", caught_by="test_values")
def guards_the_divisor(weights):
    """These numbers are what comes out when about a thousandth is added to the divisor."""
    return _entropy(weights) / (np.log(weights.shape[-1]) + 1e-3)


# --- types and arguments ----------------------------------------------------------------------------------------------


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(weights):
    """These numbers are what comes out in half precision."""
    return _scaled(_entropy(weights), _most(weights)).astype(np.float16)


@misconception(hint="Is a one-hot row of whole numbers not a row of weights?", caught_by="test_dtype")
def refuses_integers(weights):
    """This error is what comes out when an array of whole numbers is refused."""
    if weights.dtype.kind != "f":
        raise TypeError("weights must be floats")
    return _scaled(_entropy(weights), _most(weights))


@misconception(hint="What does the docstring promise: a list or an array?", caught_by="test_shape")
def returns_a_list(weights):
    """This is what comes out when the numbers are collected in a list."""
    return [float(number) for number in _scaled(_entropy(weights), _most(weights))]


@misconception(hint="Whose array does the assignment to a mask write into?", caught_by="test_leaves_arguments_alone")
def replaces_zeros_in_place(weights):
    """This change to the weights is what is left behind when zeros are replaced in the caller's array."""
    entropy = _scaled(_entropy(weights), _most(weights))
    weights[weights == 0] = 1
    return entropy
