"""Wrong ideas about head_diversity(weights), each with the evidence it leaves and the check that catches it."""

import itertools

import numpy as np

from autograder.misconceptions import misconception


def _distances(weights):
    """(pairs, n_q): half the sum of absolute differences, for every pair of heads and every query."""
    pairs = itertools.combinations(weights, 2)
    return np.stack([abs(a - b).sum(axis=-1) / 2 for a, b in pairs])


# --- which difference -------------------------------------------------------------------------------------------------


@misconception(hint="What is the largest sum of differences that two rows can have?", caught_by="test_ends")
def forgets_the_half(weights):
    """This number is what comes out when the absolute differences are summed and not halved."""
    return float(2 * _distances(weights).mean())


@misconception(hint="May differences up and down cancel each other?", caught_by="test_values")
def keeps_the_signs(weights):
    """This number is what comes out when the differences are summed with their signs."""
    pairs = itertools.combinations(weights, 2)
    return float(np.mean([(a - b).sum(axis=-1) / 2 for a, b in pairs]))


@misconception(hint="Is a difference that is squared still as large as one that is not?", caught_by="test_values")
def squares_the_differences(weights):
    """This number is what comes out when the differences are squared instead of taken without sign."""
    pairs = itertools.combinations(weights, 2)
    return float(np.mean([((a - b) ** 2).sum(axis=-1) / 2 for a, b in pairs]))


@misconception(hint="Is the length of the difference asked for, or the sum?", caught_by="test_values")
def measures_euclidean_lengths(weights):
    """This number is what comes out when the Euclidean length of each difference is halved."""
    pairs = itertools.combinations(weights, 2)
    return float(np.mean([np.sqrt(((a - b) ** 2).sum(axis=-1)) / 2 for a, b in pairs]))


@misconception(hint="Does one key stand for all of a row?", caught_by="test_values")
def takes_the_largest_difference(weights):
    """This number is what comes out when only the largest difference of two rows counts."""
    pairs = itertools.combinations(weights, 2)
    return float(np.mean([np.abs(a - b).max(axis=-1) for a, b in pairs]))


@misconception(hint="Are the keys of one query summed or averaged?", caught_by="test_values")
def averages_over_the_keys(weights):
    """This number is what comes out when the differences are averaged over the keys."""
    return float(_distances(weights).mean() / weights.shape[-1])


@misconception(hint="Can two heads be equally undecided and look elsewhere?", caught_by="test_ends")
def compares_entropies(weights):
    """This number is what comes out when the entropies of the heads are compared, not their weights."""
    entropy = -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-1)
    return float(np.mean([np.abs(a - b) for a, b in itertools.combinations(entropy, 2)]))


@misconception(hint="Can two heads favour the same key and still differ?", caught_by="test_values")
def compares_favourite_keys(weights):
    """This number is what comes out when it is counted how often two heads favour different keys."""
    best = weights.argmax(axis=-1)
    return float(np.mean([a != b for a, b in itertools.combinations(best, 2)]))


@misconception(hint="Is an angle between rows the sum of their differences?", caught_by="test_values")
def measures_angles(weights):
    """This number is what comes out when one minus the cosine between two rows is taken."""
    unit = weights / np.linalg.norm(weights, axis=-1, keepdims=True)
    return float(np.mean([1 - (a * b).sum(axis=-1) for a, b in itertools.combinations(unit, 2)]))


# --- which pairs ------------------------------------------------------------------------------------------------------


@misconception(hint="Does a head differ from itself?", caught_by="test_values")
def counts_every_head_with_itself(weights):
    """This number is what comes out when the mean also runs over each head paired with itself."""
    pairs = itertools.product(weights, repeat=2)
    return float(np.mean([np.abs(a - b).sum(axis=-1) / 2 for a, b in pairs]))


@misconception(hint="How many pairs do four heads make?", caught_by="test_order_of_heads_does_not_matter")
def compares_neighbours_only(weights):
    """This number is what comes out when each head is compared with the next one only."""
    return float(np.abs(np.diff(weights * 1.0, axis=0)).sum(axis=-1).mean() / 2)


@misconception(hint="How many pairs do four heads make?", caught_by="test_order_of_heads_does_not_matter")
def compares_with_the_first_head_only(weights):
    """This number is what comes out when every other head is compared with head 0 only."""
    return float(np.abs(weights[1:] * 1.0 - weights[0]).sum(axis=-1).mean() / 2)


@misconception(hint="How many pairs do four heads make?", caught_by="test_order_of_heads_does_not_matter")
def compares_the_first_and_the_last(weights):
    """This number is what comes out when only the first and the last head are compared."""
    return float(np.abs(weights[0] * 1.0 - weights[-1]).sum(axis=-1).mean() / 2)


