"""Wrong ideas about from_packed(in_proj_weight), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _blocks(stack):
    return [block.T for block in np.split(stack, 3)]


@misconception(hint="Which axis counts the inputs in PyTorch, and which in x @ W?", caught_by="test_queries")
def turns_none(in_proj_weight):
    """These numbers are what comes out when the three are taken apart and not turned."""
    return tuple(np.split(in_proj_weight, 3))


@misconception(hint="Are all three used in the same way?", caught_by="test_keys_and_values")
def turns_the_first_only(in_proj_weight):
    """These numbers are what comes out when W_q is turned and the other two are not."""
    W_q, W_k, W_v = np.split(in_proj_weight, 3)
    return W_q.T, W_k, W_v


@misconception(hint="Are all three used in the same way?", caught_by="test_keys_and_values")
def leaves_the_values_unturned(in_proj_weight):
    """These numbers are what comes out when W_q and W_k are turned and W_v is not."""
    W_q, W_k, W_v = np.split(in_proj_weight, 3)
    return W_q.T, W_k.T, W_v


@misconception(hint="Which of the three lies on top of the stack?", caught_by="test_queries")
def takes_the_keys_first(in_proj_weight):
    """These numbers are what comes out when the stack is read as keys, queries, values."""
    W_k, W_q, W_v = _blocks(in_proj_weight)
    return W_q, W_k, W_v


@misconception(hint="Which of the three lies in the middle of the stack?", caught_by="test_keys_and_values")
def takes_the_values_second(in_proj_weight):
    """These numbers are what comes out when the stack is read as queries, values, keys."""
    W_q, W_v, W_k = _blocks(in_proj_weight)
    return W_q, W_k, W_v


@misconception(hint="Is the stack read from its first row or from its last?", caught_by="test_queries")
def reads_from_the_bottom(in_proj_weight):
    """These numbers are what comes out when the stack is read as values, keys, queries."""
    W_v, W_k, W_q = _blocks(in_proj_weight)
    return W_q, W_k, W_v


@misconception(hint="Which of the three lies on top of the stack?", caught_by="test_queries")
def reads_values_queries_keys(in_proj_weight):
    """These numbers are what comes out when the stack is read as values, queries, keys."""
    W_v, W_q, W_k = _blocks(in_proj_weight)
    return W_q, W_k, W_v


@misconception(hint="Do the rows of one map lie together?", caught_by="test_queries")
def takes_every_third_row(in_proj_weight):
    """These numbers are what comes out when the rows of the three maps are taken by turns."""
    return tuple(in_proj_weight[start::3].T for start in range(3))


@misconception(hint="Does reshape keep the numbers of one output together?", caught_by="test_queries")
def reshapes_to_a_wide_matrix(in_proj_weight):
    """These numbers are what comes out when the stack is reshaped to (d_model, 3 d_model) and cut by columns."""
    d_model = in_proj_weight.shape[1]
    return tuple(np.split(in_proj_weight.reshape(d_model, 3 * d_model), 3, axis=1))


@misconception(hint="Which of three axes of length d_model, d_model and 3 counts the maps?", caught_by="test_queries")
def lets_the_last_axis_count(in_proj_weight):
    """These numbers are what comes out when the stack is reshaped to (d_model, d_model, 3) and cut along the last."""
    d_model = in_proj_weight.shape[1]
    return tuple(np.moveaxis(in_proj_weight.reshape(d_model, d_model, 3), -1, 0))


@misconception(hint="Along which axis is the stack three times as long?", caught_by="test_shape")
def cuts_through_the_other_axis(in_proj_weight):
    """This is what comes out when the stack is cut by columns, across every map."""
    return tuple(part.T for part in np.split(in_proj_weight, 3, axis=1))


@misconception(hint="How many rows of the stack has each map used?", caught_by="test_keys_and_values")
def takes_the_first_three_times(in_proj_weight):
    """These numbers are what comes out when the first map serves as all three."""
    return (_blocks(in_proj_weight)[0],) * 3


@misconception(hint="Is the row at which a slice ends part of it?", caught_by="test_shape")
def ends_each_one_row_early(in_proj_weight):
    """This shape is what comes out when every map is cut one row short."""
    d_model = in_proj_weight.shape[1]
    return tuple(in_proj_weight[i * d_model : (i + 1) * d_model - 1].T for i in range(3))


@misconception(hint="Where does the first number of the first row end up?", caught_by="test_queries")
def rotates_each(in_proj_weight):
    """These numbers are what comes out when every map is rotated by a quarter turn."""
    return tuple(np.rot90(block) for block in np.split(in_proj_weight, 3))


@misconception(
    hint="Where is the root of d_head taken into account, in the weights or in the scores?", caught_by="test_queries"
)
def scales_the_queries(in_proj_weight):
    """These numbers are what comes out when W_q is divided by the root of d_model already."""
    W_q, W_k, W_v = _blocks(in_proj_weight)
    return W_q / np.sqrt(in_proj_weight.shape[1]), W_k, W_v


@misconception(hint="How many results does the docstring promise, and in which form?", caught_by="test_shape")
def returns_them_in_one_array(in_proj_weight):
    """This type is what comes out when the three are returned in one array with three axes."""
    return np.stack(_blocks(in_proj_weight))


@misconception(hint="How many results does the docstring promise?", caught_by="test_shape")
def returns_one_wide_matrix(in_proj_weight):
    """This type is what comes out when the whole stack is turned and not taken apart."""
    return in_proj_weight.T


@misconception(hint="Does the docstring promise a tuple or a dictionary?", caught_by="test_shape")
def returns_a_dictionary(in_proj_weight):
    """This type is what comes out when the three are returned by name."""
    return dict(zip(("W_q", "W_k", "W_v"), _blocks(in_proj_weight), strict=True))


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(in_proj_weight):
    """This dtype is what comes out when the three are kept in float16."""
    return tuple(block.astype(np.float16) for block in _blocks(in_proj_weight))


@misconception(hint="Does the library still need its own stack afterwards?", caught_by="test_leaves_arguments_alone")
def clears_the_stack(in_proj_weight):
    """This change to the stack is what is left behind when it is emptied after having been copied."""
    blocks = tuple(block.copy() for block in _blocks(in_proj_weight))
    in_proj_weight.fill(0)
    return blocks
