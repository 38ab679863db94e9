"""Wrong ideas about stable_softmax(scores), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _powers(scores):
    return np.exp(scores - scores.max(axis=-1, keepdims=True))


def _softmax(scores):
    powers = _powers(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


def _naive(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


# --- what is taken off before exp -------------------------------------------------------------------------------------


@misconception(
    hint="What is exp(1000), and which factor cancels above and below the line?", caught_by="test_large_scores"
)
def takes_nothing_off(scores):
    """These numbers are what comes out when exp is applied to the scores as they are."""
    return _naive(scores)


@misconception(
    hint="Is the largest score of the whole array also the largest of every row?", caught_by="test_large_scores"
)
def shares_one_maximum(scores):
    """These numbers are what comes out when rows that lie apart share one maximum, and rows are summed."""
    powers = np.exp(scores - np.max(scores))
    return powers / powers.sum(axis=-1, keepdims=True)


@misconception(hint="After your shift, what is the largest number that exp is given?", caught_by="test_levels")
def takes_off_the_minimum(scores):
    """These numbers are what comes out when each row's minimum is taken off instead of its maximum."""
    return _naive(scores - scores.min(axis=-1, keepdims=True))


@misconception(hint="After your shift, what is the largest number that exp is given?", caught_by="test_levels")
def takes_off_the_mean(scores):
    """These numbers are what comes out when each row's mean is taken off instead of its maximum."""
    return _naive(scores - scores.mean(axis=-1, keepdims=True))


@misconception(hint="Which score of a row may have any size, even minus infinity?", caught_by="test_masked")
def takes_off_the_first_score(scores):
    """These numbers are what comes out when the first score of each row is taken off."""
    return _naive(scores - scores[..., :1])


@misconception(hint="For a row around -10000, what is left after your shift?", caught_by="test_large_scores")
def takes_off_the_largest_magnitude(scores):
    """These numbers are what comes out when the largest absolute value of each row is taken off."""
    return _naive(scores - np.abs(scores).max(axis=-1, keepdims=True))


@misconception(hint="Is the same number taken off from every score of a row?", caught_by="test_values")
def takes_off_the_column_maximum(scores):
    """These numbers are what comes out when maxima over another axis than that of the keys are taken off, and rows
    are summed.
    """
    return _naive(scores - scores.max(axis=0))


@misconception(hint="Does your answer survive adding 5 to every score?", caught_by="test_shift_changes_nothing")
def divides_by_the_maximum(scores):
    """These numbers are what comes out when the scores are divided by their row's maximum before exp."""
    return _softmax(scores / scores.max(axis=-1, keepdims=True))


