"""Wrong ideas about project_qkv(x, W_q, W_k, W_v), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception

# --- which factors, in which order ------------------------------------------------------------------------------------


@misconception(hint="Which axis of W has as many entries as x has features?", caught_by="test_shape")
def transposes_the_weights(x, W_q, W_k, W_v):
    """This is what comes out when x is multiplied by the transposed weights, the layout of a torch layer."""
    return x @ W_q.T, x @ W_k.T, x @ W_v.T


@misconception(hint="Each row of x is a token: should tokens be mixed at this step?", caught_by="test_shape")
def multiplies_from_the_left(x, W_q, W_k, W_v):
    """This is what comes out when the weights stand to the left of x."""
    return W_q @ x, W_k @ x, W_v @ x


@misconception(hint="Which operator adds up all features of a token for each new feature?", caught_by="test_shape")
def multiplies_element_by_element(x, W_q, W_k, W_v):
    """This is what comes out when x and the weights are multiplied entry by entry."""
    return x * W_q, x * W_k, x * W_v


@misconception(hint="Does a row of the result belong to a token or to a feature?", caught_by="test_shape")
def lays_features_down_the_rows(x, W_q, W_k, W_v):
    """This is what comes out when all three results lie on their side, features down and tokens across."""
    return (x @ W_q).T, (x @ W_k).T, (x @ W_v).T


@misconception(hint="At which step are the keys turned, here or when scores are made?", caught_by="test_shape")
def hands_out_the_keys_transposed(x, W_q, W_k, W_v):
    """This is what comes out when K is already transposed for the scores."""
    return x @ W_q, (x @ W_k).T, x @ W_v


# --- which weight belongs to which result -----------------------------------------------------------------------------


@misconception(hint="With two different weight matrices, can Q and K be equal?", caught_by="test_values")
def makes_the_keys_with_W_q(x, W_q, W_k, W_v):
    """These numbers are what comes out when W_q makes both Q and K."""
    return x @ W_q, x @ W_q, x @ W_v


@misconception(hint="With two different weight matrices, can Q and K be equal?", caught_by="test_values")
def makes_the_queries_with_W_k(x, W_q, W_k, W_v):
    """These numbers are what comes out when W_k makes both Q and K."""
    return x @ W_k, x @ W_k, x @ W_v


@misconception(hint="How wide is V when W_v is wider than W_k?", caught_by="test_shape")
def makes_the_values_with_W_k(x, W_q, W_k, W_v):
    """This is what comes out when W_k makes both K and V."""
    return x @ W_q, x @ W_k, x @ W_k


@misconception(hint="Which of the arguments has had no influence on the answer?", caught_by="test_shape")
def makes_everything_with_W_q(x, W_q, W_k, W_v):
    """This is what comes out when W_q makes Q, K and V."""
    return x @ W_q, x @ W_q, x @ W_q


@misconception(hint="Hold each returned array against the weight that made it: do they agree?", caught_by="test_values")
def returns_the_keys_first(x, W_q, W_k, W_v):
    """These numbers are what comes out when Q and K have changed places."""
    return x @ W_k, x @ W_q, x @ W_v


@misconception(hint="Hold each returned array against the weight that made it: do they agree?", caught_by="test_shape")
def returns_the_values_second(x, W_q, W_k, W_v):
    """This is what comes out when K and V have changed places."""
    return x @ W_q, x @ W_v, x @ W_k


@misconception(hint="In which order does the docstring promise the three arrays?", caught_by="test_shape")
def returns_them_backwards(x, W_q, W_k, W_v):
    """This is what comes out when the order is V, K, Q."""
    return x @ W_v, x @ W_k, x @ W_q


@misconception(hint="From what does each of the three projections start?", caught_by="test_shape")
def projects_the_keys_from_the_queries(x, W_q, W_k, W_v):
    """This is what comes out when K is made from Q instead of x."""
    Q = x @ W_q
    return Q, Q @ W_k, x @ W_v


@misconception(hint="From what does each of the three projections start?", caught_by="test_shape")
def projects_the_values_from_the_queries(x, W_q, W_k, W_v):
    """This is what comes out when V is made from Q instead of x."""
    Q = x @ W_q
    return Q, x @ W_k, Q @ W_v


@misconception(hint="From what does each of the three projections start?", caught_by="test_shape")
def chains_all_three(x, W_q, W_k, W_v):
    """This is what comes out when K is made from Q, and V from K."""
    Q = x @ W_q
    K = Q @ W_k
    return Q, K, K @ W_v


@misconception(hint="How many linear maps lie between x and V?", caught_by="test_shape")
def leaves_the_values_unprojected(x, W_q, W_k, W_v):
    """This is what comes out when x itself is used as V."""
    return x @ W_q, x @ W_k, x


@misconception(
    hint="In the fused product, at which column does V begin, and where does it end?", caught_by="test_shape"
)
def splits_a_fused_product_in_three(x, W_q, W_k, W_v):
    """This is what comes out when one fused product is split into three equal parts."""
    return tuple(np.split(x @ np.concatenate([W_q, W_k, W_v], axis=1), 3, axis=1))


@misconception(
    hint="In the fused product, at which column does V begin, and where does it end?", caught_by="test_shape"
)
def splits_a_fused_product_nearly_in_three(x, W_q, W_k, W_v):
    """These shapes are what comes out when one fused product is split into three parts, the last ones narrower."""
    return tuple(np.array_split(x @ np.concatenate([W_q, W_k, W_v], axis=1), 3, axis=1))


@misconception(hint="Must V be as wide as Q?", caught_by="test_shape")
def cuts_the_values_to_the_width_of_the_keys(x, W_q, W_k, W_v):
    """These shapes are what comes out when a fused product is cut at d_k, 2 d_k and 3 d_k columns."""
    d_k = W_q.shape[1]
    fused = x @ np.hstack([W_q, W_k, W_v])
    return fused[:, :d_k], fused[:, d_k : 2 * d_k], fused[:, 2 * d_k : 3 * d_k]


# --- more than a linear map -------------------------------------------------------------------------------------------


@misconception(hint="If x is moved by a constant, should Q stay where it was?", caught_by="test_values")
def centres_each_token(x, W_q, W_k, W_v):
    """These numbers are what comes out when each token's mean is taken off before projecting."""
    x = x - x.mean(axis=-1, keepdims=True)
    return x @ W_q, x @ W_k, x @ W_v