@misconception(hint="How many pairs do four heads make?", caught_by="test_order_of_heads_does_not_matter")
def compares_the_first_two_heads(weights):
    """This number is what comes out when only head 0 and head 1 are compared."""
    return float(np.abs(weights[0] * 1.0 - weights[1]).sum(axis=-1).mean() / 2)


@misconception(hint="Are heads compared with each other, or with their mean?", caught_by="test_values")
def compares_with_the_mean_head(weights):
    """This number is what comes out when every head is compared with the mean of all heads."""
    return float(np.abs(weights - weights.mean(axis=0)).sum(axis=-1).mean() / 2)


@misconception(hint="Is a spread per key the difference of two heads?", caught_by="test_values")
def takes_the_standard_deviation(weights):
    """This number is what comes out when the standard deviation over the heads is averaged."""
    return float(weights.std(axis=0).mean())


@misconception(hint="What is compared: heads, or the queries of one head?", caught_by="test_values")
def compares_queries_within_a_head(weights):
    """This number is what comes out when the queries of each head are compared, not the heads."""
    return float(_distances(weights.swapaxes(0, 1)).mean()) if weights.shape[1] > 1 else 0.0


# --- mean, sum, most --------------------------------------------------------------------------------------------------


@misconception(hint="Is the mean over the pairs asked for, or their sum?", caught_by="test_values")
def adds_the_pairs_up(weights):
    """This number is what comes out when the pairs are added up and not averaged."""
    return float(_distances(weights).mean(axis=-1).sum())


@misconception(hint="Is the mean over the queries asked for, or their sum?", caught_by="test_values")
def adds_the_queries_up(weights):
    """This number is what comes out when the queries are added up and not averaged."""
    return float(_distances(weights).sum(axis=-1).mean())


@misconception(hint="Does one pair stand for all?", caught_by="test_values")
def takes_the_most_different_pair(weights):
    """This number is what comes out when the pair that differs most is reported."""
    return float(_distances(weights).mean(axis=-1).max())


@misconception(hint="Does one pair stand for all?", caught_by="test_values")
def takes_the_most_alike_pair(weights):
    """This number is what comes out when the pair that differs least is reported."""
    return float(_distances(weights).mean(axis=-1).min())


@misconception(hint="Which queries have not been looked at?", caught_by="test_values")
def looks_at_the_first_query_only(weights):
    """This number is what comes out when only the first row of every head is compared, as the post prints it."""
    return float(_distances(weights[:, :1]).mean())


@misconception(hint="Is the middle one of many numbers their mean?", caught_by="test_values")
def takes_the_median(weights):
    """This number is what comes out when the median over pairs and queries is taken."""
    return float(np.median(_distances(weights)))


@misconception(hint="Should equal heads give 0 or 1?", caught_by="test_ends")
def measures_likeness(weights):
    """This number is what comes out when one minus the difference is returned, so that equal heads give 1."""
    return float(1 - _distances(weights).mean())


# --- what is returned -------------------------------------------------------------------------------------------------


@misconception(hint="How many numbers does the docstring promise?", caught_by="test_one_number")
def returns_a_number_for_each_pair(weights):
    """This is what comes out when every pair keeps a number of its own."""
    return _distances(weights).mean(axis=-1)


@misconception(hint="How many numbers does the docstring promise?", caught_by="test_one_number")
def returns_a_number_for_each_query(weights):
    """This is what comes out when every query keeps a number of its own."""
    return _distances(weights).mean(axis=0)


@misconception(hint="Does the function measure, or judge?", caught_by="test_one_number")
def says_whether_they_are_the_same(weights):
    """This is what comes out when it is asked whether all heads agree to three decimals."""
    return bool(all(np.allclose(head, weights[0], atol=1e-3) for head in weights))


@misconception(hint="Are heads that differ by a thousandth the same?", caught_by="test_small_differences")
def rounds_to_three_decimals(weights):
    """This number is what comes out when the result is rounded to three decimals."""
    return round(float(_distances(weights).mean()), 3)


@misconception(hint="Are heads that differ by a thousandth the same?", caught_by="test_small_differences")
def calls_small_differences_none(weights):
    """This number is what comes out when differences below 0.005 count as none, as in a printed table."""
    pairs = itertools.combinations(weights, 2)
    gaps = [np.abs(a - b) for a, b in pairs]
    return float(np.mean([np.where(gap < 0.005, 0, gap).sum(axis=-1) / 2 for gap in gaps]))


@misconception(hint="How small a difference can float32 see beside 0.5?", caught_by="test_small_differences")
def passes_through_single_precision(weights):
    """This number is what comes out when the weights are brought to float32 before they are compared."""
    return float(_distances(weights.astype(np.float32).astype(float)).mean())


@misconception(hint="Does the caller expect other weights afterwards?", caught_by="test_leaves_arguments_alone")
def takes_the_first_head_off_in_place(weights):
    """This change to the weights is what is left behind when head 0 is subtracted from all heads in place."""
    found = float(_distances(weights).mean())
    weights -= weights[:1].copy()
    return found
