"""Right but unusual answers to from_linear(weight); every one keeps full marks."""

import numpy as np


def swaps_the_axes(weight):
    """swapaxes instead of .T."""
    return np.swapaxes(weight, 0, 1)


def copies_in_order(weight):
    """A contiguous copy of the transpose."""
    return np.ascontiguousarray(weight.transpose(1, 0))


def applies_it_to_unit_vectors(weight):
    """Row i of the matrix is what the Linear makes of the i-th unit vector."""
    return np.array([weight @ unit for unit in np.eye(weight.shape[1], dtype=weight.dtype)])


def stacks_its_rows_as_columns(weight):
    """Every output becomes a column."""
    return np.column_stack(list(weight))


def loops_over_every_number(weight):
    """Two loops."""
    d_out, d_in = weight.shape
    turned = np.empty((d_in, d_out))
    for i in range(d_in):
        for j in range(d_out):
            turned[i, j] = weight[j, i]
    return turned


def rotates_and_flips(weight):
    """A quarter turn, then upside down."""
    return np.flipud(np.rot90(weight))


def uses_einsum(weight):
    """Names both axes the other way round."""
    return np.einsum("oi->io", weight)