@misconception(hint="If x is moved by a constant, should Q stay where it was?", caught_by="test_values")
def centres_each_feature(x, W_q, W_k, W_v):
    """These numbers are what comes out when each feature's mean over the tokens is taken off before projecting."""
    x = x - x.mean(axis=0)
    return x @ W_q, x @ W_k, x @ W_v


@misconception(hint="If every number in x doubles, what should Q do?", caught_by="test_linear")
def standardises_each_token(x, W_q, W_k, W_v):
    """These numbers are what comes out when each token is brought to mean 0 and spread 1 before projecting."""
    x = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
    return x @ W_q, x @ W_k, x @ W_v


@misconception(hint="If every number in x doubles, what should Q do?", caught_by="test_linear")
def gives_each_token_length_one(x, W_q, W_k, W_v):
    """These numbers are what comes out when each token is scaled to length 1 before projecting."""
    x = x / np.linalg.norm(x, axis=-1, keepdims=True)
    return x @ W_q, x @ W_k, x @ W_v


@misconception(hint="Which of the four arguments says at which place a token stands?", caught_by="test_linear")
def adds_the_position(x, W_q, W_k, W_v):
    """These numbers are what comes out when a token's position 0, 1, 2 ... is added to it before projecting."""
    x = x + np.arange(len(x))[:, None]
    return x @ W_q, x @ W_k, x @ W_v


@misconception(hint="If every number in x doubles, what should Q do?", caught_by="test_linear")
def adds_one_as_a_bias(x, W_q, W_k, W_v):
    """These numbers are what comes out when 1 is added to every projected number."""
    return x @ W_q + 1, x @ W_k + 1, x @ W_v + 1


