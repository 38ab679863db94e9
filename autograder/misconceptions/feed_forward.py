"""Wrong ideas about feed_forward, each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _relu(numbers):
    return np.maximum(numbers, 0)


def _hidden(x, W_1, b_1):
    return x @ W_1 + b_1


# --- the function in the middle ---------------------------------------------------------------------------------------


@misconception(hint="What do two linear maps in a row equal?", caught_by="test_values")
def leaves_out_the_cut(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the two linear maps follow each other directly."""
    return _hidden(x, W_1, b_1) @ W_2 + b_2


@misconception(hint="Where does the non-linear step stand?", caught_by="test_values")
def cuts_the_result(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the cut at zero comes after the second map."""
    return _relu(_hidden(x, W_1, b_1) @ W_2 + b_2)


@misconception(hint="May a token's result be negative?", caught_by="test_values")
def cuts_twice(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when both maps are followed by a cut at zero."""
    return _relu(_relu(_hidden(x, W_1, b_1)) @ W_2 + b_2)


@misconception(hint="What is cut at zero: the token, or what the first map makes of it?", caught_by="test_values")
def cuts_the_token(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when x is cut at zero before the first map."""
    return _hidden(_relu(x), W_1, b_1) @ W_2 + b_2


@misconception(hint="Which side of zero passes?", caught_by="test_values")
def keeps_the_negative_side(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when numbers above zero are cut instead of those below."""
    return np.minimum(_hidden(x, W_1, b_1), 0) @ W_2 + b_2


@misconception(hint="Does a negative number pass with its sign turned?", caught_by="test_values")
def takes_absolute_values(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the absolute value stands in the place of the cut."""
    return np.abs(_hidden(x, W_1, b_1)) @ W_2 + b_2


@misconception(hint="How much of a negative number passes?", caught_by="test_biases")
def lets_a_hundredth_leak(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when a hundredth of each negative number passes the cut."""
    hidden = _hidden(x, W_1, b_1)
    return np.where(hidden > 0, hidden, 0.01 * hidden) @ W_2 + b_2


@misconception(hint="Is there an upper limit?", caught_by="test_large_numbers")
def cuts_from_above_at_six(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when numbers above 6 are cut as well."""
    return np.clip(_hidden(x, W_1, b_1), 0, 6) @ W_2 + b_2


@misconception(hint="Does the size of a positive number count?", caught_by="test_values")
def passes_ones_only(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when every positive number passes as 1."""
    return (_hidden(x, W_1, b_1) > 0) @ (1.0 * W_2) + b_2


@misconception(hint="Which function does the formula name?", caught_by="test_values")
def squashes_with_tanh(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when tanh stands in the place of the cut."""
    return np.tanh(_hidden(x, W_1, b_1)) @ W_2 + b_2


@misconception(hint="Which function does the formula name?", caught_by="test_values")
def squashes_with_a_sigmoid(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when a sigmoid stands in the place of the cut."""
    return 1 / (1 + np.exp(-_hidden(x, W_1, b_1))) @ W_2 + b_2


@misconception(hint="Which function does the formula name?", caught_by="test_values")
def takes_gelu(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when GELU, by its tanh formula, stands in the place of the cut."""
    h = _hidden(x, W_1, b_1) * 1.0
    return 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3))) @ W_2 + b_2


@misconception(hint="Which function does the formula name?", caught_by="test_values")
def takes_softplus(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the soft form of the cut, log(1 + exp), stands in its place."""
    return np.logaddexp(0, _hidden(x, W_1, b_1)) @ W_2 + b_2


@misconception(hint="Which function does the formula name?", caught_by="test_values")
def takes_a_softmax(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when a softmax over the hidden numbers stands in the place of the cut."""
    hidden = _hidden(x, W_1, b_1)
    powers = np.exp(hidden - hidden.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ W_2 + b_2


@misconception(hint="Is what passes squared?", caught_by="test_values")
def squares_what_passes(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when what passes the cut is squared."""
    return _relu(_hidden(x, W_1, b_1)) ** 2 @ W_2 + b_2


# --- the biases -------------------------------------------------------------------------------------------------------


@misconception(hint="Feed zeros in: what should come out?", caught_by="test_biases")
def forgets_both_biases(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when neither bias is added."""
    return _relu(x @ W_1) @ W_2


@misconception(hint="Feed zeros in: which bias should be felt before the cut?", caught_by="test_biases")
def forgets_the_first_bias(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when b_1 is never added."""
    return _relu(x @ W_1) @ W_2 + b_2


@misconception(hint="When nothing gets past the cut, what should come out?", caught_by="test_biases")
def forgets_the_second_bias(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when b_2 is never added."""
    return _relu(_hidden(x, W_1, b_1)) @ W_2


@misconception(hint="Can the first bias stop a number from passing?", caught_by="test_biases")
def adds_the_first_bias_after_the_cut(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when b_1 is added after the cut."""
    return (_relu(x @ W_1) + b_1) @ W_2 + b_2


@misconception(hint="Is a bias added or taken off?", caught_by="test_biases")
def takes_the_biases_off(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when both biases are subtracted."""
    return _relu(x @ W_1 - b_1) @ W_2 - b_2


@misconception(hint="Is a bias added or multiplied?", caught_by="test_biases")
def multiplies_by_the_first_bias(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the hidden numbers are multiplied by b_1."""
    return _relu(x @ W_1 * b_1) @ W_2 + b_2


@misconception(hint="Is there one bias for each token or for each feature?", caught_by="test_shape")
def adds_the_biases_down_the_tokens(x, W_1, b_1, W_2, b_2):
    """This is what comes out when the biases are added along the tokens."""
    return _relu(x @ W_1 + b_1[:, None]) @ W_2 + b_2[:, None]


@misconception(hint="Does every feature have a bias of its own?", caught_by="test_values")
def uses_the_first_number_of_each_bias(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the first number of each bias serves all features."""
    return _relu(x @ W_1 + b_1[0]) @ W_2 + b_2[0]


@misconception(hint="Does every feature have a bias of its own?", caught_by="test_values")
def exchanges_the_biases(x, W_1, b_1, W_2, b_2):
    """This is what comes out when b_2 is added first and b_1 last."""
    return _relu(x @ W_1 + np.resize(b_2, len(b_1))) @ W_2 + np.resize(b_1, len(b_2))


# --- the maps ---------------------------------------------------------------------------------------------------------


@misconception(hint="Whose job is it to add the old signal back?", caught_by="test_values")
def adds_the_residual(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when x is added to the result."""
    return x + _relu(_hidden(x, W_1, b_1)) @ W_2 + b_2


@misconception(hint="Which axis of W_1 has to meet the features of x?", caught_by="test_shape")
def transposes_both_matrices(x, W_1, b_1, W_2, b_2):
    """This is what comes out when x is multiplied by the transposes of W_1 and W_2."""
    return _relu(x @ W_1.T + b_1) @ W_2.T + b_2


@misconception(hint="Are there one or two matrices?", caught_by="test_values")
def goes_back_through_the_first_matrix(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the transpose of W_1 serves as the second matrix."""
    return _relu(_hidden(x, W_1, b_1)) @ W_1.T + b_2


@misconception(hint="How wide is a token after the second map?", caught_by="test_shape")
def stops_after_the_first_map(x, W_1, b_1, W_2, b_2):
    """This is what comes out when the hidden numbers are returned after the cut."""
    return _relu(_hidden(x, W_1, b_1))


@misconception(hint="May tokens mix here?", caught_by="test_tokens_do_not_mix")
def centres_over_the_tokens(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the mean over the tokens is taken off the hidden numbers before the cut."""
    hidden = _hidden(x, W_1, b_1)
    return _relu(hidden - hidden.mean(axis=0)) @ W_2 + b_2


@misconception(hint="May tokens mix here?", caught_by="test_tokens_do_not_mix")
def averages_the_tokens(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when all tokens are averaged and every token gets the same answer."""
    return np.tile(_relu(_hidden(x.mean(axis=0, keepdims=True), W_1, b_1)) @ W_2 + b_2, (len(x), 1))


@misconception(hint="Is anything divided in this formula?", caught_by="test_values")
def divides_by_the_root_of_the_hidden_width(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the second product is divided by the root of d_ff."""
    return _relu(_hidden(x, W_1, b_1)) @ W_2 / np.sqrt(len(b_1)) + b_2


@misconception(hint="Is anything normalised in this formula?", caught_by="test_values")
def normalises_the_hidden_numbers(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when every token's hidden numbers are brought to mean 0 and variance 1."""
    hidden = _hidden(x, W_1, b_1)
    spread = np.sqrt(hidden.var(axis=-1, keepdims=True) + 1e-5)
    return _relu((hidden - hidden.mean(axis=-1, keepdims=True)) / spread) @ W_2 + b_2


# --- what is returned, precision and arguments ------------------------------------------------------------------------


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_the_hidden_numbers_as_well(x, W_1, b_1, W_2, b_2):
    """This is what comes out when the hidden numbers are returned beside the result."""
    hidden = _relu(_hidden(x, W_1, b_1))
    return hidden @ W_2 + b_2, hidden


@misconception(hint="Does the docstring ask for a batch axis?", caught_by="test_shape")
def keeps_a_batch_axis(x, W_1, b_1, W_2, b_2):
    """This shape is what comes out when room is left for a batch."""
    return (_relu(_hidden(x, W_1, b_1)) @ W_2 + b_2)[None]


@misconception(hint="How many axes does the docstring name?", caught_by="test_shape")
def squeezes_a_single_token(x, W_1, b_1, W_2, b_2):
    """This shape is what comes out when axes of length one are squeezed away."""
    return (_relu(_hidden(x, W_1, b_1)) @ W_2 + b_2).squeeze()


@misconception(hint="Is printing the same as computing?", caught_by="test_values")
def rounds_to_three_decimals(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when the result is rounded to three decimals."""
    return np.round(_relu(_hidden(x, W_1, b_1)) @ W_2 + b_2, 3)


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(x, W_1, b_1, W_2, b_2):
    """This dtype is what comes out when everything is computed in float16."""
    x, W_1, b_1, W_2, b_2 = (array.astype(np.float16) for array in (x, W_1, b_1, W_2, b_2))
    return _relu(_hidden(x, W_1, b_1)) @ W_2 + b_2


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_single_precision(x, W_1, b_1, W_2, b_2):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    x, W_1, b_1, W_2, b_2 = (array.astype(np.float32) for array in (x, W_1, b_1, W_2, b_2))
    return (_relu(_hidden(x, W_1, b_1)) @ W_2 + b_2).astype(float)


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def adds_the_result_into_x(x, W_1, b_1, W_2, b_2):
    """This change to x is what is left behind when the residual is added to it in place."""
    result = _relu(_hidden(x, W_1, b_1)) @ W_2 + b_2
    if x.dtype.kind == "f":
        x += result
    return result


@misconception(hint="Does the caller expect W_1 to be different afterwards?", caught_by="test_leaves_arguments_alone")
def cuts_the_matrix_in_place(x, W_1, b_1, W_2, b_2):
    """This change to W_1 is what is left behind when negative numbers in it are set to zero in place."""
    result = _relu(_hidden(x, W_1, b_1)) @ W_2 + b_2
    np.maximum(W_1, 0, out=W_1)
    return result
