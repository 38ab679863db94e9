"""Public checks of overflow_risk: form, and verdicts recognised by their fingerprints."""

from autograder.judge import Wrong, check

LOOK = "how large may a score of this dtype be before exp of it is inf?"

WHICH = "which scores can make exp overflow: the far negative, a masked one, one that is large?"


@check(share=0)
def test_defined(student):
    """overflow_risk is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_form(student):
    """the verdict is one True or False"""
    if not isinstance(student.answer("half_below").word(), bool):
        raise Wrong("expected: True or False; came: a text; look at: the return statement")


@check(share=1, needs=test_form, value=True)
def test_limits(student):
    """each dtype has its own limit"""
    student.recognise(
        *("half_below", "half_above", "half_beyond", "single_below", "single_above", "single_far_above"),
        "single_crowded",
        *("double_below", "double_above"),
        look_at=LOOK,
    )


@check(share=1, needs=test_limits, value=True)
def test_which_scores(student):
    """large scores are a risk, scores far below zero are none"""
    probes = ("low", "wide", "level", "masked", "first_row", "every_row")
    student.recognise(*probes, look_at=WHICH)


@check(share=1, needs=test_form, value=True)
def test_dtype_decides(student):
    """the dtype that is asked for decides, also for whole numbers"""
    student.recognise("other_dtype", "integers", look_at="which of the two dtypes is the question about?")


@check(share=1, needs=test_form)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