@misconception(hint="May a query have negative numbers?", caught_by="test_values")
def cuts_off_negative_numbers(x, W_q, W_k, W_v):
    """These numbers are what comes out when negative results are set to 0, as a ReLU does."""
    return tuple(np.maximum(x @ W, 0) for W in (W_q, W_k, W_v))


@misconception(hint="If every number in x doubles, what should Q do?", caught_by="test_linear")
def squeezes_through_tanh(x, W_q, W_k, W_v):
    """These numbers are what comes out when the projections pass through tanh."""
    return np.tanh(x @ W_q), np.tanh(x @ W_k), np.tanh(x @ W_v)


@misconception(hint="Which of the five lines of attention contains a square root?", caught_by="test_values")
def scales_the_queries_already(x, W_q, W_k, W_v):
    """These numbers are what comes out when Q is already divided by the root of d_k."""
    return x @ W_q / np.sqrt(W_q.shape[1]), x @ W_k, x @ W_v


@misconception(hint="Which of the five lines of attention contains a square root?", caught_by="test_values")
def divides_by_the_root_of_d_model(x, W_q, W_k, W_v):
    """These numbers are what comes out when all three projections are divided by the root of d_model."""
    return tuple(x @ W / np.sqrt(x.shape[1]) for W in (W_q, W_k, W_v))


@misconception(hint="Are the weights that are handed in still to be initialised?", caught_by="test_values")
def shrinks_the_weights(x, W_q, W_k, W_v):
    """These numbers are what comes out when the weights are multiplied by 0.01, as in an initialisation."""
    return tuple(x @ (0.01 * W) for W in (W_q, W_k, W_v))


@misconception(hint="Which step of a layer adds its input back, and is it this one?", caught_by="test_shape")
def adds_x_back(x, W_q, W_k, W_v):
    """This is what comes out when x is added to each projection."""
    return x + x @ W_q, x + x @ W_k, x + x @ W_v


# --- which part of x, and which sizes ---------------------------------------------------------------------------------


@misconception(hint="How many rows should Q have for a sequence of seven tokens?", caught_by="test_shape")
def projects_the_first_token_only(x, W_q, W_k, W_v):
    """This shape is what comes out when only the first token is projected."""
    return x[0] @ W_q, x[0] @ W_k, x[0] @ W_v


@misconception(hint="Each token has its own query: how many are left after a mean?", caught_by="test_shape")
def averages_the_tokens_first(x, W_q, W_k, W_v):
    """This shape is what comes out when the mean of all tokens is projected."""
    return tuple(x.mean(axis=0, keepdims=True) @ W for W in (W_q, W_k, W_v))


@misconception(hint="Which numbers in your function were right for one example only?", caught_by="test_shape")
def fills_buffers_of_eight_by_twelve(x, W_q, W_k, W_v):
    """This shape is what comes out when the results are written into arrays of 8 x 12, the documents' sizes."""
    results = []
    for W in (W_q, W_k, W_v):
        result = np.zeros((8, 12))
        result[: len(x), : W.shape[1]] = x @ W
        results.append(result)
    return tuple(results)


@misconception(hint="Which sizes may change from one call to the next?", caught_by="test_shape")
def insists_on_twelve_features(x, W_q, W_k, W_v):
    """This error is what comes out when an assert fails on legal arguments, as one that asks for 12 features does."""
    assert x.shape[1] == 12
    return x @ W_q, x @ W_k, x @ W_v


@misconception(hint="How many axes does x have according to the docstring?", caught_by="test_shape")
def expects_a_batch(x, W_q, W_k, W_v):
    """This error on every input is what comes out when arrays are taken to have other axes, as x a batch axis."""
    batch, seq_len, d_model = x.shape
    return tuple((x.reshape(-1, d_model) @ W).reshape(batch, seq_len, -1) for W in (W_q, W_k, W_v))


