"""Right but unusual answers to from_packed(in_proj_weight); every one keeps full marks."""

from collections import namedtuple

import numpy as np


def cuts_the_transpose_by_columns(in_proj_weight):
    """Turns the whole stack and cuts it by columns."""
    return np.split(in_proj_weight.T, 3, axis=1)


def reshapes_to_three_blocks(in_proj_weight):
    """Three axes, the last two exchanged."""
    d_model = in_proj_weight.shape[1]
    return tuple(in_proj_weight.reshape(3, d_model, d_model).transpose(0, 2, 1))


def slices_by_hand(in_proj_weight):
    """Three slices."""
    d = in_proj_weight.shape[1]
    return in_proj_weight[:d].T, in_proj_weight[d : 2 * d].T, in_proj_weight[2 * d :].T


def counts_a_third_of_the_rows(in_proj_weight):
    """Takes the width from the number of rows."""
    third = len(in_proj_weight) // 3
    return [np.array(in_proj_weight[start : start + third].T) for start in range(0, len(in_proj_weight), third)]


def names_the_results(in_proj_weight):
    """A namedtuple, made from chunks of whole rows."""
    projections = namedtuple("projections", "W_q W_k W_v")
    return projections(*(np.ascontiguousarray(np.swapaxes(part, 0, 1)) for part in np.vsplit(in_proj_weight, 3)))


def unpacks_an_einsum(in_proj_weight):
    """Names all three axes."""
    d_model = in_proj_weight.shape[1]
    W_q, W_k, W_v = np.einsum("koi->kio", in_proj_weight.reshape(3, d_model, d_model))
    return W_q, W_k, W_v
