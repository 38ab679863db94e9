"""Wrong ideas about layer_norm_backward(x, gamma, d_output, eps), each with its evidence and what catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _hat(x, eps):
    """The normalised rows, and the root that they were divided by."""
    root = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return (x - x.mean(axis=-1, keepdims=True)) / root, root


def _mean(array):
    return array.mean(axis=-1, keepdims=True)


def _dx(d_hat, hat, root):
    return (d_hat - _mean(d_hat) - hat * _mean(d_hat * hat)) / root


def _with(x, gamma, d_output, eps, dx=None, dgamma=None, dbeta=None):
    """The right three gradients, some of them replaced."""
    hat, root = _hat(x, eps)
    right = _dx(d_output * gamma, hat, root), (d_output * hat).sum(axis=0), d_output.sum(axis=0)
    return tuple(one if other is None else other for one, other in zip(right, (dx, dgamma, dbeta), strict=True))


# --- the roads to x ---------------------------------------------------------------------------------------------------


@misconception(hint="If every feature of a token rises by 1, does the output move?", caught_by="test_rows_sum_to_zero")
def holds_mean_and_variance_still(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when mean and variance are taken for constants."""
    root = _hat(x, eps)[1]
    return _with(x, gamma, d_output, eps, dx=d_output * gamma / root)