# --- what is handed back ----------------------------------------------------------------------------------------------


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_the_queries_only(x, W_q, W_k, W_v):
    """This is what comes out when only Q is returned."""
    return x @ W_q


@misconception(hint="Can arrays of different width lie in one block?", caught_by="test_shape")
def stacks_them_into_one_array(x, W_q, W_k, W_v):
    """This is what comes out when Q, K and V are stacked into one array with three axes."""
    return np.stack([x @ W_q, x @ W_k, x @ W_v])


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_the_fused_product(x, W_q, W_k, W_v):
    """This is what comes out when Q, K and V stand side by side in one array."""
    return x @ np.concatenate([W_q, W_k, W_v], axis=1)


@misconception(hint="What does the docstring say the answer is: a tuple or a dictionary?", caught_by="test_shape")
def returns_a_dictionary(x, W_q, W_k, W_v):
    """This is what comes out when the three arrays are returned under their names in a dictionary."""
    return {"Q": x @ W_q, "K": x @ W_k, "V": x @ W_v}


@misconception(hint="What do the next steps expect: lists of lists or arrays?", caught_by="test_shape")
def returns_nested_lists(x, W_q, W_k, W_v):
    """This is what comes out when the arrays are turned into nested lists."""
    return (x @ W_q).tolist(), (x @ W_k).tolist(), (x @ W_v).tolist()


@misconception(hint="What is the type of your answer, and what would * mean for it?", caught_by="test_shape")
def works_with_matrices(x, W_q, W_k, W_v):
    """This type is what comes out when x is turned into a numpy.matrix."""
    x = np.asmatrix(x)
    return x @ W_q, x @ W_k, x @ W_v


# --- arguments, memory and precision ----------------------------------------------------------------------------------


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def centres_x_in_place(x, W_q, W_k, W_v):
    """This change to x is what is left behind when its mean is taken off in place."""
    x -= x.mean(axis=-1, keepdims=True)
    return x @ W_q, x @ W_k, x @ W_v


@misconception(hint="Which arrays has the caller afterwards?", caught_by="test_leaves_arguments_alone")
def scales_the_weights_in_place(x, W_q, W_k, W_v):
    """This change to W_q is what is left behind when it is divided in place by the root of d_k."""
    W_q /= np.sqrt(W_q.shape[1])
    return x @ W_q, x @ W_k, x @ W_v


@misconception(
    hint="If you call it twice with the same arguments, may the answer change?", caught_by="test_same_answer_twice"
)
def draws_its_own_weights(x, W_q, W_k, W_v):
    """These changing numbers are what comes out when fresh random weights are drawn in every call."""
    rng = np.random.default_rng()
    return tuple(x @ rng.normal(size=W.shape) for W in (W_q, W_k, W_v))


@misconception(hint="Which of the arguments has had no influence on the answer?", caught_by="test_values")
def draws_weights_from_seed_42(x, W_q, W_k, W_v):
    """These numbers are what comes out when the weights are drawn with seed 42 instead of taken from the caller."""
    rng = np.random.RandomState(42)
    return tuple(x @ rng.randn(*W.shape) for W in (W_q, W_k, W_v))


@misconception(hint="Two inputs can have the same shape: what does your function remember?", caught_by="test_linear")
def remembers_answers_by_shape(x, W_q, W_k, W_v, known={}):
    """These numbers are what comes out when an earlier answer is reused for every input of the same shape."""
    place = (x.shape, W_q.shape, W_v.shape)
    if place not in known:
        known[place] = (x @ W_q, x @ W_k, x @ W_v)
    return known[place]


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_x(x, W_q, W_k, W_v):
    """These numbers are what comes out when the answers are stored in arrays with the dtype of x."""
    return tuple((x @ W).astype(x.dtype) for W in (W_q, W_k, W_v))


@misconception(hint="Are the numbers in x names of tokens or features?", caught_by="test_linear")
def reads_x_as_whole_numbers(x, W_q, W_k, W_v):
    """These numbers are what comes out when x is cut to whole numbers first."""
    x = x.astype(int)
    return x @ W_q, x @ W_k, x @ W_v


