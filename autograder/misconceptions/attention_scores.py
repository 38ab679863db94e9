"""Wrong ideas about attention_scores(Q, K), each with the evidence it leaves and the check that catches it."""

import math

import numpy as np

from autograder.misconceptions import misconception


def _scores(Q, K):
    return Q @ K.T / np.sqrt(K.shape[1])


# --- the divisor ------------------------------------------------------------------------------------------------------


@misconception(
    hint="How does the spread of a dot product grow with the length of the vectors?", caught_by="test_values"
)
def leaves_out_the_scale(Q, K):
    """These numbers are what comes out when the dot products are not divided at all."""
    return Q @ K.T


@misconception(hint="For random unit-variance Q and K, which variance do your scores have?", caught_by="test_values")
def divides_by_d_k(Q, K):
    """These numbers are what comes out when the dot products are divided by the width of the keys itself."""
    return Q @ K.T / K.shape[1]


@misconception(hint="In Python, what is computed first: the power or the quotient?", caught_by="test_values")
def divides_by_half_of_d_k(Q, K):
    """These numbers are what comes out when the divisor is half the width of the keys, which is how width ** 1 / 2
    is read.
    """
    return Q @ K.T / (K.shape[1] ** 1 / 2)


@misconception(hint="Should longer vectors make the scores calmer or wilder?", caught_by="test_values")
def multiplies_by_the_root(Q, K):
    """These numbers are what comes out when the dot products are multiplied by the root of the keys' width."""
    return Q @ K.T * np.sqrt(K.shape[1])


@misconception(hint="If Q and K share the scale, what does each of them take?", caught_by="test_values")
def takes_the_fourth_root(Q, K):
    """These numbers are what comes out when the divisor is the fourth root of the keys' width."""
    return Q @ K.T / K.shape[1] ** 0.25


@misconception(hint="For vectors with a single feature, by what should be divided?", caught_by="test_values")
def divides_by_the_root_of_one_less(Q, K):
    """These numbers are what comes out when the divisor is the root of the keys' width minus 1."""
    return Q @ K.T / np.sqrt(K.shape[1] - 1)


@misconception(hint="Is the root of ten a whole number?", caught_by="test_values")
def cuts_the_root_to_a_whole_number(Q, K):
    """These numbers are what comes out when the root of the keys' width is cut to a whole number."""
    return Q @ K.T / int(np.sqrt(K.shape[1]))


@misconception(hint="Can the root of d_k be zero?", caught_by="test_values")
def adds_a_guard_to_the_root(Q, K):
    """These numbers are what comes out when 1e-6 is added to the root of the keys' width."""
    return Q @ K.T / (np.sqrt(K.shape[1]) + 1e-6)


@misconception(hint="Which quantity did the 12 stand for in the example?", caught_by="test_values")
def divides_by_the_root_of_12(Q, K):
    """These numbers are what comes out when the divisor is the root of 12, however wide the keys are."""
    return Q @ K.T / np.sqrt(12)


@misconception(hint="Which quantity did the 64 stand for in the paper?", caught_by="test_values")
def divides_by_eight(Q, K):
    """These numbers are what comes out when the divisor is 8, the root of the paper's 64, however wide the keys are."""
    return Q @ K.T / np.sqrt(64)


@misconception(hint="Which quantity did the 512 stand for in the paper?", caught_by="test_values")
def divides_by_the_root_of_512(Q, K):
    """These numbers are what comes out when the divisor is the root of 512, however wide the keys are."""
    return Q @ K.T / np.sqrt(512)


@misconception(hint="If a query is added, should the old scores change?", caught_by="test_values")
def divides_by_the_root_of_n_q(Q, K):
    """These numbers are what comes out when the divisor is the root of the number of queries."""
    return Q @ K.T / np.sqrt(len(Q))


@misconception(hint="If a key is added, should the old scores change?", caught_by="test_values")
def divides_by_the_root_of_n_k(Q, K):
    """These numbers are what comes out when the divisor is the root of the number of keys."""
    return Q @ K.T / np.sqrt(len(K))


@misconception(hint="If a key is added, should the old scores change?", caught_by="test_values")
def divides_by_n_k(Q, K):
    """These numbers are what comes out when the divisor is the number of keys."""
    return Q @ K.T / len(K)


@misconception(hint="Does your divisor change when only the number of queries changes?", caught_by="test_values")
def divides_by_the_root_of_the_size_of_Q(Q, K):
    """These numbers are what comes out when the divisor is the root of all entries of Q."""
    return Q @ K.T / np.sqrt(Q.size)


