"""Right but unusual answers to softmax_backward(weights, d_weights); every one keeps full marks."""

import numpy as np


def multiplies_out_the_bracket(weights, d_weights):
    """Two products and a difference."""
    inner = weights * d_weights
    return inner - weights * inner.sum(axis=1, keepdims=True)


def builds_the_jacobian_of_each_row(weights, d_weights):
    """The whole Jacobian, row by row."""
    return np.array([(np.diag(w) - np.outer(w, w)) @ d for w, d in zip(weights, d_weights, strict=True)])


def builds_all_jacobians_at_once(weights, d_weights):
    """One Jacobian for each row in an array with three axes."""
    jacobians = weights[:, :, None] * (np.eye(weights.shape[1], dtype=weights.dtype) - weights[:, None, :])
    return np.einsum("qij,qj->qi", jacobians, d_weights)


def sums_with_einsum(weights, d_weights):
    """The average of each row by einsum."""
    return weights * (d_weights - np.einsum("qk,qk->q", weights, d_weights)[:, np.newaxis])


def loops_over_every_number(weights, d_weights):
    """Plain loops."""
    output = np.zeros(weights.shape)
    for i in range(weights.shape[0]):
        average = sum(float(w) * float(d) for w, d in zip(weights[i], d_weights[i], strict=True))
        for j in range(weights.shape[1]):
            output[i, j] = float(weights[i, j]) * (float(d_weights[i, j]) - average)
    return output


def averages_with_numpy(weights, d_weights):
    """np.average knows weights, too."""
    averages = [np.average(d, weights=w) for w, d in zip(weights, d_weights, strict=True)]
    return weights * (d_weights - np.array(averages)[:, None])


def centres_first(weights, d_weights):
    """Takes the plain mean away before anything else, which changes nothing and keeps digits."""
    centred = d_weights - d_weights.mean(axis=-1, keepdims=True)
    return weights * (centred - (weights * centred).sum(axis=-1, keepdims=True))


def turns_the_rows_on_their_side(weights, d_weights):
    """On the transpose, where no keepdims is needed."""
    w, d = weights.T, d_weights.T
    return (w * (d - (w * d).sum(axis=0))).T


def writes_into_a_copy(weights, d_weights):
    """In place, on a copy of its own."""
    output = np.array(d_weights, dtype=np.result_type(weights, d_weights))
    output -= (weights * d_weights).sum(axis=-1, keepdims=True)
    output *= weights
    return output
