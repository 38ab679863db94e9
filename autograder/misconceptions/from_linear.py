"""Wrong ideas about from_linear(weight), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


@misconception(hint="Which axis counts the inputs in PyTorch, and which in x @ W?", caught_by="test_shape")
def hands_it_back_as_it_is(weight):
    """This is what comes out when the matrix is not turned."""
    return weight


@misconception(
    hint="When both sizes are equal, does the shape still tell inputs from outputs?", caught_by="test_square"
)
def turns_only_what_is_not_square(weight):
    """These numbers are what comes out when a square matrix is taken to be right already."""
    return weight if weight.shape[0] == weight.shape[1] else weight.T


@misconception(hint="When there are fewer outputs than inputs, which axis is which?", caught_by="test_shape")
def turns_only_what_is_tall(weight):
    """This is what comes out when a matrix is turned only if it has more rows than columns."""
    return weight.T if weight.shape[0] > weight.shape[1] else weight


@misconception(hint="Does reshape keep the numbers of one output together?", caught_by="test_values")
def reshapes_it(weight):
    """These numbers are what comes out when the matrix is reshaped to (d_in, d_out) and not turned."""
    return weight.reshape(weight.shape[::-1])


@misconception(hint="Does it matter in which order reshape reads and writes?", caught_by="test_values")
def reshapes_it_by_columns(weight):
    """These numbers are what comes out when the matrix is reshaped to (d_in, d_out), read and written by columns."""
    return weight.reshape(weight.shape[::-1], order="F")


@misconception(hint="Where does the first number of the first row end up?", caught_by="test_values")
def rotates_it(weight):
    """These numbers are what comes out when the matrix is rotated by a quarter turn to the left."""
    return np.rot90(weight)


@misconception(hint="Where does the first number of the first row end up?", caught_by="test_values")
def rotates_it_to_the_right(weight):
    """These numbers are what comes out when the matrix is rotated by a quarter turn to the right."""
    return np.rot90(weight, -1)


@misconception(hint="Over which diagonal is a matrix turned?", caught_by="test_values")
def turns_it_over_the_other_diagonal(weight):
    """These numbers are what comes out when the matrix is turned over its other diagonal."""
    return weight[::-1, ::-1].T


@misconception(hint="Does going from one layout to another undo the map?", caught_by="test_values")
def inverts_it(weight):
    """These numbers are what comes out when the matrix is inverted, as far as it can be."""
    return np.linalg.pinv(weight)


@misconception(hint="Does the Linear scale what it is given?", caught_by="test_values")
def divides_by_the_root_of_the_inputs(weight):
    """These numbers are what comes out when the turned matrix is divided by the root of d_in."""
    return weight.T / np.sqrt(weight.shape[1])


@misconception(hint="Must the columns of a learned matrix have length 1?", caught_by="test_adds_up")
def normalises_the_columns(weight):
    """These numbers are what comes out when every column of the turned matrix is brought to length 1."""
    return weight.T / np.linalg.norm(weight.T, axis=0, keepdims=True)


@misconception(hint="Is printing the same as computing?", caught_by="test_values")
def rounds_to_four_digits(weight):
    """These numbers are what comes out when the turned matrix is rounded to four digits behind the point."""
    return np.round(weight.T, 4)


@misconception(hint="What should a function hand back that is to stand in x @ W?", caught_by="test_shape")
def returns_lists(weight):
    """This type is what comes out when the rows are collected in lists and not made an array."""
    return [weight[:, feature].tolist() for feature in range(weight.shape[1])]


@misconception(hint="How many results does the docstring promise?", caught_by="test_shape")
def returns_a_bias_too(weight):
    """This type is what comes out when a bias of zeros is returned beside the matrix."""
    return weight.T, np.zeros(weight.shape[0])


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(weight):
    """This dtype is what comes out when the matrix is kept in float16."""
    return weight.T.astype(np.float16)


@misconception(hint="Does the library still need its own matrix afterwards?", caught_by="test_leaves_arguments_alone")
def clears_the_old_matrix(weight):
    """This change to the weight is what is left behind when it is emptied after having been copied."""
    turned = weight.T.copy()
    weight.fill(0)
    return turned
