"""Wrong ideas about batched_attention(x, W_q, W_k, W_v), each with the evidence it leaves and what catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _scores(Q, K):
    return Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])


def _attend(x, W_q, W_k, W_v):
    weights = _softmax(_scores(x @ W_q, x @ W_k))
    return weights @ (x @ W_v), weights


# --- which sequences --------------------------------------------------------------------------------------------------


@misconception(hint="How many sequences came in, and how many went out?", caught_by="test_shape")
def answers_the_first_sequence_only(x, W_q, W_k, W_v):
    """These shapes are what comes out when only the first sequence is answered."""
    return _attend(x[0], W_q, W_k, W_v)


@misconception(hint="How many sequences came in, and how many went out?", caught_by="test_shape")
def answers_the_last_sequence_only(x, W_q, W_k, W_v):
    """These shapes are what comes out when a loop over the batch leaves the last answer behind."""
    return _attend(x[-1], W_q, W_k, W_v)


@misconception(hint="Does every sequence have weights of its own?", caught_by="test_sequences_do_not_mix")
def shares_the_first_sequences_weights(x, W_q, W_k, W_v):
    """These numbers are what comes out when the weights of the first sequence serve all of them."""
    weights = np.repeat(_attend(x[:1], W_q, W_k, W_v)[1], len(x), axis=0)
    return weights @ (x @ W_v), weights


@misconception(hint="Does every sequence have weights of its own?", caught_by="test_sequences_do_not_mix")
def averages_the_weights_over_the_batch(x, W_q, W_k, W_v):
    """These numbers are what comes out when the weights of all sequences are averaged and used for each."""
    weights = np.repeat(_attend(x, W_q, W_k, W_v)[1].mean(axis=0, keepdims=True), len(x), axis=0)
    return weights @ (x @ W_v), weights


@misconception(hint="Does every sequence have values of its own?", caught_by="test_sequences_do_not_mix")
def repeats_the_first_answer(x, W_q, W_k, W_v):
    """These numbers are what comes out when the answer for the first sequence is repeated."""
    output, weights = _attend(x[:1], W_q, W_k, W_v)
    return np.repeat(output, len(x), axis=0), np.repeat(weights, len(x), axis=0)


@misconception(hint="How many axes do the results have?", caught_by="test_shape")
def lays_all_sequences_end_to_end(x, W_q, W_k, W_v):
    """These shapes are what comes out when all sequences become one long one."""
    return _attend(x.reshape(-1, x.shape[-1]), W_q, W_k, W_v)


@misconception(hint="May a token look into another sequence?", caught_by="test_shape")
def lets_sequences_look_at_each_other(x, W_q, W_k, W_v):
    """This is what comes out when each position attends over the batch instead of over its sequence."""
    output, weights = _attend(x.swapaxes(0, 1), W_q, W_k, W_v)
    return output.swapaxes(0, 1), weights


@misconception(hint="Which axis counts sequences, and which tokens?", caught_by="test_shape")
def exchanges_batch_and_tokens(x, W_q, W_k, W_v):
    """This is what comes out when the first axis is taken for the tokens and the second for the batch."""
    return _attend(x.swapaxes(0, 1), W_q, W_k, W_v)


# --- transposing K ----------------------------------------------------------------------------------------------------


@misconception(hint="What is K.T.shape for a K with three axes?", caught_by="test_shape")
def reverses_all_axes_of_K(x, W_q, W_k, W_v):
    """This is what comes out when K.T is used, which turns all three axes of K round."""
    Q, K, V = x @ W_q, x @ W_k, x @ W_v
    weights = _softmax(Q @ K.T / np.sqrt(Q.shape[-1]))
    return weights @ V, weights


@misconception(hint="Which product of NumPy's keeps the batch axis aligned?", caught_by="test_shape")
def multiplies_with_dot(x, W_q, W_k, W_v):
    """These shapes are what comes out when np.dot pairs every sequence with every other."""
    Q, K, V = x @ W_q, x @ W_k, x @ W_v
    weights = _softmax(np.dot(Q, K.swapaxes(1, 2)) / np.sqrt(Q.shape[-1]))
    return weights[:, :, 0] @ V, weights


@misconception(hint="Do reshape and transpose keep each key's numbers together?", caught_by="test_weights")
def reshapes_instead_of_transposing(x, W_q, W_k, W_v):
    """These numbers are what comes out when K is reshaped, not transposed, inside each sequence."""
    Q, K, V = x @ W_q, x @ W_k, x @ W_v
    weights = _softmax(Q @ K.reshape(len(K), K.shape[2], K.shape[1]) / np.sqrt(Q.shape[-1]))
    return weights @ V, weights


@misconception(hint="Row i belongs to who asks. Which factor has one row per asker?", caught_by="test_weights")
def asks_from_the_keys(x, W_q, W_k, W_v):
    """These numbers are what comes out when keys ask and queries answer."""
    weights = _softmax(_scores(x @ W_k, x @ W_q))
    return weights @ (x @ W_v), weights


# --- softmax and scale ------------------------------------------------------------------------------------------------


@misconception(hint="Which axis number names the keys when there are three axes?", caught_by="test_rows_sum_to_one")
def normalises_over_the_queries(x, W_q, W_k, W_v):
    """These numbers are what comes out when the softmax runs along axis 1, where a single sequence has its keys."""
    weights = _softmax(_scores(x @ W_q, x @ W_k), axis=1)
    return weights @ (x @ W_v), weights


@misconception(hint="Do sequences compete for weight?", caught_by="test_rows_sum_to_one")
def normalises_over_the_batch(x, W_q, W_k, W_v):
    """These numbers are what comes out when the softmax runs over the batch."""
    weights = _softmax(_scores(x @ W_q, x @ W_k), axis=0)
    return weights @ (x @ W_v), weights


@misconception(hint="How many distributions does one table hold?", caught_by="test_rows_sum_to_one")
def normalises_each_table_as_a_whole(x, W_q, W_k, W_v):
    """These numbers are what comes out when all scores of a sequence share out one together."""
    weights = _softmax(_scores(x @ W_q, x @ W_k), axis=(1, 2))
    return weights @ (x @ W_v), weights


@misconception(hint="Is the largest score of the batch also the largest of every row?", caught_by="test_large_scores")
def shares_one_maximum(x, W_q, W_k, W_v):
    """These numbers are what comes out when the largest score of the whole batch is taken off every row."""
    scores = _scores(x @ W_q, x @ W_k)
    powers = np.exp(scores - scores.max())
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ (x @ W_v), weights


@misconception(hint="Is the largest score of a sequence also that of every row?", caught_by="test_large_scores")
def shares_one_maximum_per_sequence(x, W_q, W_k, W_v):
    """These numbers are what comes out when the largest score of a sequence is taken off all its rows."""
    scores = _scores(x @ W_q, x @ W_k)
    powers = np.exp(scores - scores.max(axis=(1, 2), keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ (x @ W_v), weights


@misconception(hint="What is exp(1000), and what can be taken off without a change?", caught_by="test_large_scores")
def takes_nothing_off(x, W_q, W_k, W_v):
    """These numbers are what comes out when the exponential is taken of the scores as they are."""
    powers = np.exp(_scores(x @ W_q, x @ W_k))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ (x @ W_v), weights


@misconception(hint="How does the spread of a dot product grow with d_k?", caught_by="test_weights")
def leaves_out_the_scale(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are not divided by the root of d_k."""
    Q, K = x @ W_q, x @ W_k
    weights = _softmax(Q @ K.swapaxes(1, 2))
    return weights @ (x @ W_v), weights


