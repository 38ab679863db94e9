"""overflow_risk: whether exp of a score leaves the range of a dtype."""

from autograder import specs
from autograder.judge import Wrong, check

LOOK = "how large may a score of this dtype be before exp of it is inf?"

WHICH = "which scores can make exp overflow: the far negative, a masked one, one that is large?"


@check(share=0)
def test_defined(student):
    """overflow_risk is there and can be called"""
    student.defines()


@check(share=8, needs=test_defined)
def test_form(student):
    """the verdict is one True or False"""
    for probe in ("half_below", "single_above", "double_below"):
        if not isinstance(student.answer(probe).word(), bool):
            raise Wrong("expected: True or False; came: a text; look at: the return statement")


@check(share=4, needs=test_form)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("half_above")


@check(share=24, needs=test_form, value=True)
def test_half_and_double(student):
    """in float16 exp overflows above 11.09, in float64 above 709.78"""
    student.agree_in_words(
        *(specs.overflow_risk, "half_below", "half_above", "half_beyond", "double_below", "double_above"), look_at=LOOK
    )


@check(share=22, needs=test_form, value=True)
def test_single(student):
    """in float32 exp overflows above 88.72, however many scores lie below"""
    probes = ("single_below", "single_above", "single_far_above", "single_crowded")
    student.agree_in_words(specs.overflow_risk, *probes, look_at=LOOK)


@check(share=16, needs=test_form, value=True)
def test_low_scores(student):
    """scores far below zero are no risk, with or without a mask; a single large one is"""
    probes = ("low", "all_low", "masked", "wide", "first_row", "every_row", "one_in_every_row")
    student.agree_in_words(specs.overflow_risk, *probes, look_at=WHICH)


@check(share=12, needs=test_form, value=True)
def test_dtype_decides(student):
    """the dtype that is asked for decides, whatever dtype the array has"""
    probes = ("single_for_double", "double_for_half")
    student.agree_in_words(specs.overflow_risk, *probes, look_at="which of the two dtypes is the question about?")


@check(share=6, needs=test_form, value=True)
def test_level(student):
    """a thousand is a risk though all scores are near each other, and scores of ordinary size are none"""
    student.agree_in_words(specs.overflow_risk, "level", "half_below", look_at="is anything shifted before exp?")


@check(share=4, needs=test_half_and_double, value=True)
def test_integers(student):
    """whole numbers are legal"""
    student.agree_in_words(specs.overflow_risk, "integers", look_at="which dtype do the steps have?")


@check(share=4, needs=test_form)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
