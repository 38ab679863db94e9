"""Wrong ideas about split_heads(x, num_heads), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _width(x, num_heads):
    if x.shape[1] % num_heads:
        raise ValueError("the heads do not fit")
    return x.shape[1] // num_heads


def _split(x, num_heads):
    return x.reshape(len(x), num_heads, _width(x, num_heads)).transpose(1, 0, 2)


# --- which numbers go where -------------------------------------------------------------------------------------------


@misconception(hint="From which token do the numbers of head 0, row 1 come?", caught_by="test_values")
def reshapes_without_transposing(x, num_heads):
    """These numbers are what comes out when x is reshaped straight to (num_heads, seq_len, d_head)."""
    return x.reshape(num_heads, len(x), _width(x, num_heads))


@misconception(hint="Which columns belong to head 0: the first ones, or every second one?", caught_by="test_values")
def deals_the_columns_out(x, num_heads):
    """These numbers are what comes out when the columns are dealt out to the heads in turn, like cards."""
    return x.reshape(len(x), _width(x, num_heads), num_heads).transpose(2, 0, 1)


@misconception(hint="Which head owns the first columns?", caught_by="test_values")
def reverses_the_heads(x, num_heads):
    """These numbers are what comes out when the last head gets the first columns."""
    return _split(x, num_heads)[::-1]


@misconception(hint="Which head owns column 0?", caught_by="test_values")
def starts_one_head_late(x, num_heads):
    """These numbers are what comes out when the heads are counted from 1 and the last one gets the first columns."""
    return np.roll(_split(x, num_heads), -1, axis=0)


@misconception(hint="Which column does head 1 start at?", caught_by="test_values")
def lets_the_heads_overlap(x, num_heads):
    """These numbers are what comes out when head h starts at column h instead of h times d_head."""
    width = _width(x, num_heads)
    return np.stack([x[:, h : h + width] for h in range(num_heads)])


@misconception(hint="Do two heads hold different columns?", caught_by="test_values")
def gives_every_head_the_first_slice(x, num_heads):
    """These numbers are what comes out when every head gets the first columns."""
    return np.stack([x[:, : _width(x, num_heads)]] * num_heads)


@misconception(hint="Are tokens in the same order before and after?", caught_by="test_values")
def reverses_the_tokens(x, num_heads):
    """These numbers are what comes out when the tokens come back in reverse order."""
    return _split(np.flipud(x), num_heads)


@misconception(hint="In which order do the columns of one head stand?", caught_by="test_values")
def reads_each_head_column_by_column(x, num_heads):
    """These numbers are what comes out when every head is filled column by column and read row by row."""
    width = _width(x, num_heads)
    parts = (x[:, h * width : (h + 1) * width] for h in range(num_heads))
    return np.stack([part.T.reshape(len(x), width) for part in parts])


@misconception(hint="Does a split change any number?", caught_by="test_values")
def scales_by_the_root_of_the_width(x, num_heads):
    """These numbers are what comes out when the features are divided by the root of d_head on the way."""
    return _split(x, num_heads) / np.sqrt(_width(x, num_heads))


@misconception(hint="Does a split average anything?", caught_by="test_values")
def centres_every_head(x, num_heads):
    """These numbers are what comes out when the mean of each head's features is taken off."""
    heads = _split(x, num_heads)
    return heads - heads.mean(axis=-1, keepdims=True)


# --- another shape ----------------------------------------------------------------------------------------------------


@misconception(hint="Which axis of the result counts the heads?", caught_by="test_shape")
def leaves_the_tokens_first(x, num_heads):
    """This is what comes out when x is reshaped to (seq_len, num_heads, d_head) and left there."""
    return x.reshape(len(x), num_heads, _width(x, num_heads))


@misconception(hint="With 12 features and 3 heads: how many heads, and how wide is each?", caught_by="test_shape")
def swaps_heads_and_width(x, num_heads):
    """This shape is what comes out when there are d_head heads of width num_heads."""
    return _split(x, _width(x, num_heads))


@misconception(hint="Which axis of a head counts the tokens?", caught_by="test_shape")
def turns_every_head_on_its_side(x, num_heads):
    """This is what comes out when every head is transposed: (num_heads, d_head, seq_len)."""
    return _split(x, num_heads).transpose(0, 2, 1)


@misconception(hint="Which axis of the result counts the heads?", caught_by="test_shape")
def puts_the_heads_last(x, num_heads):
    """This is what comes out when the heads become the last axis."""
    return _split(x, num_heads).transpose(1, 2, 0)


@misconception(hint="What is divided among the heads: tokens or features?", caught_by="test_shape")
def divides_the_tokens(x, num_heads):
    """This is what comes out when every head gets some of the tokens with all their features."""
    _width(x, num_heads)
    return x.reshape(num_heads, -1, x.shape[1])


@misconception(hint="Does the docstring ask for a batch axis?", caught_by="test_shape")
def keeps_a_batch_axis(x, num_heads):
    """This shape is what comes out when room is left for a batch."""
    return _split(x, num_heads)[None]