@misconception(hint="Does your divisor change when only the number of keys changes?", caught_by="test_values")
def divides_by_the_root_of_the_size_of_K(Q, K):
    """These numbers are what comes out when the divisor is the root of all entries of K."""
    return Q @ K.T / np.sqrt(K.size)


@misconception(hint="What stands in the middle of your quotient, one slash or two?", caught_by="test_scales_with_query")
def divides_without_remainder(Q, K):
    """These numbers are what comes out when the quotient is cut down to the next whole number."""
    return Q @ K.T // np.sqrt(K.shape[1])


@misconception(hint="Is the root of ten a whole number?", caught_by="test_values")
def rounds_the_root(Q, K):
    """These numbers are what comes out when the root of the keys' width is rounded to the nearest whole number."""
    return Q @ K.T / round(math.sqrt(K.shape[1]))


@misconception(hint="Is the root of ten a whole number?", caught_by="test_values")
def rounds_the_root_up(Q, K):
    """These numbers are what comes out when the root of the keys' width is rounded up to a whole number."""
    return Q @ K.T / math.ceil(math.sqrt(K.shape[1]))


@misconception(hint="Which quantity did the 8 stand for in the example?", caught_by="test_values")
def divides_by_the_root_of_8(Q, K):
    """These numbers are what comes out when the divisor is the root of 8, however wide the keys are."""
    return Q @ K.T / np.sqrt(8)


@misconception(
    hint="If a query becomes three times as long, what should its scores do?", caught_by="test_scales_with_query"
)
def takes_the_root_of_the_quotient(Q, K):
    """These numbers are what comes out when the root is taken of the whole quotient, with its sign kept."""
    products = Q @ K.T
    return np.sign(products) * np.sqrt(np.abs(products) / K.shape[1])


# --- which vectors meet -----------------------------------------------------------------------------------------------


@misconception(
    hint="Row i should describe who asks: which matrix has one row for each of them?", caught_by="test_shape"
)
def asks_from_the_keys(Q, K):
    """This is what comes out when rows belong to keys and columns to queries."""
    return K @ Q.T / np.sqrt(K.shape[1])


@misconception(hint="Read entry [0, 1] aloud: who is looking at whom?", caught_by="test_shape")
def asks_from_the_keys_unscaled(Q, K):
    """This is what comes out when rows belong to keys and nothing is divided."""
    return K @ Q.T


@misconception(hint="Which two vectors does entry (i, j) pair up?", caught_by="test_shape")
def leaves_K_untransposed(Q, K):
    """This is what comes out when Q meets the columns of K instead of its rows."""
    return Q @ K / np.sqrt(K.shape[1])


@misconception(hint="Does the product still know tokens from each other?", caught_by="test_shape")
def pairs_features_with_features(Q, K):
    """This is what comes out when the tokens are summed away and features meet features."""
    return Q.T @ K / np.sqrt(K.shape[1])


@misconception(hint="Does reshaping keep the numbers of one key together?", caught_by="test_values")
def reshapes_instead_of_transposing(Q, K):
    """These numbers are what comes out when K is reshaped to its transposed shape instead of transposed."""
    return Q @ K.reshape(K.shape[1], K.shape[0]) / np.sqrt(K.shape[1])


@misconception(hint="Which of the two arguments has had no influence on the answer?", caught_by="test_shape")
def compares_queries_with_queries(Q, K):
    """This is what comes out when queries are compared with queries."""
    return Q @ Q.T / np.sqrt(K.shape[1])


@misconception(hint="Which of the two arguments has had no influence on the answer?", caught_by="test_shape")
def compares_keys_with_keys(Q, K):
    """This is what comes out when keys are compared with keys."""
    return K @ K.T / np.sqrt(K.shape[1])


@misconception(hint="Every query meets every key: how many numbers is that?", caught_by="test_shape")
def pairs_equal_positions_only(Q, K):
    """This is what comes out when query i meets key i and no other."""
    return (Q * K).sum(axis=-1) / np.sqrt(K.shape[1])


@misconception(hint="A dot product adds something up: what does the star operator add?", caught_by="test_shape")
def multiplies_element_by_element(Q, K):
    """This is what comes out when Q and K are multiplied entry by entry, with nothing summed."""
    return Q * K / np.sqrt(K.shape[1])


@misconception(hint="In an einsum, which letter must both factors share?", caught_by="test_values")
def sums_each_vector_apart(Q, K):
    """These numbers are what comes out when each vector is added up before query and key are multiplied."""
    return np.einsum("id,je->ij", Q, K) / np.sqrt(K.shape[1])


