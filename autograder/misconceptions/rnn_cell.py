"""Wrong ideas about rnn_cell(x, h, W_xh, W_hh, b), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


@misconception(hint="Which of your arguments is never read?", caught_by="test_values")
def forgets_the_bias(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when b is not added."""
    return np.tanh(x @ W_xh + h @ W_hh)


@misconception(hint="What does the cell remember of the steps before?", caught_by="test_values")
def forgets_the_state(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when the old state is not used."""
    return np.tanh(x @ W_xh + b)


@misconception(hint="What does the cell see of the new input?", caught_by="test_values")
def forgets_the_input(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when x is not used."""
    return np.tanh(h @ W_hh + b)


@misconception(hint="Which of the two matrices has as many rows as x has numbers?", caught_by="test_shape")
def exchanges_the_matrices(x, h, W_xh, W_hh, b):
    """This is what comes out when x meets W_hh and h meets W_xh."""
    return np.tanh(x @ W_hh + h @ W_xh + b)


@misconception(hint="Does the vector stand before the matrix or behind it?", caught_by="test_shape")
def puts_the_matrices_first(x, h, W_xh, W_hh, b):
    """This is what comes out when the matrices stand before the vectors."""
    return np.tanh(W_xh @ x + W_hh @ h + b)


@misconception(hint="Does the vector stand before the matrix or behind it?", caught_by="test_values")
def puts_the_state_behind_its_matrix(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when W_hh stands before h, as in the post's formula."""
    return np.tanh(x @ W_xh + W_hh @ h + b)


@misconception(hint="Which function keeps the state between -1 and 1?", caught_by="test_values")
def never_bends_the_sum(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when no tanh is taken."""
    return x @ W_xh + h @ W_hh + b


@misconception(hint="Can a state be negative?", caught_by="test_turns_over")
def takes_a_sigmoid(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when the sum goes through a sigmoid and not through tanh."""
    return 1 / (1 + np.exp(-(x @ W_xh + h @ W_hh + b)))


@misconception(hint="Can a state be negative?", caught_by="test_turns_over")
def cuts_off_at_zero(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when negative sums become 0 and no tanh is taken."""
    return np.maximum(x @ W_xh + h @ W_hh + b, 0)


@misconception(hint="Is the bias inside the tanh or outside?", caught_by="test_values")
def adds_the_bias_outside(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when b is added after the tanh."""
    return np.tanh(x @ W_xh + h @ W_hh) + b


@misconception(hint="Is tanh taken of a sum, or are two of them added?", caught_by="test_values")
def bends_each_part(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when tanh is taken of each product and the two are added."""
    return np.tanh(x @ W_xh + b) + np.tanh(h @ W_hh)


@misconception(hint="What must stand between h and the sum?", caught_by="test_values")
def adds_the_state_as_it_is(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when h is added without its matrix."""
    return np.tanh(x @ W_xh + h + b)


@misconception(hint="Is anything of the old state kept outside the tanh?", caught_by="test_values")
def adds_the_old_state_afterwards(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when the old state is added to the new one."""
    return h + np.tanh(x @ W_xh + h @ W_hh + b)


@misconception(hint="Are the two products added or multiplied?", caught_by="test_values")
def multiplies_the_products(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when the two products are multiplied."""
    return np.tanh((x @ W_xh) * (h @ W_hh) + b)


@misconception(hint="What is exp(900), and what is it divided by?", caught_by="test_saturated")
def writes_tanh_with_exp(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when tanh is written as a quotient of powers that overflow."""
    total = x @ W_xh + h @ W_hh + b
    return (np.exp(total) - np.exp(-total)) / (np.exp(total) + np.exp(-total))


@misconception(hint="How many axes has a state?", caught_by="test_shape")
def keeps_an_axis_for_the_batch(x, h, W_xh, W_hh, b):
    """This shape is what comes out when the vectors are made matrices of one row and stay so."""
    return np.tanh(x[None] @ W_xh + h[None] @ W_hh + b)


@misconception(hint="How many results does the docstring promise?", caught_by="test_shape")
def returns_the_state_twice(x, h, W_xh, W_hh, b):
    """This type is what comes out when the state is returned as output and as state."""
    new = np.tanh(x @ W_xh + h @ W_hh + b)
    return new, new


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_h(x, h, W_xh, W_hh, b):
    """These numbers are what comes out when the new state is stored in an array with the dtype of the old one."""
    new = np.empty_like(h)
    new[:] = np.tanh(x @ W_xh + h @ W_hh + b)
    return new


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(x, h, W_xh, W_hh, b):
    """This dtype is what comes out when everything is computed in float16."""
    x, h, W_xh, W_hh, b = (array.astype(np.float16) for array in (x, h, W_xh, W_hh, b))
    return np.tanh(x @ W_xh + h @ W_hh + b)


@misconception(hint="Does the caller still need the old state?", caught_by="test_leaves_arguments_alone")
def writes_the_new_state_over_the_old(x, h, W_xh, W_hh, b):
    """This change to h is what is left behind when the new state is stored in it."""
    new = np.tanh(x @ W_xh + h @ W_hh + b)
    h[:] = new
    return new
