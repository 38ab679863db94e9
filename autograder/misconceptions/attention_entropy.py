"""Wrong ideas about attention_entropy(weights), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _surprise(weights):
    return -np.log(np.where(weights > 0, weights, 1))


def _entropy(weights):
    return (weights * _surprise(weights)).sum(axis=-1)


# --- which logarithm, which sign --------------------------------------------------------------------------------------


@misconception(hint="Which logarithm makes the largest entropy of n keys log n?", caught_by="test_bounds")
def counts_in_bits(weights):
    """These numbers are what comes out when the logarithm has base 2."""
    return _entropy(weights) / np.log(2)


@misconception(hint="Which logarithm makes the largest entropy of n keys log n?", caught_by="test_values")
def counts_in_decimal_digits(weights):
    """These numbers are what comes out when the logarithm has base 10."""
    return _entropy(weights) / np.log(10)


@misconception(hint="Can a spread be negative?", caught_by="test_bounds")
def forgets_the_minus(weights):
    """These numbers are what comes out when the minus before the sum is missing."""
    return -_entropy(weights)


@misconception(hint="What does your formula give for a row of equal weights?", caught_by="test_bounds")
def takes_the_log_of_one_plus_w(weights):
    """These numbers are what comes out when log(1 + w) stands in the place of log(w)."""
    return -(weights * np.log1p(weights)).sum(axis=-1)


@misconception(hint="Which unit does the docstring promise?", caught_by="test_values")
def divides_by_the_largest_entropy(weights):
    """These numbers are what comes out when the entropy is divided by log n_k, so that it lies between 0 and 1."""
    return _entropy(weights) / np.log(weights.shape[-1])


@misconception(hint="Which quantity did the 8 stand for in the example?", caught_by="test_values")
def divides_by_the_log_of_8(weights):
    """These numbers are what comes out when the entropy is divided by log 8, whatever n_k is."""
    return _entropy(weights) / np.log(8)


# --- which numbers are summed -----------------------------------------------------------------------------------------


@misconception(hint="How many distributions does the matrix hold?", caught_by="test_shape")
def adds_up_all_rows(weights):
    """This shape is what comes out when the terms of all rows are added up."""
    return _entropy(weights).sum()


@misconception(hint="How many numbers does the docstring promise?", caught_by="test_shape")
def averages_the_rows(weights):
    """This shape is what comes out when the mean over all queries is returned."""
    return _entropy(weights).mean()


@misconception(hint="Along which axis do the weights add up to one?", caught_by="test_shape")
def works_along_the_first_axis(weights):
    """This is what comes out when the sum runs over the queries of each key."""
    return _entropy(weights.T)


@misconception(hint="Which axis of the answer is left over?", caught_by="test_shape")
def keeps_the_summed_axis(weights):
    """This shape is what comes out when the sum keeps its axis."""
    return _entropy(weights)[:, None]


@misconception(hint="How many numbers does the docstring promise for each query?", caught_by="test_shape")
def leaves_out_the_sum(weights):
    """This shape is what comes out when the terms are not added up."""
    return weights * _surprise(weights)


@misconception(
    hint="Is the entropy a mean over the keys, or an expectation under the weights?", caught_by="test_values"
)
def averages_over_the_keys(weights):
    """These numbers are what comes out when the terms are averaged over the keys instead of added up."""
    return _entropy(weights) / weights.shape[-1]


@misconception(hint="Which queries have you not looked at?", caught_by="test_shape")
def looks_at_the_first_row_only(weights):
    """This shape is what comes out when only the first query is measured."""
    return _entropy(weights[0])


@misconception(hint="Which numbers in your function were right for one example only?", caught_by="test_values")
def looks_at_eight_keys(weights):
    """These numbers are what comes out when only the first eight keys are added up, the documents' number."""
    return _entropy(weights[:, :8])


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_key(weights):
    """These numbers are what comes out when the last key is left out of the sum."""
    return _entropy(weights[:, :-1])


@misconception(hint="How much does a key count that is hardly looked at?", caught_by="test_bounds")
def forgets_to_weight(weights):
    """These numbers are what comes out when the logarithms are added up without their weights."""
    return -np.log(weights).sum(axis=-1)


@misconception(hint="How much does a key count that is hardly looked at?", caught_by="test_bounds")
def averages_the_logarithms(weights):
    """These numbers are what comes out when the plain mean of -log(w) over the keys is taken."""
    return -np.log(weights).mean(axis=-1)