@misconception(hint="How many rows should the scores have?", caught_by="test_shape")
def scores_the_first_query_only(Q, K):
    """This shape is what comes out when only the first query is compared with the keys."""
    return Q[0] @ K.T / np.sqrt(K.shape[1])


@misconception(hint="Is the score of (i, j) the score of (j, i)?", caught_by="test_values")
def fills_the_upper_half_only(Q, K):
    """These numbers are what comes out when the entries below the diagonal stay 0."""
    return np.triu(_scores(Q, K))


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_feature(Q, K):
    """These numbers are what comes out when the last feature of every vector is left out of the sum."""
    return Q[:, :-1] @ K[:, :-1].T / np.sqrt(K.shape[1])


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_key(Q, K):
    """These numbers are what comes out when the column of the last key stays 0."""
    scores = np.zeros((len(Q), len(K)))
    scores[:, :-1] = _scores(Q, K[:-1])
    return scores


@misconception(hint="Which numbers in your function were right for one example only?", caught_by="test_shape")
def fills_a_buffer_of_eight_by_eight(Q, K):
    """This shape is what comes out when the scores are written into an array of 8 x 8, the documents' sizes."""
    scores = np.zeros((8, 8))
    scores[: len(Q), : len(K)] = _scores(Q, K)
    return scores


# --- another likeness -------------------------------------------------------------------------------------------------


@misconception(hint="If a query becomes twice as long, should its scores double?", caught_by="test_scales_with_query")
def compares_directions_only(Q, K):
    """These numbers are what comes out when queries and keys are scaled to length 1, as in a cosine."""
    Q = Q / np.linalg.norm(Q, axis=-1, keepdims=True)
    K = K / np.linalg.norm(K, axis=-1, keepdims=True)
    return Q @ K.T


@misconception(hint="If a key becomes twice as long, should its scores double?", caught_by="test_values")
def gives_keys_length_one(Q, K):
    """These numbers are what comes out when every key is scaled to length 1 before the usual formula."""
    return _scores(Q, K / np.linalg.norm(K, axis=-1, keepdims=True))


@misconception(hint="What does the formula give for a query of zeros?", caught_by="test_scales_with_query")
def takes_minus_the_distance(Q, K):
    """These numbers are what comes out when minus the sum of absolute differences is divided by the usual root."""
    return -np.abs(Q[:, None] - K).sum(axis=-1) / np.sqrt(K.shape[1])


@misconception(hint="What does the formula give for a query of zeros?", caught_by="test_scales_with_query")
def takes_minus_the_squared_distance(Q, K):
    """These numbers are what comes out when minus the squared distance is divided by the usual root."""
    return -((Q[:, None] - K) ** 2).sum(axis=-1) / np.sqrt(K.shape[1])


@misconception(hint="If a query becomes twice as long, should its scores double?", caught_by="test_scales_with_query")
def gives_queries_length_one(Q, K):
    """These numbers are what comes out when every query is scaled to length 1 before the usual formula."""
    return _scores(Q / np.linalg.norm(Q, axis=-1, keepdims=True), K)


@misconception(hint="If a query becomes twice as long, should its scores double?", caught_by="test_scales_with_query")
def gives_queries_length_one_unscaled(Q, K):
    """These numbers are what comes out when every query is scaled to length 1 and nothing else is divided."""
    return Q / np.linalg.norm(Q, axis=-1, keepdims=True) @ K.T


@misconception(hint="Is the score of (i, j) the score of (j, i)?", caught_by="test_values")
def mirrors_the_lower_half(Q, K):
    """These numbers are what comes out when entries above the diagonal are copied from below it."""
    scores, n = np.tril(_scores(Q, K)), min(len(Q), len(K))
    square = scores[:n, :n]
    scores[:n, :n] = square + np.tril(square, -1).T
    return scores


# --- more than the formula --------------------------------------------------------------------------------------------


@misconception(hint="Does the next step mind a negative score?", caught_by="test_values")
def cuts_off_negative_scores(Q, K):
    """These numbers are what comes out when negative scores are set to 0."""
    return np.maximum(_scores(Q, K), 0)


@misconception(hint="Are opposite vectors as alike as equal ones?", caught_by="test_values")
def takes_absolute_values(Q, K):
    """These numbers are what comes out when the sign of every score is dropped."""
    return np.abs(_scores(Q, K))