@misconception(hint="How wide is one head?", caught_by="test_shape")
def copies_everything_for_every_head(x, num_heads):
    """This shape is what comes out when every head gets all columns."""
    _width(x, num_heads)
    return np.stack([x] * num_heads)


@misconception(hint="How wide is one head?", caught_by="test_shape")
def blanks_the_columns_of_others(x, num_heads):
    """This shape is what comes out when every head keeps all columns and those of others are set to zero."""
    width = _width(x, num_heads)
    owner = np.arange(x.shape[1]) // width
    return np.stack([x * (owner == h) for h in range(num_heads)])


@misconception(hint="One array, or a list of arrays?", caught_by="test_shape")
def returns_a_list(x, num_heads):
    """This is what comes out when the heads are returned as a list."""
    return list(_split(x, num_heads))


@misconception(hint="How many axes does the docstring name?", caught_by="test_one_head_and_many")
def squeezes_a_single_head(x, num_heads):
    """This shape is what comes out when axes of length one are squeezed away."""
    return _split(x, num_heads).squeeze()


@misconception(hint="How many axes does the docstring name?", caught_by="test_shape")
def returns_the_first_head_only(x, num_heads):
    """This shape is what comes out when only head 0 is returned."""
    return _split(x, num_heads)[0]


# --- heads that do not fit --------------------------------------------------------------------------------------------


@misconception(hint="Multiply the heads by their width: do you get d_model back?", caught_by="test_indivisible")
def drops_the_remaining_columns(x, num_heads):
    """This is what comes out when the columns that no head has room for are left away."""
    width = x.shape[1] // num_heads
    return _split(x[:, : width * num_heads], num_heads)


@misconception(hint="Multiply the heads by their width: do you get d_model back?", caught_by="test_indivisible")
def pads_the_last_head(x, num_heads):
    """This is what comes out when columns of zeros are added until num_heads divides them."""
    missing = np.zeros((len(x), -x.shape[1] % num_heads))
    return _split(np.hstack([x, missing]), num_heads)


@misconception(hint="Can the numbers fit although the features do not?", caught_by="test_indivisible")
def asks_only_whether_the_numbers_fit(x, num_heads):
    """This is what comes out when it is asked whether all numbers together can be dealt out, not each token's."""
    if x.size % (len(x) * num_heads) == 0:
        return _split(x, num_heads)
    if x.size % num_heads:
        raise ValueError("the heads do not fit")
    return x.reshape(num_heads, -1)


@misconception(hint="Which kind of exception does the docstring name?", caught_by="test_indivisible")
def asserts_that_the_heads_fit(x, num_heads):
    """This exception is what comes out when an assert guards against heads that do not fit."""
    assert x.shape[1] % num_heads == 0, "d_model must be divisible by num_heads"
    return _split(x, num_heads)


@misconception(hint="Can a shape hold half a number?", caught_by="test_indivisible")
def divides_into_a_fraction(x, num_heads):
    """This exception is what comes out when d_model / num_heads, a float, is used as a size where it is no whole
    number.
    """
    width = x.shape[1] / num_heads
    return x.reshape(len(x), num_heads, int(width) if width.is_integer() else width).transpose(1, 0, 2)


@misconception(hint="What happens to a caller who never reads what is printed?", caught_by="test_indivisible")
def prints_that_the_heads_do_not_fit(x, num_heads):
    """This is what comes out when heads that do not fit lead to a printed line and an empty return."""
    if x.shape[1] % num_heads:
        return print("d_model must be divisible by num_heads")
    return _split(x, num_heads)


@misconception(hint="Should a caller who asks for 5 heads silently get another number?", caught_by="test_indivisible")
def falls_back_to_one_head(x, num_heads):
    """This is what comes out when heads that do not fit are replaced by a single one."""
    return _split(x, 1 if x.shape[1] % num_heads else num_heads)


@misconception(hint="Which of the two sizes is divided among the heads?", caught_by="test_shape")
def asks_whether_the_tokens_fit(x, num_heads):
    """This error is what comes out when seq_len, too, must be a multiple of num_heads."""
    if len(x) % num_heads:
        raise ValueError("the heads do not fit")
    return _split(x, num_heads)


# --- precision and arguments ------------------------------------------------------------------------------------------


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def stores_half_precision(x, num_heads):
    """This dtype is what comes out when the heads are stored in float16."""
    return _split(x, num_heads).astype(np.float16)


@misconception(hint="Which dtype has an array that was made for whole numbers?", caught_by="test_dtype")
def stores_whole_numbers(x, num_heads):
    """This dtype is what comes out when the heads are written into an array of whole numbers."""
    heads = np.zeros((num_heads, len(x), _width(x, num_heads)), dtype=int)
    heads[:] = _split(x, num_heads)
    return heads


@misconception(hint="Should the caller find another shape of x afterwards?", caught_by="test_leaves_arguments_alone")
def sets_the_shape_of_x(x, num_heads):
    """This change to x is what is left behind when its own shape is set, and no reshape is made of it."""
    width = _width(x, num_heads)
    x.shape = (len(x), num_heads, width)
    return x.swapaxes(0, 1).copy()
