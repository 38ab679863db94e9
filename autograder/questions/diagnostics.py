"""Day 2: four numbers of a table, how undecided and how even a row is, what overflows, and three special exercises."""

from __future__ import annotations

import numpy as np

from autograder.clinic import LABELS, practice, practice_candidates
from autograder.questions import Array, Function, question

VERDICTS = ("not finite", "not weights", "uniform", "peaked", "healthy")
ANSWERS = ("holds", "does not", "cannot be told")


def _places(answers: list[object], words: tuple[str, ...]) -> Array:
    """Where each answer stands in a list that counts from 1; 0 where it does not."""
    return np.array([words.index(str(one)) + 1 if one in words else 0 for one in answers], dtype=float)


@question(
    "score_stats",
    "leaves_out_the_root",
    "measures_from_zero",
    "divides_by_one_less",
    "looks_at_the_first_row_only",
    "measures_the_range_from_zero",
    "measures_the_range_from_the_mean",
    "swaps_range_and_max",
    "divides_by_the_number_of_queries",
)
def _two_levels(score_stats: Function) -> Array:
    """The rows [1, 1] and [5, 5]."""
    return np.asarray(score_stats(np.array([[1.0, 1.0], [5.0, 5.0]])), dtype=float)


@question(
    "attention_entropy",
    "counts_in_bits",
    "counts_in_decimal_digits",
    "forgets_the_minus",
    "divides_by_the_largest_entropy",
    "answers_with_the_maximum",
    "measures_the_way_from_uniform",
    "counts_effective_keys",
    "averages_over_the_keys",
)
def _two_rows_of_four_keys(attention_entropy: Function) -> Array:
    """The rows [1/2, 1/2, 0, 0] and [0, 1, 0, 0]."""
    return np.asarray(attention_entropy(np.array([[0.5, 0.5, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]])))


_SHARES = (
    *("leaves_out_the_divisor", "divides_by_log_n_q", "divides_by_n_k", "counts_only_the_keys_that_are_seen"),
    *("measures_effective_keys", "measures_the_way_from_even", "mixes_nats_and_bits", "mixes_bits_and_nats"),
)


@question("normalized_entropy", *_SHARES)
def _three_of_nine_and_all_of_four(normalized_entropy: Function) -> Array:
    """Three even weights among nine keys, in one table; an even row over four keys, in another."""
    nine, four = np.zeros((2, 9)), np.full((2, 4), 0.25)
    nine[0, :3], nine[1, 0] = 1 / 3, 1
    return np.concatenate([np.asarray(normalized_entropy(table))[:1] for table in (nine, four)])


@question("is_uniform", "compares_with_an_eighth", "compares_the_mean", "answers_the_opposite")
def _five_keys(is_uniform: Function) -> Array:
    """An even row over five keys, and one that leans."""
    return np.asarray(is_uniform(np.array([[0.2, 0.2, 0.2, 0.2, 0.2], [0.4, 0.3, 0.1, 0.1, 0.1]])))


def _risks(overflow_risk: Function, *asked: tuple[float, str]) -> Array:
    """One score at a time, each with a dtype."""
    return np.array([float(overflow_risk(np.array([[score, 0.0]]), dtype)) for score, dtype in asked])


_LIMITS = (
    *("keeps_a_limit_of_80", "keeps_the_limit_of_float32", "keeps_the_limit_of_float64", "takes_magnitudes"),
    *("takes_the_logarithm_to_base_2", "answers_the_opposite"),
)


@question("overflow_risk", *_LIMITS)
def _one_score_five_times(overflow_risk: Function) -> Array:
    """100 in float64, 85 and 100 in float32, 20 in float16, -100 in float32."""
    asked = ((100.0, "float64"), (85.0, "float32"), (100.0, "float32"), (20.0, "float16"), (-100.0, "float32"))
    return _risks(overflow_risk, *asked)


@question(
    "diagnose",
    "takes_the_published_bands",
    "takes_a_mask_for_an_illness",
    "trusts_the_spread_of_the_scores",
    "swaps_uniform_and_peaked",
    "adds_up_the_columns",
)
def _three_tables(diagnose: Function) -> Array:
    """Even rows over three keys on two levels, a causal pair, and columns that add up to 1."""
    even = diagnose(np.array([[5.0, 5.0, 5.0], [-4.0, -4.0, -4.0]]), np.full((2, 3), 1 / 3))
    causal = diagnose(np.array([[0.0, -np.inf], [0.0, 0.0]]), np.array([[1.0, 0.0], [0.5, 0.5]]))
    columns = diagnose(np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([[0.9, 0.7], [0.1, 0.3]]))
    return _places([even, causal, columns], VERDICTS)