# --- zeros and guards -------------------------------------------------------------------------------------------------


@misconception(hint="What is 0 times log 0 in the limit, and what is it in NumPy?", caught_by="test_one_hot")
def leaves_zeros_unguarded(weights):
    """These numbers are what comes out when w * log(w) is taken as it is, also where w is 0."""
    return -np.sum(weights * np.log(weights), axis=-1)


@misconception(hint="Was every term of that row nan, or only one?", caught_by="test_one_hot")
def turns_nan_sums_into_zero(weights):
    """These numbers are what comes out when the sum of a row is nan and is then set to 0."""
    return np.nan_to_num(-np.sum(weights * np.log(weights), axis=-1))


@misconception(hint="Is your guard small beside the weights?", caught_by="test_values")
def guards_with_a_hundredth(weights):
    """These numbers are what comes out when 1e-2 is added inside the logarithm."""
    return -np.sum(weights * np.log(weights + 1e-2), axis=-1)


@misconception(hint="Is your guard small beside the weights?", caught_by="test_values")
def guards_with_a_thousandth(weights):
    """These numbers are what comes out when 1e-3 is added inside the logarithm."""
    return -np.sum(weights * np.log(weights + 1e-3), axis=-1)


@misconception(hint="With n keys, by how much does your guard move the sum?", caught_by="test_values")
def guards_with_1e_5(weights):
    """These numbers are what comes out when 1e-5 is added inside the logarithm."""
    return -np.sum(weights * np.log(weights + 1e-5), axis=-1)


@misconception(hint="With n keys, by how much does your guard move the sum?", caught_by="test_values")
def guards_with_a_millionth(weights):
    """These numbers are what comes out when 1e-6 is added inside the logarithm."""
    return -np.sum(weights * np.log(weights + 1e-6), axis=-1)


@misconception(hint="After your guard, what do the weights of a row add up to?", caught_by="test_values")
def guards_both_factors(weights):
    """These numbers are what comes out when 1e-5 is added to the weights inside and outside the logarithm."""
    raised = weights + 1e-5
    return -np.sum(raised * np.log(raised), axis=-1)


@misconception(hint="After clipping, what do the weights of a row add up to?", caught_by="test_values")
def clips_at_a_hundredth(weights):
    """These numbers are what comes out when weights below 1e-2 are raised to it."""
    raised = np.clip(weights, 1e-2, 1)
    return -np.sum(raised * np.log(raised), axis=-1)


@misconception(hint="After clipping, what do the weights of a row add up to?", caught_by="test_values")
def clips_at_1e_5(weights):
    """These numbers are what comes out when weights below 1e-5 are raised to it."""
    raised = np.clip(weights, 1e-5, 1)
    return -np.sum(raised * np.log(raised), axis=-1)


@misconception(hint="Forty weights of a millionth each: what do they add to the entropy?", caught_by="test_values")
def clips_inside_the_logarithm(weights):
    """These numbers are what comes out when weights below 1e-3 are raised to it inside the logarithm only."""
    return -np.sum(weights * np.log(np.maximum(weights, 1e-3)), axis=-1)


@misconception(hint="Forty weights of a millionth each: what do they add to the entropy?", caught_by="test_values")
def drops_small_weights(weights):
    """These numbers are what comes out when weights below about 1e-3 are left out of the sum."""
    return _entropy(np.where(weights < 1e-3, 0, weights))


@misconception(hint="Which weights of a row may be missing from the sum?", caught_by="test_values")
def drops_weights_below_a_hundredth(weights):
    """These numbers are what comes out when weights below about 1e-2 are left out of the sum."""
    return _entropy(np.where(weights < 1e-2, 0, weights))


@misconception(hint="A hundred weights of 5e-5: what do they add to the entropy?", caught_by="test_values")
def drops_weights_below_1e_4(weights):
    """These numbers are what comes out when weights below about 1e-4 are left out of the sum."""
    return _entropy(np.where(weights < 1e-4, 0, weights))


@misconception(hint="Forty weights of a millionth each: what do they add to the entropy?", caught_by="test_values")
def drops_weights_below_1e_5(weights):
    """These numbers are what comes out when weights below about 1e-5 are left out of the sum."""
    return _entropy(np.where(weights < 1e-5, 0, weights))


@misconception(hint="Forty weights of half a millionth: what do they add to the entropy?", caught_by="test_values")
def drops_weights_below_a_millionth(weights):
    """These numbers are what comes out when weights below about 1e-6 are left out of the sum."""
    return _entropy(np.where(weights < 1e-6, 0, weights))


