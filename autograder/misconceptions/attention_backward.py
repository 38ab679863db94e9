"""Wrong ideas about attention_backward(Q, K, V, d_output), each with its evidence and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _weights(Q, K):
    return _softmax(Q @ K.T / np.sqrt(Q.shape[-1]))


def _through_softmax(weights, d_weights):
    return weights * (d_weights - np.sum(weights * d_weights, axis=-1, keepdims=True))


def _parts(Q, K, V, d_output):
    """Weights, and the gradient of the scores before they were scaled."""
    weights = _weights(Q, K)
    return weights, _through_softmax(weights, d_output @ V.T) / np.sqrt(Q.shape[-1])


def _way(Q, K, V, d_output, d_scores, weights=None):
    weights = _weights(Q, K) if weights is None else weights
    return d_scores @ K, d_scores.T @ Q, weights.T @ d_output


# --- the scale --------------------------------------------------------------------------------------------------------


@misconception(
    hint="The scale stands between the scores and the softmax: is it on the way back, too?", caught_by="test_dQ"
)
def forgets_the_scale(Q, K, V, d_output):
    """These numbers are what comes out when dQ and dK are not divided by the root of d_k."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return _way(Q, K, V, d_output, d_scores * np.sqrt(Q.shape[-1]), weights)


@misconception(hint="Both factors of Q Kᵀ lie before the scale: who is still without it?", caught_by="test_dK")
def scales_the_queries_only(Q, K, V, d_output):
    """These numbers are what comes out when dQ is scaled and dK is not."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return d_scores @ K, d_scores.T @ Q * np.sqrt(Q.shape[-1]), weights.T @ d_output


@misconception(hint="Both factors of Q Kᵀ lie before the scale: who is still without it?", caught_by="test_dQ")
def scales_the_keys_only(Q, K, V, d_output):
    """These numbers are what comes out when dK is scaled and dQ is not."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return d_scores @ K * np.sqrt(Q.shape[-1]), d_scores.T @ Q, weights.T @ d_output


@misconception(hint="Forwards the scores were divided once. How often on the way back?", caught_by="test_dQ")
def scales_twice(Q, K, V, d_output):
    """These numbers are what comes out when the gradient is divided by the root of d_k twice, which is by d_k."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return _way(Q, K, V, d_output, d_scores / np.sqrt(Q.shape[-1]), weights)


@misconception(hint="Forwards the scores were divided. What does a factor do on the way back?", caught_by="test_dQ")
def multiplies_by_the_root(Q, K, V, d_output):
    """These numbers are what comes out when the gradient is multiplied by the root of d_k on the way back."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return _way(Q, K, V, d_output, d_scores * Q.shape[-1], weights)


@misconception(hint="Whose length decides how many products were summed in a score?", caught_by="test_dQ")
def scales_by_the_width_of_values(Q, K, V, d_output):
    """These numbers are what comes out when the root of d_v stands where the root of d_k belongs."""
    weights = _softmax(Q @ K.T / np.sqrt(V.shape[-1]))
    d_scores = _through_softmax(weights, d_output @ V.T) / np.sqrt(V.shape[-1])
    return _way(Q, K, V, d_output, d_scores, weights)


@misconception(hint="Which weights did the forward run use, and which do you use?", caught_by="test_dV")
def recomputes_weights_without_the_scale(Q, K, V, d_output):
    """These numbers are what comes out when the weights are computed again without dividing the scores."""
    weights = _softmax(Q @ K.T)
    return _way(Q, K, V, d_output, _through_softmax(weights, d_output @ V.T) / np.sqrt(Q.shape[-1]), weights)


# --- which product ----------------------------------------------------------------------------------------------------


@misconception(hint="Which queries used a value, and is that a row or a column of the weights?", caught_by="test_shape")
def leaves_the_weights_untransposed(Q, K, V, d_output):
    """This is what comes out when d_output is multiplied by the weights themselves on the way to V."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return d_scores @ K, d_scores.T @ Q, weights @ d_output


@misconception(hint="Which index of the gradient of the scores belongs to the keys?", caught_by="test_shape")
def leaves_the_scores_untransposed(Q, K, V, d_output):
    """This is what comes out when the gradient of the scores is not transposed on the way to K."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return d_scores @ K, d_scores @ Q, weights.T @ d_output


@misconception(hint="Which gradient has one row for each query?", caught_by="test_shape")
def swaps_queries_and_keys(Q, K, V, d_output):
    """Here the gradients of Q and K have changed places."""
    dQ, dK, dV = _way(Q, K, V, d_output, _parts(Q, K, V, d_output)[1])
    return dK, dQ, dV


