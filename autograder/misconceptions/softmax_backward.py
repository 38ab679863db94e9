"""Wrong ideas about softmax_backward(weights, d_weights), each with its evidence and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _average(weights, d_weights):
    """Each row's gradient averaged with its weights."""
    return np.sum(weights * d_weights, axis=-1, keepdims=True)


# --- what is subtracted -----------------------------------------------------------------------------------------------


@misconception(
    hint="When one score rises, what happens to the other weights of its row?", caught_by="test_rows_sum_to_zero"
)
def uses_the_rule_for_one_number(weights, d_weights):
    """These numbers are what comes out of weight times (1 - weight), the rule for a sigmoid."""
    return d_weights * weights * (1 - weights)


@misconception(hint="Add a constant to a row of scores: should the loss move?", caught_by="test_rows_sum_to_zero")
def subtracts_nothing(weights, d_weights):
    """These numbers are what comes out when the gradient is multiplied by the weights and nothing is subtracted."""
    return d_weights * weights


@misconception(hint="Are all keys of a row equally important to its average?", caught_by="test_rows_sum_to_zero")
def subtracts_the_plain_mean(weights, d_weights):
    """These numbers are what comes out when the plain mean of the gradient is subtracted, not the weighted one."""
    return weights * (d_weights - np.mean(d_weights, axis=-1, keepdims=True))


@misconception(hint="Which factor stands beside each gradient in the sum?", caught_by="test_rows_sum_to_zero")
def subtracts_the_plain_sum(weights, d_weights):
    """These numbers are what comes out when the sum of the gradients is subtracted, without the weights in it."""
    return weights * (d_weights - np.sum(d_weights, axis=-1, keepdims=True))


@misconception(hint="Can a key gain when the whole row gains?", caught_by="test_rows_sum_to_zero")
def adds_the_average(weights, d_weights):
    """These numbers are what comes out when the weighted average is added instead of subtracted."""
    return weights * (d_weights + _average(weights, d_weights))


@misconception(hint="Is the sum over the row taken before or after the bracket?", caught_by="test_rows_sum_to_zero")
def subtracts_outside_the_bracket(weights, d_weights):
    """These numbers are what comes out when the weighted average is subtracted after the weights were multiplied in."""
    return weights * d_weights - _average(weights, d_weights)


@misconception(hint="Which function has this gradient: the softmax, or its logarithm?", caught_by="test_values")
def goes_back_through_the_logarithm(weights, d_weights):
    """These numbers are what comes out on the way back through the logarithm of a softmax."""
    return d_weights - weights * np.sum(d_weights, axis=-1, keepdims=True)


@misconception(hint="A key with a weight of 0: can its score move anything?", caught_by="test_rows_sum_to_zero")
def forgets_the_weight_in_front(weights, d_weights):
    """These numbers are what comes out when the average is subtracted and the weight in front is forgotten."""
    return d_weights - _average(weights, d_weights)


@misconception(hint="How often is each weight a factor?", caught_by="test_rows_sum_to_zero")
def multiplies_by_the_weights_twice(weights, d_weights):
    """These numbers are what comes out when the weights are multiplied in once more."""
    return weights * weights * (d_weights - _average(weights, d_weights))


@misconception(
    hint="When a key's gradient is above the average, should its score rise or fall?", caught_by="test_values"
)
def turns_the_sign(weights, d_weights):
    """These numbers are what comes out when the gradient is subtracted from its average."""
    return weights * (_average(weights, d_weights) - d_weights)


@misconception(hint="Which of the two arrays is the softmax?", caught_by="test_rows_sum_to_zero")
def swaps_the_arguments(weights, d_weights):
    """These numbers are what comes out when weights and gradient change places."""
    return d_weights * (weights - _average(weights, d_weights))


# --- along which axis -------------------------------------------------------------------------------------------------


@misconception(hint="Along which axis do the weights add up to 1?", caught_by="test_rows_sum_to_zero")
def averages_over_the_queries(weights, d_weights):
    """These numbers are what comes out when the weighted average is taken down the columns."""
    return weights * (d_weights - np.sum(weights * d_weights, axis=0, keepdims=True))


@misconception(hint="How many averages should there be for n_q rows?", caught_by="test_rows_sum_to_zero")
def averages_over_everything(weights, d_weights):
    """These numbers are what comes out when one sum over the whole array is subtracted from every row."""
    return weights * (d_weights - np.sum(weights * d_weights))


@misconception(hint="Which shape has your sum, and how is it stretched over the rows?", caught_by="test_shape")
def forgets_keepdims(weights, d_weights):
    """This is what comes out when the sum over a row is taken without keepdims."""
    return weights * (d_weights - np.sum(weights * d_weights, axis=-1))


@misconception(hint="Does the loss add the rows up, or average them?", caught_by="test_values")
def divides_by_the_rows(weights, d_weights):
    """These numbers are what comes out when the gradient is divided by the number of rows."""
    return weights * (d_weights - _average(weights, d_weights)) / len(weights)


@misconception(hint="Does a longer row have a smaller gradient?", caught_by="test_values")
def divides_by_the_keys(weights, d_weights):
    """These numbers are what comes out when the gradient is divided by the number of keys."""
    return weights * (d_weights - _average(weights, d_weights)) / weights.shape[-1]


@misconception(hint="Where did the scale of the scores go, and whose job is it?", caught_by="test_values")
def divides_by_the_root_of_the_keys(weights, d_weights):
    """These numbers are what comes out when the gradient is divided by the root of the number of keys."""
    return weights * (d_weights - _average(weights, d_weights)) / np.sqrt(weights.shape[-1])


# --- which input ------------------------------------------------------------------------------------------------------


@misconception(hint="These are weights already: what does a softmax of them give?", caught_by="test_rows_sum_to_zero")
def applies_the_softmax_again(weights, d_weights):
    """These numbers are what comes out when the softmax is applied to the weights once more."""
    powers = np.exp(weights)
    again = powers / powers.sum(axis=-1, keepdims=True)
    return again * (d_weights - _average(weights, d_weights))


@misconception(hint="With a gradient of ones everything is 0. Which gradient did you try?", caught_by="test_values")
def answers_zero(weights, d_weights):
    """Zeros came back: right for a gradient that is the same everywhere, and for no other."""
    return np.zeros(weights.shape)


@misconception(hint="How many axes does the gradient of a table of scores have?", caught_by="test_shape")
def returns_the_whole_jacobian(weights, d_weights):
    """Here the Jacobian of every row came back, and it has not met the gradient yet."""
    return weights[:, :, None] * (np.eye(weights.shape[1]) - weights[:, None, :])


@misconception(hint="What does -= do to the array of whoever calls you?", caught_by="test_leaves_arguments_alone")
def writes_into_the_gradient(weights, d_weights):
    """The numbers are right, but the gradient that was handed in is changed on the way."""
    d_weights -= (weights * d_weights).sum(axis=-1, keepdims=True).astype(d_weights.dtype)
    return weights * d_weights


@misconception(hint="How many digits does float32 keep of 3000.123456789?", caught_by="test_level")
def computes_in_single_precision(weights, d_weights):
    """These numbers are what comes out when the steps are made in float32."""
    w, d = np.asarray(weights, dtype=np.float32), np.asarray(d_weights, dtype=np.float32)
    return (w * (d - _average(w, d))).astype(np.float64)