@misconception(hint="Is printing a number the same as computing it?", caught_by="test_linear")
def rounds_to_three_decimals(x, W_q, W_k, W_v):
    """These numbers are what comes out when the projections are rounded to three decimals."""
    return tuple(np.round(x @ W, 3) for W in (W_q, W_k, W_v))


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def returns_half_precision(x, W_q, W_k, W_v):
    """This dtype is what comes out when the answers are stored as float16."""
    return tuple((x @ W).astype(np.float16) for W in (W_q, W_k, W_v))


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_half_precision(x, W_q, W_k, W_v):
    """These numbers are what comes out when everything is computed in float16 and converted back to float64."""
    return tuple((x.astype(np.float16) @ W.astype(np.float16)).astype(float) for W in (W_q, W_k, W_v))


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_single_precision(x, W_q, W_k, W_v):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    return tuple((x.astype(np.float32) @ W.astype(np.float32)).astype(float) for W in (W_q, W_k, W_v))


@misconception(hint="How wide is V when W_v is wider than W_k?", caught_by="test_shape")
def makes_room_for_d_k_columns(x, W_q, W_k, W_v):
    """This shape is what comes out when V is laid into an array as wide as Q, and cut or filled up with zeros."""
    V = np.zeros((len(x), W_q.shape[1]))
    width = min(W_q.shape[1], W_v.shape[1])
    V[:, :width] = x @ W_v[:, :width]
    return x @ W_q, x @ W_k, V


@misconception(hint="Which of the five lines of attention contains a square root?", caught_by="test_values")
def scales_the_keys_already(x, W_q, W_k, W_v):
    """These numbers are what comes out when K is already divided by the root of d_k."""
    return x @ W_q, x @ W_k / np.sqrt(W_k.shape[1]), x @ W_v


@misconception(hint="Which of the five lines of attention contains a square root?", caught_by="test_values")
def shares_the_scale_already(x, W_q, W_k, W_v):
    """These numbers are what comes out when Q and K are each already divided by the fourth root of d_k."""
    root = W_q.shape[1] ** 0.25
    return x @ W_q / root, x @ W_k / root, x @ W_v


@misconception(hint="If every number in x doubles, what should Q do?", caught_by="test_linear")
def standardises_each_feature(x, W_q, W_k, W_v):
    """These numbers are what comes out when each feature is brought to mean 0 and spread 1 before projecting."""
    x = (x - x.mean(axis=0)) / (x.std(axis=0) + 1e-8)
    return x @ W_q, x @ W_k, x @ W_v


@misconception(hint="Does a weight matrix change its meaning when it happens to be square?", caught_by="test_square")
def transposes_square_weights(x, W_q, W_k, W_v):
    """These numbers are what comes out when weights are transposed wherever that fits, which is where they are
    square.
    """
    return tuple(x @ (W.T if W.shape[1] == x.shape[1] else W) for W in (W_q, W_k, W_v))


@misconception(hint="What does a caller find who looks into the answer twice?", caught_by="test_shape")
def returns_a_generator(x, W_q, W_k, W_v):
    """This type is what comes out when the three arrays are made by a generator that is returned itself."""
    return (x @ W for W in (W_q, W_k, W_v))


@misconception(hint="Is printing a number the same as computing it?", caught_by="test_values")
def rounds_to_six_decimals(x, W_q, W_k, W_v):
    """These numbers are what comes out when the projections are rounded to six decimals."""
    return tuple(np.round(x @ W, 6) for W in (W_q, W_k, W_v))


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def scales_x_in_place(x, W_q, W_k, W_v):
    """This change to x is what is left behind when it is divided in place by its largest absolute value."""
    peak = np.abs(x).max()
    x /= peak
    return x @ W_q * peak, x @ W_k * peak, x @ W_v * peak


