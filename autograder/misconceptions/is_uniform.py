"""Wrong ideas about is_uniform(weights, atol), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _off(weights):
    return np.abs(weights - 1 / weights.shape[-1])


def _uniform(weights, atol):
    return (_off(weights) <= atol).all(axis=-1)


def _entropy(weights):
    return -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-1)


# --- compared with what -----------------------------------------------------------------------------------------------


@misconception(hint="Which quantity did the 0.125 stand for in the example?", caught_by="test_values")
def compares_with_an_eighth(weights, atol=1e-3):
    """These verdicts are what comes out when every weight is compared with 0.125, whatever n_k is."""
    return (np.abs(weights - 0.125) <= atol).all(axis=-1)


@misconception(hint="Over what does an even row spread its attention: queries or keys?", caught_by="test_values")
def compares_with_one_over_n_q(weights, atol=1e-3):
    """These verdicts are what comes out when every weight is compared with 1 / n_q."""
    return (np.abs(weights - 1 / len(weights)) <= atol).all(axis=-1)


@misconception(hint="Can two queries agree and both be focused?", caught_by="test_values")
def compares_queries_with_each_other(weights, atol=1e-3):
    """These verdicts are what comes out when every weight is compared with the mean of its column."""
    return (np.abs(weights - weights.mean(axis=0)) <= atol).all(axis=-1)


@misconception(hint="A long row that climbs in tiny steps: how far apart are its ends?", caught_by="test_near_the_edge")
def compares_neighbours_only(weights, atol=1e-3):
    """These verdicts are what comes out when each weight is compared with the one beside it."""
    return (np.abs(np.diff(weights, axis=-1)) <= atol).all(axis=-1)


@misconception(hint="Which keys have you not looked at?", caught_by="test_values")
def compares_first_and_last(weights, atol=1e-3):
    """These verdicts are what comes out when the first weight of a row is compared with the last."""
    return np.abs(weights[:, 0] - weights[:, -1]) <= atol


@misconception(hint="Which keys have you not looked at?", caught_by="test_focused_is_not_uniform")
def looks_at_the_first_key_only(weights, atol=1e-3):
    """These verdicts are what comes out when only the first weight of each row is compared with 1 / n_k."""
    return _off(weights)[:, 0] <= atol


@misconception(hint="Must every weight of the row pass, or is one enough?", caught_by="test_focused_is_not_uniform")
def is_content_with_one_key(weights, atol=1e-3):
    """These verdicts are what comes out when a single weight near 1 / n_k is enough."""
    return (_off(weights) <= atol).any(axis=-1)


@misconception(hint="Can a weight be too small as well as too large?", caught_by="test_many_keys")
def forgets_weights_below(weights, atol=1e-3):
    """These verdicts are what comes out when only weights above 1 / n_k count as deviations."""
    return (weights - 1 / weights.shape[-1] <= atol).all(axis=-1)


@misconception(hint="Can a weight be too large as well as too small?", caught_by="test_many_keys")
def forgets_weights_above(weights, atol=1e-3):
    """These verdicts are what comes out when only weights below 1 / n_k count as deviations."""
    return (1 / weights.shape[-1] - weights <= atol).all(axis=-1)


# --- which rows, and how many verdicts --------------------------------------------------------------------------------


@misconception(hint="Can one query be lost while the others focus?", caught_by="test_values")
def gives_all_rows_one_verdict(weights, atol=1e-3):
    """These verdicts are what comes out when all rows must be uniform for any of them to be called so."""
    return np.full(len(weights), (_off(weights) <= atol).all())


@misconception(hint="Which rows have you not looked at?", caught_by="test_values")
def gives_all_rows_the_verdict_of_the_first(weights, atol=1e-3):
    """These verdicts are what comes out when only the first row is looked at."""
    return np.full(len(weights), _uniform(weights, atol)[0])


@misconception(hint="How many verdicts does the docstring promise?", caught_by="test_shape")
def returns_one_verdict(weights, atol=1e-3):
    """This is what comes out when there is a single verdict for the whole matrix."""
    return np.allclose(weights, 1 / weights.shape[-1], rtol=0, atol=atol)


@misconception(hint="How many verdicts does the docstring promise?", caught_by="test_shape")
def judges_each_weight(weights, atol=1e-3):
    """This shape is what comes out when there is a verdict for every weight."""
    return _off(weights) <= atol


@misconception(hint="Does a verdict belong to a query or to a key?", caught_by="test_shape")
def judges_each_key(weights, atol=1e-3):
    """This is what comes out when there is one for every column."""
    return (_off(weights) <= atol).all(axis=0)


@misconception(hint="Does the answer say how many, or which ones?", caught_by="test_shape")
def counts_the_uniform_rows(weights, atol=1e-3):
    """This is what comes out when the number of uniform rows is returned."""
    return _uniform(weights, atol).sum()


@misconception(hint="Does the answer have a place for every row, or only for some?", caught_by="test_shape")
def lists_the_uniform_rows(weights, atol=1e-3):
    """This is what comes out when the positions of the uniform rows are returned."""
    return np.flatnonzero(_uniform(weights, atol))


@misconception(hint="Read your function's name aloud: what does True say?", caught_by="test_focused_is_not_uniform")
def answers_the_opposite(weights, atol=1e-3):
    """These verdicts are what comes out when True means that a row is not uniform."""
    return ~_uniform(weights, atol)


# --- how closely ------------------------------------------------------------------------------------------------------


@misconception(hint="What is the second argument for?", caught_by="test_near_the_edge")
def keeps_its_own_tolerance(weights, atol=1e-3):
    """These verdicts are what comes out when the tolerance is always about 1e-3."""
    return _uniform(weights, 1e-3)


@misconception(hint="What is the second argument for?", caught_by="test_near_the_edge")
def keeps_a_tolerance_of_a_hundredth(weights, atol=1e-3):
    """These verdicts are what comes out when the tolerance is always about 1e-2."""
    return _uniform(weights, 1e-2)


@misconception(
    hint="What is the second argument for, and what does NumPy's isclose use without it?",
    caught_by="test_near_the_edge",
)
def keeps_the_tolerance_of_numpy(weights, atol=1e-3):
    """These verdicts are what comes out when np.isclose compares with the tolerances it has by itself."""
    return np.isclose(weights, 1 / weights.shape[-1]).all(axis=-1)


@misconception(hint="Which tolerance is the third argument of np.isclose?", caught_by="test_many_keys")
def takes_atol_for_rtol(weights, atol=1e-3):
    """These verdicts are what comes out when atol is used as a part of 1 / n_k."""
    return np.isclose(weights, 1 / weights.shape[-1], atol).all(axis=-1)


@misconception(hint="Does 0.1 + 0.2 equal 0.3 on your machine?", caught_by="test_near_the_edge")
def asks_for_exact_equality(weights, atol=1e-3):
    """These verdicts are what comes out when all weights of a row must be exactly equal."""
    return (weights == 1 / weights.shape[-1]).all(axis=-1)


@misconception(hint="How many decimals does 1/512 need?", caught_by="test_near_the_edge")
def compares_two_decimals(weights, atol=1e-3):
    """These verdicts are what comes out when weights and 1 / n_k are rounded to two decimals and compared."""
    return (np.round(weights, 2) == round(1 / weights.shape[-1], 2)).all(axis=-1)


# --- another measure --------------------------------------------------------------------------------------------------


@misconception(
    hint="Can the mean of a row that adds up to one be anything else?", caught_by="test_focused_is_not_uniform"
)
def compares_the_mean(weights, atol=1e-3):
    """These verdicts are what comes out when the mean of a row is compared with 1 / n_k."""
    return np.abs(weights.mean(axis=-1) - 1 / weights.shape[-1]) <= atol


@misconception(hint="Is there any row for which your condition holds?", caught_by="test_values")
def asks_all_weights_to_be_below(weights, atol=1e-3):
    """These verdicts are what comes out when no row at all is called uniform."""
    return (weights < 1 / weights.shape[-1]).all(axis=-1)


@misconception(hint="What is the largest entropy that n keys can have?", caught_by="test_values")
def asks_for_an_entropy_above_1_8(weights, atol=1e-3):
    """These verdicts are what comes out when a row is called uniform above an entropy such as 1.8, whatever n_k is."""
    return _entropy(weights) > 1.8


@misconception(hint="How fast does the entropy fall when a weight moves a little?", caught_by="test_near_the_edge")
def compares_the_entropy_with_its_maximum(weights, atol=1e-3):
    """These verdicts are what comes out when the entropy is compared with log n_k, with atol as the tolerance."""
    return np.abs(np.log(weights.shape[-1]) - _entropy(weights)) <= atol


@misconception(
    hint="How far may a weight be off in a row with 99 % of the largest entropy?", caught_by="test_near_the_edge"
)
def asks_for_99_percent_of_the_entropy(weights, atol=1e-3):
    """These verdicts are what comes out when a row is called uniform from some 99 % of the largest entropy on."""
    return _entropy(weights) >= 0.99 * np.log(weights.shape[-1])


@misconception(hint="Beside a mean of 1 / n_k, is 0.01 always small?", caught_by="test_near_the_edge")
def asks_for_a_spread_below_a_hundredth(weights, atol=1e-3):
    """These verdicts are what comes out when a row is called uniform for a standard deviation below about 0.01."""
    return weights.std(axis=-1) < 0.01


@misconception(hint="Must the matrix as a whole be calm, or each row?", caught_by="test_values")
def asks_for_a_small_spread_of_the_matrix(weights, atol=1e-3):
    """These verdicts are what comes out when the standard deviation of the whole matrix is compared with a number
    such as 0.01.
    """
    return np.full(len(weights), weights.std() < 0.01)


@misconception(
    hint="One weight far off among 512: what is left of it in a standard deviation?", caught_by="test_many_keys"
)
def compares_the_spread_with_atol(weights, atol=1e-3):
    """These verdicts are what comes out when the standard deviation of a row is compared with atol."""
    return weights.std(axis=-1) <= atol


@misconception(hint="One weight far off among 512: what is left of it in a mean?", caught_by="test_many_keys")
def averages_the_deviations(weights, atol=1e-3):
    """These verdicts are what comes out when the mean deviation of a row is compared with atol."""
    return _off(weights).mean(axis=-1) <= atol


@misconception(hint="Squared, how large is a deviation of a hundredth?", caught_by="test_near_the_edge")
def averages_the_squared_deviations(weights, atol=1e-3):
    """These verdicts are what comes out when the mean squared deviation of a row is compared with atol."""
    return (_off(weights) ** 2).mean(axis=-1) <= atol


@misconception(hint="512 tiny deviations: is any of them too large?", caught_by="test_many_keys")
def adds_the_deviations_up(weights, atol=1e-3):
    """These verdicts are what comes out when the sum of a row's deviations is compared with atol."""
    return _off(weights).sum(axis=-1) <= atol


