"""Wrong ideas about overflow_risk(scores, dtype), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _limit(dtype):
    return float(np.log(float(np.finfo(dtype).max)))


# --- which limit ------------------------------------------------------------------------------------------------------


@misconception(hint="Is exp(85) too large for float32? And exp(12) for float16?", caught_by="test_half_and_double")
def keeps_a_limit_of_80(scores, dtype):
    """These verdicts are what comes out when every dtype has the limit 80."""
    return bool((scores > 80).any())


@misconception(hint="Is exp(100) inf in float64?", caught_by="test_half_and_double")
def keeps_the_limit_of_float32(scores, dtype):
    """These verdicts are what comes out when every dtype has the limit of float32."""
    return bool((scores > _limit("float32")).any())


@misconception(hint="What is np.exp(np.float16(12))?", caught_by="test_half_and_double")
def keeps_the_limit_of_float64(scores, dtype):
    """These verdicts are what comes out when every dtype has the limit of float64."""
    return bool((scores > _limit("float64")).any())


@misconception(hint="Which logarithm undoes exp?", caught_by="test_half_and_double")
def takes_the_logarithm_to_base_2(scores, dtype):
    """These verdicts are what comes out when the limit is the logarithm of the largest number to base 2."""
    return bool((scores > np.log2(float(np.finfo(dtype).max))).any())


@misconception(hint="Which logarithm undoes exp?", caught_by="test_half_and_double")
def takes_the_logarithm_to_base_10(scores, dtype):
    """These verdicts are what comes out when the limit is the logarithm of the largest number to base 10."""
    return bool((scores > np.log10(float(np.finfo(dtype).max))).any())


@misconception(hint="Which must fit, the score or exp of it?", caught_by="test_half_and_double")
def asks_whether_the_score_fits(scores, dtype):
    """These verdicts are what comes out when the score itself is compared with the largest number."""
    return bool((scores > float(np.finfo(dtype).max)).any())


@misconception(hint="With which of the two dtypes is exp to be computed?", caught_by="test_dtype_decides")
def asks_the_array_for_its_dtype(scores, dtype):
    """These verdicts are what comes out when the array's own dtype decides."""
    kind = scores.dtype if scores.dtype.kind == "f" else dtype
    return bool((scores > _limit(kind)).any())


@misconception(hint="Half of the bits: half of the limit?", caught_by="test_half_and_double")
def halves_the_limit_with_the_bits(scores, dtype):
    """These verdicts are what comes out when half the bits get half the limit."""
    return bool((scores > 709.78 * np.dtype(dtype).itemsize / 8).any())


# --- which scores -----------------------------------------------------------------------------------------------------


@misconception(hint="What is exp(-1000)?", caught_by="test_low_scores")
def takes_magnitudes(scores, dtype):
    """These verdicts are what comes out when magnitudes are compared with the limit."""
    return bool((np.abs(scores) > _limit(dtype)).any())


@misconception(hint="What is exp(-1000): an overflow, or 0?", caught_by="test_low_scores")
def fears_underflow(scores, dtype):
    """These verdicts are what comes out when finite scores far below zero count as a risk, too."""
    limit = _limit(dtype)
    return bool(((scores > limit) | (np.isfinite(scores) & (scores < -limit))).any())


@misconception(hint="What does exp make of minus infinity?", caught_by="test_low_scores")
def fears_a_mask(scores, dtype):
    """These verdicts are what comes out when minus infinity counts as a risk, too."""
    return bool(((scores > _limit(dtype)) | np.isinf(scores)).any())


@misconception(hint="Is anything taken off before exp?", caught_by="test_low_scores")
def compares_the_range(scores, dtype):
    """These verdicts are what comes out when largest minus smallest finite score is compared with the limit."""
    finite = scores[np.isfinite(scores)]
    return bool(finite.max() - finite.min() > _limit(dtype))