@misconception(hint="Which later step already makes large scores safe?", caught_by="test_large_scores")
def limits_scores_from_above(Q, K):
    """These numbers are what comes out when scores above a limit such as 80 are set to it."""
    return np.minimum(_scores(Q, K), 80)


@misconception(hint="Which later step already makes large scores safe?", caught_by="test_large_scores")
def clips_scores_at_80(Q, K):
    """These numbers are what comes out when scores are clipped to a range such as -80 to 80."""
    return np.clip(_scores(Q, K), -80, 80)


@misconception(hint="Which later step already makes large scores safe?", caught_by="test_large_scores")
def clips_scores_at_50(Q, K):
    """These numbers are what comes out when scores are clipped to a range such as -50 to 50."""
    return np.clip(_scores(Q, K), -50, 50)


@misconception(hint="Which later step already makes large scores safe?", caught_by="test_large_scores")
def clips_scores_at_10(Q, K):
    """These numbers are what comes out when scores are clipped to a range such as -10 to 10."""
    return np.clip(_scores(Q, K), -10, 10)


@misconception(hint="Which later step already makes large scores safe?", caught_by="test_large_scores")
def clips_scores_at_1000(Q, K):
    """These numbers are what comes out when scores are clipped to a range such as -1000 to 1000."""
    return np.clip(_scores(Q, K), -1000, 1000)


@misconception(hint="Does one query's score depend on what another query asks?", caught_by="test_values")
def takes_off_the_column_maximum(Q, K):
    """These numbers are what comes out when each column's maximum is already subtracted from the scores."""
    scores = _scores(Q, K)
    return scores - scores.max(axis=0)


@misconception(hint="Is a score of 200 an error?", caught_by="test_large_scores")
def refuses_scores_above_80(Q, K):
    """This error is what comes out when large scores are refused, as the second document advises above 80."""
    scores = _scores(Q, K)
    if scores.max() > 80:
        raise ValueError("scores are too large, check the initialisation")
    return scores


@misconception(
    hint="If a query becomes three times as long, what should its scores do?", caught_by="test_scales_with_query"
)
def bends_scores_with_tanh(Q, K):
    """These numbers are what comes out when scores are squeezed into a range such as -50 to 50 by a tanh."""
    return 50 * np.tanh(_scores(Q, K) / 50)


@misconception(hint="Which function makes weights out of scores?", caught_by="test_scales_with_query")
def returns_weights_already(Q, K):
    """These numbers are what comes out when the softmax is already applied to the scores."""
    scores = _scores(Q, K)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@misconception(hint="Which function makes large scores safe, this one or the next?", caught_by="test_values")
def takes_off_the_row_maximum(Q, K):
    """These numbers are what comes out when each row's maximum is already subtracted from the scores."""
    scores = _scores(Q, K)
    return scores - scores.max(axis=-1, keepdims=True)


@misconception(hint="What does the formula say about the mean of the scores?", caught_by="test_scales_with_query")
def standardises_the_scores(Q, K):
    """These numbers are what comes out when all scores are brought to mean 0 and spread 1."""
    scores = Q @ K.T
    return (scores - scores.mean()) / scores.std()


@misconception(hint="Does the text speak of a largest score of 1?", caught_by="test_scales_with_query")
def divides_by_the_largest_score(Q, K):
    """These numbers are what comes out when all scores are divided by the largest of them."""
    scores = Q @ K.T
    return scores / scores.max()


@misconception(hint="Was a mask handed in?", caught_by="test_values")
def hides_later_keys(Q, K):
    """These numbers are what comes out when every key after the query's own position is set to minus infinity."""
    return np.where(np.tri(len(Q), len(K), dtype=bool), _scores(Q, K), -np.inf)


@misconception(hint="Was a mask handed in?", caught_by="test_scales_with_query")
def pushes_later_keys_down(Q, K):
    """These numbers are what comes out when every key after the query's own position is set to a number such as
    -1e9.
    """
    return np.where(np.tri(len(Q), len(K), dtype=bool), _scores(Q, K), -1e9)


# --- arguments, memory, types and precision ---------------------------------------------------------------------------


@misconception(hint="Does the caller expect Q to be different afterwards?", caught_by="test_leaves_arguments_alone")
def scales_Q_in_place(Q, K):
    """This change to Q is what is left behind when it is divided in place by the root of its width."""
    Q /= np.sqrt(Q.shape[1])
    return Q @ K.T


@misconception(hint="Does the caller expect K to be different afterwards?", caught_by="test_leaves_arguments_alone")
def scales_K_in_place(Q, K):
    """This change to K is what is left behind when it is divided in place by the root of its width."""
    K /= np.sqrt(K.shape[1])
    return Q @ K.T


