"""Wrong ideas about multi_head_attention, each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _split(features, num_heads):
    seq_len, d_model = features.shape
    return features.reshape(seq_len, num_heads, d_model // num_heads).transpose(1, 0, 2)


def _merge(heads):
    num_heads, seq_len, d_head = heads.shape
    return heads.transpose(1, 0, 2).reshape(seq_len, num_heads * d_head)


def _project(x, W_q, W_k, W_v, num_heads):
    return [_split(x @ W, num_heads) for W in (W_q, W_k, W_v)]


def _scores(q, k):
    return q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])


def _weights(x, W_q, W_k, num_heads):
    return _softmax(_scores(_split(x @ W_q, num_heads), _split(x @ W_k, num_heads)))


def _finish(weights, v, W_o):
    return _merge(weights @ v) @ W_o, weights


def _attend(x, W_q, W_k, W_v, W_o, num_heads):
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(_scores(q, k)), v, W_o)


# --- what is returned -------------------------------------------------------------------------------------------------


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_only_the_output(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when the output is returned and the weights are kept."""
    return _attend(x, W_q, W_k, W_v, W_o, num_heads)[0]


@misconception(hint="In which order does the docstring name the two results?", caught_by="test_shape")
def returns_the_weights_first(x, W_q, W_k, W_v, W_o, num_heads):
    """These shapes are what comes out when the weights are returned first and the output second."""
    return _attend(x, W_q, W_k, W_v, W_o, num_heads)[::-1]


@misconception(hint="How many maps do num_heads heads draw?", caught_by="test_shape")
def averages_the_weights_over_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """These shapes are what comes out when the maps of all heads are averaged into one before they are returned."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output, weights.mean(axis=0)


@misconception(hint="How many maps do num_heads heads draw?", caught_by="test_shape")
def returns_the_first_heads_weights(x, W_q, W_k, W_v, W_o, num_heads):
    """These shapes are what comes out when only the map of head 0 is returned."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output, weights[0]


@misconception(hint="How many maps do num_heads heads draw?", caught_by="test_shape")
def returns_the_last_heads_weights(x, W_q, W_k, W_v, W_o, num_heads):
    """These shapes are what comes out when a loop over the heads leaves the map of the last one behind."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output, weights[-1]


@misconception(hint="Which axis of the weights should count the heads?", caught_by="test_shape")
def lays_the_maps_side_by_side(x, W_q, W_k, W_v, W_o, num_heads):
    """These shapes are what comes out when the maps of the heads are concatenated along the keys."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output, np.concatenate(list(weights), axis=-1)


@misconception(hint="Which axis of the weights should count the heads?", caught_by="test_shape")
def puts_the_heads_second(x, W_q, W_k, W_v, W_o, num_heads):
    """These shapes are what comes out when the weights are returned with the queries first and the heads second."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output, weights.swapaxes(0, 1)


@misconception(hint="What is the shape of the weights when there is one head?", caught_by="test_one_head")
def squeezes_a_single_head(x, W_q, W_k, W_v, W_o, num_heads):
    """This shape is what comes out when axes of length one are squeezed away from the weights."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output, weights.squeeze()


