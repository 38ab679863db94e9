"""Wrong ideas about masked_weights(scores, mask), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _shared(scores, mask):
    """Right: the allowed keys share one, and nobody shares nothing."""
    top = np.where(mask, scores, -np.inf).max(axis=-1, keepdims=True)
    powers = np.where(mask, np.exp(np.where(mask, scores - np.where(np.isfinite(top), top, 0), 0)), 0.0)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total > 0, total, 1)


# --- rows in which nothing is allowed ---------------------------------------------------------------------------------


@misconception(hint="What is the largest score of a row that holds nothing but -inf?", caught_by="test_no_allowed_key")
def leaves_nan_where_no_key_is_allowed(scores, mask):
    """These numbers are what comes out when a row of nothing but -inf goes through the softmax."""
    return _softmax(np.where(mask, scores, -np.inf))


@misconception(hint="May a query that is allowed nothing look everywhere?", caught_by="test_no_allowed_key")
def shares_evenly_where_no_key_is_allowed(scores, mask):
    """These numbers are what comes out when forbidden scores become a large negative number: a row of nothing else is
    shared out evenly.
    """
    return _softmax(np.where(mask, scores, -1e9))


@misconception(hint="What should a query with no allowed key take home?", caught_by="test_no_allowed_key")
def looks_at_the_first_key_where_none_is_allowed(scores, mask):
    """These numbers are what comes out when a query that may look nowhere is sent to the first key."""
    weights = _shared(scores, mask)
    weights[~mask.any(axis=-1), 0] = 1
    return weights


@misconception(hint="May a query that is allowed nothing look everywhere?", caught_by="test_no_allowed_key")
def forgets_the_mask_where_no_key_is_allowed(scores, mask):
    """These numbers are what comes out when a query that may look nowhere is treated as if it might look anywhere."""
    return _shared(scores, np.where(mask.any(axis=-1, keepdims=True), mask, True))


@misconception(hint="Which error does the docstring promise, if any?", caught_by="test_no_allowed_key")
def refuses_rows_without_a_key(scores, mask):
    """This exception is what comes out when a row without an allowed key is refused."""
    if not mask.any(axis=-1).all():
        raise ValueError("a query has no key")
    return _shared(scores, mask)


@misconception(hint="If one row is nan, are the others spoilt too?", caught_by="test_no_allowed_key")
def gives_up_where_one_row_has_no_key(scores, mask):
    """These numbers are what comes out when a single row without an allowed key turns all weights to zero."""
    return _shared(scores, mask) * mask.any(axis=-1).all()


# --- which number stands for never ------------------------------------------------------------------------------------


@misconception(hint="What is exp(0)?", caught_by="test_forbidden_keys_get_nothing")
def multiplies_the_scores_by_the_mask(scores, mask):
    """These numbers are what comes out when forbidden scores become 0, or nearly 0, before the softmax."""
    return _softmax(scores * mask)


@misconception(hint="Is your filler smaller than every legal score?", caught_by="test_low_scores")
def fills_with_minus_ten(scores, mask):
    """These numbers are what comes out when forbidden scores become -10 and are cut off after the softmax."""
    return _softmax(np.where(mask, scores, -10.0)) * mask


@misconception(hint="Is your filler smaller than every legal score?", caught_by="test_forbidden_keys_get_nothing")
def fills_with_minus_a_hundred(scores, mask):
    """These numbers are what comes out when forbidden scores become -100."""
    return _softmax(np.where(mask, scores, -100.0))


@misconception(hint="Is your filler smaller than every legal score?", caught_by="test_low_scores")
def fills_with_minus_a_thousand(scores, mask):
    """These numbers are what comes out when forbidden scores become -1000."""
    return np.where(mask.any(axis=-1, keepdims=True), _softmax(np.where(mask, scores, -1000.0)), 0.0)


@misconception(hint="Is small the same as absent?", caught_by="test_forbidden_keys_get_nothing")
def fills_with_the_smallest_score(scores, mask):
    """These numbers are what comes out when forbidden scores become the smallest score of their row."""
    return _softmax(np.where(mask, scores, scores.min(axis=-1, keepdims=True)))


@misconception(hint="What is zero times infinity?", caught_by="test_rows_sum_to_one")
def multiplies_zero_by_infinity(scores, mask):
    """These numbers are what comes out when the mask, turned into zeros and ones, is multiplied by -inf and added."""
    return _softmax(scores + (1 - mask) * -np.inf)


@misconception(hint="What does adding True to a score change?", caught_by="test_forbidden_keys_get_nothing")
def adds_the_mask(scores, mask):
    """These numbers are what comes out when the mask is added to the scores and True counts as 1."""
    return _softmax(scores + mask)


@misconception(
    hint="A score that is lowered by a thousand: can it still be the largest?", caught_by="test_large_scores"
)
def lowers_the_forbidden_scores_by_a_thousand(scores, mask):
    """These numbers are what comes out when forbidden scores are lowered by 1000, whatever they are."""
    return np.where(mask.any(axis=-1, keepdims=True), _softmax(scores - 1000.0 * ~mask), 0.0)


# --- which keys -------------------------------------------------------------------------------------------------------


@misconception(hint="Which of the two arguments was never used?", caught_by="test_forbidden_keys_get_nothing")
def ignores_the_mask(scores, mask):
    """These numbers are what comes out when every key is allowed, whatever the mask says."""
    return _softmax(scores)


@misconception(hint="Does True mean may look, or blocked?", caught_by="test_forbidden_keys_get_nothing")
def takes_true_for_blocked(scores, mask):
    """These numbers are what comes out when True is read as blocked."""
    return _shared(scores, ~mask)


@misconception(hint="Which mask was handed in?", caught_by="test_forbidden_keys_get_nothing")
def always_hides_the_future(scores, mask):
    """These numbers are what comes out when later keys are hidden, whatever the mask says."""
    return _shared(scores, np.tri(*scores.shape, dtype=bool))


@misconception(hint="Which mask was handed in?", caught_by="test_values")
def hides_the_future_as_well(scores, mask):
    """These numbers are what comes out when later keys are hidden beside those that the mask forbids."""
    return _shared(scores, mask & np.tri(*scores.shape, dtype=bool))


@misconception(hint="Which index of the mask counts the queries?", caught_by="test_shape")
def transposes_the_mask(scores, mask):
    """This is what comes out when the mask is used with queries and keys exchanged."""
    return _shared(scores, mask.T)


@misconception(hint="Does every query have a row of the mask of its own?", caught_by="test_forbidden_keys_get_nothing")
def uses_the_first_row_of_the_mask(scores, mask):
    """These numbers are what comes out when the first row of the mask serves all queries."""
    return _shared(scores, np.broadcast_to(mask[0], scores.shape))


@misconception(hint="Is one allowed query enough to allow a key to all?", caught_by="test_forbidden_keys_get_nothing")
def allows_what_anybody_may_see(scores, mask):
    """These numbers are what comes out when a key that one query may see is shown to all."""
    return _shared(scores, np.broadcast_to(mask.any(axis=0), scores.shape))


# --- before or after the softmax --------------------------------------------------------------------------------------


@misconception(hint="Do the remaining weights still sum to one?", caught_by="test_rows_sum_to_one")
def masks_after_the_softmax(scores, mask):
    """These numbers are what comes out when forbidden weights become 0 after the softmax and the rest stays."""
    return _softmax(scores) * mask


@misconception(hint="What is left of the others when a forbidden score is 3000?", caught_by="test_large_scores")
def masks_after_the_softmax_and_divides_again(scores, mask):
    """These numbers are what comes out when forbidden weights become 0 after the softmax and the rest is divided by
    its sum, where that is not 0.
    """
    weights = _softmax(scores) * mask
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total > 0, total, 1)


@misconception(hint="Can the sum of the allowed weights be 0?", caught_by="test_no_allowed_key")
def divides_again_by_whatever_is_left(scores, mask):
    """These numbers are what comes out when forbidden weights become 0 after the softmax and every row is divided by
    what is left of it.
    """
    weights = _softmax(scores) * mask
    return weights / weights.sum(axis=-1, keepdims=True)


@misconception(hint="What does a softmax make of weights that are 0?", caught_by="test_forbidden_keys_get_nothing")
def applies_softmax_to_masked_weights(scores, mask):
    """These numbers are what comes out when masked weights go through a second softmax."""
    return _softmax(_softmax(scores) * mask)


@misconception(hint="Which of your arrays has rows that sum to one?", caught_by="test_forbidden_keys_get_nothing")
def returns_masked_scores(scores, mask):
    """These numbers are what comes out when the scores are returned with -inf in them, before the softmax."""
    return np.where(mask, scores, -np.inf)


@misconception(hint="Do the remaining weights still sum to one?", caught_by="test_rows_sum_to_one")
def counts_forbidden_keys_below_the_line(scores, mask):
    """These numbers are what comes out when each forbidden key still adds 1 to the sum below the line."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers * mask / (powers * mask + ~mask).sum(axis=-1, keepdims=True)