@misconception(hint="If a token is stretched to twice its spread, does the output move?", caught_by="test_dx")
def forgets_the_road_through_the_variance(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when the mean moves with x and the variance is taken for a constant."""
    root = _hat(x, eps)[1]
    d_hat = d_output * gamma
    return _with(x, gamma, d_output, eps, dx=(d_hat - _mean(d_hat)) / root)


@misconception(hint="If every feature of a token rises by 1, does the output move?", caught_by="test_rows_sum_to_zero")
def forgets_the_road_through_the_mean(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when the variance moves with x and the mean is taken for a constant."""
    hat, root = _hat(x, eps)
    d_hat = d_output * gamma
    return _with(x, gamma, d_output, eps, dx=(d_hat - hat * _mean(d_hat * hat)) / root)


@misconception(
    hint="Are the shares of mean and variance sums or averages over the features?", caught_by="test_rows_sum_to_zero"
)
def adds_up_instead_of_averaging(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when the two shares are sums over the features and not averages."""
    hat, root = _hat(x, eps)
    d_hat, width = d_output * gamma, x.shape[-1]
    return _with(x, gamma, d_output, eps, dx=(d_hat - width * _mean(d_hat) - width * hat * _mean(d_hat * hat)) / root)


@misconception(hint="Does a stretched token gain or lose by stretching it further?", caught_by="test_dx")
def adds_the_share_of_the_variance(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when the share of the variance is added and not subtracted."""
    hat, root = _hat(x, eps)
    d_hat = d_output * gamma
    return _with(x, gamma, d_output, eps, dx=(d_hat - _mean(d_hat) + hat * _mean(d_hat * hat)) / root)


@misconception(
    hint="The share of the variance is weighted with what: x, or the normalised x?", caught_by="test_rows_sum_to_zero"
)
def weighs_with_x_itself(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when x stands where the normalised x belongs in the share of the variance."""
    root = _hat(x, eps)[1]
    d_hat = d_output * gamma
    return _with(x, gamma, d_output, eps, dx=(d_hat - _mean(d_hat) - x * _mean(d_hat * x)) / root)


@misconception(hint="Forwards x was divided by the root. What is its slope?", caught_by="test_dx")
def forgets_the_root(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when dx is not divided by the root of variance and eps."""
    hat = _hat(x, eps)[0]
    return _with(x, gamma, d_output, eps, dx=_dx(d_output * gamma, hat, 1))


@misconception(hint="Is x divided by its variance or by the root of it?", caught_by="test_dx")
def divides_by_the_variance(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when dx is divided by variance plus eps, with no root."""
    hat, root = _hat(x, eps)
    return _with(x, gamma, d_output, eps, dx=_dx(d_output * gamma, hat, root**2))


@misconception(hint="Forwards x was divided by the root. What is its slope?", caught_by="test_dx")
def multiplies_by_the_root(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when dx is multiplied by the root and not divided."""
    hat, root = _hat(x, eps)
    return _with(x, gamma, d_output, eps, dx=_dx(d_output * gamma, hat, 1 / root))


# --- gamma ------------------------------------------------------------------------------------------------------------


@misconception(hint="Who multiplied the normalised token on its way out?", caught_by="test_dx")
def forgets_gamma(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when gamma is not on the way back to x."""
    hat, root = _hat(x, eps)
    return _with(x, gamma, d_output, eps, dx=_dx(d_output, hat, root))


@misconception(
    hint="Is gamma met before or after mean and variance on the way back?", caught_by="test_rows_sum_to_zero"
)
def multiplies_gamma_in_last(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when gamma is multiplied in after mean and variance took their shares."""
    hat, root = _hat(x, eps)
    return _with(x, gamma, d_output, eps, dx=_dx(d_output, hat, root) * gamma)


@misconception(hint="Forwards gamma was a factor. What is a factor on the way back?", caught_by="test_dx")
def divides_by_gamma(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when the gradient is divided by gamma on the way back."""
    hat, root = _hat(x, eps)
    return _with(x, gamma, d_output, eps, dx=_dx(d_output / gamma, hat, root))


@misconception(hint="Is there one gamma for each token or for each feature?", caught_by="test_shape")
def sums_over_the_features(x, gamma, d_output, eps=1e-5):
    """Here dgamma and dbeta are summed over the features and not over the tokens."""
    hat = _hat(x, eps)[0]
    return _with(x, gamma, d_output, eps, dgamma=(d_output * hat).sum(axis=-1), dbeta=d_output.sum(axis=-1))


@misconception(hint="Does the loss add up over the tokens, or average?", caught_by="test_dgamma")
def averages_over_the_tokens(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when dgamma and dbeta are averaged over the tokens."""
    hat = _hat(x, eps)[0]
    return _with(x, gamma, d_output, eps, dgamma=(d_output * hat).mean(axis=0), dbeta=d_output.mean(axis=0))


@misconception(hint="What was gamma multiplied with: x, or the normalised x?", caught_by="test_dgamma")
def takes_x_for_the_normalised(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when dgamma weighs the gradient with x itself."""
    return _with(x, gamma, d_output, eps, dgamma=(d_output * x).sum(axis=0))


@misconception(hint="What was gamma multiplied with before beta was added?", caught_by="test_dgamma")
def takes_the_stretched_for_the_normalised(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when gamma is once more a factor in its own gradient."""
    hat = _hat(x, eps)[0]
    return _with(x, gamma, d_output, eps, dgamma=(d_output * gamma * hat).sum(axis=0))


@misconception(hint="Which of the two was added, and which was a factor?", caught_by="test_dgamma")
def swaps_gamma_and_beta(x, gamma, d_output, eps=1e-5):
    """Here dgamma and dbeta have changed places."""
    dx, dgamma, dbeta = _with(x, gamma, d_output, eps)
    return dx, dbeta, dgamma


@misconception(hint="beta was added last. What stands between it and the output?", caught_by="test_dbeta")
def stretches_beta(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when gamma is a factor in the gradient of beta."""
    return _with(x, gamma, d_output, eps, dbeta=(d_output * gamma).sum(axis=0))


@misconception(hint="One gamma serves all tokens: how many gradients does it receive?", caught_by="test_shape")
def does_not_add_the_tokens_up(x, gamma, d_output, eps=1e-5):
    """Here dgamma and dbeta have one row for each token, not yet added up."""
    return _with(x, gamma, d_output, eps, dgamma=d_output * _hat(x, eps)[0], dbeta=d_output + 0.0)


# --- eps and statistics -----------------------------------------------------------------------------------------------


@misconception(hint="Call it with two different eps: does the answer move?", caught_by="test_large_eps")
def fixes_eps(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when eps is 1e-5, whatever is handed in."""
    return _with(x, gamma, d_output, 1e-5)


@misconception(hint="With a large eps, is it inside or outside the root?", caught_by="test_large_eps")
def adds_eps_outside_the_root(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when eps is added to the root of the variance."""
    root = x.std(axis=-1, keepdims=True) + eps
    hat = (x - x.mean(axis=-1, keepdims=True)) / root
    return _dx(d_output * gamma, hat, root), (d_output * hat).sum(axis=0), d_output.sum(axis=0)


@misconception(hint="Is the sum of squares divided by d_model or by one less?", caught_by="test_dgamma")
def divides_by_one_less(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when the variance divides by d_model - 1."""
    root = np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)
    hat = (x - x.mean(axis=-1, keepdims=True)) / root
    return _dx(d_output * gamma, hat, root), (d_output * hat).sum(axis=0), d_output.sum(axis=0)


@misconception(hint="May another token move this one's gradient?", caught_by="test_rows_sum_to_zero")
def normalises_over_the_tokens(x, gamma, d_output, eps=1e-5):
    """These numbers are what comes out when mean and variance run over the tokens."""
    root = np.sqrt(x.var(axis=0) + eps)
    hat, d_hat = (x - x.mean(axis=0)) / root, d_output * gamma
    dx = (d_hat - d_hat.mean(axis=0) - hat * (d_hat * hat).mean(axis=0)) / root
    return dx, (d_output * hat).sum(axis=0), d_output.sum(axis=0)


@misconception(hint="What does -= do to the array of whoever calls you?", caught_by="test_leaves_arguments_alone")
def centres_the_callers_x(x, gamma, d_output, eps=1e-5):
    """The numbers are right, but the array x that was handed in is centred for good."""
    found = _with(x, gamma, d_output, eps)
    x -= x.mean(axis=-1, keepdims=True).astype(x.dtype)
    return found
