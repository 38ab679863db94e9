"""Wrong ideas about self_attention, each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _scores(x, W_q, W_k):
    return (x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1])


def _attend(scores, V):
    weights = _softmax(scores)
    return weights @ V, weights


# --- what is returned -------------------------------------------------------------------------------------------------


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_only_the_output(x, W_q, W_k, W_v):
    """This is what comes out when the output is returned and the weights are kept."""
    return _softmax(_scores(x, W_q, W_k)) @ (x @ W_v)


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_only_the_weights(x, W_q, W_k, W_v):
    """This is what comes out when the weights are returned and never meet the values."""
    return _softmax(_scores(x, W_q, W_k))


@misconception(hint="In which order does the docstring name the two results?", caught_by="test_shape")
def returns_the_weights_first(x, W_q, W_k, W_v):
    """This is what comes out when the weights are returned first and the output second."""
    output, weights = _attend(_scores(x, W_q, W_k), x @ W_v)
    return weights, output


@misconception(hint="Which of your arrays has rows that add up to one?", caught_by="test_rows_sum_to_one")
def hands_back_the_scores(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are returned in place of the weights, beside a right output."""
    scores = _scores(x, W_q, W_k)
    return _softmax(scores) @ (x @ W_v), scores


@misconception(hint="Does the docstring ask for a batch axis?", caught_by="test_shape")
def keeps_a_batch_axis(x, W_q, W_k, W_v):
    """These shapes are what comes out when a batch of one sequence is made and never unpacked."""
    output, weights = _attend(_scores(x, W_q, W_k), x @ W_v)
    return output[None], weights[None]


@misconception(hint="How many tokens are waiting for an answer?", caught_by="test_shape")
def answers_the_first_token_only(x, W_q, W_k, W_v):
    """These shapes are what comes out when only the first token asks."""
    output, weights = _attend(_scores(x, W_q, W_k), x @ W_v)
    return output[0], weights[0]


# --- projections ------------------------------------------------------------------------------------------------------


@misconception(hint="Which axis of W has to meet the features of x?", caught_by="test_shape")
def transposes_the_projections(x, W_q, W_k, W_v):
    """This is what comes out when x is multiplied by the transposed weight matrices."""
    return _attend((x @ W_q.T) @ (x @ W_k.T).T / np.sqrt(W_k.shape[1]), x @ W_v.T)


@misconception(hint="Should swapping two tokens' roles leave their score unchanged?", caught_by="test_weights")
def queries_meet_queries(x, W_q, W_k, W_v):
    """These numbers are what comes out when the queries are compared with the queries."""
    return _attend(_scores(x, W_q, W_q), x @ W_v)


@misconception(hint="Should swapping two tokens' roles leave their score unchanged?", caught_by="test_weights")
def keys_meet_keys(x, W_q, W_k, W_v):
    """These numbers are what comes out when the keys are compared with the keys."""
    return _attend(_scores(x, W_k, W_k), x @ W_v)


@misconception(hint="Row i of the scores describes who asks: queries or keys?", caught_by="test_weights")
def swaps_queries_and_keys(x, W_q, W_k, W_v):
    """These numbers are what comes out when row i of the scores belongs to key i."""
    return _attend(_scores(x, W_k, W_q), x @ W_v)


@misconception(hint="Which of the three projections carries the content?", caught_by="test_shape")
def averages_the_tokens(x, W_q, W_k, W_v):
    """This is what comes out when the weights average x itself, without W_v."""
    return _attend(_scores(x, W_q, W_k), x)


@misconception(hint="Keys are labels to be found by: what is handed over once a key is found?", caught_by="test_shape")
def averages_the_keys(x, W_q, W_k, W_v):
    """This is what comes out when the weights average the keys."""
    return _attend(_scores(x, W_q, W_k), x @ W_k)


@misconception(hint="Queries ask: who answers?", caught_by="test_shape")
def averages_the_queries(x, W_q, W_k, W_v):
    """This is what comes out when the weights average the queries."""
    return _attend(_scores(x, W_q, W_k), x @ W_q)


