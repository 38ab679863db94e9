"""Public checks of score_stats: form, one property, and numbers recognised by their fingerprints."""

from autograder.judge import check, some_numbers

NAMES = ("mean", "std", "range", "max")
LOOK = "which entries does each of the four look at?"
DIGITS = "what is left when two nearly equal large numbers are subtracted, and what do eight bits hold?"


@check(share=0)
def test_defined(student):
    """score_stats is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_form(student):
    """four numbers come back: mean, std, range, max"""
    for probe in ("small", "one"):
        some_numbers(student.answer(probe).value, NAMES)


@check(share=1, needs=test_form, value=True)
def test_values(student):
    """the four are those of all entries together"""
    student.recognise("small", "square", "levels", "equal", "one", look_at=LOOK)


@check(share=1, needs=test_values, value=True)
def test_signs(student):
    """among negative scores the largest is the one next to zero"""
    student.recognise("negative", look_at="which of your four numbers is another than by hand?")


@check(share=1, needs=test_values, value=True)
def test_digits(student):
    """a small spread far from zero keeps its digits, and whole numbers are computed in floating point"""
    student.recognise("far", "integers", look_at=DIGITS)


@check(share=1, needs=test_form)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