@misconception(hint="What is left in your list after the first call?", caught_by="test_shape")
def collects_rows_across_calls(Q, K, rows=[]):
    """This is what comes out when the rows of earlier calls are still in the list of rows."""
    for query in Q:
        rows.append(K @ query / math.sqrt(len(query)))
    return np.array(rows)


@misconception(hint="Is the length of the vectors the same in every call?", caught_by="test_values")
def divides_by_the_same_in_every_call(Q, K, roots=[]):
    """These numbers are what comes out when one and the same divisor is used in every call, whatever d_k is there."""
    roots.append(math.sqrt(K.shape[1]))
    return Q @ K.T / roots[0]


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_Q(Q, K):
    """These numbers are what comes out when the scores are stored in an array with the dtype of Q."""
    scores = np.zeros((len(Q), len(K)), dtype=Q.dtype)
    scores[:] = _scores(Q, K)
    return scores


@misconception(hint="Is printing a number the same as computing it?", caught_by="test_scales_with_query")
def rounds_to_three_decimals(Q, K):
    """These numbers are what comes out when the scores are rounded to three decimals."""
    return np.round(_scores(Q, K), 3)


@misconception(hint="What do the next steps expect: lists of lists or an array?", caught_by="test_shape")
def returns_nested_lists(Q, K):
    """This is what comes out when the scores are turned into nested lists."""
    return _scores(Q, K).tolist()


@misconception(hint="What is the type of your answer, and what would * mean for it?", caught_by="test_shape")
def works_with_matrices(Q, K):
    """This type is what comes out when the factors are turned into numpy.matrix."""
    return _scores(np.asmatrix(Q), np.asmatrix(K))


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def returns_half_precision(Q, K):
    """This dtype is what comes out when the scores are stored as float16."""
    return _scores(Q, K).astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_scales_with_query")
def passes_through_half_precision(Q, K):
    """These numbers are what comes out when everything is computed in float16 and converted back to float64."""
    return _scores(Q.astype(np.float16), K.astype(np.float16)).astype(float)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_single_precision(Q, K):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    return _scores(Q.astype(np.float32), K.astype(np.float32)).astype(float)


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="In Python, what is computed first: the power or the quotient?", caught_by="test_values")
def divides_by_twice_d_k(Q, K):
    """These numbers are what comes out when the products are divided by twice the width of the keys, which is how
    / width ** 1 / 2 is read.
    """
    return Q @ K.T / K.shape[1] ** 1 / 2


@misconception(hint="Which power of the width is its root?", caught_by="test_values")
def divides_by_the_square_of_d_k(Q, K):
    """These numbers are what comes out when the dot products are divided by the square of the keys' width."""
    return Q @ K.T / K.shape[1] ** 2


@misconception(hint="A dot product adds something up: is that sum or a mean to be scaled?", caught_by="test_values")
def averages_before_it_scales(Q, K):
    """These numbers are what comes out when the products are averaged, not summed, and then divided by the root."""
    return (Q[:, None] * K).mean(axis=-1) / np.sqrt(K.shape[1])


@misconception(hint="For vectors with three features, by what should be divided?", caught_by="test_values")
def divides_by_the_root_of_one_more(Q, K):
    """These numbers are what comes out when 1 is added to the width of the keys before its root is taken."""
    return Q @ K.T / np.sqrt(K.shape[1] + 1)


@misconception(hint="Which two vectors does entry (i, j) pair up?", caught_by="test_shape")
def pairs_features_of_keys_with_those_of_queries(Q, K):
    """This is what comes out when the tokens are summed away and the features of K meet those of Q."""
    return K.T @ Q / np.sqrt(K.shape[1])


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_query(Q, K):
    """These numbers are what comes out when the row of the last query stays 0."""
    scores = np.zeros((len(Q), len(K)))
    scores[:-1] = _scores(Q[:-1], K)
    return scores


@misconception(hint="What should happen to the sum when the next feature is added?", caught_by="test_values")
def keeps_only_the_last_feature(Q, K):
    """These numbers are what comes out when each feature's product replaces the sum instead of adding to it."""
    return np.outer(Q[:, -1], K[:, -1]) / np.sqrt(K.shape[1])


@misconception(hint="What do the next steps expect: a list of arrays or an array?", caught_by="test_shape")
def returns_a_list_of_rows(Q, K):
    """This is what comes out when the rows, an array each, are left in a list."""
    return list(_scores(Q, K))