@misconception(hint="In which order are the three gradients asked for?", caught_by="test_shape")
def returns_the_values_first(Q, K, V, d_output):
    """Here the gradient of V came first, as it is found first on the way back."""
    dQ, dK, dV = _way(Q, K, V, d_output, _parts(Q, K, V, d_output)[1])
    return dV, dQ, dK


@misconception(hint="A score is query times key: what is its slope with respect to the query?", caught_by="test_shape")
def multiplies_each_by_itself(Q, K, V, d_output):
    """This is what comes out when the gradient of the scores meets Q on the way to Q, and K on the way to K."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return d_scores @ Q, d_scores.T @ K, weights.T @ d_output


# --- through the softmax ----------------------------------------------------------------------------------------------


@misconception(hint="Which function did you step over between weights and scores?", caught_by="test_dQ")
def steps_over_the_softmax(Q, K, V, d_output):
    """These numbers are what comes out when the gradient of the weights is taken for that of the scores."""
    return _way(Q, K, V, d_output, d_output @ V.T / np.sqrt(Q.shape[-1]))


@misconception(hint="When one score rises, what happens to the other weights of its row?", caught_by="test_dQ")
def uses_the_rule_for_one_number(Q, K, V, d_output):
    """These numbers are what comes out when the way back through the softmax is weight times (1 - weight)."""
    weights = _weights(Q, K)
    return _way(Q, K, V, d_output, d_output @ V.T * weights * (1 - weights) / np.sqrt(Q.shape[-1]), weights)


@misconception(hint="Add a constant to a row of scores: should the loss move?", caught_by="test_dQ")
def subtracts_no_average(Q, K, V, d_output):
    """These numbers are what comes out when the row's average is not subtracted on the way through the softmax."""
    weights = _weights(Q, K)
    return _way(Q, K, V, d_output, d_output @ V.T * weights / np.sqrt(Q.shape[-1]), weights)


@misconception(hint="Along which axis were the scores normalised?", caught_by="test_dQ")
def averages_over_the_queries(Q, K, V, d_output):
    """These numbers are what comes out when the way back through the softmax averages over the queries."""
    weights, d_weights = _weights(Q, K), d_output @ V.T
    d_scores = weights * (d_weights - np.sum(weights * d_weights, axis=0, keepdims=True))
    return _way(Q, K, V, d_output, d_scores / np.sqrt(Q.shape[-1]), weights)


@misconception(hint="Which axis adds up to 1 in a table of weights?", caught_by="test_values_share_the_gradient")
def normalises_over_the_queries(Q, K, V, d_output):
    """These numbers are what comes out when the softmax runs over the queries, forwards and back."""
    weights = _softmax((Q @ K.T / np.sqrt(Q.shape[-1])).T).T
    d_scores = _through_softmax(weights.T, (d_output @ V.T).T).T / np.sqrt(Q.shape[-1])
    return _way(Q, K, V, d_output, d_scores, weights)


@misconception(hint="What is exp(3000), and what did the first day do about it?", caught_by="test_large_scores")
def forgets_to_subtract_the_maximum(Q, K, V, d_output):
    """This is what comes out when the softmax takes exp of the scores as they are."""
    powers = np.exp(Q @ K.T / np.sqrt(Q.shape[-1]))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return _way(Q, K, V, d_output, _through_softmax(weights, d_output @ V.T) / np.sqrt(Q.shape[-1]), weights)


# --- towards the values -----------------------------------------------------------------------------------------------


@misconception(
    hint="With which numbers were the values mixed: scores or weights?", caught_by="test_values_share_the_gradient"
)
def mixes_back_with_the_scores(Q, K, V, d_output):
    """These numbers are what comes out when d_output meets the scores on the way to V, and not the weights."""
    d_scores = _parts(Q, K, V, d_output)[1]
    return _way(Q, K, V, d_output, d_scores, Q @ K.T / np.sqrt(Q.shape[-1]))


@misconception(hint="Did all values have the same share in every output?", caught_by="test_dV")
def shares_out_evenly(Q, K, V, d_output):
    """These numbers are what comes out when every value receives the same share of d_output."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return _way(Q, K, V, d_output, d_scores, np.full_like(weights, 1 / weights.shape[1]))


@misconception(hint="How many arrays went in whose gradient is asked for?", caught_by="test_shape")
def returns_the_gradient_of_the_scores(Q, K, V, d_output):
    """Here the gradient of the scores came back, one step before Q and K."""
    weights, d_scores = _parts(Q, K, V, d_output)
    return d_scores, weights.T @ d_output


@misconception(hint="What does *= do to the array of whoever calls you?", caught_by="test_leaves_arguments_alone")
def scales_the_callers_queries(Q, K, V, d_output):
    """The numbers are right, but the array Q that was handed in is scaled for good."""
    found = _way(Q, K, V, d_output, _parts(Q, K, V, d_output)[1])
    Q *= Q.dtype.type(2)
    return found