@misconception(hint="Is the same thing put through exp above and below the line?", caught_by="test_rows_sum_to_one")
def shifts_the_numerator_only(scores):
    """These numbers are what comes out when the maximum is taken off above the line and not below."""
    return _powers(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


@misconception(hint="Is the same thing put through exp above and below the line?", caught_by="test_rows_sum_to_one")
def shifts_the_denominator_only(scores):
    """These numbers are what comes out when the maximum is taken off below the line and not above."""
    return np.exp(scores) / _powers(scores).sum(axis=-1, keepdims=True)


# --- which numbers are summed -----------------------------------------------------------------------------------------


@misconception(hint="Over which set of numbers must the weights add up to one?", caught_by="test_rows_sum_to_one")
def sums_the_whole_array(scores):
    """These numbers are what comes out when there is one maximum and one sum for the whole array."""
    powers = np.exp(scores - np.max(scores))
    return powers / np.sum(powers)


@misconception(hint="How many distributions does one matrix of scores hold?", caught_by="test_rows_sum_to_one")
def sums_each_matrix(scores):
    """This is what comes out when the last two axes share one maximum and one sum."""
    powers = np.exp(scores - scores.max(axis=(-2, -1), keepdims=True))
    return powers / powers.sum(axis=(-2, -1), keepdims=True)


@misconception(hint="On which axis are the keys?", caught_by="test_rows_sum_to_one")
def works_along_the_first_axis(scores):
    """These numbers are what comes out when maximum and sum run over the first axis."""
    powers = np.exp(scores - scores.max(axis=0))
    return powers / powers.sum(axis=0)


@misconception(hint="Along which axis does Python's own sum add up an array?", caught_by="test_rows_sum_to_one")
def sums_the_columns(scores):
    """These numbers are what comes out when the maximum is the row's and the sum runs over the first axis."""
    powers = _powers(scores)
    return powers / sum(powers)


@misconception(hint="Which axis number names the last axis, however many there are?", caught_by="test_dimensions")
def works_along_axis_1(scores):
    """This is what comes out when maximum and sum always run over axis 1."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@misconception(hint="What is scores[i] when scores has one axis, and when it has three?", caught_by="test_dimensions")
def loops_over_the_first_axis(scores):
    """These numbers are what comes out when scores[i] is always taken for a single row."""
    weights = np.zeros(scores.shape)
    for i in range(len(scores)):
        powers = np.exp(scores[i] - np.max(scores[i]))
        weights[i] = powers / np.sum(powers)
    return weights


@misconception(hint="Where does [:, None] put the new axis when there are three already?", caught_by="test_dimensions")
def puts_the_new_axis_second(scores):
    """This error is what comes out when the row values are stretched with [:, None]."""
    powers = np.exp(scores - scores.max(axis=-1)[:, None])
    return powers / powers.sum(axis=-1)[:, None]


@misconception(hint="What does .T do to an array with three axes?", caught_by="test_dimensions")
def transposes_all_axes(scores):
    """This is what comes out when .T is used to bring the rows in line, and once more to go back."""
    powers = np.exp(scores.T - scores.max(axis=-1))
    return (powers / powers.sum(axis=0)).T


@misconception(hint="Which shape has the answer for an input of three axes?", caught_by="test_dimensions")
def leaves_the_axes_merged(scores):
    """This shape is what comes out when leading axes are merged into one and not taken apart again."""
    return _softmax(scores.reshape(-1, scores.shape[-1]))


@misconception(hint="How many axes may scores have?", caught_by="test_dimensions")
def refuses_all_but_two_axes(scores):
    """This error is what comes out when exactly two axes are expected."""
    if scores.ndim != 2:
        raise ValueError("scores must be two-dimensional")
    return _softmax(scores)


@misconception(hint="Print the shapes above and below the line: how do they line up?", caught_by="test_shape")
def forgets_keepdims_in_the_sum(scores):
    """This is what comes out when the sum is taken without keepdims."""
    powers = _powers(scores)
    return powers / powers.sum(axis=-1)


@misconception(hint="Print the shape of the maximum: how does it line up with scores?", caught_by="test_shape")
def forgets_keepdims_in_the_maximum(scores):
    """This is what comes out when the maximum is taken without keepdims."""
    return _naive(scores - scores.max(axis=-1))


@misconception(hint="Print the shapes of maximum and sum: how do they line up with scores?", caught_by="test_shape")
def forgets_keepdims_twice(scores):
    """This is what comes out when maximum and sum are both taken without keepdims."""
    powers = np.exp(scores - scores.max(axis=-1))
    return powers / powers.sum(axis=-1)


@misconception(hint="How does Python's own max compare two rows of an array?", caught_by="test_shape")
def calls_the_built_in_max(scores):
    """This error is what comes out when Python's own max is called on an array with several rows."""
    powers = np.exp(scores - max(scores))
    return powers / powers.sum(axis=-1, keepdims=True)


# --- another function -------------------------------------------------------------------------------------------------


@misconception(hint="Do the weights of a row add up to one?", caught_by="test_rows_sum_to_one")
def leaves_out_the_sum(scores):
    """These numbers are what comes out when exp of the shifted scores is not divided by anything."""
    return _powers(scores)


@misconception(hint="What do the weights of a row add up to?", caught_by="test_rows_sum_to_one")
def divides_by_the_average(scores):
    """These numbers are what comes out when exp is divided by its mean over the row."""
    powers = _powers(scores)
    return powers / powers.mean(axis=-1, keepdims=True)


@misconception(hint="Should the weights add up to one, or their squares?", caught_by="test_rows_sum_to_one")
def divides_by_the_length(scores):
    """These numbers are what comes out when exp is divided by the length of its row as a vector."""
    powers = _powers(scores)
    return powers / np.sqrt((powers**2).sum(axis=-1, keepdims=True))


@misconception(hint="Is there anything below the line besides the keys?", caught_by="test_rows_sum_to_one")
def adds_one_to_the_sum(scores):
    """These numbers are what comes out when 1 is added to the sum below the line."""
    powers = _powers(scores)
    return powers / (1 + powers.sum(axis=-1, keepdims=True))


@misconception(hint="What keeps a weight from being negative?", caught_by="test_rows_sum_to_one")
def leaves_out_exp(scores):
    """These numbers are what comes out when the scores are divided by their sum, without exp."""
    return scores / scores.sum(axis=-1, keepdims=True)


@misconception(hint="Which weight does the best score of a row get?", caught_by="test_values")
def leaves_out_exp_after_the_shift(scores):
    """These numbers are what comes out when the shifted scores are divided by their sum, without exp."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return shifted / shifted.sum(axis=-1, keepdims=True)


@misconception(hint="Which weight does the worst score of a row get, and why not zero?", caught_by="test_values")
def measures_from_the_minimum(scores):
    """These numbers are what comes out when the distances from the row's minimum are divided by their sum."""
    shifted = scores - scores.min(axis=-1, keepdims=True)
    return shifted / shifted.sum(axis=-1, keepdims=True)


@misconception(hint="Should a very negative score get much attention?", caught_by="test_shift_changes_nothing")
def takes_absolute_values(scores):
    """These numbers are what comes out when absolute values are divided by their sum."""
    return np.abs(scores) / np.abs(scores).sum(axis=-1, keepdims=True)


@misconception(hint="Should a very negative score get much attention?", caught_by="test_shift_changes_nothing")
def squares_instead_of_exp(scores):
    """These numbers are what comes out when squares stand in the place of exp."""
    return scores**2 / (scores**2).sum(axis=-1, keepdims=True)


@misconception(hint="Compare log(w0 / w1) with the gap of the two scores: are they equal?", caught_by="test_values")
def takes_powers_of_two(scores):
    """These numbers are what comes out when powers of 2 stand in the place of exp."""
    powers = 2.0 ** (scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@misconception(hint="How many digits of e does your formula know?", caught_by="test_values")
def takes_powers_of_2718(scores):
    """These numbers are what comes out when powers of 2.718 stand in the place of exp."""
    powers = 2.718 ** (scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@misconception(hint="Are your outputs weights, or logarithms of weights?", caught_by="test_rows_sum_to_one")
def returns_logarithms(scores):
    """These numbers are what comes out when the logarithms of the weights are returned."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


@misconception(hint="Do your weights compete with each other?", caught_by="test_rows_sum_to_one")
def judges_each_score_alone(scores):
    """These numbers are what comes out when each score passes through a sigmoid of its own."""
    return 1 / (1 + np.exp(-scores))


@misconception(hint="Does your answer survive adding 5 to every score?", caught_by="test_shift_changes_nothing")
def normalises_a_sigmoid(scores):
    """These numbers are what comes out when sigmoids are divided by their sum."""
    parts = 1 / (1 + np.exp(-scores))
    return parts / parts.sum(axis=-1, keepdims=True)


@misconception(hint="Where did the second-best key go?", caught_by="test_values")
def gives_all_to_the_best(scores):
    """These numbers are what comes out when the best key gets 1 and all others get 0."""
    return np.eye(scores.shape[-1])[scores.argmax(axis=-1)]


@misconception(hint="If the best score grows further, should its weight grow?", caught_by="test_values")
def ranks_the_scores(scores):
    """These numbers are what comes out when the softmax is taken of the ranks of the scores."""
    return _softmax(scores.argsort(axis=-1).argsort(axis=-1).astype(float))


@misconception(hint="Which score should get the largest weight?", caught_by="test_values")
def favours_the_smallest_score(scores):
    """These numbers are what comes out when the sign of the scores is turned around."""
    return _softmax(-scores)


@misconception(hint="Which argument of your function has any influence on the answer?", caught_by="test_values")
def gives_all_keys_the_same(scores):
    """These numbers are what comes out when every key gets 1 / n_k."""
    return np.full(scores.shape, 1 / scores.shape[-1])


@misconception(hint="At which step were the scores scaled already?", caught_by="test_values")
def divides_by_a_root_again(scores):
    """These numbers are what comes out when the scores are divided by the root of the number of keys first."""
    return _softmax(scores / np.sqrt(scores.shape[-1]))


@misconception(hint="If the gaps between the scores double, should the weights change?", caught_by="test_values")
def standardises_the_rows(scores):
    """These numbers are what comes out when each row is brought to mean 0 and spread 1 first."""
    return _softmax((scores - scores.mean(axis=-1, keepdims=True)) / scores.std(axis=-1, keepdims=True))


@misconception(hint="How often does the text apply exp?", caught_by="test_values")
def applies_it_twice(scores):
    """These numbers are what comes out when the softmax is taken of the softmax."""
    return _softmax(_softmax(scores))


# --- guards that bend -------------------------------------------------------------------------------------------------


@misconception(hint="Once the maximum is taken off, can the sum be zero?", caught_by="test_rows_sum_to_one")
def adds_a_thousandth_to_the_sum(scores):
    """These numbers are what comes out when 1e-3 is added to the sum below the line."""
    powers = _powers(scores)
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-3)


@misconception(hint="Once the maximum is taken off, can the sum be zero?", caught_by="test_values")
def adds_a_millionth_to_the_sum(scores):
    """These numbers are what comes out when 1e-6 is added to the sum below the line."""
    powers = _powers(scores)
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-6)


@misconception(hint="Does a guard below the line help when exp overflows?", caught_by="test_large_scores")
def guards_the_sum_but_takes_nothing_off(scores):
    """These numbers are what comes out when exp gets the scores as they are and the sum a guard such as 1e-12."""
    powers = np.exp(scores)
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-12)


@misconception(hint="Do two scores of 100 and 90 tie?", caught_by="test_large_scores")
def clips_scores_at_80(scores):
    """These numbers are what comes out when the scores are clipped to a range such as -80 to 80."""
    return _naive(np.clip(scores, -80, 80))


@misconception(hint="Do two scores of 10000 and 9990 tie?", caught_by="test_large_scores")
def clips_scores_at_500(scores):
    """These numbers are what comes out when the scores are clipped to a range such as -500 to 500."""
    return _naive(np.clip(scores, -500, 500))


@misconception(hint="Do two scores of 100 and 90 tie?", caught_by="test_large_scores")
def limits_scores_from_above(scores):
    """These numbers are what comes out when scores above a limit such as 80 are set to it, and nothing is taken off."""
    return _naive(np.minimum(scores, 80))


@misconception(hint="Is a score of 200 an error?", caught_by="test_large_scores")
def refuses_scores_above_80(scores):
    """This error is what comes out when large scores are refused, as the second document advises above 80."""
    if scores.max() > 80:
        raise ValueError("scores are too large, check the initialisation")
    return _softmax(scores)


@misconception(hint="A row without nan: does it still add up to one?", caught_by="test_large_scores")
def turns_nan_into_zero(scores):
    """These numbers are what comes out when exp overflows and every nan is then set to 0."""
    return np.nan_to_num(_naive(scores))


@misconception(hint="Is a row of large scores always an even one?", caught_by="test_large_scores")
def turns_nan_into_even_weights(scores):
    """These numbers are what comes out when exp overflows and every nan is then set to 1 / n_k."""
    weights = _naive(scores)
    return np.where(np.isnan(weights), 1 / scores.shape[-1], weights)


@misconception(hint="What does the logarithm see when exp has overflowed?", caught_by="test_large_scores")
def takes_the_log_of_an_unshifted_sum(scores):
    """These numbers are what comes out when log of the sum of exp is taken off, with no maximum inside."""
    return np.exp(scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True)))


@misconception(hint="Which weight does a score of minus infinity deserve?", caught_by="test_masked")
def reads_minus_infinity_as_zero(scores):
    """These numbers are what comes out when infinite scores are replaced by 0 first."""
    return _softmax(np.where(np.isinf(scores), 0.0, scores))


@misconception(hint="Which weight does a score of minus infinity deserve, exactly?", caught_by="test_masked")
def leaves_a_trace_under_minus_infinity(scores):
    """These tiny weights where exactly 0 is due are what comes out when no exp is allowed to become 0."""
    return _naive(np.maximum(scores - scores.max(axis=-1, keepdims=True), -50))


@misconception(
    hint="Which weight does a score of minus infinity deserve, whatever the others are?", caught_by="test_masked"
)
def replaces_minus_infinity_by_minus_a_thousand(scores):
    """These numbers are what comes out when minus infinity is replaced by a number such as -1000."""
    return _softmax(np.where(np.isneginf(scores), -1e3, scores))


@misconception(hint="In a row around -20000, which score is then the largest?", caught_by="test_masked")
def replaces_minus_infinity_by_minus_ten_thousand(scores):
    """These numbers are what comes out when minus infinity is replaced by a number such as -10000."""
    return _softmax(np.where(np.isneginf(scores), -1e4, scores))


@misconception(hint="In a row below -1000000, which score is then the largest?", caught_by="test_masked")
def replaces_minus_infinity_by_minus_a_million(scores):
    """These numbers are what comes out when minus infinity is replaced by a number such as -1e6."""
    return _softmax(np.where(np.isneginf(scores), -1e6, scores))


@misconception(hint="In a row below -1e9, which score is then the largest?", caught_by="test_masked")
def replaces_minus_infinity_by_minus_a_billion(scores):
    """These numbers are what comes out when minus infinity is replaced by a number such as -1e9."""
    return _softmax(np.where(np.isneginf(scores), -1e9, scores))


@misconception(hint="Do two scores of 800 and 790 tie?", caught_by="test_large_scores")
def clips_scores_at_700(scores):
    """These numbers are what comes out when the scores are clipped to a range such as -700 to 700."""
    return _naive(np.clip(scores, -700, 700))


@misconception(hint="Do two scores of 60 and 50 tie?", caught_by="test_large_scores")
def clips_scores_at_50(scores):
    """These numbers are what comes out when the scores are clipped to a range such as -50 to 50."""
    return _naive(np.clip(scores, -50, 50))


@misconception(hint="Do two scores of 30000 and 25000 tie?", caught_by="test_large_scores")
def clips_scores_at_20000(scores):
    """These numbers are what comes out when scores of many thousands are clipped, and the row maximum taken off."""
    return _softmax(np.where(np.isneginf(scores), scores, np.clip(scores, -2e4, 2e4)))


@misconception(hint="Which weight does a score far below the best one get?", caught_by="test_levels")
def keeps_shifted_scores_above_minus_ten(scores):
    """These numbers are what comes out when shifted scores are kept above a floor of -10."""
    return _naive(np.maximum(scores - scores.max(axis=-1, keepdims=True), -10))


@misconception(hint="Once the maximum is taken off, can the sum be zero?", caught_by="test_values")
def adds_1e_5_to_the_sum(scores):
    """These numbers are what comes out when 1e-5 is added to the sum below the line."""
    powers = _powers(scores)
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-5)


@misconception(hint="Once the maximum is taken off, can the sum be zero?", caught_by="test_values")
def adds_1e_4_to_the_sum(scores):
    """These numbers are what comes out when 1e-4 is added to the sum below the line."""
    powers = _powers(scores)
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-4)


@misconception(hint="Does a guard below the line help when exp overflows?", caught_by="test_large_scores")
def adds_1e_9_but_takes_nothing_off(scores):
    """These numbers are what comes out when exp gets the scores as they are and 1e-9 is added to the sum."""
    powers = np.exp(scores)
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-9)


@misconception(hint="Does a guard below the line help when exp overflows?", caught_by="test_values")
def adds_a_millionth_but_takes_nothing_off(scores):
    """These numbers are what comes out when exp gets the scores as they are and 1e-6 is added to the sum."""
    powers = np.exp(scores)
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-6)


@misconception(hint="Two scores overflow in one row: can both have all the weight?", caught_by="test_levels")
def turns_nan_into_one(scores):
    """These numbers are what comes out when exp overflows and every nan is then set to 1."""
    return np.nan_to_num(_naive(scores), nan=1.0)


@misconception(hint="After your shift, what is the largest number that exp is given?", caught_by="test_levels")
def takes_off_the_mean_and_turns_nan_into_zero(scores):
    """These numbers are what comes out when each row's mean is taken off, and every nan is then set to 0."""
    return np.nan_to_num(_naive(scores - scores.mean(axis=-1, keepdims=True)))


@misconception(hint="After your shift, what is the largest number that exp is given?", caught_by="test_levels")
def takes_off_the_median(scores):
    """These numbers are what comes out when each row's median is taken off instead of its maximum."""
    return _naive(scores - np.median(scores, axis=-1, keepdims=True))


@misconception(hint="For a row around -10000, what is left after your shift?", caught_by="test_levels")
def takes_off_the_largest_finite_magnitude(scores):
    """These numbers are what comes out when the largest absolute value of each row's finite scores is taken off."""
    finite = np.where(np.isfinite(scores), scores, 0)
    return _naive(scores - np.abs(finite).max(axis=-1, keepdims=True))


@misconception(hint="Is the largest score of the first row also the largest of the others?", caught_by="test_levels")
def shares_the_first_rows_maximum(scores):
    """These numbers are what comes out when the maximum of the first row is taken off from all rows."""
    return _naive(scores - np.max(scores[0]))


@misconception(hint="Do the rows of one matrix all have its largest score?", caught_by="test_levels")
def shares_each_matrix_maximum(scores):
    """These numbers are what comes out when the last two axes share a maximum, and rows are summed."""
    return _naive(scores - scores.max(axis=(-2, -1) if scores.ndim > 1 else -1, keepdims=True))


@misconception(hint="On which axis are the keys, and whose maximum is taken off?", caught_by="test_rows_sum_to_one")
def shares_one_maximum_and_sums_the_columns(scores):
    """These numbers are what comes out when rows that lie apart share one maximum, and columns are summed."""
    powers = np.exp(scores - np.max(scores))
    return powers / powers.sum(axis=0)


@misconception(hint="Is a score a whole number of the same kind as a fraction?", caught_by="test_integers")
def refuses_integers(scores):
    """This error is what comes out when an array of whole numbers is refused."""
    if scores.dtype.kind != "f":
        raise TypeError("scores must be floats")
    return _softmax(scores)


@misconception(hint="How many axes may scores have?", caught_by="test_dimensions")
def refuses_more_than_three_axes(scores):
    """This error is what comes out when four axes are refused or not expected."""
    if scores.ndim > 3:
        raise ValueError("too many axes")
    return _softmax(scores)


# --- arguments, memory, types and precision ---------------------------------------------------------------------------


@misconception(hint="Whose array does -= write into?", caught_by="test_leaves_arguments_alone")
def takes_the_maximum_off_in_place(scores):
    """This change to the scores is what is left behind when their maximum is taken off in place."""
    scores -= scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


@misconception(hint="Does np.asarray make a copy of an array of floats?", caught_by="test_leaves_arguments_alone")
def works_in_place_on_asarray(scores):
    """This change to the scores is what is left behind when np.asarray, which copies no floats, is worked on in
    place.
    """
    scores = np.asarray(scores, dtype=float)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


@misconception(hint="Whose array holds the answer?", caught_by="test_leaves_arguments_alone")
def writes_the_weights_into_scores(scores):
    """This change to the scores is what is left behind when the weights are written into them."""
    scores[...] = _softmax(scores)
    return scores


@misconception(
    hint="Whose array does an assignment to scores[...] write into?", caught_by="test_leaves_arguments_alone"
)
def replaces_minus_infinity_in_place(scores):
    """This change to the scores is what is left behind when minus infinity is overwritten with a finite number."""
    scores[np.isneginf(scores)] = -1e9
    return _softmax(scores)


@misconception(hint="What remains in the caller's array?", caught_by="test_leaves_arguments_alone")
def sorts_the_scores(scores):
    """These numbers are what comes out when the scores of each row are sorted in place first."""
    scores.sort(axis=-1)
    return _softmax(scores)


@misconception(
    hint="If you call it twice with the same scores, may the answer change?", caught_by="test_same_answer_twice"
)
def drops_weights_at_random(scores):
    """These changing numbers are what comes out when random weights are set to 0 and the rest is scaled up."""
    rng = np.random.default_rng()
    share = rng.uniform(0.4, 0.6)
    kept = rng.random(scores.shape) < share
    kept[..., 0] = True  # so that two calls never agree by chance
    return _softmax(scores) * kept / share


@misconception(
    hint="Two inputs can have the same shape: what does your function remember?",
    caught_by="test_shift_changes_nothing",
)
def remembers_shifts_by_shape(scores, known={}):
    """These numbers are what comes out when maximum and sum of an earlier call are reused for the same shape."""
    if scores.shape not in known:
        known[scores.shape] = (scores.max(axis=-1, keepdims=True), _powers(scores).sum(axis=-1, keepdims=True))
    maximum, total = known[scores.shape]
    return np.exp(scores - maximum) / total


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_the_scores(scores):
    """These numbers are what comes out when the weights are stored in an array with the dtype of the scores."""
    weights = np.zeros_like(scores)
    weights[...] = _softmax(scores)
    return weights


@misconception(hint="Is printing a number the same as computing it?", caught_by="test_values")
def rounds_to_three_decimals(scores):
    """These numbers are what comes out when the weights are rounded to three decimals."""
    return np.round(_softmax(scores), 3)


@misconception(hint="How many results does the docstring promise?", caught_by="test_shape")
def returns_the_sums_too(scores):
    """This is what comes out when the sums below the line are returned beside the weights."""
    powers = _powers(scores)
    sums = powers.sum(axis=-1, keepdims=True)
    return powers / sums, sums


@misconception(hint="What do the next steps expect: lists of lists or an array?", caught_by="test_shape")
def returns_nested_lists(scores):
    """This is what comes out when the weights are turned into nested lists."""
    return _softmax(scores).tolist()


@misconception(hint="What is the type of your answer, and what would * mean for it?", caught_by="test_shape")
def returns_a_matrix(scores):
    """This is what comes out when the weights are turned into a numpy.matrix."""
    return np.asmatrix(_softmax(scores))


@misconception(hint="What is the type of your answer, and is it a plain array?", caught_by="test_shape")
def returns_a_masked_array(scores):
    """This type is what comes out when infinite scores are hidden with numpy.ma and stay hidden in the answer."""
    return _softmax(np.ma.masked_invalid(scores))


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def returns_half_precision(scores):
    """This dtype is what comes out when the weights are stored as float16."""
    return _softmax(scores).astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_rows_sum_to_one")
def passes_through_half_precision(scores):
    """These numbers are what comes out when everything is computed in float16 and converted back to float64."""
    return _softmax(scores.astype(np.float16)).astype(float)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_large_scores")
def passes_through_single_precision(scores):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    return _softmax(scores.astype(np.float32)).astype(float)


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="How many distributions are in the array, and what is exp(1000)?", caught_by="test_rows_sum_to_one")
def sums_the_whole_array_but_takes_nothing_off(scores):
    """These numbers are what comes out when exp gets the scores as they are and one sum serves the whole array."""
    powers = np.exp(scores)
    return powers / powers.sum()


@misconception(hint="On which axis are the keys, and what is exp(1000)?", caught_by="test_rows_sum_to_one")
def sums_the_columns_but_takes_nothing_off(scores):
    """These numbers are what comes out when exp gets the scores as they are and is summed over the first axis."""
    powers = np.exp(scores)
    return powers / powers.sum(axis=0)


@misconception(hint="Over which set of numbers must the weights add up to one?", caught_by="test_rows_sum_to_one")
def sums_the_whole_array_after_a_row_maximum(scores):
    """These numbers are what comes out when the maximum is the row's and one sum serves the whole array."""
    powers = _powers(scores)
    return powers / powers.sum()


@misconception(hint="Which comes first: the shift or exp?", caught_by="test_values")
def takes_the_maximum_off_after_exp(scores):
    """These numbers are what comes out when the maximum is taken off exp of the scores, not the scores themselves."""
    powers = np.exp(scores) - scores.max(axis=-1, keepdims=True)
    return powers / powers.sum(axis=-1, keepdims=True)


@misconception(hint="Is the same thing put through exp above and below the line?", caught_by="test_rows_sum_to_one")
def forgets_exp_below_the_line(scores):
    """These numbers are what comes out when exp of the shifted scores is divided by the sum of those without exp."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return np.exp(shifted) / shifted.sum(axis=-1, keepdims=True)


@misconception(hint="Is the same thing put through exp above and below the line?", caught_by="test_rows_sum_to_one")
def forgets_exp_above_the_line(scores):
    """These numbers are what comes out when the shifted scores, without exp, are divided by the sum of their exp."""
    return (scores - scores.max(axis=-1, keepdims=True)) / _powers(scores).sum(axis=-1, keepdims=True)


@misconception(hint="Is exp of a sum the sum of the exps?", caught_by="test_rows_sum_to_one")
def takes_exp_of_the_sum(scores):
    """These numbers are what comes out when exp is divided by exp of the sum of the shifted scores."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return np.exp(shifted) / np.exp(shifted.sum(axis=-1, keepdims=True))


@misconception(hint="What do the weights of a row add up to?", caught_by="test_rows_sum_to_one")
def divides_by_the_largest_power(scores):
    """These numbers are what comes out when exp is divided by its largest value of the row."""
    powers = np.exp(scores)
    return powers / powers.max(axis=-1, keepdims=True)


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_rows_sum_to_one")
def leaves_the_last_key_out_of_the_sum(scores):
    """These numbers are what comes out when the last key is missing in the sum below the line."""
    powers = _powers(scores)
    return powers / powers[..., :-1].sum(axis=-1, keepdims=True)


@misconception(hint="What do the next steps expect: a list of arrays or an array?", caught_by="test_shape")
def returns_a_list_of_rows(scores):
    """This is what comes out when the rows, an array each, are left in a list."""
    return list(_softmax(scores))


@misconception(hint="For a row around -300, what does your number stand for?", caught_by="test_masked")
def replaces_minus_infinity_by_minus_a_hundred(scores):
    """These numbers are what comes out when minus infinity is replaced by a number such as -100."""
    return _softmax(np.where(np.isneginf(scores), -100.0, scores))