# --- the softmax itself -----------------------------------------------------------------------------------------------


@misconception(hint="Which axis are the keys on?", caught_by="test_rows_sum_to_one")
def normalises_over_the_queries(scores, mask):
    """These numbers are what comes out when the weights of each key sum to one over the queries."""
    return _shared(scores.T, mask.T).T


@misconception(hint="How many distributions does the table hold?", caught_by="test_rows_sum_to_one")
def normalises_the_whole_table(scores, mask):
    """These numbers are what comes out when all allowed scores share out one together."""
    together = _shared(np.ravel(scores), np.ravel(mask))
    return np.resize(together, scores.shape)


@misconception(hint="What is exp(5000), and what can be taken off without a change?", caught_by="test_large_scores")
def takes_nothing_off(scores, mask):
    """These numbers are what comes out when the exponential is taken of the scores as they are."""
    powers = np.where(mask, np.exp(scores), 0.0)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(mask.any(axis=-1, keepdims=True), total, 1)


@misconception(hint="Is the largest score of a row always an allowed one?", caught_by="test_large_scores")
def takes_off_a_forbidden_maximum(scores, mask):
    """These numbers are what comes out when the largest score of a row is taken off, allowed or not."""
    powers = np.where(mask, np.exp(scores - scores.max(axis=-1, keepdims=True)), 0.0)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(mask.any(axis=-1, keepdims=True), total, 1)


