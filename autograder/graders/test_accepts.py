"""accepts: a learner's own test, tried on softmaxes that are right and on softmaxes that are not.

What it is shown is never named here: a learner reads numbers only.
"""

from autograder.clinic import MOST_CALLS
from autograder.judge import Wrong, check


def names(student, kind):
    return [name for name in student.inputs.names("accepts") if name.startswith(kind)]


def caught(student):
    """How many of the wrong ones are not accepted, and of how many; an error on the way counts as found."""
    wrong = names(student, "wrong")
    found = [student.outcome(name).kind == "raised" or student.answer(name).word() is False for name in wrong]
    return sum(found), len(wrong)


def why_not_accepted(student):
    """What to look at: a call that was refused, which the test's own except may hide; else how it compares."""
    offered = [student.inputs.probe("accepts", name).arguments[0] for name in names(student, "right")]
    refused = [text for one in offered for text in one.refused]
    if refused:
        first = refused[0].partition(";")[0]
        return f"a call that was refused, which your own except may hide: {first} (at most {MOST_CALLS} calls)"
    return "how exactly do you compare, and is every number that you wrote down right?"


def at_least(student, share):
    """Wrong unless so large a share of the wrong ones is caught."""
    found, count = caught(student)
    if found < share * count:
        look = "on which inputs would a wrong softmax still look right?"
        raise Wrong(f"expected: {share * count:.0f} of {count} mistakes caught; came: {found}; look at: {look}")


@check(share=0)
def test_defined(student):
    """accepts is there, its cell stands alone, and it holds no second softmax"""
    student.defines()


@check(share=10, needs=test_defined)
def test_accepts_what_is_right(student):
    """every right answer is accepted, however unusual it is"""
    right = names(student, "right")
    words = [student.answer(name).word() for name in right]
    if not all(isinstance(word, bool) for word in words):
        raise Wrong("expected: True or False; came: a text; look at: the return statement")
    if not all(words):
        look, count = why_not_accepted(student), len(right)
        raise Wrong(f"expected: {count} of {count} right answers accepted; came: {sum(words)}; look at: {look}")


@check(share=16, needs=test_accepts_what_is_right, value=True)
def test_a_third(student):
    """a third of the mistakes is caught"""
    at_least(student, 1 / 3)


@check(share=18, needs=test_a_third, value=True)
def test_half(student):
    """half of the mistakes are caught"""
    at_least(student, 1 / 2)


@check(share=18, needs=test_half, value=True)
def test_two_thirds(student):
    """two thirds of the mistakes are caught"""
    at_least(student, 2 / 3)


@check(share=18, needs=test_two_thirds, value=True)
def test_five_sixths(student):
    """five sixths of the mistakes are caught"""
    at_least(student, 5 / 6)


@check(share=20, needs=test_five_sixths, value=True)
def test_all(student):
    """all mistakes are caught"""
    at_least(student, 1)
