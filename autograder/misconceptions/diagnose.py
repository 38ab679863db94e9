"""Wrong ideas about diagnose(scores, weights), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _entropy(weights):
    return -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-1)


def _share(weights):
    n_k = weights.shape[-1]
    return _entropy(weights) / np.log(n_k) if n_k > 1 else np.zeros(len(weights))


def _finite(scores, weights):
    return bool(np.isfinite(weights).all() and (scores < np.inf).all())


def _sums(weights, atol=1e-3):
    return bool((weights >= 0).all() and (np.abs(weights.sum(axis=1) - 1) <= atol).all())


def _band(mean, low=0.25, high=0.95):
    return "uniform" if mean > high else "peaked" if mean < low else "healthy"


def _verdict(scores, weights, *, finite=_finite, sums=_sums, band=lambda weights: _band(_share(weights).mean())):
    """The right verdict, of which one step can be replaced."""
    if not finite(scores, weights):
        return "not finite"
    return band(weights) if sums(weights) else "not weights"


# --- the bands --------------------------------------------------------------------------------------------------------


@misconception(hint="Which is the largest entropy of three keys, and which of 64?", caught_by="test_any_length")
def takes_the_published_bands(scores, weights):
    """These verdicts are what comes out when the entropy itself is held against 1.8 and 0.5."""
    return _verdict(scores, weights, band=lambda w: _band(_entropy(w).mean(), 0.5, 1.8))


@misconception(hint="Which is the largest entropy of three keys, and which of 64?", caught_by="test_any_length")
def leaves_the_entropy_in_nats(scores, weights):
    """These verdicts are what comes out when the entropy is not divided by log n_k."""
    return _verdict(scores, weights, band=lambda w: _band(_entropy(w).mean()))


@misconception(hint="Which quantity did the 8 stand for in the example?", caught_by="test_any_length")
def divides_by_log_8(scores, weights):
    """These verdicts are what comes out when the entropy is divided by log 8, whatever n_k is."""
    return _verdict(scores, weights, band=lambda w: _band(_entropy(w).mean() / np.log(8)))


@misconception(hint="Over what does a row spread its attention: queries or keys?", caught_by="test_any_length")
def divides_by_log_n_q(scores, weights):
    """These verdicts are what comes out when the entropy is divided by log n_q."""
    return _verdict(scores, weights, band=lambda w: _band(_entropy(w).mean() / max(np.log(len(w)), 1e-9)))


@misconception(
    hint="Two rows constant at different levels: how large is the spread of all scores?", caught_by="test_three_bands"
)
def trusts_the_spread_of_the_scores(scores, weights):
    """These verdicts are what comes out when scores with a standard deviation below 0.01 are called uniform."""
    finite = scores[np.isfinite(scores)]
    if _finite(scores, weights) and _sums(weights) and finite.std() < 0.01:
        return "uniform"
    mean = _share(weights).mean() if _finite(scores, weights) else 0
    return _verdict(scores, weights, band=lambda w: "peaked" if mean < 0.25 else "healthy")


@misconception(
    hint="Half the rows even, half one-hot: which of them speaks for the table?", caught_by="test_mean_decides"
)
def asks_the_first_row(scores, weights):
    """These verdicts are what comes out when the first row speaks for all."""
    return _verdict(scores, weights, band=lambda w: _band(_share(w)[0]))


@misconception(hint="One even row among focused ones: is the table uniform?", caught_by="test_mean_decides")
def asks_the_least_decided_row(scores, weights):
    """These verdicts are what comes out when the row of largest entropy speaks for all."""
    return _verdict(scores, weights, band=lambda w: _band(_share(w).max()))


@misconception(hint="One focused row among even ones: is the table peaked?", caught_by="test_mean_decides")
def asks_the_most_decided_row(scores, weights):
    """These verdicts are what comes out when the row of smallest entropy speaks for all."""
    return _verdict(scores, weights, band=lambda w: _band(_share(w).min()))


@misconception(hint="Half the rows even, half one-hot: which row is in the middle?", caught_by="test_mean_decides")
def asks_the_middle_row(scores, weights):
    """These verdicts are what comes out when the row in the middle decides, the lower of two."""
    return _verdict(scores, weights, band=lambda w: _band(np.sort(_share(w))[(len(w) - 1) // 2]))


@misconception(hint="Two one-hot rows and an even one: which mean, which median?", caught_by="test_mean_decides")
def takes_the_median(scores, weights):
    """These verdicts are what comes out when the median of the rows decides."""
    return _verdict(scores, weights, band=lambda w: _band(np.median(_share(w))))


@misconception(hint="One even row among focused ones: is the table peaked?", caught_by="test_mean_decides")
def wants_every_row_beyond_a_limit(scores, weights):
    """These verdicts are what comes out when each row, and not the mean of them, must lie beyond a limit."""

    def band(w):
        share = _share(w)
        return "uniform" if (share > 0.95).all() else "peaked" if (share < 0.25).all() else "healthy"

    return _verdict(scores, weights, band=band)


@misconception(hint="Which word stands for a high entropy?", caught_by="test_three_bands")
def swaps_uniform_and_peaked(scores, weights):
    """These verdicts are what comes out when a high entropy is called peaked and a low one uniform."""
    other = {"uniform": "peaked", "peaked": "uniform", "healthy": "healthy"}
    return _verdict(scores, weights, band=lambda w: other[_band(_share(w).mean())])


@misconception(hint="Which weight has the largest key of a healthy row?", caught_by="test_any_length")
def looks_at_the_largest_weight(scores, weights):
    """These verdicts are what comes out when the mean of the rows' largest weights is held against 0.25 and 0.95."""
    return _verdict(
        scores, weights, band=lambda w: {"uniform": "peaked", "peaked": "uniform"}.get(b := _band(w.max(-1).mean()), b)
    )


