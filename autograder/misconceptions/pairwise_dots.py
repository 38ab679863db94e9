"""Wrong ideas about pairwise_dots(a, b), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


@misconception(hint="Which axis of a and which of b has the length d?", caught_by="test_shape")
def forgets_to_turn_b(a, b):
    """This is what comes out when a @ b is computed, with b as it lies."""
    return a @ b


@misconception(hint="Whose rows are the rows of the result?", caught_by="test_shape")
def exchanges_a_and_b(a, b):
    """This is what comes out when the rows of b come first."""
    return b @ a.T


@misconception(hint="Which axis is summed away, and which two remain?", caught_by="test_shape")
def sums_over_the_rows(a, b):
    """This is what comes out when columns of a meet columns of b."""
    return a.T @ b


@misconception(hint="Should row 0 of a meet row 0 of b only?", caught_by="test_shape")
def pairs_equal_rows_only(a, b):
    """This is what comes out when row i of a meets row i of b and no other."""
    return (a * b).sum(axis=1)


@misconception(hint="Do reshape and turning keep each row's numbers together?", caught_by="test_values")
def reshapes_b(a, b):
    """These numbers are what comes out when b is reshaped to (d, n_b) and not turned."""
    return a @ b.reshape(b.shape[::-1])


@misconception(hint="Which of the two arrays has not been used?", caught_by="test_shape")
def meets_itself(a, b):
    """This is what comes out when the rows of a meet the rows of a."""
    return a @ a.T


@misconception(hint="If a row grows to twice its length, what happens to its dot products?", caught_by="test_values")
def compares_directions(a, b):
    """These numbers are what comes out when all rows are brought to length 1 first."""
    return (a / np.linalg.norm(a, axis=1, keepdims=True)) @ (b / np.linalg.norm(b, axis=1, keepdims=True)).T


@misconception(hint="What does a dot product say when one of the rows is all zeros?", caught_by="test_values")
def measures_distances(a, b):
    """These numbers are what comes out when the distance of each two rows is taken."""
    return np.linalg.norm(a[:, None, :] - b[None, :, :], axis=-1)


@misconception(hint="Is a dot product a sum or a mean?", caught_by="test_values")
def averages_the_products(a, b):
    """These numbers are what comes out when the products are averaged and not added up."""
    return a @ b.T / a.shape[1]


@misconception(hint="Has anybody asked for a scale here?", caught_by="test_values")
def divides_by_the_root_of_d(a, b):
    """These numbers are what comes out when the dot products are divided by the root of d."""
    return a @ b.T / np.sqrt(a.shape[1])


@misconception(hint="May a dot product be negative?", caught_by="test_values")
def drops_the_sign(a, b):
    """These numbers are what comes out when the dot products lose their signs."""
    return np.abs(a @ b.T)


@misconception(hint="Over how many axes do you sum?", caught_by="test_shape")
def sums_everything(a, b):
    """This shape is what comes out when all the products are added up to one number for each row of a."""
    return (a @ b.T).sum(axis=1)


@misconception(hint="Which axis is left over in your answer?", caught_by="test_shape")
def never_adds_the_products_up(a, b):
    """This shape is what comes out when the products are not added up."""
    return a[:, None, :] * b[None, :, :]


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_a(a, b):
    """These numbers are what comes out when the dot products are stored in an array with the dtype of a."""
    dots = np.zeros((len(a), len(b)), dtype=a.dtype)
    dots[:] = a @ b.T
    return dots


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(a, b):
    """This dtype is what comes out when everything is computed in float16."""
    return a.astype(np.float16) @ b.astype(np.float16).T


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_single_precision(a, b):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    return (a.astype(np.float32) @ b.astype(np.float32).T).astype(float)