@question("triage", "takes_falling_weights_for_hidden_keys", "takes_one_sure_row_for_a_choice", "writes_underscores")
def _two_patients(triage: Function) -> Array:
    """Two practice patients, by the place of their labels."""
    return _places([triage(practice("ignores the scores")), triage(practice("hides later keys"))], LABELS)


@question("check_docs", "believes_what_is_printed", "believes_nothing", "counts_in_bits")
def _three_claims(check_docs: Function) -> Array:
    """The verdicts on claims 6, 5 and 2."""
    return _places([check_docs(claim)[0] for claim in (6, 5, 2)], ANSWERS)


@question("accepts", "looks_at_the_shape_only", "adds_up_ordinary_rows", "accepts_nothing")
def _four_softmaxes(accepts: Function) -> Array:
    """One without a shift, one along the columns, one over the whole table, one in float32."""
    right, wrong = practice_candidates()
    return np.array([_is_accepted(accepts, one) for one in (*wrong[:3], right[2])], dtype=float)


def _is_accepted(accepts: Function, softmax: Function) -> bool:
    try:
        return bool(accepts(softmax))
    except RuntimeError:
        return False


# --- in the evening, and on the next morning with other numbers -------------------------------------------------------


@question("normalized_entropy", *_SHARES, when="evening")
def _two_of_32_keys(normalized_entropy: Function) -> Array:
    """Two even weights among 32 keys."""
    rows = np.eye(32)[[0, 3, 4]]
    rows[0, :2] = 0.5
    return np.asarray(normalized_entropy(rows))[:1]


@question("normalized_entropy", *_SHARES, when="morning")
def _four_of_64_keys(normalized_entropy: Function) -> Array:
    """Four even weights among 64 keys."""
    rows = np.eye(64)[[0, 3, 4]]
    rows[0, :4] = 0.25
    return np.asarray(normalized_entropy(rows))[:1]


@question("overflow_risk", *_LIMITS, when="evening")
def _five_other_scores(overflow_risk: Function) -> Array:
    """500 in float64, 82 and 90 in float32, 30 and -30 in float16."""
    asked = ((500.0, "float64"), (82.0, "float32"), (90.0, "float32"), (30.0, "float16"), (-30.0, "float16"))
    return _risks(overflow_risk, *asked)


@question("overflow_risk", *_LIMITS, when="morning")
def _five_more_scores(overflow_risk: Function) -> Array:
    """600 in float64, -90, 84 and 120 in float32, 17 in float16."""
    asked = ((600.0, "float64"), (-90.0, "float32"), (84.0, "float32"), (120.0, "float32"), (17.0, "float16"))
    return _risks(overflow_risk, *asked)


_VERDICTS = ("takes_the_published_bands", "asks_the_first_row", "never_looks_at_the_scores")


@question("diagnose", *_VERDICTS, when="evening")
def _three_tables_in_the_evening(diagnose: Function) -> Array:
    """Even rows over four keys, a one-hot row beside two even ones, and nan among the scores."""
    even = diagnose(np.array([[3.0] * 4, [0.0] * 4]), np.full((2, 4), 0.25))
    mixed = np.array([[1.0, 0.0, 0.0], [1 / 3, 1 / 3, 1 / 3], [1 / 3, 1 / 3, 1 / 3]])
    blind = diagnose(np.array([[np.nan, 1.0]]), np.array([[0.5, 0.5]]))
    return _places([even, diagnose(20 * mixed, mixed), blind], VERDICTS)


@question("diagnose", *_VERDICTS, when="morning")
def _three_tables_in_the_morning(diagnose: Function) -> Array:
    """A one-hot row beside an even one over five keys, infinity among the scores, even rows over six keys."""
    mixed = np.array([[0.0, 1.0, 0.0, 0.0, 0.0], [0.2, 0.2, 0.2, 0.2, 0.2]])
    high = diagnose(np.array([[np.inf, 1.0]]), np.array([[1.0, 0.0]]))
    even = diagnose(np.array([[1.0] * 6, [9.0] * 6]), np.full((2, 6), 1 / 6))
    return _places([diagnose(20 * mixed, mixed), high, even], VERDICTS)