@misconception(hint="Is a mean of 0.97 even enough?", caught_by="test_three_bands")
def wants_exactly_even_rows(scores, weights):
    """These verdicts are what comes out when only a mean above about 0.99 is called uniform."""
    return _verdict(scores, weights, band=lambda w: _band(_share(w).mean(), high=0.99))


@misconception(hint="From which mean on are weights uniform?", caught_by="test_any_length")
def calls_uniform_too_early(scores, weights):
    """These verdicts are what comes out when a mean above about a half is called uniform."""
    return _verdict(scores, weights, band=lambda w: _band(_share(w).mean(), high=0.55))


@misconception(hint="With one key there is no choice: which entropy does that make?", caught_by="test_three_bands")
def calls_one_key_uniform(scores, weights):
    """This uniform is what comes out when a single key counts as an even row."""
    return _verdict(scores, weights, band=lambda w: "uniform" if w.shape[-1] == 1 else _band(_share(w).mean()))


@misconception(
    hint="With one key, what is 0 divided by log 1, and is nan above or below 0.25?", caught_by="test_three_bands"
)
def divides_by_log_1(scores, weights):
    """This healthy is what comes out when one key gives nan, which lies in no band."""
    return _verdict(scores, weights, band=lambda w: _band((_entropy(w) / np.log(w.shape[-1])).mean()))


@misconception(hint="What is 0 · log 0 in NumPy, and in which band does nan lie?", caught_by="test_three_bands")
def leaves_zero_times_log_zero(scores, weights):
    """This healthy is what comes out when 0 · log 0 gives nan, which lies in no band."""
    return _verdict(
        scores, weights,
        band=lambda w: _band((-(w * np.log(w)).sum(-1) / np.log(w.shape[-1])).mean()) if w.shape[-1] > 1 else "peaked",
    )  # fmt: skip


# --- not finite -------------------------------------------------------------------------------------------------------


@misconception(hint="What is minus infinity for, in a score?", caught_by="test_not_finite")
def takes_a_mask_for_an_illness(scores, weights):
    """This verdict is what comes out when minus infinity in a score counts as not finite."""
    return _verdict(scores, weights, finite=lambda s, w: np.isfinite(s).all() and np.isfinite(w).all())


@misconception(hint="Can scores be ill while the weights look well?", caught_by="test_not_finite")
def never_looks_at_the_scores(scores, weights):
    """These verdicts are what comes out when only the weights are looked at."""
    return _verdict(scores, weights, finite=lambda s, w: np.isfinite(w).all())


@misconception(hint="What does a nan among the weights do to a comparison?", caught_by="test_not_finite")
def never_looks_whether_weights_are_finite(scores, weights):
    """These verdicts are what comes out when only the scores are asked whether they are finite."""
    return _verdict(scores, weights, finite=lambda s, w: bool((s < np.inf).all()))


@misconception(hint="Is inf a nan?", caught_by="test_not_finite")
def looks_for_nan_only(scores, weights):
    """These verdicts are what comes out when nan counts as not finite and infinities do not."""
    return _verdict(scores, weights, finite=lambda s, w: not (np.isnan(s) | np.isnan(w)).any())


@misconception(hint="Is nan an infinity?", caught_by="test_not_finite")
def overlooks_nan_in_the_scores(scores, weights):
    """These verdicts are what comes out when the scores are asked for infinity and not for nan."""
    return _verdict(scores, weights, finite=lambda s, w: np.isfinite(w).all() and not np.isposinf(s).any())


@misconception(hint="Is plus infinity a mask?", caught_by="test_not_finite")
def overlooks_infinity_in_the_scores(scores, weights):
    """These verdicts are what comes out when the scores are asked for nan and not for plus infinity."""
    return _verdict(scores, weights, finite=lambda s, w: np.isfinite(w).all() and not np.isnan(s).any())


@misconception(
    hint="May a score be as large as 300, when the maximum is taken off anyway?", caught_by="test_three_bands"
)
def fears_scores_above_80(scores, weights):
    """This verdict is what comes out when scores above 80 count as not finite."""
    return _verdict(scores, weights, finite=lambda s, w: _finite(s, w) and not (s > 80).any())


# --- not weights ------------------------------------------------------------------------------------------------------