@misconception(hint="Can several keys lead together?", caught_by="test_values")
def asks_whether_no_key_has_half(weights, atol=1e-3):
    """These verdicts are what comes out when a row is called uniform as long as no key has a share such as half."""
    return weights.max(axis=-1) < 0.5


@misconception(hint="Is a weight of 0.6 among three keys an even one?", caught_by="test_focused_is_not_uniform")
def allows_twice_the_mean(weights, atol=1e-3):
    """These verdicts are what comes out when a row is called uniform as long as no weight reaches a multiple of 1
    / n_k such as 2.
    """
    return weights.max(axis=-1) < 2 / weights.shape[-1]


# --- arguments, memory and types --------------------------------------------------------------------------------------


@misconception(hint="Whose array does -= write into?", caught_by="test_leaves_arguments_alone")
def takes_the_mean_off_in_place(weights, atol=1e-3):
    """This change to the weights is what is left behind when 1 / n_k is taken off in place."""
    weights -= 1 / weights.shape[-1]
    return (np.abs(weights) <= atol).all(axis=-1)


@misconception(hint="What remains in the caller's array?", caught_by="test_leaves_arguments_alone")
def sorts_the_weights(weights, atol=1e-3):
    """This change to the weights is what is left behind when each row is sorted in place."""
    weights.sort(axis=-1)
    return _uniform(weights, atol)