@misconception(hint="With n keys, by how much does your guard move the sum?", caught_by="test_values")
def guards_with_1e_4(weights):
    """These numbers are what comes out when 1e-4 is added inside the logarithm."""
    return -np.sum(weights * np.log(weights + 1e-4), axis=-1)


@misconception(hint="After clipping, what do the weights of a row add up to?", caught_by="test_values")
def clips_at_a_thousandth(weights):
    """These numbers are what comes out when weights below 1e-3 are raised to it."""
    raised = np.clip(weights, 1e-3, 1)
    return -np.sum(raised * np.log(raised), axis=-1)


@misconception(hint="Once the zeros are gone, has every row as many weights left?", caught_by="test_one_hot")
def takes_the_zeros_out_of_the_array(weights):
    """This is what comes out when zeros are taken out of the whole array and the rest is laid in rows again."""
    left = weights[weights > 0].reshape(len(weights), -1)
    return -np.sum(left * np.log(left), axis=-1)


# --- another measure --------------------------------------------------------------------------------------------------


@misconception(hint="What does your measure give for a row of equal weights?", caught_by="test_values")
def adds_up_squares(weights):
    """These numbers are what comes out when the measure is 1 minus the sum of squared weights."""
    return 1.0 - (weights**2).sum(axis=-1)


@misconception(hint="In a row of 0.6 and 0.4, may each weight count with its own logarithm?", caught_by="test_values")
def takes_the_log_of_summed_squares(weights):
    """These numbers are what comes out when minus the logarithm of the sum of squared weights is taken."""
    return -np.log((weights**2).sum(axis=-1))


@misconception(hint="Which keys besides the best one have a say?", caught_by="test_values")
def looks_at_the_best_key_only(weights):
    """These numbers are what comes out when only -log of the largest weight is taken."""
    return -np.log(weights.max(axis=-1))


@misconception(hint="Which row should get the largest number: an even or a one-hot one?", caught_by="test_values")
def measures_the_way_from_uniform(weights):
    """These numbers are what comes out when the entropy is taken away from log n_k."""
    return np.log(weights.shape[-1]) - _entropy(weights)


@misconception(hint="In which unit is a number of keys, and in which an entropy?", caught_by="test_bounds")
def counts_effective_keys(weights):
    """These numbers are what comes out when exp of the entropy is returned."""
    return np.exp(_entropy(weights))


@misconception(hint="What does your measure give for a row of equal weights?", caught_by="test_values")
def takes_the_standard_deviation(weights):
    """These numbers are what comes out when the spread of the weights of a row is taken."""
    return weights.std(axis=-1)


@misconception(hint="Are the rows scores, or weights already?", caught_by="test_values")
def applies_softmax_again(weights):
    """These numbers are what comes out when the weights are put through a softmax before their entropy is taken."""
    powers = np.exp(weights)
    return _entropy(powers / powers.sum(axis=-1, keepdims=True))


@misconception(hint="Is each key a coin of its own, or are all keys one die?", caught_by="test_bounds")
def adds_the_other_side(weights):
    """These numbers are what comes out when (1 - w) log(1 - w) is added for every key, as in a binary cross-entropy."""
    return _entropy(weights) + _entropy(1 - weights)


@misconception(hint="Which row has the largest entropy there is, and do all rows have it?", caught_by="test_values")
def answers_with_the_maximum(weights):
    """These numbers are what comes out when log n_k is returned for every query."""
    return np.full(len(weights), np.log(weights.shape[-1]))


# --- arguments, memory, types and precision ---------------------------------------------------------------------------


@misconception(hint="Whose array does += write into?", caught_by="test_leaves_arguments_alone")
def adds_the_guard_in_place(weights):
    """This change to the weights is what is left behind when 1e-8 is added to them in place."""
    weights += 1e-8
    return -np.sum(weights * np.log(weights), axis=-1)


@misconception(hint="What remains in the caller's array?", caught_by="test_leaves_arguments_alone")
def replaces_zeros_in_place(weights):
    """This change to the weights is what is left behind when zeros are overwritten with ones, whose logarithm is 0."""
    weights[weights == 0] = 1
    return -np.sum(weights * np.log(weights), axis=-1)


