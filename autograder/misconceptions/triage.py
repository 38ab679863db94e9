"""Wrong ideas about triage(attend), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception

Q = np.array([[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
K = np.array([[1.0, 0.5, -0.5, 0.0], [2.5, 0.0, 0.5, 0.0], [0.5, -1.5, 0.0, 0.0]])


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _near(a, b, atol=1e-3):
    return bool((np.abs(a - b) < atol).all())


def _ignores(weights, blind):
    return _near(weights, blind)


def _picks(weights):
    return _near(weights * (1 - weights), 0)


def _hides(weights):
    return _near(np.triu(weights, 1), 0)


def _rows(weights):
    return _near(weights.sum(axis=1), 1)


def _along(weights, q=Q, k=K):
    """The label of an attention whose rows add up to 1."""
    products, d_k = q @ k.T, q.shape[1]
    known = {"no scale": products, "divides by d_k": products / d_k, "swaps queries and keys": products.T / d_k**0.5}
    return min(known, key=lambda label: np.abs(_softmax(known[label]) - weights).max())


def _across(weights, q=Q, k=K):
    """The label of an attention whose columns add up to 1."""
    scores = q @ k.T / q.shape[1] ** 0.5
    known = {"softmax over the queries": _softmax(scores.T).T, "transposes the weights": _softmax(scores).T}
    return min(known, key=lambda label: np.abs(known[label] - weights).max())


def _examined(attend, q=Q, *, ignores=_ignores, picks=_picks, hides=_hides, rows=_rows, along=_along, across=_across):
    """The right examination, of which one step can be replaced."""
    weights, blind = attend(q, K, np.eye(3)), attend(0 * q, K, np.eye(3))
    if ignores(weights, blind):
        return "ignores the scores"
    if picks(weights):
        return "picks one key"
    if hides(weights):
        return "hides later keys"
    return along(weights) if rows(weights) else across(weights)


# --- an experiment that shows too little ------------------------------------------------------------------------------


@misconception(hint="With d_k = 1, how large are d_k and its root?", caught_by="test_scale")
def examines_with_one_column(attend):
    """These labels are what comes out when queries have length 1, where d_k and its root are both 1."""
    found = _examined(attend)
    return "no scale" if found == "divides by d_k" else found


@misconception(hint="If Q and K are the same, what does swapping them change?", caught_by="test_turned")
def examines_with_equal_queries_and_keys(attend):
    """These labels are what comes out when Q and K are the same array, so that scores are symmetric."""
    turned = {"swaps queries and keys": "divides by d_k", "transposes the weights": "softmax over the queries"}
    found = _examined(attend)
    return turned.get(found, found)


@misconception(hint="If all scores are 0, who can be told from whom?", caught_by="test_scale")
def examines_with_zeros(attend):
    """These labels are what comes out when Q and K are zeros, so that only masks show."""
    weights = attend(0 * Q, 0 * K, np.eye(3))
    if _near(weights, 1 / 3):
        return "no scale"
    return "hides later keys" if _near(np.triu(weights, 1), 0) else "ignores the scores"


@misconception(hint="With values that are all 1, what can a weighted sum still tell?", caught_by="test_scale")
def hands_in_values_of_one(attend):
    """These labels are what comes out when V is all ones, so that only the sums of the weights show."""
    sums = attend(Q, K, np.ones((3, 1)))
    return "no scale" if _near(sums, 1) else "softmax over the queries"


@misconception(hint="Two queries and five keys: does every patient take them?", caught_by="test_form")
def hands_in_more_keys_than_queries(attend):
    """This error is what comes out when a patient that needs as many queries as keys is handed other arrays."""
    attend(Q[:2], K, np.eye(3))
    return _examined(attend)


@misconception(
    hint="Which arrays does every patient take, and how many calls? What does the error itself say?",
    caught_by="test_form",
)
def asks_for_more_than_is_answered(attend):
    """This error is what comes out when a patient is handed what it does not take, or is called once too often."""
    for factor in range(13):
        attend(factor * Q, K, np.eye(3))
    return _examined(attend)


# --- a wrong conclusion -----------------------------------------------------------------------------------------------


@misconception(hint="If scores are too large, was the divisor too large or too small?", caught_by="test_scale")
def swaps_the_two_scales(attend):
    """These labels are what comes out when too sharp is taken for divided too much."""
    other = {"no scale": "divides by d_k", "divides by d_k": "no scale"}
    found = _examined(attend)
    return other.get(found, found)


@misconception(
    hint="Rows that do not add up to 1 have two causes here: what tells them apart?", caught_by="test_turned"
)
def takes_every_column_sum_for_the_softmax(attend):
    """These labels are what comes out when every patient whose columns add up to 1 is said to sum over the queries."""
    return _examined(attend, across=lambda weights: "softmax over the queries")


@misconception(
    hint="Rows that do not add up to 1 have two causes here: what tells them apart?", caught_by="test_turned"
)
def takes_every_column_sum_for_a_transpose(attend):
    """These labels are what comes out when every patient whose columns add up to 1 is said to transpose."""
    return _examined(attend, across=lambda weights: "transposes the weights")


@misconception(hint="Whose score with whom does the ratio of two weights follow?", caught_by="test_turned")
def never_looks_for_a_swap(attend):
    """These labels are what comes out when only the two scales are tried on rows that add up to 1."""

    def along(weights):
        products = Q @ K.T
        near = [np.abs(_softmax(products / scale) - weights).max() for scale in (1, 4)]
        return ("no scale", "divides by d_k")[int(np.argmin(near))]

    return _examined(attend, along=along)


@misconception(hint="The key of the largest score, or of the smallest: does it matter?", caught_by="test_blind")
def expects_the_largest_score_to_win(attend):
    """These labels are what comes out when only who picks the key of the largest score is said to pick one key."""
    best = np.eye(3)[(Q @ K.T).argmax(axis=1)]
    return _examined(attend, picks=lambda weights: _near(weights, best))


@misconception(hint="What does the first row look like where later keys are hidden?", caught_by="test_hidden_keys")
def takes_one_sure_row_for_a_choice(attend):
    """These labels are what comes out when one row with a single 1 is enough to say that one key is picked."""
    return _examined(attend, picks=lambda weights: bool((weights.max(axis=1) > 0.999).any()))


@misconception(hint="Does a patient that ignores the scores have to treat all keys alike?", caught_by="test_blind")
def takes_blindness_for_evenness(attend):
    """These labels are what comes out when only even weights are taken for ignored scores."""
    return _examined(attend, ignores=lambda weights, blind: _near(weights, 1 / 3))


@misconception(hint="Weights that fall from key to key: hidden, or only disliked?", caught_by="test_hidden_keys")
def takes_falling_weights_for_hidden_keys(attend):
    """These labels are what comes out when first keys that outweigh later ones are taken for a mask."""
    weights, blind = attend(Q, K, np.eye(3)), attend(0 * Q, K, np.eye(3))
    if _near(weights, blind) and weights[0, 0] > weights[0, 2]:
        return "hides later keys"
    return _examined(attend)


@misconception(hint="Noise of a millionth lies over every answer: is anything exactly 0?", caught_by="test_blind")
def compares_to_the_last_digit(attend):
    """These labels are what comes out when two answers must agree in every digit to count as the same."""
    return _examined(
        attend,
        ignores=lambda weights, blind: bool((weights == blind).all()),
        picks=lambda weights: bool(((weights == 0) | (weights == 1)).all()),
        hides=lambda weights: bool((np.triu(weights, 1) == 0).all()),
        rows=lambda weights: bool((weights.sum(axis=1) == 1).all()),
    )


# --- the answer -------------------------------------------------------------------------------------------------------


@misconception(hint="What does the docstring promise: a label, or its place in the list?", caught_by="test_form")
def answers_with_a_number(attend):
    """This number is what comes out when the place of the label is returned."""
    return len(_examined(attend))


@misconception(hint="How many labels has one patient?", caught_by="test_form")
def answers_with_every_suspicion(attend):
    """This list is what comes out when several labels are returned."""
    return [_examined(attend), "no scale"]


@misconception(hint="How are the labels spelt?", caught_by="test_form")
def writes_underscores(attend):
    """This text is what comes out when a label is written as a name in Python."""
    return _examined(attend).replace(" ", "_")


@misconception(hint="What is returned when no test fires?", caught_by="test_form")
def has_no_answer_for_some(attend):
    """This None is what comes out when there is no return for patients whose rows do not add up to 1."""
    return _examined(attend, across=lambda weights: None)