@misconception(hint="What is left in your list after the first call?", caught_by="test_shape")
def collects_rows_across_calls(weights, atol=1e-3, found=[]):
    """This shape is what comes out when the verdicts of earlier calls are still in the list."""
    for row in weights:
        found.append(_uniform(row, atol))
    return np.array(found)


@misconception(hint="Which type does a comparison have, and which type does your answer have?", caught_by="test_dtype")
def returns_zeros_and_ones(weights, atol=1e-3):
    """This dtype is what comes out when the verdicts are written as the whole numbers 0 and 1."""
    return np.where(_uniform(weights, atol), 1, 0)


@misconception(hint="Which type does a comparison have, and which type does your buffer have?", caught_by="test_dtype")
def fills_a_buffer_of_floats(weights, atol=1e-3):
    """This dtype is what comes out when the verdicts are written into an array made by np.zeros."""
    verdicts = np.zeros(len(weights))
    verdicts[_uniform(weights, atol)] = True
    return verdicts


@misconception(hint="What does the docstring promise: a list or an array?", caught_by="test_shape")
def returns_a_list(weights, atol=1e-3):
    """This is what comes out when the verdicts are collected in a list."""
    return [bool(verdict) for verdict in _uniform(weights, atol)]


@misconception(hint="How far is each weight from 1 / n_k, and how far from the next?", caught_by="test_near_the_edge")
def compares_the_range_with_atol(weights, atol=1e-3):
    """These verdicts are what comes out when largest minus smallest weight is compared with atol."""
    return weights.max(axis=-1) - weights.min(axis=-1) <= atol