@misconception(hint="A row of 0.7, -0.2 and 0.5 adds up to 1: are these weights?", caught_by="test_not_weights")
def allows_negative_weights(scores, weights):
    """These verdicts are what comes out when only the sums of the rows are looked at."""
    return _verdict(scores, weights, sums=lambda w: (np.abs(w.sum(axis=-1) - 1) <= 1e-3).all())


@misconception(hint="Can a softmax give -0.0005?", caught_by="test_not_weights")
def forgives_slightly_negative_weights(scores, weights):
    """These verdicts are what comes out when a weight may lie a little below 0."""
    return _verdict(scores, weights, sums=lambda w: (w >= -1e-3).all() and (np.abs(w.sum(-1) - 1) <= 1e-3).all())


@misconception(hint="What must hold of the sum of a row?", caught_by="test_not_weights")
def never_adds_up(scores, weights):
    """These verdicts are what comes out when only the sign of the weights is looked at."""
    return _verdict(scores, weights, sums=lambda w: (w >= 0).all())


@misconception(hint="Two rows that add up to 0.5 and 1.5: what is their total?", caught_by="test_not_weights")
def adds_up_the_whole_table(scores, weights):
    """These verdicts are what comes out when all weights together must add up to n_q."""
    return _verdict(scores, weights, sums=lambda w: (w >= 0).all() and abs(w.sum() - len(w)) <= 1e-3 * len(w))


@misconception(hint="Along which axis do weights add up to one?", caught_by="test_not_weights")
def adds_up_the_columns(scores, weights):
    """These verdicts are what comes out when the columns must add up to 1."""
    return _verdict(scores, weights, sums=lambda w: (w >= 0).all() and (np.abs(w.sum(axis=0) - 1) <= 1e-3).all())


@misconception(hint="How much may rounding to three digits cost a row?", caught_by="test_not_weights")
def wants_sums_of_exactly_one(scores, weights):
    """These verdicts are what comes out when a sum may be off by hardly anything."""
    return _verdict(scores, weights, sums=lambda w: _sums(w, 1e-6))


@misconception(hint="By how much may a row's sum be off?", caught_by="test_not_weights")
def allows_sums_off_by_a_hundredth(scores, weights):
    """These verdicts are what comes out when a sum may be off by about a hundredth."""
    return _verdict(scores, weights, sums=lambda w: _sums(w, 1e-2))


@misconception(hint="Which row have you added up?", caught_by="test_not_weights")
def adds_up_the_first_row_only(scores, weights):
    """These verdicts are what comes out when only the first row must add up to 1."""
    return _verdict(scores, weights, sums=lambda w: (w >= 0).all() and abs(w[0].sum() - 1) <= 1e-3)


@misconception(hint="How many rows must be off: each, or one?", caught_by="test_not_weights")
def wants_every_sum_off(scores, weights):
    """These verdicts are what comes out when only a table in which the sum of every row is off is no weights."""
    return _verdict(scores, weights, sums=lambda w: (w >= 0).all() and (np.abs(w.sum(axis=-1) - 1) <= 1e-3).any())


# --- order, types and arguments ---------------------------------------------------------------------------------------


@misconception(hint="Which of two illnesses is said first?", caught_by="test_order")
def adds_up_before_it_looks_for_nan(scores, weights):
    """This verdict is what comes out when signs and sums are looked at before nan and infinities."""
    if (weights < 0).any() or (np.abs(weights.sum(axis=-1) - 1) > 1e-3).any():
        return "not weights"
    return _verdict(scores, weights)


@misconception(hint="What is the sum of a row with nan in it, and which verdict comes first?", caught_by="test_order")
def takes_nan_for_a_sum_that_is_off(scores, weights):
    """This verdict is what comes out when sums are looked at first, and that of a row with nan counts as off."""
    return _verdict(scores, weights) if _sums(weights) else "not weights"


@misconception(hint="How is the verdict spelt?", caught_by="test_form")
def begins_with_a_capital(scores, weights):
    """This text is what comes out when a verdict begins with a capital letter."""
    return _verdict(scores, weights).capitalize()


@misconception(hint="How many verdicts does one table get?", caught_by="test_form")
def answers_for_every_row(scores, weights):
    """This list is what comes out when every row has a verdict of its own."""
    return [_verdict(scores[i : i + 1], weights[i : i + 1]) for i in range(len(weights))]


@misconception(hint="What happens after the last if, when none of them fits?", caught_by="test_form")
def says_nothing_when_all_is_well(scores, weights):
    """This None is what comes out when no verdict is returned for what is healthy."""
    found = _verdict(scores, weights)
    return None if found == "healthy" else found


@misconception(hint="Is what is not finite an answer, or an error?", caught_by="test_form")
def raises_on_nan(scores, weights):
    """This error is what comes out when nan raises."""
    if not _finite(scores, weights):
        raise ValueError("not finite")
    return _verdict(scores, weights)


@misconception(hint="Whose array does the assignment to a mask write into?", caught_by="test_leaves_arguments_alone")
def replaces_minus_infinity_in_place(scores, weights):
    """This change to the scores is what is left behind when minus infinity is replaced in the caller's array."""
    answer = _verdict(scores, weights)
    scores[np.isneginf(scores)] = 0
    return answer
