"""Wrong ideas about weighted_sum(weights, V), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _products(weights, V):
    return weights[:, :, None] * V[None, :, :]


@misconception(hint="Row i of the output belongs to which query?", caught_by="test_shape")
def transposes_the_weights(weights, V):
    """This is what comes out when the columns of the weights, not the rows, are used to average."""
    return weights.T @ V


@misconception(hint="A weighted average adds something up: what does the star operator add?", caught_by="test_shape")
def multiplies_element_by_element(weights, V):
    """This is what comes out when weights and V are multiplied entry by entry, with nothing summed."""
    return weights * V


@misconception(hint="Which of the two factors has one row per query?", caught_by="test_shape")
def multiplies_from_the_other_side(weights, V):
    """This is what comes out when V stands to the left of the weights."""
    return V @ weights


@misconception(
    hint="One weight belongs to one row of V: along which axis of V do the keys lie?", caught_by="test_shape"
)
def transposes_the_values(weights, V):
    """This is what comes out when the weights meet the columns of V instead of its rows."""
    return weights @ V.T


@misconception(hint="Which axis of the result should count the queries?", caught_by="test_shape")
def returns_features_by_queries(weights, V):
    """This is what comes out when the result lies on its side, features down and queries across."""
    return V.T @ weights.T


@misconception(hint="Make one weight 1 and the rest 0: what should come out?", caught_by="test_one_hot_picks_rows")
def ignores_the_weights(weights, V):
    """These numbers are what comes out when every value counts the same, as a plain mean over the keys."""
    return np.tile(V.mean(axis=0), (len(weights), 1))


@misconception(hint="How much of a value with weight 0.1 belongs into the sum?", caught_by="test_one_hot_picks_rows")
def adds_the_values_unweighted(weights, V):
    """These numbers are what comes out when all rows of V are added up in full."""
    return np.tile(V.sum(axis=0), (len(weights), 1))


@misconception(hint="Where did the share of the second-heaviest value go?", caught_by="test_values")
def takes_the_heaviest_row(weights, V):
    """These numbers are what comes out when each query receives only the value with its largest weight."""
    return V[weights.argmax(axis=-1)].astype(float)


@misconception(hint="How many queries are waiting for an answer?", caught_by="test_shape")
def answers_the_first_query_only(weights, V):
    """This shape is what comes out when only row 0 of the weights is used."""
    return weights[0] @ V


@misconception(hint="Do two queries with different weights get the same answer?", caught_by="test_one_hot_picks_rows")
def gives_every_query_the_first_answer(weights, V):
    """These numbers are what comes out when row 0 of the weights is used for every query."""
    return np.tile(weights[0] @ V, (len(weights), 1))


@misconception(hint="Is there one answer per query, or one for all of them together?", caught_by="test_shape")
def averages_over_the_queries(weights, V):
    """This shape is what comes out when the answers of all queries are averaged into one."""
    return (weights @ V).mean(axis=0)


@misconception(hint="In the inner loop, which index names the query and which the key?", caught_by="test_shape")
def swaps_the_loop_indices(weights, V):
    """This is what comes out when a loop reads weights[j, i] where weights[i, j] is meant."""
    n_q, n_k = weights.shape
    return np.array([sum(weights[j, i] * V[j] for j in range(n_q)) for i in range(n_k)])


@misconception(hint="Where in the loops should the running sum be set to zero?", caught_by="test_one_hot_picks_rows")
def keeps_only_the_last_key(weights, V):
    """These numbers are what comes out when each key replaces the sum instead of adding to it."""
    return np.outer(weights[:, -1], V[-1])


@misconception(hint="What should the running sum hold when the next query begins?", caught_by="test_one_hot_picks_rows")
def never_resets_the_running_sum(weights, V):
    """These numbers are what comes out when the sum of one query is carried on into the next."""
    return np.cumsum(weights @ V, axis=0)


@misconception(hint="How many keys does the loop visit, and how many are there?", caught_by="test_values")
def leaves_out_the_last_key(weights, V):
    """These numbers are what comes out when the sum stops one key too early."""
    return weights[:, :-1] @ V[:-1]


@misconception(hint="Which number does the first key carry when counting starts?", caught_by="test_one_hot_picks_rows")
def leaves_out_the_first_key(weights, V):
    """These numbers are what comes out when the sum starts at the second key."""
    return weights[:, 1:] @ V[1:]


@misconception(hint="Does a column of the weights have to add up to anything?", caught_by="test_one_hot_picks_rows")
def renormalises_the_columns(weights, V):
    """These numbers are what comes out when the weights are first divided by their column sums."""
    return (weights / weights.sum(axis=0, keepdims=True)) @ V


@misconception(hint="If all weights are doubled, what should happen to the output?", caught_by="test_values")
def renormalises_the_rows(weights, V):
    """These numbers are what comes out when the weights are first divided by their row sums."""
    return (weights / weights.sum(axis=-1, keepdims=True)) @ V


@misconception(hint="Are the arguments called scores or weights?", caught_by="test_one_hot_picks_rows")
def applies_softmax_again(weights, V):
    """These numbers are what comes out when the weights go through a softmax once more."""
    return _softmax(weights) @ V


@misconception(hint="The weights add up to one already: is a mean still needed?", caught_by="test_one_hot_picks_rows")
def divides_by_the_number_of_keys(weights, V):
    """These numbers are what comes out when the weighted values are averaged instead of summed."""
    return _products(weights, V).mean(axis=1)


@misconception(hint="Does an answer change when somebody else asks too?", caught_by="test_one_hot_picks_rows")
def divides_by_the_number_of_queries(weights, V):
    """These numbers are what comes out when the weighted sum is divided by the number of queries."""
    return weights @ V / len(weights)


@misconception(hint="The products have a query, a key and a feature axis: which one is summed?", caught_by="test_shape")
def sums_over_the_queries(weights, V):
    """This is what comes out when the weighted values are added up over the queries."""
    return _products(weights, V).sum(axis=0)


@misconception(hint="The products have a query, a key and a feature axis: which ones remain?", caught_by="test_shape")
def sums_over_the_features(weights, V):
    """This is what comes out when the weighted values are added up over their features."""
    return _products(weights, V).sum(axis=-1)


@misconception(hint="How many axes should remain once the keys are added up?", caught_by="test_shape")
def never_adds_up(weights, V):
    """This shape is what comes out when every value is weighted but nothing is summed."""
    return _products(weights, V)


@misconception(hint="Is there one row per query in the output, or one per key?", caught_by="test_shape")
def makes_one_row_per_key(weights, V):
    """This shape is what comes out when the output is laid out with as many rows as V has."""
    output = np.zeros(V.shape)
    for i in range(len(weights)):
        output[i] = weights[i] @ V
    return output


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_the_values(weights, V):
    """These numbers are what comes out when the sums are stored in an array with the dtype of V."""
    output = np.zeros((len(weights), V.shape[1]), dtype=V.dtype)
    output[:] = weights @ V
    return output


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(weights, V):
    """This dtype is what comes out when the product is taken in float16."""
    return weights.astype(np.float16) @ V.astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_single_precision(weights, V):
    """These numbers are what comes out when the product is taken in float32 and converted back to float64."""
    return (weights.astype(np.float32) @ V.astype(np.float32)).astype(float)


@misconception(hint="Is printing with few digits the same as computing with few?", caught_by="test_one_hot_picks_rows")
def rounds_to_three_decimals(weights, V):
    """These numbers are what comes out when the result is rounded to three decimals."""
    return np.round(weights @ V, 3)


@misconception(hint="Whose job is it to add the old signal back?", caught_by="test_shape")
def adds_the_values_back(weights, V):
    """This is what comes out when V itself is added to the weighted sum."""
    return weights @ V + V


@misconception(
    hint="What does V hold after the first query has been answered?", caught_by="test_leaves_arguments_alone"
)
def scales_the_values_in_place(weights, V):
    """This change to V is what is left behind when its rows are multiplied by the weights in place."""
    output = np.zeros((len(weights), V.shape[1]))
    for i, row in enumerate(weights):
        V *= row[:, None]
        output[i] = V.sum(axis=0)
    return output


@misconception(
    hint="Does the caller expect its weights to be different afterwards?", caught_by="test_leaves_arguments_alone"
)
def sharpens_the_weights_in_place(weights, V):
    """This change to the weights is what is left behind when small ones are set to zero in place."""
    weights[weights < weights.max(axis=-1, keepdims=True)] = 0
    return weights @ V


@misconception(hint="What does type() say about the value that is returned?", caught_by="test_shape")
def returns_a_nested_list(weights, V):
    """This type is what comes out when the rows are collected in a list and never made into an array."""
    return [list(row) for row in weights @ V]


@misconception(hint="What does type() say about the value that is returned?", caught_by="test_shape")
def returns_a_matrix(weights, V):
    """This type is what comes out when the product is taken between objects of numpy.matrix."""
    return np.matrix(weights) * np.matrix(V)


@misconception(hint="Does a weight matrix change its meaning when it happens to be square?", caught_by="test_square")
def transposes_square_weights(weights, V):
    """These numbers are what comes out when the columns of the weights are used wherever there are as many as rows."""
    return (weights.T if weights.shape[0] == weights.shape[1] else weights) @ V


@misconception(hint="How much may forty weights of a thousandth add up to?", caught_by="test_values")
def drops_weights_below_a_thousandth(weights, V):
    """These numbers are what comes out when weights below about 1e-3 are left out of the sum."""
    return np.where(weights < 1e-3, 0.0, weights) @ V


@misconception(hint="How much may forty weights of a hundredth add up to?", caught_by="test_values")
def drops_weights_below_a_hundredth(weights, V):
    """These numbers are what comes out when weights below about 1e-2 are left out of the sum."""
    return np.where(weights < 1e-2, 0.0, weights) @ V


@misconception(
    hint="Who checks that the weights are probabilities: this function?", caught_by="test_does_not_renormalise"
)
def clips_weights_to_probabilities(weights, V):
    """These numbers are what comes out when weights below 0 are raised to 0 and those above 1 cut down to 1."""
    return np.clip(weights, 0.0, 1.0) @ V


@misconception(hint="Who checks that the weights are probabilities: this function?", caught_by="test_values")
def drops_negative_weights(weights, V):
    """These numbers are what comes out when negative weights are set to 0."""
    return np.maximum(weights, 0.0) @ V


@misconception(hint="Two values with weights 0.8 and 0.2: in which proportion are they mixed?", caught_by="test_values")
def squares_the_weights(weights, V):
    """These numbers are what comes out when the weights are squared."""
    return weights**2 @ V


@misconception(hint="Two values with weights 0.8 and 0.2: in which proportion are they mixed?", caught_by="test_values")
def takes_roots_of_the_weights(weights, V):
    """These numbers are what comes out when the roots of the weights are taken."""
    return np.sqrt(weights) @ V


@misconception(hint="If all weights are doubled, what should happen to the output?", caught_by="test_values")
def divides_by_the_largest_weight(weights, V):
    """These numbers are what comes out when each row of weights is divided by its largest one."""
    return weights / weights.max(axis=-1, keepdims=True) @ V


@misconception(hint="Where did the share of the third-heaviest value go?", caught_by="test_values")
def takes_the_two_heaviest_rows(weights, V):
    """These numbers are what comes out when only the two largest weights of each query are used."""
    second = np.sort(weights, axis=-1)[:, -2:][:, :1]
    return np.where(weights >= second, weights, 0.0) @ V


@misconception(hint="Is printing with few digits the same as computing with few?", caught_by="test_values")
def rounds_the_weights_to_two_decimals(weights, V):
    """These numbers are what comes out when the weights are rounded to two decimals."""
    return np.round(weights, 2) @ V


@misconception(hint="Whose job is it to add the old signal back?", caught_by="test_square")
def adds_the_values_back_where_they_fit(weights, V):
    """These numbers are what comes out when V is added to the weighted sum wherever the shapes allow it."""
    output = weights @ V
    return output + V if output.shape == V.shape else output


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_query(weights, V):
    """These numbers are what comes out when the row of the last query stays 0."""
    return np.concatenate([weights[:-1] @ V, np.zeros((1, V.shape[1]))])


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_column_of_the_values(weights, V):
    """These numbers are what comes out when the last feature of every answer stays 0."""
    output = np.zeros((len(weights), V.shape[1]))
    output[:, :-1] = weights @ V[:, :-1]
    return output


@misconception(hint="Which of the two arguments has had no influence on the answer?", caught_by="test_shape")
def averages_the_weights(weights, V):
    """This is what comes out when the weights average the weights."""
    return weights @ weights


@misconception(hint="Which of the two arguments has had no influence on the answer?", caught_by="test_shape")
def averages_with_the_values(weights, V):
    """This is what comes out when the values are averaged with the values."""
    return V @ V


@misconception(hint="How many numbers does one query take home?", caught_by="test_shape")
def adds_up_everything(weights, V):
    """This is what comes out when weights and V are multiplied entry by entry and all products are added up."""
    return np.sum(weights * V)


@misconception(hint="How many numbers does one query take home?", caught_by="test_shape")
def adds_up_the_features_of_each_answer(weights, V):
    """This shape is what comes out when the features of every answer are added up."""
    return (weights @ V).sum(axis=-1)


@misconception(hint="What does type() say about the value that is returned?", caught_by="test_shape")
def returns_a_list_of_rows(weights, V):
    """This is what comes out when the rows, an array each, are left in a list."""
    return list(weights @ V)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_half_precision(weights, V):
    """These numbers are what comes out when the product is taken in float16 and converted back to float64."""
    return (weights.astype(np.float16) @ V.astype(np.float16)).astype(float)
