"""Wrong ideas about lstm_cell(x, h, c, W, U, b), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _sigmoid(number):
    return 0.5 * (1 + np.tanh(0.5 * number))


def _quarters(x, h, W, U, b):
    return np.split(x @ W + h @ U + b, 4)


def _step(i, f, g, o, c):
    """The new h and c from the sums of the gates."""
    new = _sigmoid(f) * c + _sigmoid(i) * np.tanh(g)
    return _sigmoid(o) * np.tanh(new), new


# --- which gate is which ----------------------------------------------------------------------------------------------


@misconception(hint="Which quarter is the candidate g, and which the output gate?", caught_by="test_cell_state")
def takes_the_output_gate_third(x, h, c, W, U, b):
    """These numbers are what comes out when the quarters are read as i, f, o, g."""
    i, f, o, g = _quarters(x, h, W, U, b)
    return _step(i, f, g, o, c)


@misconception(hint="Which quarter lets in, and which lets go?", caught_by="test_cell_state")
def takes_the_forget_gate_first(x, h, c, W, U, b):
    """These numbers are what comes out when the quarters are read as f, i, g, o."""
    f, i, g, o = _quarters(x, h, W, U, b)
    return _step(i, f, g, o, c)


@misconception(hint="In which order do the quarters stand?", caught_by="test_cell_state")
def takes_the_candidate_second(x, h, c, W, U, b):
    """These numbers are what comes out when the quarters are read as i, g, f, o."""
    i, g, f, o = _quarters(x, h, W, U, b)
    return _step(i, f, g, o, c)


@misconception(hint="In which order do the quarters stand?", caught_by="test_cell_state")
def reads_the_quarters_backwards(x, h, c, W, U, b):
    """These numbers are what comes out when the quarters are read as o, g, f, i."""
    o, g, f, i = _quarters(x, h, W, U, b)
    return _step(i, f, g, o, c)


@misconception(hint="Do the numbers of one gate lie together?", caught_by="test_cell_state")
def takes_every_fourth_number(x, h, c, W, U, b):
    """These numbers are what comes out when gate k is every fourth number from k on."""
    sums = x @ W + h @ U + b
    return _step(*(sums[k::4] for k in range(4)), c)


# --- what a gate does -------------------------------------------------------------------------------------------------


@misconception(hint="Which gate decides what stays in c?", caught_by="test_cell_state")
def never_forgets(x, h, c, W, U, b):
    """These numbers are what comes out when nothing of c is forgotten, as in the cell of 1997."""
    i, _, g, o = _quarters(x, h, W, U, b)
    new = c + _sigmoid(i) * np.tanh(g)
    return _sigmoid(o) * np.tanh(new), new


@misconception(hint="Which gate lets the candidate in?", caught_by="test_cell_state")
def lets_everything_in(x, h, c, W, U, b):
    """These numbers are what comes out when the candidate enters c without a gate."""
    _, f, g, o = _quarters(x, h, W, U, b)
    new = _sigmoid(f) * c + np.tanh(g)
    return _sigmoid(o) * np.tanh(new), new


@misconception(hint="Which gate decides what is shown of c?", caught_by="test_hidden_state")
def shows_everything(x, h, c, W, U, b):
    """These numbers are what comes out when h is tanh of c without a gate."""
    i, f, g, o = _quarters(x, h, W, U, b)
    new = _step(i, f, g, o, c)[1]
    return np.tanh(new), new


@misconception(hint="Are letting in and letting go one decision here, or two?", caught_by="test_cell_state")
def forgets_as_much_as_it_lets_in(x, h, c, W, U, b):
    """These numbers are what comes out when 1 - i stands for the forget gate."""
    i, _, g, o = _quarters(x, h, W, U, b)
    new = (1 - _sigmoid(i)) * c + _sigmoid(i) * np.tanh(g)
    return _sigmoid(o) * np.tanh(new), new


@misconception(hint="Does an open forget gate keep c, or drop it?", caught_by="test_cell_state")
def forgets_when_the_gate_is_open(x, h, c, W, U, b):
    """These numbers are what comes out when 1 - f multiplies the old c."""
    i, f, g, o = _quarters(x, h, W, U, b)
    return _step(i, -f, g, o, c)


@misconception(
    hint="Has the caller added 1 to the bias of the forget gate already, or not at all?", caught_by="test_cell_state"
)
def adds_one_to_the_forget_gate(x, h, c, W, U, b):
    """These numbers are what comes out when 1 is added to the sum of the forget gate."""
    i, f, g, o = _quarters(x, h, W, U, b)
    return _step(i, f + 1, g, o, c)


# --- which function bends what ----------------------------------------------------------------------------------------


@misconception(hint="Can the candidate be negative?", caught_by="test_cell_state")
def takes_a_sigmoid_of_the_candidate(x, h, c, W, U, b):
    """These numbers are what comes out when the candidate goes through a sigmoid and not through tanh."""
    i, f, g, o = _quarters(x, h, W, U, b)
    new = _sigmoid(f) * c + _sigmoid(i) * _sigmoid(g)
    return _sigmoid(o) * np.tanh(new), new


@misconception(hint="Between which two numbers lies a gate?", caught_by="test_cell_state")
def takes_tanh_of_every_gate(x, h, c, W, U, b):
    """These numbers are what comes out when the gates go through tanh and not through a sigmoid."""
    i, f, g, o = (np.tanh(part) for part in _quarters(x, h, W, U, b))
    new = f * c + i * g
    return o * np.tanh(new), new


@misconception(hint="Which function keeps h between -1 and 1?", caught_by="test_h_stays_within_one")
def shows_c_without_tanh(x, h, c, W, U, b):
    """These numbers are what comes out when h is o times c, without tanh."""
    i, f, g, o = _quarters(x, h, W, U, b)
    new = _step(i, f, g, o, c)[1]
    return _sigmoid(o) * new, new


@misconception(hint="Is the old c shown, or the new one?", caught_by="test_hidden_state")
def shows_the_old_c(x, h, c, W, U, b):
    """These numbers are what comes out when h is made from the c before this step."""
    i, f, g, o = _quarters(x, h, W, U, b)
    return _sigmoid(o) * np.tanh(c), _step(i, f, g, o, c)[1]


@misconception(hint="Is c itself squeezed, or only what is shown of it?", caught_by="test_cell_state")
def squeezes_c(x, h, c, W, U, b):
    """These numbers are what comes out when tanh of the new c is handed on as c."""
    i, f, g, o = _quarters(x, h, W, U, b)
    shown, new = _step(i, f, g, o, c)
    return shown, np.tanh(new)


@misconception(hint="What does your sigmoid say to 1000?", caught_by="test_saturated")
def divides_powers_that_overflow(x, h, c, W, U, b):
    """These numbers are what comes out when the sigmoid is exp over 1 + exp, which gives nan for large sums."""
    i, f, g, o = _quarters(x, h, W, U, b)
    i, f, o = (np.exp(part) / (1 + np.exp(part)) for part in (i, f, o))
    new = f * c + i * np.tanh(g)
    return o * np.tanh(new), new


@misconception(hint="Is a gate a straight line between two bounds?", caught_by="test_cell_state")
def uses_a_hard_sigmoid(x, h, c, W, U, b):
    """These numbers are what comes out when the gates are straight lines, cut off at 0 and 1."""
    i, f, g, o = _quarters(x, h, W, U, b)
    i, f, o = (np.clip(0.2 * part + 0.5, 0, 1) for part in (i, f, o))
    new = f * c + i * np.tanh(g)
    return o * np.tanh(new), new


# --- sums -------------------------------------------------------------------------------------------------------------


@misconception(hint="Which of your arguments is never read?", caught_by="test_cell_state")
def forgets_the_bias(x, h, c, W, U, b):
    """These numbers are what comes out when b is not added."""
    return _step(*_quarters(x, h, W, U, 0 * b), c)


@misconception(hint="What do the gates know of the steps before?", caught_by="test_cell_state")
def forgets_the_state(x, h, c, W, U, b):
    """These numbers are what comes out when the gates do not see h."""
    return _step(*_quarters(x, 0 * h, W, U, b), c)


@misconception(hint="What do the gates see, h or c?", caught_by="test_cell_state")
def lets_the_gates_see_c(x, h, c, W, U, b):
    """These numbers are what comes out when the gates see c in the place of h."""
    return _step(*_quarters(x, c, W, U, b), c)


@misconception(hint="Which of the two matrices has as many rows as x has numbers?", caught_by="test_shape")
def exchanges_the_matrices(x, h, c, W, U, b):
    """This is what comes out when x meets U and h meets W."""
    return _step(*_quarters(x, h, U, W, b), c)


# --- results, arguments, precision ------------------------------------------------------------------------------------


@misconception(hint="Which of the two comes first?", caught_by="test_hidden_state")
def returns_c_first(x, h, c, W, U, b):
    """These numbers are what comes out when c and h are returned in this order."""
    return _step(*_quarters(x, h, W, U, b), c)[::-1]


@misconception(hint="How many results does the docstring promise?", caught_by="test_shape")
def returns_h_only(x, h, c, W, U, b):
    """This type is what comes out when c is not returned."""
    return _step(*_quarters(x, h, W, U, b), c)[0]


@misconception(hint="Does an LSTM have one state or two?", caught_by="test_shape")
def is_a_plain_recurrent_cell(x, h, c, W, U, b):
    """This is what comes out when tanh of the sums is the new state, without any gate."""
    new = np.tanh(x @ W + h @ U + b)
    return new, new


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_c(x, h, c, W, U, b):
    """These numbers are what comes out when the new c is stored in an array with the dtype of the old one."""
    i, f, g, o = _quarters(x, h, W, U, b)
    new = np.empty_like(c)
    new[:] = _step(i, f, g, o, c)[1]
    return _sigmoid(o) * np.tanh(new), new


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(x, h, c, W, U, b):
    """This dtype is what comes out when everything is computed in float16."""
    x, h, c, W, U, b = (array.astype(np.float16) for array in (x, h, c, W, U, b))
    i, f, g, o = _quarters(x, h, W, U, b)
    shown, new = _step(i, f, g, o, c)
    return shown.astype(np.float16), new.astype(np.float16)


@misconception(hint="Does the caller still need the old c?", caught_by="test_leaves_arguments_alone")
def writes_the_new_c_over_the_old(x, h, c, W, U, b):
    """This change to c is what is left behind when the new c is stored in it."""
    shown, new = _step(*_quarters(x, h, W, U, b), c)
    c[:] = new
    return shown, new
