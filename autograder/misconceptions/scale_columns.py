"""Wrong ideas about scale_columns(x, factors), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


@misconception(hint="Which axis of x has as many entries as there are factors?", caught_by="test_shape")
def scales_the_rows(x, factors):
    """This is what comes out when factor i goes with row i."""
    return x * factors[:, None]


@misconception(hint="Does * or does @ leave every number in its place?", caught_by="test_shape")
def multiplies_as_matrices(x, factors):
    """This shape is what comes out when x and factors are multiplied with @."""
    return x @ factors


@misconception(hint="Is anything added up when a column is scaled?", caught_by="test_shape")
def adds_the_scaled_columns_up(x, factors):
    """This shape is what comes out when the scaled numbers of each column are added up."""
    return (x * factors).sum(axis=0)


@misconception(hint="Should the rows of the result be those of x?", caught_by="test_shape")
def turns_the_result(x, factors):
    """This is what comes out when the scaled array is turned over."""
    return (x * factors).T


@misconception(hint="What does a factor of 2 do to a number?", caught_by="test_values")
def divides_by_the_factors(x, factors):
    """These numbers are what comes out when the columns are divided by the factors."""
    return x / factors


@misconception(hint="What does a factor of 0 do to a number?", caught_by="test_values")
def adds_the_factors(x, factors):
    """These numbers are what comes out when the factors are added."""
    return x + factors


@misconception(hint="Which factor belongs to the last column?", caught_by="test_values")
def uses_the_first_factor_everywhere(x, factors):
    """These numbers are what comes out when the first factor serves every column."""
    return x * factors[0]


@misconception(hint="Which factor belongs to the first column?", caught_by="test_values")
def reads_the_factors_backwards(x, factors):
    """These numbers are what comes out when the factors are taken from the last to the first."""
    return x * factors[::-1]


@misconception(hint="How many columns does your loop visit?", caught_by="test_values")
def scales_the_first_column_only(x, factors):
    """These numbers are what comes out when only the first column is scaled."""
    return np.concatenate([x[:, :1] * factors[0], x[:, 1:]], axis=1)


@misconception(hint="How often is each number multiplied?", caught_by="test_values")
def scales_twice(x, factors):
    """These numbers are what comes out when every column is multiplied by its factor twice."""
    return x * factors * factors


@misconception(hint="May a factor be negative?", caught_by="test_values")
def drops_the_signs(x, factors):
    """These numbers are what comes out when the factors lose their signs."""
    return x * np.abs(factors)


@misconception(hint="Must the factors add up to something?", caught_by="test_linear")
def normalises_the_factors(x, factors):
    """These numbers are what comes out when the factors are first divided by their sum."""
    return x * factors / factors.sum()


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def brings_the_factors_to_the_dtype_of_x(x, factors):
    """These numbers are what comes out when the factors are converted to the dtype of x."""
    return x * factors.astype(x.dtype)


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_x(x, factors):
    """These numbers are what comes out when the result is stored in an array with the dtype of x."""
    result = np.empty_like(x)
    result[:] = x * factors
    return result


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(x, factors):
    """This dtype is what comes out when everything is computed in float16."""
    return x.astype(np.float16) * factors.astype(np.float16)


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def scales_x_in_place(x, factors):
    """This change to x is what is left behind when the columns of x itself are multiplied."""
    x[:] = x * factors
    return x * 1.0