@misconception(
    hint="The question is about exp of a score as it stands: what is taken off?", caught_by="test_half_and_double"
)
def takes_the_maximum_off_first(scores, dtype):
    """This False is what comes out when the maximum is taken off before the comparison."""
    return bool((scores - scores.max() > _limit(dtype)).any())


@misconception(hint="How many overflows make a risk?", caught_by="test_half_and_double")
def wants_every_score_too_large(scores, dtype):
    """These verdicts are what comes out when every score must be above the limit."""
    return bool((scores > _limit(dtype)).all())


@misconception(hint="One score of 90 among zeros: what is the mean?", caught_by="test_half_and_double")
def compares_the_mean(scores, dtype):
    """These verdicts are what comes out when the mean score is compared with the limit."""
    return bool(scores[np.isfinite(scores)].mean() > _limit(dtype))


@misconception(hint="Which queries have you not looked at?", caught_by="test_half_and_double")
def looks_at_the_first_row_only(scores, dtype):
    """These verdicts are what comes out when only the first row is looked at."""
    return bool((scores[0] > _limit(dtype)).any())


@misconception(hint="How many rows must be too large: each, or one?", caught_by="test_half_and_double")
def wants_one_in_every_row(scores, dtype):
    """These verdicts are what comes out when every row must have a score above the limit."""
    return bool((scores > _limit(dtype)).any(axis=-1).all())


@misconception(hint="Is there a risk, or is all well: which of the two is True?", caught_by="test_half_and_double")
def answers_the_opposite(scores, dtype):
    """These verdicts are the right ones turned round: True where nothing overflows."""
    return not bool((scores > _limit(dtype)).any())


@misconception(hint="How many answers does the question have?", caught_by="test_form")
def answers_for_every_score(scores, dtype):
    """This array is what comes out when every score has a verdict of its own."""
    return scores > _limit(dtype)


@misconception(hint="How many answers does the question have?", caught_by="test_form")
def answers_for_every_row(scores, dtype):
    """This array is what comes out when every row has a verdict of its own."""
    return (scores > _limit(dtype)).any(axis=-1)


@misconception(hint="Which type does a comparison have?", caught_by="test_form")
def counts_the_overflows(scores, dtype):
    """This number is what comes out when the scores above the limit are counted."""
    return int((scores > _limit(dtype)).sum())


@misconception(hint="Which type does the docstring promise?", caught_by="test_form")
def answers_in_words(scores, dtype):
    """This text is what comes out when the verdict is written as yes or no."""
    return "yes" if (scores > _limit(dtype)).any() else "no"


@misconception(hint="May a question after a risk end in an error?", caught_by="test_form")
def raises_instead_of_answering(scores, dtype):
    """This error is what comes out when a risk is raised and not returned."""
    if (scores > _limit(dtype)).any():
        raise ValueError("scores too large")
    return False


@misconception(hint="What does the question ask: whether exp of one score fits, or a sum?", caught_by="test_single")
def adds_the_powers_up_first(scores, dtype):
    """These verdicts are what comes out when powers are added up before they are held against the largest number."""
    return bool((np.logaddexp.reduce(scores.astype(float), axis=-1) > _limit(dtype)).any())


# --- types and arguments ----------------------------------------------------------------------------------------------


@misconception(hint="Are whole numbers no scores?", caught_by="test_integers")
def refuses_integers(scores, dtype):
    """This error is what comes out when an array of whole numbers is refused."""
    if scores.dtype.kind != "f":
        raise TypeError("scores must be floats")
    return bool((scores > _limit(dtype)).any())


@misconception(hint="Into which array does out= write?", caught_by="test_leaves_arguments_alone")
def writes_the_powers_into_the_scores(scores, dtype):
    """This change to the scores is what is left behind when exp writes its result into them."""
    answer = bool((scores > _limit(dtype)).any())
    if scores.dtype.kind == "f":
        np.exp(scores, out=scores)
    return answer