@misconception(hint="Is the largest score of all also the largest of every row?", caught_by="test_large_scores")
def shares_one_maximum(scores, mask):
    """These numbers are what comes out when the largest allowed score of the whole table is taken off every row."""
    top = scores[mask].max() if mask.any() else 0.0
    powers = np.where(mask, np.exp(scores - top), 0.0)
    return powers / np.where(mask.any(axis=-1, keepdims=True), powers.sum(axis=-1, keepdims=True), 1)


@misconception(hint="Should the best allowed key take everything?", caught_by="test_values")
def takes_the_best_key_only(scores, mask):
    """These numbers are what comes out when the best allowed key takes all of the weight."""
    best = np.where(mask, scores, -np.inf).argmax(axis=-1)
    return np.eye(scores.shape[-1])[best] * mask


@misconception(hint="Do the scores of the allowed keys count?", caught_by="test_values")
def shares_evenly_among_the_allowed(scores, mask):
    """These numbers are what comes out when the allowed keys get equal shares, whatever their scores."""
    return mask / np.maximum(mask.sum(axis=-1, keepdims=True), 1)


@misconception(hint="Where has the scale been applied already?", caught_by="test_values")
def scales_the_scores_again(scores, mask):
    """These numbers are what comes out when the scores are divided by the root of n_k before the softmax."""
    return _shared(scores / np.sqrt(scores.shape[-1]), mask)


# --- precision and arguments ------------------------------------------------------------------------------------------


@misconception(hint="Is printing the same as computing?", caught_by="test_values")
def rounds_to_three_decimals(scores, mask):
    """These numbers are what comes out when the weights are rounded to three decimals."""
    return np.round(_shared(scores, mask), 3)


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(scores, mask):
    """This dtype is what comes out when everything is computed in float16."""
    return _shared(scores.astype(np.float16), mask).astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_single_precision(scores, mask):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    return _shared(scores.astype(np.float32), mask).astype(np.float32).astype(float)


@misconception(hint="Can an array of whole numbers hold -inf?", caught_by="test_integers")
def writes_minus_infinity_into_whole_numbers(scores, mask):
    """This exception is what comes out when -inf is written into a copy that still holds whole numbers."""
    copy = scores.copy()
    copy[~mask] = -np.inf
    return _shared(copy, mask)


@misconception(hint="Should the caller find other scores afterwards?", caught_by="test_leaves_arguments_alone")
def writes_into_the_scores(scores, mask):
    """This change to the scores is what is left behind when -inf is written into them in place."""
    weights = _shared(scores, mask)
    if scores.dtype.kind == "f":
        scores[~mask] = -np.inf
    return weights


@misconception(hint="Does the docstring ask for a batch axis?", caught_by="test_shape")
def keeps_a_batch_axis(scores, mask):
    """This shape is what comes out when room is left for a batch."""
    return _shared(scores, mask)[None]


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_the_mask_as_well(scores, mask):
    """This is what comes out when the mask is returned beside the weights."""
    return _shared(scores, mask), mask


@misconception(hint="May a query's row be shorter when it sees fewer keys?", caught_by="test_shape")
def leaves_forbidden_keys_out(scores, mask):
    """This is what comes out when the weights of the allowed keys are returned alone, without the zeros."""
    return _shared(scores, mask)[mask]
