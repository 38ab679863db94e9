"""Wrong ideas about biased_attention, each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _split(matrix, num_heads):
    seq_len, d_model = matrix.shape
    return matrix.reshape(seq_len, num_heads, d_model // num_heads).swapaxes(0, 1)


def _merge(heads):
    num_heads, seq_len, d_head = heads.shape
    return heads.swapaxes(0, 1).reshape(seq_len, num_heads * d_head)


def _weights(Q, K, scale=None):
    """Heads in front; 1 / √d_head unless a scale is given."""
    return _softmax(Q @ K.swapaxes(-1, -2) * (Q.shape[-1] ** -0.5 if scale is None else scale))


def _attend(Q, K, V, num_heads, scale=None):
    Q, K, V = (_split(matrix, num_heads) for matrix in (Q, K, V))
    return _merge(_weights(Q, K, scale) @ V)


# --- biases -----------------------------------------------------------------------------------------------------------


@misconception(hint="Which of your arguments are never read?", caught_by="test_is_a_mean_of_values")
def forgets_the_biases(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when no bias is added."""
    return _attend(x @ W_q, x @ W_k, x @ W_v, num_heads)


@misconception(hint="Is b_q read anywhere?", caught_by="test_values")
def forgets_the_bias_of_the_queries(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when b_q is not added."""
    return _attend(x @ W_q, x @ W_k + b_k, x @ W_v + b_v, num_heads)


@misconception(hint="What must come out where W_v is all zeros?", caught_by="test_is_a_mean_of_values")
def forgets_the_bias_of_the_values(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when b_v is not added."""
    return _attend(x @ W_q + b_q, x @ W_k + b_k, x @ W_v, num_heads)


@misconception(hint="Which bias belongs to the queries?", caught_by="test_values")
def exchanges_the_biases_of_queries_and_keys(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when b_k is added to the queries and b_q to the keys."""
    return _attend(x @ W_q + b_k, x @ W_k + b_q, x @ W_v + b_v, num_heads)


@misconception(hint="Which bias belongs to the values?", caught_by="test_is_a_mean_of_values")
def exchanges_the_biases_of_keys_and_values(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when b_v is added to the keys and b_k to the values."""
    return _attend(x @ W_q + b_q, x @ W_k + b_v, x @ W_v + b_k, num_heads)


@misconception(hint="Which bias belongs to the values?", caught_by="test_is_a_mean_of_values")
def adds_the_bias_of_the_queries_everywhere(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when b_q is added to all three products."""
    return _attend(x @ W_q + b_q, x @ W_k + b_q, x @ W_v + b_q, num_heads)


@misconception(hint="Does a Linear add its bias before or after the product?", caught_by="test_is_a_mean_of_values")
def adds_the_biases_before_the_product(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the biases are added to x, before the products."""
    return _attend((x + b_q) @ W_q, (x + b_k) @ W_k, (x + b_v) @ W_v, num_heads)


@misconception(hint="Is there one bias per token or one per feature?", caught_by="test_shape")
def adds_the_biases_along_the_tokens(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """This is what comes out when the biases run along the tokens."""
    return _attend(x @ W_q + b_q[:, None], x @ W_k + b_k[:, None], x @ W_v + b_v[:, None], num_heads)


@misconception(hint="What does a bias of 0 change?", caught_by="test_is_a_mean_of_values")
def multiplies_by_the_biases(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the products are multiplied by the biases."""
    return _attend(x @ W_q * b_q, x @ W_k * b_k, x @ W_v * b_v, num_heads)


@misconception(hint="Which sign has the bias of a Linear?", caught_by="test_is_a_mean_of_values")
def subtracts_the_biases(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the biases are subtracted."""
    return _attend(x @ W_q - b_q, x @ W_k - b_k, x @ W_v - b_v, num_heads)


@misconception(
    hint="The weights of a row add up to 1. How often does b_v arrive?", caught_by="test_is_a_mean_of_values"
)
def adds_the_bias_of_the_values_twice(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when b_v is added to the values and once more to the result."""
    return _attend(x @ W_q + b_q, x @ W_k + b_k, x @ W_v + b_v, num_heads) + b_v


@misconception(hint="Which numbers of a bias belong to head 1?", caught_by="test_is_a_mean_of_values")
def gives_every_head_the_first_biases(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when every head gets the biases of head 0."""
    d_head = x.shape[1] // num_heads
    b_q, b_k, b_v = (np.tile(b[:d_head], num_heads) for b in (b_q, b_k, b_v))
    return _attend(x @ W_q + b_q, x @ W_k + b_k, x @ W_v + b_v, num_heads)


@misconception(hint="Is the scale applied to the whole query, or to a part of it?", caught_by="test_values")
def scales_before_the_bias(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the product is divided by the root and b_q is added afterwards."""
    root = (x.shape[1] // num_heads) ** 0.5
    return _attend(x @ W_q / root + b_q, x @ W_k + b_k, x @ W_v + b_v, num_heads, 1.0)


@misconception(hint="Is b_q part of the query when it meets a key?", caught_by="test_is_a_mean_of_values")
def adds_every_bias_at_the_end(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when all three biases are added to the result."""
    return _attend(x @ W_q, x @ W_k, x @ W_v, num_heads) + b_q + b_k + b_v


# --- matrices ---------------------------------------------------------------------------------------------------------


@misconception(hint="Were the matrices turned before they came here?", caught_by="test_values")
def turns_the_matrices_again(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the matrices are turned, although they are turned already."""
    return _attend(x @ W_q.T + b_q, x @ W_k.T + b_k, x @ W_v.T + b_v, num_heads)


@misconception(hint="Which of the two asks, and which is asked?", caught_by="test_values")
def exchanges_queries_and_keys(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when keys look at queries."""
    return _attend(x @ W_k + b_k, x @ W_q + b_q, x @ W_v + b_v, num_heads)


@misconception(hint="All three projections start from the same thing; which?", caught_by="test_values")
def projects_the_values_from_the_queries(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the values are made from the queries and not from x."""
    Q = x @ W_q + b_q
    return _attend(Q, x @ W_k + b_k, Q @ W_v + b_v, num_heads)


@misconception(hint="Which of the three is carried home?", caught_by="test_is_a_mean_of_values")
def carries_the_keys_home(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when keys are averaged and not values."""
    K = x @ W_k + b_k
    return _attend(x @ W_q + b_q, K, K, num_heads)


# --- scale and softmax ------------------------------------------------------------------------------------------------


@misconception(hint="How does the spread of a dot product grow with its length?", caught_by="test_values")
def forgets_the_scale(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the scores are not divided."""
    return _attend(x @ W_q + b_q, x @ W_k + b_k, x @ W_v + b_v, num_heads, 1.0)


@misconception(hint="How long are the vectors that one head compares?", caught_by="test_values")
def scales_by_d_model(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the scores are divided by the root of d_model."""
    return _attend(x @ W_q + b_q, x @ W_k + b_k, x @ W_v + b_v, num_heads, x.shape[1] ** -0.5)


@misconception(hint="Is the length itself the scale?", caught_by="test_values")
def divides_by_d_head(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the scores are divided by d_head and not by its root."""
    return _attend(x @ W_q + b_q, x @ W_k + b_k, x @ W_v + b_v, num_heads, num_heads / x.shape[1])


@misconception(hint="Is scaling in the source a factor or a divisor?", caught_by="test_values")
def divides_by_the_scaling(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the scores are multiplied by the root of d_head."""
    root = (x.shape[1] // num_heads) ** 0.5
    return _attend(x @ W_q + b_q, x @ W_k + b_k, x @ W_v + b_v, num_heads, root)


@misconception(hint="How many heads there are: does that say how long their vectors are?", caught_by="test_values")
def scales_by_the_number_of_heads(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """These numbers are what comes out when the scores are divided by the root of num_heads."""
    return _attend(x @ W_q + b_q, x @ W_k + b_k, x @ W_v + b_v, num_heads, num_heads**-0.5)


def _with(softmax, x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    Q, K, V = (_split(x @ W + b, num_heads) for W, b in ((W_q, b_q), (W_k, b_k), (W_v, b_v)))
    return _merge(softmax(Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5) @ V)


@misconception(hint="Along which axis do the weights of one query lie?", caught_by="test_is_a_mean_of_values")
def normalises_over_the_queries(*arguments):
    """These numbers are what comes out when the softmax runs over the queries."""
    return _with(lambda scores: _softmax(scores, axis=-2), *arguments)


@misconception(hint="Which axis competes, heads or keys?", caught_by="test_is_a_mean_of_values")
def normalises_over_the_heads(*arguments):
    """These numbers are what comes out when the softmax runs over the heads."""
    return _with(lambda scores: _softmax(scores, axis=0), *arguments)


@misconception(hint="What is exp(1000), and what can be taken off that cancels?", caught_by="test_large_scores")
def never_takes_the_maximum_off(*arguments):
    """These numbers are what comes out when exp is taken of the scores as they are."""
    return _with(lambda scores: np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True), *arguments)


@misconception(hint="Which step makes weights of scores?", caught_by="test_is_a_mean_of_values")
def forgets_the_softmax(*arguments):
    """These numbers are what comes out when the scores themselves serve as weights."""
    return _with(lambda scores: scores, *arguments)


@misconception(hint="Does BERT hide the future?", caught_by="test_values")
def masks_the_future(*arguments):
    """These numbers are what comes out when later tokens are hidden."""
    return _with(lambda scores: _softmax(np.where(np.tri(scores.shape[-1]) > 0, scores, -np.inf)), *arguments)


@misconception(hint="Did the scores matter?", caught_by="test_values")
def averages_the_values(*arguments):
    """These numbers are what comes out when every token looks at all tokens alike."""
    return _with(lambda scores: np.full(scores.shape, 1 / scores.shape[-1]), *arguments)


@misconception(hint="Where did the share of the second-best key go?", caught_by="test_values")
def takes_the_best_key_only(*arguments):
    """These numbers are what comes out when each query takes the value of its best key."""
    return _with(lambda scores: np.eye(scores.shape[-1])[scores.argmax(axis=-1)], *arguments)


# --- heads ------------------------------------------------------------------------------------------------------------


def _projected(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    return x @ W_q + b_q, x @ W_k + b_k, x @ W_v + b_v


@misconception(hint="Which token do the numbers of head 0, row 1 come from?", caught_by="test_values")
def splits_without_turning(*arguments):
    """These numbers are what comes out when (seq_len, d_model) is reshaped to (num_heads, seq_len, d_head) at once."""
    num_heads = arguments[-1]
    Q, K, V = (M.reshape(num_heads, len(M), -1) for M in _projected(*arguments))
    return _merge(_weights(Q, K) @ V)


@misconception(hint="Which head and which token is each row of the result made of?", caught_by="test_values")
def merges_without_turning(*arguments):
    """These numbers are what comes out when the heads are reshaped to (seq_len, d_model) at once."""
    Q, K, V = (_split(M, arguments[-1]) for M in _projected(*arguments))
    return (_weights(Q, K) @ V).reshape(arguments[0].shape)


@misconception(hint="Which columns belong to head 0?", caught_by="test_values")
def picks_every_nth_column(*arguments):
    """These numbers are what comes out when head h owns every num_heads-th column from h on."""
    num_heads = arguments[-1]
    Q, K, V = (np.stack([M[:, h::num_heads] for h in range(num_heads)]) for M in _projected(*arguments))
    heads = _weights(Q, K) @ V
    joined = np.empty(arguments[0].shape)
    for h in range(num_heads):
        joined[:, h::num_heads] = heads[h]
    return joined


@misconception(hint="Compare one head and two on the same weights: should they agree?", caught_by="test_values")
def uses_one_wide_head(*arguments):
    """These numbers are what comes out when nothing is split."""
    return _attend(*_projected(*arguments), 1)


@misconception(hint="Which head comes first in the result?", caught_by="test_values")
def joins_in_reverse_order(*arguments):
    """These numbers are what comes out when the heads are joined from the last to the first."""
    Q, K, V = (_split(M, arguments[-1]) for M in _projected(*arguments))
    return _merge(np.flip(_weights(Q, K) @ V, axis=0))


@misconception(hint="How many tables of weights do several heads make?", caught_by="test_values")
def shares_the_weights_of_head_0(*arguments):
    """These numbers are what comes out when every head uses the weights of head 0."""
    Q, K, V = (_split(M, arguments[-1]) for M in _projected(*arguments))
    return _merge(_weights(Q, K)[:1] @ V)


@misconception(hint="Should the answer of head 0 appear in the columns of head 1?", caught_by="test_values")
def repeats_the_average_head(*arguments):
    """These numbers are what comes out when the heads are averaged and the average stands for each."""
    Q, K, V = (_split(M, arguments[-1]) for M in _projected(*arguments))
    return np.tile((_weights(Q, K) @ V).mean(axis=0), arguments[-1])


@misconception(hint="After the heads, how wide is a token?", caught_by="test_shape")
def adds_the_heads_up(*arguments):
    """This shape is what comes out when the heads are added up and not joined."""
    Q, K, V = (_split(M, arguments[-1]) for M in _projected(*arguments))
    return (_weights(Q, K) @ V).sum(axis=0)


@misconception(hint="How many axes has a sequence?", caught_by="test_shape")
def leaves_the_heads_apart(*arguments):
    """This shape is what comes out when the heads are not joined."""
    Q, K, V = (_split(M, arguments[-1]) for M in _projected(*arguments))
    return _weights(Q, K) @ V


# --- results, arguments, precision ------------------------------------------------------------------------------------


@misconception(hint="Whose job is it to add the old signal back?", caught_by="test_is_a_mean_of_values")
def adds_the_residual(*arguments):
    """These numbers are what comes out when x is added to the result."""
    return arguments[0] + _attend(*_projected(*arguments), arguments[-1])


@misconception(hint="Is there a map behind the heads in this function?", caught_by="test_is_a_mean_of_values")
def sends_the_result_through_the_values_once_more(*arguments):
    """These numbers are what comes out when W_v serves as the map behind the heads, too."""
    return _attend(*_projected(*arguments), arguments[-1]) @ arguments[5]


@misconception(hint="How many results does the docstring promise?", caught_by="test_shape")
def returns_the_weights_too(*arguments):
    """This type is what comes out when the weights are returned beside the result."""
    Q, K, V = (_split(M, arguments[-1]) for M in _projected(*arguments))
    weights = _weights(Q, K)
    return _merge(weights @ V), weights


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def writes_the_result_into_x(*arguments):
    """This change to x is what is left behind when the result is stored in x."""
    result = _attend(*_projected(*arguments), arguments[-1])
    arguments[0][:] = result
    return result


@misconception(hint="Does the caller expect b_q to be different afterwards?", caught_by="test_leaves_arguments_alone")
def scales_the_queries_bias_in_place(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """This change to b_q is what is left behind when it is divided by the root in place."""
    root = (x.shape[1] // num_heads) ** 0.5
    b_q[:] = b_q / root
    return _attend(x @ W_q / root + b_q, x @ W_k + b_k, x @ W_v + b_v, num_heads, 1.0)


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_x(*arguments):
    """These numbers are what comes out when the result is stored in an array with the dtype of x."""
    result = np.empty_like(arguments[0])
    result[:] = _attend(*_projected(*arguments), arguments[-1])
    return result


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(*arguments):
    """This dtype is what comes out when everything is computed in float16."""
    *arrays, num_heads = arguments
    arrays = [array.astype(np.float16) for array in arrays]
    return _attend(*_projected(*arrays, num_heads), num_heads)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_single_precision(*arguments):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    *arrays, num_heads = arguments
    arrays = [array.astype(np.float32) for array in arrays]
    return _attend(*_projected(*arrays, num_heads), num_heads).astype(float)