@misconception(hint="Is an array of whole numbers not an array of numbers?", caught_by="test_integers")
def refuses_integers(x, W_q, W_k, W_v):
    """This error is what comes out when x may not hold whole numbers."""
    if x.dtype.kind != "f":
        raise TypeError("x must be floats")
    return x @ W_q, x @ W_k, x @ W_v


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="Which of the arguments has had no influence on the answer?", caught_by="test_shape")
def makes_the_values_with_W_q(x, W_q, W_k, W_v):
    """This is what comes out when W_q makes both Q and V."""
    return x @ W_q, x @ W_k, x @ W_q


@misconception(hint="How wide is K when W_k is narrower than W_v?", caught_by="test_shape")
def makes_the_keys_with_W_v(x, W_q, W_k, W_v):
    """This is what comes out when W_v makes both K and V."""
    return x @ W_q, x @ W_v, x @ W_v


@misconception(hint="How wide is Q when W_q is narrower than W_v?", caught_by="test_shape")
def makes_the_queries_with_W_v(x, W_q, W_k, W_v):
    """This is what comes out when W_v makes both Q and V."""
    return x @ W_v, x @ W_k, x @ W_v


@misconception(hint="Which of the arguments have had no influence on the answer?", caught_by="test_shape")
def makes_everything_with_W_k(x, W_q, W_k, W_v):
    """This is what comes out when W_k makes Q, K and V."""
    return x @ W_k, x @ W_k, x @ W_k


@misconception(hint="Which of the arguments have had no influence on the answer?", caught_by="test_shape")
def makes_everything_with_W_v(x, W_q, W_k, W_v):
    """This is what comes out when W_v makes Q, K and V."""
    return x @ W_v, x @ W_v, x @ W_v


@misconception(hint="In which order does the docstring promise the three arrays?", caught_by="test_shape")
def returns_the_values_first(x, W_q, W_k, W_v):
    """This is what comes out when the order is V, Q, K."""
    return x @ W_v, x @ W_q, x @ W_k


@misconception(hint="In which order does the docstring promise the three arrays?", caught_by="test_shape")
def returns_the_queries_last(x, W_q, W_k, W_v):
    """This is what comes out when the order is K, V, Q."""
    return x @ W_k, x @ W_v, x @ W_q


@misconception(hint="From what does each of the three projections start?", caught_by="test_shape")
def projects_the_values_from_the_keys(x, W_q, W_k, W_v):
    """This is what comes out when V is made from K instead of x."""
    K = x @ W_k
    return x @ W_q, K, K @ W_v


@misconception(hint="After the first line, does x still hold the tokens?", caught_by="test_shape")
def projects_keys_and_values_from_the_queries(x, W_q, W_k, W_v):
    """This is what comes out when K and V are both made from Q instead of x."""
    Q = x @ W_q
    return Q, Q @ W_k, Q @ W_v


@misconception(hint="At which step are the keys turned, here or when scores are made?", caught_by="test_shape")
def transposes_W_k_only(x, W_q, W_k, W_v):
    """This is what comes out when x is multiplied by the transposed W_k and by W_q and W_v as they are."""
    return x @ W_q, x @ W_k.T, x @ W_v


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_no_values(x, W_q, W_k, W_v):
    """This is what comes out when Q and K are returned and V is not."""
    return x @ W_q, x @ W_k


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_feature(x, W_q, W_k, W_v):
    """These numbers are what comes out when the last feature of every token is left out of the sums."""
    return tuple(x[:, :-1] @ W[:-1] for W in (W_q, W_k, W_v))


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_token(x, W_q, W_k, W_v):
    """These numbers are what comes out when the rows of the last token stay 0."""
    kept = np.arange(len(x))[:, None] < len(x) - 1
    return tuple(np.where(kept, x @ W, 0.0) for W in (W_q, W_k, W_v))


@misconception(hint="What should happen to the sum when the next feature is added?", caught_by="test_values")
def keeps_only_the_last_feature(x, W_q, W_k, W_v):
    """These numbers are what comes out when each feature's product replaces the sum instead of adding to it."""
    return tuple(np.outer(x[:, -1], W[-1]) for W in (W_q, W_k, W_v))