@misconception(hint="With which number is each weight compared?", caught_by="test_near_the_edge")
def compares_with_the_first_weight(weights, atol=1e-3):
    """These verdicts are what comes out when all weights of a row are compared with its first one."""
    return (np.abs(weights - weights[:, :1]) <= atol).all(axis=-1)


@misconception(hint="With which number is each weight compared?", caught_by="test_near_the_edge")
def compares_the_ratio_with_one(weights, atol=1e-3):
    """These verdicts are what comes out when largest over smallest weight is compared with 1, with atol to spare."""
    return weights.max(axis=-1) <= weights.min(axis=-1) * (1 + atol)


@misconception(hint="Which tolerance was asked for: of the weight, or of its share?", caught_by="test_near_the_edge")
def compares_n_times_the_weights_with_one(weights, atol=1e-3):
    """These verdicts are what comes out when n_k times a weight is compared with 1, which divides atol by n_k."""
    return (np.abs(weights * weights.shape[-1] - 1) <= atol).all(axis=-1)


@misconception(hint="Of which number is atol a half?", caught_by="test_near_the_edge")
def allows_twice_atol(weights, atol=1e-3):
    """These verdicts are what comes out when about twice atol is allowed."""
    return _uniform(weights, 2 * atol)


@misconception(hint="Of which number is atol the double?", caught_by="test_near_the_edge")
def allows_half_of_atol(weights, atol=1e-3):
    """These verdicts are what comes out when about half of atol is allowed."""
    return _uniform(weights, atol / 2)


@misconception(hint="What is the second argument for?", caught_by="test_near_the_edge")
def keeps_a_tolerance_of_1e_4(weights, atol=1e-3):
    """These verdicts are what comes out when the tolerance is always about 1e-4."""
    return _uniform(weights, 1e-4)


@misconception(hint="What does rtol add to the tolerance?", caught_by="test_near_the_edge")
def adds_a_hundredth_of_the_mean(weights, atol=1e-3):
    """These verdicts are what comes out when a part of 1 / n_k such as a hundredth is allowed besides atol."""
    return (_off(weights) <= atol + 1e-2 / weights.shape[-1]).all(axis=-1)


@misconception(hint="One weight far off among many: does the middle one notice?", caught_by="test_near_the_edge")
def takes_the_median_deviation(weights, atol=1e-3):
    """These verdicts are what comes out when the median deviation of a row is compared with atol."""
    return np.median(_off(weights), axis=-1) <= atol


@misconception(hint="Two deviations of 0.0009: is any of them above 0.001?", caught_by="test_near_the_edge")
def compares_the_distance_with_atol(weights, atol=1e-3):
    """These verdicts are what comes out when the root of a row's summed squared deviations is compared with atol."""
    return np.sqrt((_off(weights) ** 2).sum(axis=-1)) <= atol


@misconception(hint="Is a one-hot row of the whole numbers 0 and 1 not a row of weights?", caught_by="test_integers")
def refuses_integers(weights, atol=1e-3):
    """This error is what comes out when an array of whole numbers is refused."""
    if weights.dtype.kind != "f":
        raise TypeError("weights must be floats")
    return _uniform(weights, atol)


@misconception(hint="Must every weight pass, and which type does a comparison have?", caught_by="test_dtype")
def writes_floats_for_one_key(weights, atol=1e-3):
    """These numbers are what comes out when one weight near 1 / n_k is enough and verdicts become 1.0 and 0.0."""
    return (_off(weights) <= atol).any(axis=-1).astype(float)


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="Which one is the larger, and by how much may it be?", caught_by="test_focused_is_not_uniform")
def turns_the_comparison_around(weights, atol=1e-3):
    """These verdicts are what comes out when every weight must be farther from 1 / n_k than atol."""
    return (_off(weights) >= atol).all(axis=-1)


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_query(weights, atol=1e-3):
    """These verdicts are what comes out when the verdict on the last row stays False."""
    return np.append(_uniform(weights[:-1], atol), False)
