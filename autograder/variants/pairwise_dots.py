"""Right but unusual answers to pairwise_dots(a, b); every one keeps full marks."""

import numpy as np


def turns_the_other_product(a, b):
    """Computes the rows of b against those of a and turns the result."""
    return (b @ a.T).T


def uses_inner(a, b):
    """np.inner sums over the last axes."""
    return np.inner(a, b)


def uses_einsum(a, b):
    """Names the axis that vanishes."""
    return np.einsum("id,jd->ij", a, b)


def uses_tensordot(a, b):
    """Contracts the two last axes."""
    return np.tensordot(a, b, axes=([1], [1]))


def broadcasts_and_sums(a, b):
    """Every pair side by side, then a sum over the features."""
    return (a[:, None, :] * b[None, :, :]).sum(axis=-1)


def loops_over_the_pairs(a, b):
    """Two loops over rows."""
    return np.array([[float(np.dot(one, other)) for other in b] for one in a])


def adds_up_feature_by_feature(a, b):
    """A sum of outer products."""
    total = np.zeros((len(a), len(b)))
    for feature in range(a.shape[1]):
        total += np.outer(a[:, feature], b[:, feature])
    return total
