"""Wrong ideas about merge_heads(heads), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _merge(heads):
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)


# --- which numbers go where -------------------------------------------------------------------------------------------


@misconception(hint="Which head and which token is each row made of?", caught_by="test_tokens_stay_together")
def reshapes_without_transposing(heads):
    """These numbers are what comes out when (num_heads, seq_len, d_head) is reshaped straight to two axes."""
    return heads.reshape(heads.shape[1], -1)


@misconception(hint="Which columns of the result belong to head 0?", caught_by="test_values")
def interleaves_the_heads(heads):
    """These numbers are what comes out when the heads' columns stand in turn: one of each head, then the next."""
    return heads.transpose(1, 2, 0).reshape(heads.shape[1], -1)


@misconception(hint="Which head comes first in a row?", caught_by="test_values")
def joins_in_reverse_order(heads):
    """These numbers are what comes out when the last head stands first."""
    return _merge(heads[::-1])


@misconception(hint="Which head comes first in a row?", caught_by="test_values")
def starts_with_the_second_head(heads):
    """These numbers are what comes out when the first head is moved to the end."""
    return _merge(np.roll(heads, -1, axis=0))


@misconception(hint="Which token is row 0?", caught_by="test_tokens_stay_together")
def reverses_the_tokens(heads):
    """These numbers are what comes out when the tokens come back in reverse order."""
    return _merge(heads[:, ::-1])


@misconception(hint="Does every head keep columns of its own?", caught_by="test_values")
def repeats_the_average_head(heads):
    """These numbers are what comes out when the heads are averaged and the average is repeated to full width."""
    return np.tile(heads.mean(axis=0), len(heads))


@misconception(hint="Does every head keep columns of its own?", caught_by="test_values")
def repeats_the_first_head(heads):
    """These numbers are what comes out when head 0 is repeated to full width."""
    return np.tile(heads[0], len(heads))


@misconception(hint="Which two axes have to change places?", caught_by="test_tokens_stay_together")
def exchanges_the_wrong_axes(heads):
    """These numbers are what comes out when tokens and features change places before the reshape."""
    return heads.transpose(0, 2, 1).reshape(heads.shape[1], -1)


@misconception(hint="In which order does Python read an array?", caught_by="test_tokens_stay_together")
def reads_columns_first(heads):
    """These numbers are what comes out when the heads are read with the first index running fastest."""
    return heads.reshape(heads.shape[1], -1, order="F")


@misconception(hint="In which order do one head's features stand in a row?", caught_by="test_values")
def reverses_every_heads_features(heads):
    """These numbers are what comes out when every head's features stand in reverse order."""
    return _merge(heads[:, :, ::-1])


@misconception(hint="Does merging change any number?", caught_by="test_values")
def divides_by_the_number_of_heads(heads):
    """These numbers are what comes out when the merged heads are divided by their number."""
    return _merge(heads) / len(heads)


# --- another shape ----------------------------------------------------------------------------------------------------


@misconception(hint="Has the number of tokens grown?", caught_by="test_shape")
def joins_along_the_tokens(heads):
    """This shape is what comes out when the heads are stacked below each other."""
    return heads.reshape(-1, heads.shape[2])


@misconception(hint="After the heads are merged, how wide should a token be?", caught_by="test_shape")
def adds_the_heads_up(heads):
    """This shape is what comes out when the heads are summed."""
    return heads.sum(axis=0)


@misconception(hint="After the heads are merged, how wide should a token be?", caught_by="test_shape")
def averages_the_heads(heads):
    """This shape is what comes out when the heads are averaged."""
    return heads.mean(axis=0)


@misconception(hint="After the heads are merged, how wide should a token be?", caught_by="test_shape")
def returns_the_first_head_only(heads):
    """This shape is what comes out when head 0 is returned alone."""
    return heads[0]


@misconception(hint="After the heads are merged, how wide should a token be?", caught_by="test_shape")
def returns_the_last_head_only(heads):
    """This shape is what comes out when a loop over the heads leaves the last one behind."""
    return heads[-1]


@misconception(hint="How many axes does the docstring name?", caught_by="test_shape")
def stops_after_the_exchange(heads):
    """This shape is what comes out when heads and tokens change places and nothing is joined."""
    return heads.transpose(1, 0, 2)


@misconception(hint="Does one row stand for a token or for a feature?", caught_by="test_shape")
def turns_the_result_on_its_side(heads):
    """This shape is what comes out when the merged array is transposed."""
    return _merge(heads).T


@misconception(hint="Does one row stand for a token or for a head?", caught_by="test_shape")
def makes_a_row_of_every_head(heads):
    """This is what comes out when every head becomes one row."""
    return heads.reshape(len(heads), -1)


@misconception(hint="How many axes does the docstring name?", caught_by="test_shape")
def flattens_everything(heads):
    """This shape is what comes out when all numbers are laid out in one row."""
    return _merge(heads).ravel()


@misconception(hint="Does the docstring ask for a batch axis?", caught_by="test_shape")
def keeps_a_batch_axis(heads):
    """This shape is what comes out when room is left for a batch."""
    return _merge(heads)[None]


@misconception(hint="One array, or a list of rows?", caught_by="test_shape")
def returns_a_list_of_rows(heads):
    """This is what comes out when the rows are collected in a list and never made into an array."""
    return list(_merge(heads))


@misconception(hint="How many axes does the docstring name?", caught_by="test_single_sizes")
def squeezes_a_single_token(heads):
    """This shape is what comes out when axes of length one are squeezed away."""
    return _merge(heads).squeeze()


# --- precision and arguments ------------------------------------------------------------------------------------------


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def stores_half_precision(heads):
    """This dtype is what comes out when the result is stored in float16."""
    return _merge(heads).astype(np.float16)


@misconception(hint="Which dtype has an array that was made for whole numbers?", caught_by="test_dtype")
def stores_whole_numbers(heads):
    """This dtype is what comes out when the result is written into an array of whole numbers."""
    return _merge(heads).astype(int)


@misconception(hint="Should heads have another shape afterwards?", caught_by="test_leaves_arguments_alone")
def sets_the_shape_of_heads(heads):
    """This change to heads is what is left behind when their own shape is set, and no reshape is made of them."""
    heads.shape = (heads.shape[1], -1)
    return heads.copy()
