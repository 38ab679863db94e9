"""Right but unusual answers to split_heads(x, num_heads); every one keeps full marks."""

import numpy as np


def _width(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError(f"{x.shape[-1]} features do not fit into {num_heads} heads")
    return x.shape[-1] // num_heads


def reshapes_and_exchanges(x, num_heads):
    """A view of x: nothing is copied."""
    return x.reshape(len(x), num_heads, _width(x, num_heads)).transpose(1, 0, 2)


def splits_and_stacks(x, num_heads):
    """np.split over the columns; it refuses what does not fit by itself."""
    return np.stack(np.split(x, num_heads, axis=-1))


def slices_in_a_loop(x, num_heads):
    """One block of columns after the other."""
    width = _width(x, num_heads)
    return np.array([x[:, h * width : (h + 1) * width] for h in range(num_heads)])


def moves_an_axis(x, num_heads):
    """moveaxis instead of a transpose."""
    return np.moveaxis(x.reshape(*x.shape[:-1], num_heads, _width(x, num_heads)), -2, 0)


def names_the_axes(x, num_heads):
    """einsum only to exchange two axes."""
    return np.einsum("nhd->hnd", x.reshape(len(x), num_heads, _width(x, num_heads)))


def fills_every_number(x, num_heads):
    """Three loops."""
    width = _width(x, num_heads)
    heads = np.empty((num_heads, len(x), width), dtype=x.dtype)
    for h, i, c in np.ndindex(heads.shape):
        heads[h, i, c] = x[i, h * width + c]
    return heads


def works_on_the_transpose(x, num_heads):
    """Cuts the transposed array into blocks of rows and turns each back."""
    width = _width(x, num_heads)
    return x.T.reshape(num_heads, width, len(x)).swapaxes(1, 2).copy()


def picks_columns_by_a_table(x, num_heads):
    """A table of column numbers, one row for each head."""
    columns = np.arange(x.shape[1]).reshape(num_heads, _width(x, num_heads))
    return x[:, columns].swapaxes(0, 1)


def multiplies_by_selections(x, num_heads):
    """A block of the identity for each head."""
    blocks = np.eye(x.shape[1]).reshape(x.shape[1], num_heads, _width(x, num_heads)).swapaxes(0, 1)
    return np.asarray(x, dtype=float) @ blocks


def catches_its_own_reshape(x, num_heads):
    """Lets reshape find out, and says it in other words."""
    try:
        return x.reshape(len(x), num_heads, -1).swapaxes(0, 1)
    except ValueError as trouble:
        raise ValueError("the features do not fit into the heads") from trouble


def refuses_with_its_own_kind_of_error(x, num_heads):
    """An exception that is a ValueError, too."""

    class HeadsDoNotFit(ValueError):
        pass

    if x.shape[1] % num_heads:
        raise HeadsDoNotFit(x.shape[1], num_heads)
    return np.array(np.hsplit(x, num_heads))
