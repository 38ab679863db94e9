"""Wrong ideas about accepts(softmax), a test, each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception

LOG_2 = 0.69314718
ORDINARY = (np.array([[0.0, LOG_2, 0.0], [LOG_2, LOG_2, 0.0]]), [[0.25, 0.5, 0.25], [0.4, 0.4, 0.2]])
LARGE = (np.array([[1000.0, 900.0]]), [[1.0, 0.0]])
LEVELS = (np.array([[1000.0, 1000.0], [0.0, 0.0], [-1000.0, -1000.0]]), [[0.5, 0.5]] * 3)
WIDE = (np.array([[0.0, 3000.0]]), [[0.0, 1.0]])
MASKED = (np.array([[-np.inf, 0.0, 0.0]]), [[0.0, 0.5, 0.5]])
VECTOR = (np.array([0.0, 0.0]), [0.5, 0.5])
WHOLE = (np.array([[0, 0]]), [[0.5, 0.5]])
ALL = (ORDINARY, LARGE, LEVELS, WIDE, MASKED, VECTOR, WHOLE)


def _answers(softmax, *cases, atol=1e-4):
    return all(np.allclose(softmax(scores), weights, rtol=0, atol=atol) for scores, weights in cases)


def _adds_up(weights):
    return bool(np.allclose(np.sum(weights, axis=-1), 1, atol=1e-4))


# --- tests that see too little ----------------------------------------------------------------------------------------


@misconception(hint="Which softmax would your test not accept?", caught_by="test_a_third")
def accepts_everything(softmax):
    """This score is what comes out when the test never calls what it tests."""
    return True


@misconception(hint="Which softmax would your test accept?", caught_by="test_accepts_what_is_right")
def accepts_nothing(softmax):
    """This score is what comes out when the test says False whatever it sees."""
    return False


@misconception(hint="Can a wrong answer have the right shape?", caught_by="test_a_third")
def looks_at_the_shape_only(softmax):
    """This score is what comes out when only the shape of the answer is looked at."""
    return np.shape(softmax(ORDINARY[0])) == (2, 3)


@misconception(hint="Can rows add up to 1 and be wrong?", caught_by="test_a_third")
def adds_up_ordinary_rows(softmax):
    """This score is what comes out when only the sums of ordinary rows are looked at."""
    return _adds_up(softmax(ORDINARY[0]))


@misconception(hint="Can rows add up to 1 and be wrong?", caught_by="test_five_sixths")
def adds_up_all_rows(softmax):
    """This score is what comes out when only the sums of rows are looked at, large and masked ones, too."""
    return all(_adds_up(softmax(scores)) for scores, _ in ALL)


@misconception(hint="Can an even row hide which axis was summed?", caught_by="test_a_third")
def tries_zeros_only(softmax):
    """This score is what comes out when every score that is tried is 0."""
    return np.allclose(softmax(np.zeros((2, 3))), 1 / 3, atol=1e-4)


@misconception(hint="If a softmax keeps the order of the scores, must its weights be right?", caught_by="test_a_third")
def looks_at_the_order_only(softmax):
    """This score is what comes out when the test asks only which weight is the largest."""
    return bool(np.argmax(softmax(ORDINARY[0]), axis=-1).tolist() == [1, 0])


@misconception(hint="Which mistakes show only when scores are large?", caught_by="test_two_thirds")
def tries_ordinary_rows_only(softmax):
    """This score is what comes out when no score that is tried is large."""
    return _answers(softmax, ORDINARY, VECTOR, WHOLE)


@misconception(hint="One row cannot show along which axis was summed: which input can?", caught_by="test_five_sixths")
def tries_single_rows_only(softmax):
    """This score is what comes out when every array that is tried has a single row."""
    return _answers(softmax, *((scores[:1], weights[:1]) for scores, weights in (ORDINARY, LARGE, WIDE, MASKED)))


@misconception(hint="What does the text say of whole numbers?", caught_by="test_all")
def tries_no_whole_numbers(softmax):
    """This score is what comes out when no array of whole numbers is tried."""
    return _answers(softmax, ORDINARY, LARGE, LEVELS, WIDE, MASKED, VECTOR)


@misconception(hint="How many axes may scores have?", caught_by="test_all")
def tries_no_single_axis(softmax):
    """This score is what comes out when every array that is tried has two axes."""
    return _answers(softmax, ORDINARY, LARGE, LEVELS, WIDE, MASKED, WHOLE)


@misconception(hint="What does the text say of minus infinity?", caught_by="test_all")
def tries_no_mask(softmax):
    """This score is what comes out when minus infinity is not tried."""
    return _answers(softmax, ORDINARY, LARGE, LEVELS, WIDE, VECTOR, WHOLE)


@misconception(hint="Which mistakes need two rows at different levels?", caught_by="test_all")
def tries_no_levels(softmax):
    """This score is what comes out when all rows that are tried are at one level."""
    return _answers(softmax, ORDINARY, LARGE, WIDE, MASKED, VECTOR, WHOLE)


@misconception(
    hint="Two large scores that differ: what happens to their gap when they are cut off?", caught_by="test_all"
)
def tries_only_equal_large_scores(softmax):
    """This score is what comes out when large scores are tried only where they are equal."""
    return _answers(softmax, ORDINARY, LEVELS, WIDE, MASKED, VECTOR, WHOLE)


@misconception(hint="Does a shift show a softmax that shifts nothing, at scores of 1?", caught_by="test_a_third")
def asks_only_for_shift_invariance(softmax):
    """This score is what comes out when the test asks only that adding 5 changes nothing."""
    return np.allclose(softmax(ORDINARY[0]), softmax(ORDINARY[0] + 5), atol=1e-4)


# --- tests that compare wrongly ---------------------------------------------------------------------------------------


@misconception(hint="Is 0.1 + 0.2 equal to 0.3?", caught_by="test_accepts_what_is_right")
def compares_to_the_last_digit(softmax):
    """This score is what comes out when right answers must agree in every digit."""
    return all(np.array_equal(softmax(scores), weights) for scores, weights in ALL)


@misconception(hint="How many digits has an answer in float32?", caught_by="test_accepts_what_is_right")
def allows_a_billionth(softmax):
    """This score is what comes out when a difference of about a billionth is too much."""
    return _answers(softmax, *ALL, atol=1e-9)


@misconception(hint="How far may a weight be off before it is wrong?", caught_by="test_all")
def allows_a_quarter(softmax):
    """This score is what comes out when a weight may be off by about a quarter."""
    return _answers(softmax, *ALL, atol=0.26)


@misconception(hint="Is nan larger than 0.0001?", caught_by="test_five_sixths")
def lets_nan_pass(softmax):
    """This score is what comes out when the test asks whether the difference is too large, which nan never is."""
    for scores, weights in ALL:
        if np.any(np.abs(np.subtract(softmax(scores), weights)) > 1e-4):
            return False
    return True


@misconception(hint="A softmax that raises on a legal input: is it right?", caught_by="test_five_sixths")
def forgives_errors(softmax):
    """This score is what comes out when an error on the way counts as accepted."""
    try:
        return _answers(softmax, *ALL)
    except RuntimeError:
        return True


@misconception(
    hint="Which softmax is right: one that fails nothing, or one that passes something?", caught_by="test_a_third"
)
def wants_one_good_case(softmax):
    """This score is what comes out when one case that comes out right is enough."""
    return any(_answers(softmax, case) for case in ALL)


@misconception(hint="Which word stands for a softmax that is right?", caught_by="test_accepts_what_is_right")
def answers_the_opposite(softmax):
    """This score is what comes out when True is said of softmaxes that are wrong."""
    return not _answers(softmax, *ALL)


@misconception(hint="What does a function return that ends without return?", caught_by="test_accepts_what_is_right")
def says_nothing_when_all_is_well(softmax):
    """This None is what comes out when nothing is returned where nothing is wrong."""
    if not _answers(softmax, *ALL):
        return False


@misconception(hint="What does an assert return?", caught_by="test_accepts_what_is_right")
def asserts_and_returns_nothing(softmax):
    """This None is what comes out when the test asserts and has no return."""
    assert _answers(softmax, *ALL)


@misconception(
    hint="How large may an array be, how many axes may it have, and how many calls are there?",
    caught_by="test_accepts_what_is_right",
)
def asks_for_more_than_is_answered(softmax):
    """This error is what comes out when every softmax is handed what it does not take, or is called once too often."""
    return _answers(softmax, (np.zeros((1, 5)), [[0.2] * 5]), *ALL)


@misconception(
    hint="What does your test still ask of a softmax that has been right so far, and may it?",
    caught_by="test_accepts_what_is_right",
)
def asks_too_much_after_right_answers(softmax):
    """This error is what comes out when what was right so far is called once too often, or handed what is not taken."""
    return _answers(softmax, *ALL, ORDINARY, LARGE)


@misconception(hint="In which of your numbers is the mistake?", caught_by="test_accepts_what_is_right")
def writes_a_wrong_number_down(softmax):
    """This score is what comes out when an expected number is wrong, such as 0.45 for 0.4."""
    return _answers(softmax, *ALL[1:], (ORDINARY[0], [[0.25, 0.5, 0.25], [0.45, 0.4, 0.15]]))