@misconception(hint="Whose array holds the terms of the sum?", caught_by="test_leaves_arguments_alone")
def multiplies_in_place(weights):
    """This change to the weights is what is left behind when they are multiplied in place by their logarithms."""
    weights *= _surprise(weights)
    return weights.sum(axis=-1)


@misconception(hint="What is left in your list after the first call?", caught_by="test_shape")
def collects_rows_across_calls(weights, found=[]):
    """This shape is what comes out when the answers of earlier calls are still in the list."""
    for row in weights:
        found.append(_entropy(row))
    return np.array(found)


@misconception(hint="Is printing a number the same as computing it?", caught_by="test_values")
def rounds_to_three_decimals(weights):
    """These numbers are what comes out when the entropies are rounded to three decimals."""
    return np.round(_entropy(weights), 3)


@misconception(hint="What does the docstring promise: a list or an array?", caught_by="test_shape")
def returns_a_list(weights):
    """This is what comes out when the entropies are collected in a list."""
    return [float(_entropy(row)) for row in weights]


@misconception(hint="What is the type of your answer, and how many axes can it have?", caught_by="test_shape")
def works_with_matrices(weights):
    """This type is what comes out when the weights are turned into a numpy.matrix."""
    return np.asmatrix(weights * _surprise(weights)).sum(axis=-1)


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def writes_logarithms_into_the_dtype_of_the_weights(weights):
    """This error is what comes out when logarithms are written into an array with the dtype of integer weights."""
    logarithms = np.log(weights, where=weights > 0, out=np.zeros_like(weights))
    return -np.sum(weights * logarithms, axis=-1)


@misconception(hint="Is a one-hot row of the whole numbers 0 and 1 not a row of weights?", caught_by="test_integers")
def refuses_integers(weights):
    """This error is what comes out when an array of whole numbers is refused."""
    if weights.dtype.kind != "f":
        raise TypeError("weights must be floats")
    return _entropy(weights)


@misconception(hint="Which logarithm, and which shape does the docstring promise?", caught_by="test_shape")
def counts_in_bits_and_keeps_the_axis(weights):
    """This shape is what comes out when the logarithm has base 2 and the sum keeps its axis."""
    return _entropy(weights)[:, None] / np.log(2)


@misconception(hint="Which logarithm, and can a spread be negative?", caught_by="test_bounds")
def counts_in_bits_without_the_minus(weights):
    """These numbers are what comes out when the logarithm has base 2 and the minus is missing."""
    return -_entropy(weights) / np.log(2)


@misconception(hint="Along which axis do the weights add up to one, and what is 0 times log 0?", caught_by="test_shape")
def leaves_zeros_unguarded_along_the_first_axis(weights):
    """This is what comes out when w * log(w) is taken as it is and summed over the queries of each key."""
    return -np.sum(weights * np.log(weights), axis=0)


@misconception(hint="What remains in the caller's array?", caught_by="test_leaves_arguments_alone")
def raises_zeros_in_place(weights):
    """This change to the weights is what is left behind when zeros are overwritten with 1e-12."""
    weights[weights == 0] = 1e-12
    return -np.sum(weights * np.log(weights), axis=-1)


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def returns_half_precision(weights):
    """This dtype is what comes out when the entropies are stored as float16."""
    return _entropy(weights).astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_half_precision(weights):
    """These numbers are what comes out when everything is computed in float16 and converted back to float64."""
    return _entropy(weights.astype(np.float16)).astype(float)


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="Which row should get the largest number: an even or a one-hot one?", caught_by="test_values")
def measures_how_focused_a_row_is(weights):
    """These numbers are what comes out when the share of the largest entropy is taken away from 1."""
    return 1 - _entropy(weights) / np.log(weights.shape[-1])


@misconception(hint="What does your measure give for a row of equal weights?", caught_by="test_values")
def takes_the_variance(weights):
    """These numbers are what comes out when the variance of the weights of a row is taken."""
    return weights.var(axis=-1)


@misconception(hint="At which index does the first key stand?", caught_by="test_values")
def leaves_out_the_first_key(weights):
    """These numbers are what comes out when the first key is left out of the sum."""
    return _entropy(weights[:, 1:])


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_query(weights):
    """These numbers are what comes out when the entropy of the last query stays 0."""
    return np.append(_entropy(weights[:-1]), 0.0)


@misconception(hint="What should the running sum hold when the next query begins?", caught_by="test_values")
def never_resets_the_running_sum(weights):
    """These numbers are what comes out when the sum of one query is carried on into the next."""
    return np.cumsum(_entropy(weights))
