"""Public checks of diagnose: form, and verdicts recognised by their fingerprints."""

from autograder.judge import Wrong, check

VERDICTS = ("not finite", "not weights", "uniform", "peaked", "healthy")
ROWS = "what must hold of every weight and of every row, and how exactly?"
FINITE = "where may there be nan, inf or -inf, and what is the verdict when each of them is there alone?"


@check(share=0)
def test_defined(student):
    """diagnose is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_form(student):
    """the verdict is one of the five"""
    came = student.answer("healthy").word()
    if came not in VERDICTS:
        raise Wrong(f"expected: one of {', '.join(VERDICTS)}; came: {came!r}; look at: the spelling")


@check(share=1, needs=test_form, value=True)
def test_three_bands(student):
    """uniform, peaked and healthy tables are told apart"""
    ordinary = ("healthy", "uniform", "peaked", "one_key", "large_scores", "integers")
    mixed = ("mixed_rows", "one_peaked_row", "lone_even_row", "half_and_half", "one_even_row")
    student.recognise(*ordinary, *mixed, look_at="where does the mean normalised entropy lie?")


@check(share=1, needs=test_form, value=True)
def test_any_length(student):
    """the bands hold for any number of keys and queries"""
    probes = ("two_keys", "healthy_flat", "many_keys", "uniform_many_queries", "uniform")
    student.recognise(*probes, look_at="which number makes the entropies of any length comparable?")


@check(share=1, needs=test_three_bands, value=True)
def test_not_finite(student):
    """nan anywhere and plus infinity are not finite; minus infinity in a score is a mask"""
    one = ("nan_weight", "nan_score", "infinite_score", "infinite_weight", "masked")
    student.recognise(*one, "two_illnesses", "infinite_score_and_sum", look_at=FINITE)


@check(share=1, needs=test_three_bands, value=True)
def test_not_weights(student):
    """a negative weight, or a row whose sum is off by more than 0.001, makes it no weights"""
    signs, sums = ("negative_weight", "slightly_negative"), ("columns", "short_rows")
    rows = ("first_row_off", "later_row_off", "a_little_off", "rounded")
    student.recognise(*signs, *sums, *rows, look_at=ROWS)


@check(share=1, needs=test_form)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
