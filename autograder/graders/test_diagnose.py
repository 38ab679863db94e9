"""diagnose: one verdict on scores and weights, for every legal input."""

from autograder import specs
from autograder.judge import Wrong, check

VERDICTS = ("not finite", "not weights", "uniform", "peaked", "healthy")
ROWS = "what must hold of every weight and of every row, and how exactly?"
ORDER = "the order of the five verdicts"
FINITE = "where may there be nan, inf or -inf, and what is the verdict when each of them is there alone?"


@check(share=0)
def test_defined(student):
    """diagnose is there and can be called"""
    student.defines()


@check(share=8, needs=test_defined)
def test_form(student):
    """the verdict is one of the five"""
    for probe in ("healthy", "uniform", "peaked", "nan_weights", "columns", "one_key"):
        came = student.answer(probe).word()
        if came not in VERDICTS:
            raise Wrong(f"expected: one of {', '.join(VERDICTS)}; came: {came!r}; look at: the spelling")


@check(share=4, needs=test_form)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("healthy")


@check(share=20, needs=test_form, value=True)
def test_three_bands(student):
    """uniform, peaked and healthy tables are told apart"""
    probes = ("healthy", "uniform", "nearly_uniform", "peaked", "peaked_one_hot", "one_key", "large_scores")
    student.agree_in_words(specs.diagnose, *probes, look_at="where does the mean normalised entropy lie?")


@check(share=18, needs=test_form, value=True)
def test_any_length(student):
    """the bands hold for two keys and for 64, for one query and for 40"""
    probes = ("healthy_long", "healthy_short", "healthy_flat", "uniform_short", "peaked_long", "tall")
    student.agree_in_words(
        specs.diagnose, *probes, look_at="which number makes the entropies of any length comparable?"
    )


@check(share=10, needs=test_form, value=True)
def test_mean_decides(student):
    """the mean over the queries decides, not the first row and not the worst"""
    probes = ("mixed_rows", "first_row_peaked", "first_row_even", "lone_even_row", "small_scores")
    student.agree_in_words(specs.diagnose, *probes, look_at="over which rows is the mean?")


@check(share=14, needs=test_form, value=True)
def test_not_finite(student):
    """nan anywhere and infinite weights or scores are not finite; minus infinity in a score is a mask"""
    probes = ("nan_weights", "nan_scores", "infinite_scores", "infinite_weights", "opposite_infinities", "masked")
    student.agree_in_words(specs.diagnose, *probes, look_at=FINITE)


@check(share=14, needs=test_form, value=True)
def test_not_weights(student):
    """a negative weight, or a row whose sum is off by more than 0.001, makes it no weights"""
    signs, sums = ("negative_weight", "slightly_negative"), ("columns", "whole_sum", "short_rows")
    rows = ("first_row_off", "later_row_off", "a_little_off", "rounded")
    student.agree_in_words(specs.diagnose, *signs, *sums, *rows, look_at=ROWS)


@check(share=4, needs=test_form, value=True)
def test_order(student):
    """what is not finite is said first, though rows do not add up either"""
    student.agree_in_words(specs.diagnose, "unsummed_nan", "unsummed_infinity", "columns", look_at=ORDER)


@check(share=4, needs=test_three_bands, value=True)
def test_integers_and_single(student):
    """one-hot rows of whole numbers, and float32 rows, are legal"""
    student.agree_in_words(specs.diagnose, "integers", "single", look_at="which dtype do the steps have?")


@check(share=4, needs=test_form)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