@misconception(hint="Is it the root of d_k that divides?", caught_by="test_weights")
def divides_by_d_k(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by d_k, without a root."""
    Q, K = x @ W_q, x @ W_k
    weights = _softmax(Q @ K.swapaxes(1, 2) / Q.shape[-1])
    return weights @ (x @ W_v), weights


@misconception(hint="Which axis holds d_k now that there are three?", caught_by="test_weights")
def scales_by_the_root_of_seq_len(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by the root of the second axis, which is seq_len."""
    Q, K = x @ W_q, x @ W_k
    weights = _softmax(Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[1]))
    return weights @ (x @ W_v), weights


@misconception(hint="Which axis holds d_k now that there are three?", caught_by="test_weights")
def scales_by_the_root_of_d_model(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by the root of d_model."""
    Q, K = x @ W_q, x @ W_k
    weights = _softmax(Q @ K.swapaxes(1, 2) / np.sqrt(x.shape[-1]))
    return weights @ (x @ W_v), weights


@misconception(hint="Which axis holds d_k now that there are three?", caught_by="test_weights")
def scales_by_the_root_of_the_batch(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are divided by the root of the first axis, the batch."""
    Q, K = x @ W_q, x @ W_k
    weights = _softmax(Q @ K.swapaxes(1, 2) / np.sqrt(len(Q)))
    return weights @ (x @ W_v), weights


@misconception(hint="Who asked for a mask?", caught_by="test_weights")
def masks_the_future(x, W_q, W_k, W_v):
    """These numbers are what comes out when no token may look at a later one."""
    scores = _scores(x @ W_q, x @ W_k)
    weights = _softmax(np.where(np.tri(x.shape[1], dtype=bool), scores, -np.inf))
    return weights @ (x @ W_v), weights


# --- values and what is returned --------------------------------------------------------------------------------------


@misconception(hint="Row i of the output belongs to which query?", caught_by="test_output")
def transposes_the_weights(x, W_q, W_k, W_v):
    """These numbers are what comes out when the columns of right weights are used to average the values."""
    _, weights = _attend(x, W_q, W_k, W_v)
    return weights.swapaxes(1, 2) @ (x @ W_v), weights


@misconception(hint="Which of the three carries what is mixed?", caught_by="test_shape")
def averages_the_tokens(x, W_q, W_k, W_v):
    """This is what comes out when the tokens themselves are averaged, not their values."""
    _, weights = _attend(x, W_q, W_k, W_v)
    return weights @ x, weights


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_only_the_output(x, W_q, W_k, W_v):
    """This is what comes out when the output is returned and the weights are kept."""
    return _attend(x, W_q, W_k, W_v)[0]


@misconception(hint="In which order does the docstring name the two results?", caught_by="test_shape")
def returns_the_weights_first(x, W_q, W_k, W_v):
    """This is what comes out when the weights are returned first."""
    return _attend(x, W_q, W_k, W_v)[::-1]


@misconception(hint="Which of your arrays has rows that sum to one?", caught_by="test_rows_sum_to_one")
def hands_back_the_scores(x, W_q, W_k, W_v):
    """These numbers are what comes out when the scores are returned in place of the weights."""
    return _attend(x, W_q, W_k, W_v)[0], _scores(x @ W_q, x @ W_k)


@misconception(hint="How many axes do the results have?", caught_by="test_shape")
def squeezes_a_single_sequence(x, W_q, W_k, W_v):
    """These shapes are what comes out when a batch of one loses its axis."""
    output, weights = _attend(x, W_q, W_k, W_v)
    return (output[0], weights[0]) if len(x) == 1 else (output, weights)


@misconception(hint="One array, or a list of arrays?", caught_by="test_shape")
def returns_lists(x, W_q, W_k, W_v):
    """This type is what comes out when the answers are collected in lists and never made into arrays."""
    outputs, weights = zip(*(_attend(sequence, W_q, W_k, W_v) for sequence in x))
    return list(outputs), list(weights)


# --- precision and arguments ------------------------------------------------------------------------------------------


@misconception(hint="Which dtype has an array that was made for whole numbers?", caught_by="test_integers")
def fills_arrays_of_the_dtype_of_x(x, W_q, W_k, W_v):
    """These numbers are what comes out when the answers are written into arrays of the dtype of x."""
    outputs = np.zeros((*x.shape[:2], W_v.shape[1]), dtype=x.dtype)
    tables = np.zeros((*x.shape[:2], x.shape[1]), dtype=x.dtype)
    for number, sequence in enumerate(x):
        outputs[number], tables[number] = _attend(sequence, W_q, W_k, W_v)
    return outputs, tables


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def returns_half_precision(x, W_q, W_k, W_v):
    """This dtype is what comes out when the results are stored in float16."""
    return tuple(array.astype(np.float16) for array in _attend(x, W_q, W_k, W_v))


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_weights")
def passes_through_single_precision(x, W_q, W_k, W_v):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    Q, K, V = (x.astype(np.float32) @ W.astype(np.float32) for W in (W_q, W_k, W_v))
    weights = _softmax(_scores(Q, K).astype(np.float32))
    return (weights @ V).astype(float), weights.astype(float)


@misconception(hint="Does the caller expect another W_q afterwards?", caught_by="test_leaves_arguments_alone")
def scales_W_q_in_place(x, W_q, W_k, W_v):
    """This change to W_q is what is left behind when the scale is folded into it in place."""
    result = _attend(x, W_q, W_k, W_v)
    if W_q.dtype.kind == "f":
        W_q /= np.sqrt(W_q.shape[1])
    return result