@misconception(hint="Which of your arrays has rows that add up to one?", caught_by="test_rows_sum_to_one")
def hands_back_the_scores(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the scores are returned in place of the weights, beside a right output."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _merge(_softmax(_scores(q, k)) @ v) @ W_o, _scores(q, k)


@misconception(hint="Does the docstring ask for a batch axis?", caught_by="test_shape")
def keeps_a_batch_axis(x, W_q, W_k, W_v, W_o, num_heads):
    """These shapes are what comes out when a batch of one sequence is made and never unpacked."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output[None], weights[None]


# --- splitting into heads ---------------------------------------------------------------------------------------------


@misconception(hint="From which token do the numbers of head 0, row 1 come?", caught_by="test_weights")
def splits_without_transposing(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the features are reshaped straight to (num_heads, seq_len, d_head)."""
    q, k, v = ((x @ W).reshape(num_heads, len(x), x.shape[1] // num_heads) for W in (W_q, W_k, W_v))
    return _finish(_softmax(_scores(q, k)), v, W_o)


@misconception(hint="Which head and which token is each row of the merged array made of?", caught_by="test_output")
def merges_without_transposing(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when (num_heads, seq_len, d_head) is reshaped straight to two axes."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    weights = _softmax(_scores(q, k))
    return (weights @ v).reshape(x.shape) @ W_o, weights


@misconception(
    hint="Follow one token's features through both reshapes: do they stay together?", caught_by="test_weights"
)
def never_transposes_the_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when heads are split and merged by reshape alone."""
    q, k, v = ((x @ W).reshape(num_heads, len(x), x.shape[1] // num_heads) for W in (W_q, W_k, W_v))
    weights = _softmax(_scores(q, k))
    return (weights @ v).reshape(x.shape) @ W_o, weights


@misconception(hint="Which columns of W_q belong to head 0?", caught_by="test_weights")
def interleaves_the_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when a head owns every num_heads-th column, on the way in and out."""
    q, k, v = ((x @ W).reshape(len(x), -1, num_heads).transpose(2, 0, 1) for W in (W_q, W_k, W_v))
    weights = _softmax(_scores(q, k))
    return (weights @ v).transpose(1, 2, 0).reshape(x.shape) @ W_o, weights


@misconception(hint="Which columns of W_q belong to head 0?", caught_by="test_weights")
def picks_every_nth_column(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when a head takes every num_heads-th column and the heads are then joined."""
    q, k, v = ((x @ W).reshape(len(x), -1, num_heads).transpose(2, 0, 1) for W in (W_q, W_k, W_v))
    return _finish(_softmax(_scores(q, k)), v, W_o)


@misconception(hint="Which column does head 1 start at?", caught_by="test_weights")
def lets_the_heads_overlap(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when head h starts at column h instead of h times d_head."""
    d_head = _split(x, num_heads).shape[-1]
    q, k, v = (np.stack([(x @ W)[:, h : h + d_head] for h in range(num_heads)]) for W in (W_q, W_k, W_v))
    return _finish(_softmax(_scores(q, k)), v, W_o)


@misconception(hint="With 12 features and 3 heads: how many heads, and how wide is each?", caught_by="test_shape")
def swaps_heads_and_width(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when the features are split into d_head heads of width num_heads."""
    return _attend(x, W_q, W_k, W_v, W_o, x.shape[1] // num_heads)


@misconception(hint="Does the answer for one head differ from the answer for three?", caught_by="test_shape")
def never_splits(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when all features form one single head."""
    weights = _softmax(_scores(x @ W_q, x @ W_k))
    return weights @ (x @ W_v) @ W_o, weights


@misconception(hint="Does the answer for one head differ from the answer for three?", caught_by="test_weights")
def copies_one_big_head(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when one head over all features serves as the map of every head."""
    weights = _softmax(_scores(x @ W_q, x @ W_k))
    return weights @ (x @ W_v) @ W_o, np.stack([weights] * num_heads)


@misconception(hint="Are the maps of two heads different?", caught_by="test_weights")
def gives_every_head_the_first_slice(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when every head works on the columns of head 0."""
    q, k, v = (np.stack([head[0]] * num_heads) for head in _project(x, W_q, W_k, W_v, num_heads))
    return _finish(_softmax(_scores(q, k)), v, W_o)


@misconception(hint="How many maps do num_heads heads draw?", caught_by="test_weights")
def shares_the_first_heads_map(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the map of head 0 is used by all heads."""
    weights = np.stack([_weights(x, W_q, W_k, num_heads)[0]] * num_heads)
    return _finish(weights, _split(x @ W_v, num_heads), W_o)


@misconception(hint="How much of a token does one head get to see?", caught_by="test_weights")
def splits_the_tokens_first(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when each head projects its own slice of x only."""
    parts = np.array_split(np.arange(x.shape[1]), num_heads)
    q, k, v = (np.stack([x[:, p] @ W[np.ix_(p, p)] for p in parts]) for W in (W_q, W_k, W_v))
    return _finish(_softmax(_scores(q, k)), v, W_o)


@misconception(
    hint="Which columns of W_q belong to head 0, and does a reshape keep them together?", caught_by="test_weights"
)
def reshapes_the_weights_into_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when W is reshaped straight to (num_heads, d_model, d_head)."""
    d_model = x.shape[1]
    q, k, v = (x @ W.reshape(num_heads, d_model, d_model // num_heads) for W in (W_q, W_k, W_v))
    return _finish(_softmax(_scores(q, k)), v, W_o)


# --- joining the heads ------------------------------------------------------------------------------------------------


@misconception(hint="At which step do the heads exchange what they found?", caught_by="test_one_head")
def forgets_W_o(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the joined heads are returned without W_o."""
    return _attend(x, W_q, W_k, W_v, np.eye(x.shape[1]), num_heads)


@misconception(hint="Which axis of W_o has to meet the joined heads?", caught_by="test_one_head")
def transposes_W_o(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the joined heads are multiplied by the transpose of W_o."""
    return _attend(x, W_q, W_k, W_v, W_o.T, num_heads)


@misconception(hint="Are the heads already joined when W_o is applied?", caught_by="test_output")
def applies_W_o_to_the_values(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when W_o is applied to the values before they are split into heads."""
    weights = _weights(x, W_q, W_k, num_heads)
    return _merge(weights @ _split(x @ W_v @ W_o, num_heads)), weights


@misconception(hint="Which block of rows of W_o does head 1 meet?", caught_by="test_output")
def gives_every_head_the_first_rows_of_W_o(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when every head is multiplied by the first rows of W_o and all are added."""
    weights = _weights(x, W_q, W_k, num_heads)
    heads = weights @ _split(x @ W_v, num_heads)
    return heads.sum(axis=0) @ W_o[: heads.shape[-1]], weights


@misconception(hint="After the heads are joined, how wide should a token be?", caught_by="test_shape")
def adds_the_heads_up(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when the heads are summed instead of joined."""
    weights = _weights(x, W_q, W_k, num_heads)
    return (weights @ _split(x @ W_v, num_heads)).sum(axis=0), weights


@misconception(hint="After the heads are joined, how wide should a token be?", caught_by="test_shape")
def averages_the_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when the heads are averaged instead of joined."""
    weights = _weights(x, W_q, W_k, num_heads)
    return (weights @ _split(x @ W_v, num_heads)).mean(axis=0), weights


@misconception(hint="Should the answer of head 0 appear in the columns of head 1?", caught_by="test_output")
def repeats_the_average_head(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the heads are averaged and the average is repeated to full width."""
    weights = _weights(x, W_q, W_k, num_heads)
    heads = weights @ _split(x @ W_v, num_heads)
    return np.tile(heads.mean(axis=0), num_heads) @ W_o, weights


@misconception(hint="Has the number of tokens grown?", caught_by="test_shape")
def joins_along_the_tokens(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when the heads are concatenated along the tokens."""
    weights = _weights(x, W_q, W_k, num_heads)
    return np.concatenate(list(weights @ _split(x @ W_v, num_heads)), axis=0), weights


@misconception(hint="How many axes should the output have?", caught_by="test_shape")
def never_joins_the_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """These shapes are what comes out when the heads are returned side by side, not joined."""
    weights = _weights(x, W_q, W_k, num_heads)
    return weights @ _split(x @ W_v, num_heads), weights


@misconception(hint="Which rows of W_o belong to head 0?", caught_by="test_output")
def joins_in_reverse_order(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the last head comes first in the join."""
    weights = _weights(x, W_q, W_k, num_heads)
    return _merge((weights @ _split(x @ W_v, num_heads))[::-1]) @ W_o, weights


@misconception(hint="Whose job is it to add the old signal back?", caught_by="test_one_head")
def adds_the_residual(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when x is added to the output."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output + x, weights


# --- projections ------------------------------------------------------------------------------------------------------


@misconception(hint="Which axis of W_q has to meet the features of x?", caught_by="test_one_head")
def transposes_the_projections(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when x is multiplied by the transposes of W_q, W_k and W_v."""
    return _attend(x, W_q.T, W_k.T, W_v.T, W_o, num_heads)


@misconception(hint="Which axis of a weight matrix has to meet the features?", caught_by="test_one_head")
def transposes_all_four(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when all four weight matrices are transposed first."""
    return _attend(x, W_q.T, W_k.T, W_v.T, W_o.T, num_heads)


@misconception(hint="Row i of the scores describes who asks: queries or keys?", caught_by="test_one_head")
def swaps_queries_and_keys(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when row i of the scores belongs to key i."""
    return _attend(x, W_k, W_q, W_v, W_o, num_heads)


@misconception(hint="Should swapping two tokens' roles leave their score unchanged?", caught_by="test_one_head")
def queries_meet_queries(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the queries are compared with the queries."""
    return _attend(x, W_q, W_q, W_v, W_o, num_heads)


@misconception(hint="Which of the projections carries the content?", caught_by="test_one_head")
def averages_the_tokens(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the heads average slices of x, without W_v."""
    return _attend(x, W_q, W_k, np.eye(x.shape[1]), W_o, num_heads)


@misconception(
    hint="Keys are labels to be found by: what is handed over once a key is found?", caught_by="test_one_head"
)
def averages_the_keys(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the heads average their keys."""
    return _attend(x, W_q, W_k, W_k, W_o, num_heads)


@misconception(
    hint="If you call it twice with the same arguments, may the answer change?", caught_by="test_same_answer_twice"
)
def draws_its_own_weights(x, W_q, W_k, W_v, W_o, num_heads):
    """Answers that differ from call to call are what comes out when weights are drawn inside the function."""
    rng = np.random.default_rng()
    W_q, W_k, W_v, W_o = (rng.normal(size=W.shape) for W in (W_q, W_k, W_v, W_o))
    return _attend(x, W_q, W_k, W_v, W_o, num_heads)


# --- scores -----------------------------------------------------------------------------------------------------------


@misconception(
    hint="How does the spread of a dot product grow with the length of the vectors?", caught_by="test_one_head"
)
def forgets_the_scale(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the scores are not scaled at all."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2)), v, W_o)


@misconception(hint="How long are the vectors that one head compares?", caught_by="test_weights")
def scales_by_d_model(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the scores are divided by the root of d_model."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2) / np.sqrt(x.shape[1])), v, W_o)


@misconception(
    hint="For random vectors, is it the variance or the spread that grows like d_head?", caught_by="test_one_head"
)
def divides_by_d_head(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the scores are divided by d_head itself."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2) / q.shape[-1]), v, W_o)


@misconception(hint="Is your scale a factor or a divisor?", caught_by="test_one_head")
def multiplies_by_the_scale(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the scores are multiplied by the root of d_head."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2) * np.sqrt(q.shape[-1])), v, W_o)


@misconception(hint="How many products are added up in one score?", caught_by="test_one_head")
def scales_by_the_number_of_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the scores are divided by the root of num_heads."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2) / np.sqrt(num_heads)), v, W_o)


@misconception(hint="When a token joins, should the score between two old tokens change?", caught_by="test_one_head")
def scales_by_seq_len(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the scores are divided by the root of seq_len."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2) / np.sqrt(len(x))), v, W_o)


@misconception(hint="Which quantity is 64 in the paper, and how large is it here?", caught_by="test_one_head")
def scales_by_the_root_of_64(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the scores are divided by 8, the root of the paper's d_head."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2) / 8), v, W_o)


@misconception(hint="If a query doubles, should its scores double?", caught_by="test_one_head")
def compares_directions_only(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when queries and keys are brought to length one in every head."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    q, k = (a / (np.linalg.norm(a, axis=-1, keepdims=True) + 1e-12) for a in (q, k))
    return _finish(_softmax(_scores(q, k)), v, W_o)


@misconception(hint="Which token is hidden from the first one, and who asked for that?", caught_by="test_one_head")
def masks_the_future(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when no token may look at a later one."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    seen = np.tril(np.ones((len(x), len(x)), dtype=bool))
    return _finish(_softmax(np.where(seen, _scores(q, k), -np.inf)), v, W_o)


# --- softmax ----------------------------------------------------------------------------------------------------------


@misconception(hint="Which axis competes: the heads or the keys?", caught_by="test_rows_sum_to_one")
def lets_the_heads_compete(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the softmax runs over the heads."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(_scores(q, k), axis=0), v, W_o)


@misconception(hint="Along which axis do the keys of one query lie?", caught_by="test_rows_sum_to_one")
def lets_the_queries_compete(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the softmax runs over the queries."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(_scores(q, k), axis=1), v, W_o)


@misconception(hint="Over which set of numbers should the weights add up to one?", caught_by="test_rows_sum_to_one")
def normalises_each_map_as_a_whole(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when all scores of a head go through one softmax together."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(_scores(q, k), axis=(1, 2)), v, W_o)


@misconception(
    hint="What is exp(1000), and what can be subtracted without changing the weights?", caught_by="test_large_scores"
)
def exponentiates_without_a_shift(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the exponential is taken of the scores as they are."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    powers = np.exp(_scores(q, k))
    return _finish(powers / powers.sum(axis=-1, keepdims=True), v, W_o)


@misconception(hint="Is the largest score of all also the largest of every row?", caught_by="test_large_scores")
def subtracts_one_maximum_from_all_rows(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the largest score of all heads is subtracted from every row."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    powers = np.exp(_scores(q, k) - _scores(q, k).max())
    return _finish(powers / powers.sum(axis=-1, keepdims=True), v, W_o)


@misconception(hint="Two scores of 100 and 90: should they tie?", caught_by="test_large_scores")
def clips_the_scores_at_eighty(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when scores beyond a limit such as 80 are cut off."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(np.clip(_scores(q, k), -80, 80)), v, W_o)


@misconception(hint="What keeps a weight from being negative?", caught_by="test_rows_sum_to_one")
def skips_the_softmax(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the scores themselves are used and returned as weights."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_scores(q, k), v, W_o)


@misconception(hint="What does a softmax make of numbers that lie between 0 and 1?", caught_by="test_one_head")
def applies_softmax_twice(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the weights go through a second softmax."""
    return _finish(_softmax(_weights(x, W_q, W_k, num_heads)), _split(x @ W_v, num_heads), W_o)


@misconception(hint="Which side of the softmax are the scores on?", caught_by="test_rows_sum_to_one")
def scales_after_the_softmax(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the weights, not the scores, are divided by the root of d_head."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2)) / np.sqrt(q.shape[-1]), v, W_o)


@misconception(hint="Is a weight ever lost on the way to the values?", caught_by="test_rows_sum_to_one")
def drops_weights_out(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when a tenth of the weights, drawn with seed 0, is dropped."""
    weights = _weights(x, W_q, W_k, num_heads)
    kept = np.random.default_rng(0).random(weights.shape) >= 0.1
    return _finish(weights * kept / 0.9, _split(x @ W_v, num_heads), W_o)


@misconception(hint="Row i of a head's output belongs to which query?", caught_by="test_one_head")
def transposes_the_weights(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the columns of right weights are used to average the values."""
    weights = _weights(x, W_q, W_k, num_heads)
    return _merge(weights.swapaxes(1, 2) @ _split(x @ W_v, num_heads)) @ W_o, weights


# --- heads that do not fit --------------------------------------------------------------------------------------------


@misconception(hint="Multiply the heads by their width: do you get d_model back?", caught_by="test_indivisible")
def drops_the_remaining_columns(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when the columns that no head has room for are left away."""
    width = x.shape[1] // num_heads * num_heads
    return _attend(x, W_q[:, :width], W_k[:, :width], W_v[:, :width], W_o[:width], num_heads)


@misconception(hint="Multiply the heads by their width: do you get d_model back?", caught_by="test_indivisible")
def pads_the_last_head(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when columns of zeros are added until num_heads divides them."""
    missing = -x.shape[1] % num_heads
    W_q, W_k, W_v = (np.pad(W, ((0, 0), (0, missing))) for W in (W_q, W_k, W_v))
    return _attend(x, W_q, W_k, W_v, np.pad(W_o, ((0, missing), (0, 0))), num_heads)


@misconception(hint="May one head be wider than another?", caught_by="test_indivisible")
def lets_the_heads_differ_in_width(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when np.array_split gives some heads a column more than others."""
    q, k, v = (np.array_split(x @ W, num_heads, axis=1) for W in (W_q, W_k, W_v))
    weights = np.stack([_softmax(_scores(a, b)) for a, b in zip(q, k, strict=True)])
    return np.hstack([w @ c for w, c in zip(weights, v, strict=True)]) @ W_o, weights


@misconception(hint="Which kind of exception does the docstring name?", caught_by="test_indivisible")
def asserts_that_the_heads_fit(x, W_q, W_k, W_v, W_o, num_heads):
    """This exception is what comes out when an assert guards against heads that do not fit."""
    assert x.shape[1] % num_heads == 0, "d_model must be divisible by num_heads"
    return _attend(x, W_q, W_k, W_v, W_o, num_heads)


@misconception(hint="What happens to a caller who never reads what is printed?", caught_by="test_indivisible")
def prints_that_the_heads_do_not_fit(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when heads that do not fit lead to a printed line and an empty return."""
    if x.shape[1] % num_heads:
        return print("d_model must be divisible by num_heads")
    return _attend(x, W_q, W_k, W_v, W_o, num_heads)


@misconception(hint="Should a caller who asks for 5 heads silently get another number?", caught_by="test_indivisible")
def falls_back_to_one_head(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when heads that do not fit are replaced by a single one."""
    return _attend(x, W_q, W_k, W_v, W_o, 1 if x.shape[1] % num_heads else num_heads)


# --- precision and arguments ------------------------------------------------------------------------------------------


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(x, W_q, W_k, W_v, W_o, num_heads):
    """This dtype is what comes out when everything is computed in float16."""
    output, weights = _attend(*(a.astype(np.float16) for a in (x, W_q, W_k, W_v, W_o)), num_heads)
    return output.astype(np.float16), weights.astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_one_head")
def passes_through_single_precision(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    x, W_q, W_k, W_v, W_o = (a.astype(np.float32) for a in (x, W_q, W_k, W_v, W_o))
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    weights = _softmax(_scores(q, k).astype(np.float32))
    output, weights = _finish(weights, v, W_o)
    return output.astype(float), weights.astype(float)


@misconception(hint="Does the caller expect W_q to be different afterwards?", caught_by="test_leaves_arguments_alone")
def scales_W_q_in_place(x, W_q, W_k, W_v, W_o, num_heads):
    """This change to W_q is what is left behind when the scale is folded into it in place."""
    W_q /= np.sqrt(_split(W_q, num_heads).shape[-1])
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2)), v, W_o)


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def adds_the_output_into_x(x, W_q, W_k, W_v, W_o, num_heads):
    """This change to x is what is left behind when the output is added to it in place."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    x += output
    return x, weights


@misconception(hint="What stays of the weights of keys that are hidden after the softmax?", caught_by="test_one_head")
def hides_later_keys_after_the_softmax(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when weights of later keys are set to 0 and the rest is renormalised."""
    weights = np.tril(_weights(x, W_q, W_k, num_heads))
    return _finish(weights / weights.sum(axis=-1, keepdims=True), _split(x @ W_v, num_heads), W_o)


@misconception(hint="Which columns of the joined array belong to head 0?", caught_by="test_output")
def joins_the_heads_interleaved(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the heads are cut rightly and their columns joined in turn."""
    weights = _weights(x, W_q, W_k, num_heads)
    heads = weights @ _split(x @ W_v, num_heads)
    return heads.transpose(1, 2, 0).reshape(x.shape) @ W_o, weights


@misconception(hint="Should the answer of head 0 appear in the columns of head 1?", caught_by="test_output")
def repeats_the_sum_of_the_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the heads are summed and the sum is repeated to full width."""
    weights = _weights(x, W_q, W_k, num_heads)
    heads = weights @ _split(x @ W_v, num_heads)
    return np.tile(heads.sum(axis=0), num_heads) @ W_o, weights


@misconception(hint="What does the docstring say the weights are: a list or one array?", caught_by="test_shape")
def returns_a_list_of_maps(x, W_q, W_k, W_v, W_o, num_heads):
    """This type is what comes out when the maps of the heads are returned as a list."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output, list(weights)


@misconception(hint="Is one head not multi-head attention with one head?", caught_by="test_one_head")
def answers_one_head_without_W_o(x, W_q, W_k, W_v, W_o, num_heads):
    """These shapes are what comes out when a single head is returned without W_o and without a head axis."""
    output, weights = _attend(x, W_q, W_k, W_v, np.eye(len(W_o)) if num_heads == 1 else W_o, num_heads)
    return (output, weights[0]) if num_heads == 1 else (output, weights)


@misconception(hint="Which of the two sizes is divided among the heads?", caught_by="test_shape")
def divides_the_tokens_among_the_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """This error is what comes out when seq_len, too, must be a multiple of num_heads."""
    if len(x) % num_heads or x.shape[1] % num_heads:
        raise ValueError("the heads do not fit")
    return _attend(x, W_q, W_k, W_v, W_o, num_heads)


@misconception(hint="Which numbers of heads divide 12 features?", caught_by="test_shape")
def asks_for_a_power_of_two(x, W_q, W_k, W_v, W_o, num_heads):
    """This error is what comes out when three or six heads are refused, as by asking for a power of two."""
    if num_heads & (num_heads - 1) or x.shape[1] % num_heads:
        raise ValueError("num_heads must be a power of two")
    return _attend(x, W_q, W_k, W_v, W_o, num_heads)


@misconception(hint="Is the largest score of a head also the largest of every row?", caught_by="test_large_scores")
def shares_one_maximum_per_head(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the largest score of a head is subtracted from all its rows."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    powers = np.exp(_scores(q, k) - _scores(q, k).max(axis=(1, 2), keepdims=True))
    return _finish(powers / powers.sum(axis=-1, keepdims=True), v, W_o)


@misconception(hint="Is the root of seven a whole number?", caught_by="test_one_head")
def rounds_the_root(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the root of d_head is rounded to the nearest whole number."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2) / np.round(np.sqrt(q.shape[-1]))), v, W_o)


@misconception(hint="Is the root of seven a whole number?", caught_by="test_one_head")
def cuts_the_root_to_a_whole_number(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the root of d_head is cut to a whole number."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(q @ k.swapaxes(1, 2) / int(np.sqrt(q.shape[-1]))), v, W_o)


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="Should swapping two tokens' roles leave their score unchanged?", caught_by="test_one_head")
def keys_meet_keys(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the keys are compared with the keys."""
    return _attend(x, W_k, W_k, W_v, W_o, num_heads)


@misconception(hint="Queries ask: who answers?", caught_by="test_one_head")
def averages_the_queries(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the heads average their queries."""
    return _attend(x, W_q, W_k, W_q, W_o, num_heads)


@misconception(hint="What is a query compared with, and what is averaged?", caught_by="test_one_head")
def exchanges_keys_and_values(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when K and V have changed places."""
    return _attend(x, W_q, W_v, W_k, W_o, num_heads)


@misconception(hint="Which of the arguments has had no influence on the output?", caught_by="test_one_head")
def projects_the_output_with_W_v(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the joined heads are multiplied by W_v in place of W_o."""
    return _attend(x, W_q, W_k, W_v, W_v, num_heads)


@misconception(hint="Which of the arguments has had no influence on the output?", caught_by="test_one_head")
def projects_the_output_with_W_q(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the joined heads are multiplied by W_q in place of W_o."""
    return _attend(x, W_q, W_k, W_v, W_q, num_heads)


@misconception(hint="Each row of the joined heads is a token: should tokens be mixed here?", caught_by="test_shape")
def puts_W_o_to_the_left(x, W_q, W_k, W_v, W_o, num_heads):
    """This is what comes out when W_o stands to the left of the joined heads."""
    output, weights = _attend(x, W_q, W_k, W_v, np.eye(len(W_o)), num_heads)
    return W_o @ output, weights


@misconception(hint="Whose columns does head 1 take from K?", caught_by="test_weights")
def gives_every_head_the_first_keys(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when every head works on the keys of head 0, with queries and values its own."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(_scores(q, k[:1])), v, W_o)


@misconception(hint="Whose columns does head 1 take from Q?", caught_by="test_weights")
def gives_every_head_the_first_queries(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when every head works on the queries of head 0, with keys and values its own."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(_scores(q[:1], k)), v, W_o)


@misconception(hint="Whose columns does head 1 take from V?", caught_by="test_output")
def gives_every_head_the_first_values(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when every head averages the values of head 0, with weights of its own."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    return _finish(_softmax(_scores(q, k)), np.stack([v[0]] * num_heads), W_o)


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_weights")
def leaves_out_the_last_head(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when weights and answer of the last head stay 0."""
    weights = _weights(x, W_q, W_k, num_heads)
    weights[-1] = 0
    return _finish(weights, _split(x @ W_v, num_heads), W_o)


@misconception(hint="Of which of the two numbers must the other be a multiple?", caught_by="test_shape")
def asks_for_a_multiple_of_d_model(x, W_q, W_k, W_v, W_o, num_heads):
    """This error is what comes out when num_heads must be a multiple of d_model, and not the other way round."""
    if num_heads % x.shape[1]:
        raise ValueError("the heads do not fit")
    return _attend(x, W_q, W_k, W_v, W_o, num_heads)


@misconception(hint="Which kind of exception does the docstring name?", caught_by="test_indivisible")
def raises_a_bare_exception(x, W_q, W_k, W_v, W_o, num_heads):
    """This exception is what comes out when heads that do not fit are refused with a bare Exception."""
    if x.shape[1] % num_heads:
        raise Exception("the heads do not fit")
    return _attend(x, W_q, W_k, W_v, W_o, num_heads)


@misconception(hint="Row i of a map belongs to which token?", caught_by="test_rows_sum_to_one")
def returns_the_maps_transposed(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when right weights are used, and then returned with keys down the rows."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output, weights.swapaxes(1, 2)


@misconception(hint="Which of the arrays is scaled, and how often?", caught_by="test_one_head")
def scales_the_output(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the output, not the scores, is divided by the root of d_head."""
    q, k, v = _project(x, W_q, W_k, W_v, num_heads)
    output, weights = _finish(_softmax(q @ k.swapaxes(1, 2)), v, W_o)
    return output / np.sqrt(q.shape[-1]), weights


@misconception(hint="Are the heads joined or averaged?", caught_by="test_output")
def divides_the_output_by_the_heads(x, W_q, W_k, W_v, W_o, num_heads):
    """These numbers are what comes out when the output is divided by the number of heads, as for a mean."""
    output, weights = _attend(x, W_q, W_k, W_v, W_o, num_heads)
    return output / num_heads, weights