@misconception(hint="All three projections start from the same array: which one?", caught_by="test_shape")
def projects_the_values_from_the_queries(x, W_q, W_k, W_v):
    """This is what comes out when W_v is applied to the queries instead of x."""
    return _attend(_scores(x, W_q, W_k), x @ W_q @ W_v)


@misconception(hint="A projection is linear: what should happen to Q when x is shifted?", caught_by="test_weights")
def centres_the_tokens(x, W_q, W_k, W_v):
    """These numbers are what comes out when the mean of each token is subtracted before projecting."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return _attend(_scores(centred, W_q, W_k), centred @ W_v)


@misconception(
    hint="If you call it twice with the same arguments, may the answer change?", caught_by="test_same_answer_twice"
)
def draws_its_own_weights(x, W_q, W_k, W_v):
    """Answers that differ from call to call are what comes out when weights are drawn inside the function."""
    rng = np.random.default_rng()
    W_q, W_k, W_v = (rng.normal(size=W.shape) for W in (W_q, W_k, W_v))
    return _attend(_scores(x, W_q, W_k), x @ W_v)


# --- scores -----------------------------------------------------------------------------------------------------------


@misconception(
    hint="How does the spread of a dot product grow with the length of the vectors?", caught_by="test_weights"
)
def forgets_the_scale(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are not scaled at all."""
    return _attend((x @ W_q) @ (x @ W_k).T, x @ W_v)


@misconception(
    hint="For random vectors, is it the variance or the spread that grows like d_k?", caught_by="test_weights"
)
def divides_by_d_k(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by d_k itself."""
    return _attend((x @ W_q) @ (x @ W_k).T / W_k.shape[1], x @ W_v)


@misconception(hint="Should longer vectors make the scores calmer or wilder?", caught_by="test_weights")
def multiplies_by_the_scale(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are multiplied by the root of d_k."""
    return _attend((x @ W_q) @ (x @ W_k).T * np.sqrt(W_k.shape[1]), x @ W_v)


@misconception(hint="How many products are added up in one score?", caught_by="test_weights")
def scales_by_d_model(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by the root of d_model."""
    return _attend((x @ W_q) @ (x @ W_k).T / np.sqrt(x.shape[1]), x @ W_v)


@misconception(hint="Do the values take part in a score?", caught_by="test_weights")
def scales_by_d_v(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by the root of d_v."""
    return _attend((x @ W_q) @ (x @ W_k).T / np.sqrt(W_v.shape[1]), x @ W_v)


@misconception(hint="When a token joins, should the score between two old tokens change?", caught_by="test_weights")
def scales_by_seq_len(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by the root of seq_len."""
    return _attend((x @ W_q) @ (x @ W_k).T / np.sqrt(len(x)), x @ W_v)


@misconception(hint="Which quantity did 12 stand for where that number was written?", caught_by="test_weights")
def scales_by_the_root_of_twelve(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by the root of 12, whatever d_k is."""
    return _attend((x @ W_q) @ (x @ W_k).T / np.sqrt(12), x @ W_v)


@misconception(hint="Which quantity is 64 in the paper, and how large is it here?", caught_by="test_weights")
def scales_by_the_root_of_64(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by 8, the root of the paper's d_k."""
    return _attend((x @ W_q) @ (x @ W_k).T / 8, x @ W_v)


@misconception(hint="Which side of the softmax are the scores on?", caught_by="test_rows_sum_to_one")
def scales_after_the_softmax(x, W_q, W_k, W_v):
    """These numbers are what comes out when the weights, not the scores, are divided by the root of d_k."""
    weights = _softmax((x @ W_q) @ (x @ W_k).T) / np.sqrt(W_k.shape[1])
    return weights @ (x @ W_v), weights


@misconception(hint="At which step are the numbers scaled: before or after the softmax?", caught_by="test_weights")
def scales_the_output(x, W_q, W_k, W_v):
    """These numbers are what comes out when the output, not the scores, is divided by the root of d_k."""
    output, weights = _attend((x @ W_q) @ (x @ W_k).T, x @ W_v)
    return output / np.sqrt(W_k.shape[1]), weights


@misconception(hint="After the reshape, do the numbers of one key still lie together?", caught_by="test_weights")
def reshapes_the_keys(x, W_q, W_k, W_v):
    """These numbers are what comes out when K is reshaped to (d_k, seq_len) instead of transposed."""
    K = x @ W_k
    return _attend((x @ W_q) @ K.reshape(K.shape[::-1]) / np.sqrt(K.shape[1]), x @ W_v)


@misconception(hint="Entry (i, j) of the product pairs a query with what?", caught_by="test_shape")
def never_transposes_the_keys(x, W_q, W_k, W_v):
    """This is what comes out when Q is multiplied by K as it lies."""
    return _attend((x @ W_q) @ (x @ W_k) / np.sqrt(W_k.shape[1]), x @ W_v)


@misconception(hint="Every token should meet every token: how many scores is that?", caught_by="test_shape")
def scores_each_token_with_itself(x, W_q, W_k, W_v):
    """These shapes are what comes out when query i is compared with key i only."""
    return _attend(((x @ W_q) * (x @ W_k)).sum(axis=-1) / np.sqrt(W_k.shape[1]), x @ W_v)


@misconception(hint="If a query doubles, should its scores double?", caught_by="test_weights")
def compares_directions_only(x, W_q, W_k, W_v):
    """These numbers are what comes out when queries and keys are brought to length one before they are compared."""
    Q, K = (a / (np.linalg.norm(a, axis=-1, keepdims=True) + 1e-12) for a in (x @ W_q, x @ W_k))
    return _attend(Q @ K.T / np.sqrt(W_k.shape[1]), x @ W_v)


@misconception(hint="Does the softmax mind a negative score?", caught_by="test_weights")
def drops_negative_scores(x, W_q, W_k, W_v):
    """These numbers are what comes out when negative scores are set to zero before the softmax."""
    return _attend(np.maximum(_scores(x, W_q, W_k), 0), x @ W_v)


@misconception(
    hint="Which token is hidden from the first one, and who asked for that?", caught_by="test_zero_input_is_uniform"
)
def masks_the_future(x, W_q, W_k, W_v):
    """These numbers are what comes out when no token may look at a later one."""
    seen = np.tril(np.ones((len(x), len(x)), dtype=bool))
    return _attend(np.where(seen, _scores(x, W_q, W_k), -np.inf), x @ W_v)


# --- softmax ----------------------------------------------------------------------------------------------------------


@misconception(
    hint="What is exp(1000), and what can be subtracted without changing the weights?", caught_by="test_large_scores"
)
def exponentiates_without_a_shift(x, W_q, W_k, W_v):
    """These numbers are what comes out when the exponential is taken of the scores as they are."""
    powers = np.exp(_scores(x, W_q, W_k))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ (x @ W_v), weights


@misconception(hint="Does a row without nan have to add up to one still?", caught_by="test_large_scores")
def replaces_nan_by_zero(x, W_q, W_k, W_v):
    """These numbers are what comes out when exp overflows and the nan it leaves are replaced by zero."""
    powers = np.exp(_scores(x, W_q, W_k))
    weights = np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))
    return weights @ (x @ W_v), weights


@misconception(
    hint="Is the largest score of the whole matrix also the largest of every row?", caught_by="test_large_scores"
)
def subtracts_one_maximum_from_all_rows(x, W_q, W_k, W_v):
    """These numbers are what comes out when the largest score of the whole matrix is subtracted from every row."""
    scores = _scores(x, W_q, W_k)
    powers = np.exp(scores - scores.max())
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ (x @ W_v), weights


@misconception(hint="After the shift, how large can the largest exponent still be?", caught_by="test_large_scores")
def subtracts_the_row_mean(x, W_q, W_k, W_v):
    """These numbers are what comes out when the mean of each row, not its maximum, is subtracted."""
    scores = _scores(x, W_q, W_k)
    powers = np.exp(scores - scores.mean(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ (x @ W_v), weights


@misconception(hint="Two scores of 100 and 90: should they tie?", caught_by="test_large_scores")
def clips_the_scores_at_eighty(x, W_q, W_k, W_v):
    """These numbers are what comes out when scores beyond a limit such as 80 are cut off."""
    return _attend(np.clip(_scores(x, W_q, W_k), -80, 80), x @ W_v)


@misconception(hint="Which step makes large scores harmless already?", caught_by="test_large_scores")
def refuses_scores_above_eighty(x, W_q, W_k, W_v):
    """This exception is what comes out when a large score is taken for an error."""
    scores = _scores(x, W_q, W_k)
    if scores.max() > 80:
        raise ValueError("scores too large")
    return _attend(scores, x @ W_v)


@misconception(hint="Can the denominator be zero once the maximum is subtracted?", caught_by="test_weights")
def guards_the_denominator(x, W_q, W_k, W_v):
    """These numbers are what comes out when 1e-6 is added to the sum that the softmax divides by."""
    scores = _scores(x, W_q, W_k)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / (powers.sum(axis=-1, keepdims=True) + 1e-6)
    return weights @ (x @ W_v), weights


@misconception(hint="Along which axis do the keys of one query lie?", caught_by="test_rows_sum_to_one")
def normalises_over_the_queries(x, W_q, W_k, W_v):
    """These numbers are what comes out when each column of the scores goes through the softmax."""
    weights = _softmax(_scores(x, W_q, W_k), axis=0)
    return weights @ (x @ W_v), weights


@misconception(hint="Over which set of numbers should the weights add up to one?", caught_by="test_rows_sum_to_one")
def normalises_over_the_whole_matrix(x, W_q, W_k, W_v):
    """These numbers are what comes out when all scores together go through one softmax."""
    weights = _softmax(_scores(x, W_q, W_k), axis=(0, 1))
    return weights @ (x @ W_v), weights


@misconception(
    hint="Which shape has the denominator, and how is it stretched to the numerator's?",
    caught_by="test_rows_sum_to_one",
)
def divides_by_the_sums_of_other_rows(x, W_q, W_k, W_v):
    """These numbers are what comes out when the row sums are taken without keepdims."""
    scores = _scores(x, W_q, W_k)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1)
    return weights @ (x @ W_v), weights


@misconception(hint="For which set of scores does the same shift cancel out?", caught_by="test_weights")
def subtracts_the_maxima_of_other_rows(x, W_q, W_k, W_v):
    """These numbers are what comes out when the row maxima are taken without keepdims."""
    scores = _scores(x, W_q, W_k)
    return _attend(scores - scores.max(axis=-1), x @ W_v)


@misconception(hint="What keeps a weight from being negative?", caught_by="test_rows_sum_to_one")
def skips_the_softmax(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores themselves are used and returned as weights."""
    scores = _scores(x, W_q, W_k)
    return scores @ (x @ W_v), scores


@misconception(hint="What keeps a weight from being negative?", caught_by="test_zero_input_is_uniform")
def divides_scores_by_their_sum(x, W_q, W_k, W_v):
    """These numbers are what comes out when each score is divided by the sum of its row, with no exponential."""
    scores = _scores(x, W_q, W_k)
    weights = scores / scores.sum(axis=-1, keepdims=True)
    return weights @ (x @ W_v), weights


@misconception(hint="Do the keys of one query compete with each other?", caught_by="test_rows_sum_to_one")
def squashes_each_score_alone(x, W_q, W_k, W_v):
    """These numbers are what comes out when every score goes through a sigmoid on its own."""
    weights = 1 / (1 + np.exp(-_scores(x, W_q, W_k)))
    return weights @ (x @ W_v), weights


@misconception(hint="Where did the share of the second-best key go?", caught_by="test_zero_input_is_uniform")
def gives_all_to_the_best_key(x, W_q, W_k, W_v):
    """These numbers are what comes out when the best key receives weight one and the others nothing."""
    weights = np.eye(len(x))[_scores(x, W_q, W_k).argmax(axis=-1)]
    return weights @ (x @ W_v), weights


@misconception(hint="What does a softmax make of numbers that lie between 0 and 1?", caught_by="test_weights")
def applies_softmax_twice(x, W_q, W_k, W_v):
    """These numbers are what comes out when the weights go through a second softmax."""
    return _attend(_softmax(_scores(x, W_q, W_k)), x @ W_v)


# --- average ----------------------------------------------------------------------------------------------------------


@misconception(hint="Row i of the output belongs to which query?", caught_by="test_output")
def transposes_the_weights(x, W_q, W_k, W_v):
    """These numbers are what comes out when the columns of right weights are used to average the values."""
    weights = _softmax(_scores(x, W_q, W_k))
    return weights.T @ (x @ W_v), weights


@misconception(hint="Which of your arrays says how much each value counts?", caught_by="test_output")
def averages_with_the_scores(x, W_q, W_k, W_v):
    """These numbers are what comes out when the values are multiplied by the scores, beside right weights."""
    scores = _scores(x, W_q, W_k)
    return scores @ (x @ W_v), _softmax(scores)


@misconception(hint="Which numbers have to add up to one: the weights or the output?", caught_by="test_output")
def applies_softmax_after_the_values(x, W_q, W_k, W_v):
    """These numbers are what comes out when the output is the softmax of scores times values."""
    scores = _scores(x, W_q, W_k)
    return _softmax(scores @ (x @ W_v)), _softmax(scores)


@misconception(hint="Which axis of V do the weights of one query meet?", caught_by="test_shape")
def multiplies_values_by_weights(x, W_q, W_k, W_v):
    """This is what comes out when V stands to the left of the weights."""
    weights = _softmax(_scores(x, W_q, W_k))
    return (x @ W_v) @ weights, weights


@misconception(hint="Whose job is it to add the old signal back?", caught_by="test_shape")
def adds_the_residual(x, W_q, W_k, W_v):
    """This is what comes out when x is added to the output."""
    output, weights = _attend(_scores(x, W_q, W_k), x @ W_v)
    return output + x, weights


# --- precision and arguments ------------------------------------------------------------------------------------------


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(x, W_q, W_k, W_v):
    """This dtype is what comes out when everything is computed in float16."""
    x, W_q, W_k, W_v = (a.astype(np.float16) for a in (x, W_q, W_k, W_v))
    output, weights = _attend(_scores(x, W_q, W_k), x @ W_v)
    return output.astype(np.float16), weights.astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_weights")
def passes_through_single_precision(x, W_q, W_k, W_v):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    x, W_q, W_k, W_v = (a.astype(np.float32) for a in (x, W_q, W_k, W_v))
    output, weights = _attend(((x @ W_q) @ (x @ W_k).T) / np.float32(np.sqrt(W_k.shape[1])), x @ W_v)
    return output.astype(float), weights.astype(float)


@misconception(hint="Is printing with few digits the same as computing with few?", caught_by="test_weights")
def rounds_the_weights(x, W_q, W_k, W_v):
    """These numbers are what comes out when the weights are rounded to three decimals."""
    weights = np.round(_softmax(_scores(x, W_q, W_k)), 3)
    return weights @ (x @ W_v), weights


@misconception(hint="Does the caller expect W_q to be different afterwards?", caught_by="test_leaves_arguments_alone")
def scales_W_q_in_place(x, W_q, W_k, W_v):
    """This change to W_q is what is left behind when the scale is folded into it in place."""
    W_q /= np.sqrt(W_k.shape[1])
    return _attend((x @ W_q) @ (x @ W_k).T, x @ W_v)


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def centres_the_tokens_in_place(x, W_q, W_k, W_v):
    """This change to x is what is left behind when the mean of each token is subtracted in place."""
    x -= x.mean(axis=-1, keepdims=True)
    return _attend(_scores(x, W_q, W_k), x @ W_v)


@misconception(hint="May a token not listen to itself?", caught_by="test_zero_input_is_uniform")
def hides_each_token_from_itself(x, W_q, W_k, W_v):
    """These numbers are what comes out when no token may look at itself."""
    return _attend(np.where(np.eye(len(x), dtype=bool), -np.inf, _scores(x, W_q, W_k)), x @ W_v)


@misconception(hint="Who decides how much a token listens to itself?", caught_by="test_zero_input_is_uniform")
def mixes_the_weights_with_the_identity(x, W_q, W_k, W_v):
    """These numbers are what comes out when the weights are averaged with the identity matrix."""
    weights = (_softmax(_scores(x, W_q, W_k)) + np.eye(len(x))) / 2
    return weights @ (x @ W_v), weights


@misconception(hint="Which of the arguments have had no influence on the weights?", caught_by="test_weights")
def compares_the_tokens_themselves(x, W_q, W_k, W_v):
    """These numbers are what comes out when x itself is compared with x, scaled by the root of d_model."""
    return _attend(x @ x.T / np.sqrt(x.shape[1]), x @ W_v)


@misconception(hint="Is printing with few digits the same as computing with few?", caught_by="test_weights")
def rounds_the_weights_to_four_decimals(x, W_q, W_k, W_v):
    """These numbers are what comes out when the weights are rounded to four decimals."""
    weights = np.round(_softmax(_scores(x, W_q, W_k)), 4)
    return weights @ (x @ W_v), weights


@misconception(hint="Whose job is it to add the old signal back?", caught_by="test_square")
def adds_the_residual_where_it_fits(x, W_q, W_k, W_v):
    """These numbers are what comes out when x is added to the output wherever the shapes allow it."""
    output, weights = _attend(_scores(x, W_q, W_k), x @ W_v)
    return (output + x if output.shape == x.shape else output), weights


@misconception(hint="Is the length of the keys the same in every call?", caught_by="test_square")
def remembers_the_first_divisor(x, W_q, W_k, W_v, roots=[]):
    """These numbers are what comes out when one and the same divisor is used in every call, whatever d_k is there."""
    roots.append(np.sqrt(W_k.shape[1]))
    return _attend((x @ W_q) @ (x @ W_k).T / roots[0], x @ W_v)


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def centres_the_features_in_place(x, W_q, W_k, W_v):
    """This change to x is what is left behind when each feature's mean over the tokens is subtracted in place."""
    x -= x.mean(axis=0)
    return _attend(_scores(x, W_q, W_k), x @ W_v)


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="Row i of the weights belongs to which token?", caught_by="test_rows_sum_to_one")
def transposes_the_weights_for_good(x, W_q, W_k, W_v):
    """These numbers are what comes out when right weights are transposed, and so both used and returned."""
    weights = _softmax(_scores(x, W_q, W_k)).T
    return weights @ (x @ W_v), weights


@misconception(hint="Row i of the weights belongs to which token?", caught_by="test_weights")
def returns_the_weights_transposed(x, W_q, W_k, W_v):
    """These numbers are what comes out when right weights are used, and then returned transposed."""
    output, weights = _attend(_scores(x, W_q, W_k), x @ W_v)
    return output, weights.T


@misconception(hint="What is a query compared with: what a token offers or what it hands over?", caught_by="test_shape")
def queries_meet_values(x, W_q, W_k, W_v):
    """This is what comes out when the queries are compared with the values."""
    return _attend(_scores(x, W_q, W_v), x @ W_v)


@misconception(hint="What is a query compared with, and what is averaged?", caught_by="test_shape")
def exchanges_keys_and_values(x, W_q, W_k, W_v):
    """This is what comes out when K and V have changed places."""
    return _attend(_scores(x, W_q, W_v), x @ W_k)


@misconception(hint="What does the docstring say comes beside the output?", caught_by="test_shape")
def returns_the_values_beside_the_output(x, W_q, W_k, W_v):
    """This is what comes out when V is returned in place of the weights, beside a right output."""
    return _attend(_scores(x, W_q, W_k), x @ W_v)[0], x @ W_v


@misconception(hint="How many results does the docstring promise?", caught_by="test_shape")
def returns_the_scores_too(x, W_q, W_k, W_v):
    """This is what comes out when the scores are returned beside output and weights."""
    scores = _scores(x, W_q, W_k)
    return *_attend(scores, x @ W_v), scores


@misconception(hint="Which token may a token look at, and who asked for that?", caught_by="test_zero_input_is_uniform")
def masks_the_past(x, W_q, W_k, W_v):
    """These numbers are what comes out when no token may look at an earlier one."""
    seen = np.triu(np.ones((len(x), len(x)), dtype=bool))
    return _attend(np.where(seen, _scores(x, W_q, W_k), -np.inf), x @ W_v)


@misconception(hint="How many answers are there, one for each token or one for all?", caught_by="test_shape")
def averages_the_answers(x, W_q, W_k, W_v):
    """These shapes are what comes out when the answers of all tokens are averaged into one."""
    output, weights = _attend(_scores(x, W_q, W_k), x @ W_v)
    return output.mean(axis=0), weights
