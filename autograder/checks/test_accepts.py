"""Public checks of accepts: the practice score, in numbers only."""

from autograder.clinic import MOST_CALLS
from autograder.judge import Wrong, check


def score(student):
    """How many wrong ones are caught and of how many, how many right ones are accepted and of how many."""
    wrong, right = ([n for n in student.inputs.names("accepts") if n.startswith(k)] for k in ("wrong", "right"))
    caught = [student.outcome(name).kind == "raised" or student.answer(name).word() is False for name in wrong]
    return sum(caught), len(wrong), sum(student.answer(name).word() is True for name in right), len(right)


def why_not_accepted(student):
    """What to look at: a call that was refused, which the test's own except may hide; else how it compares."""
    right = [n for n in student.inputs.names("accepts") if n.startswith("right")]
    refused = [text for name in right for text in student.inputs.probe("accepts", name).arguments[0].refused]
    if refused:
        first = refused[0].partition(";")[0]
        return f"a call that was refused, which your own except may hide: {first} (at most {MOST_CALLS} calls)"
    return "how exactly do you compare, and is every number that you wrote down right?"


def said(student):
    caught, wrong, accepted, right = score(student)
    return f"catches {caught} of {wrong} practice mistakes, accepts {accepted} of {right}"


@check(share=0)
def test_defined(student):
    """accepts is there, and it holds no second softmax"""
    student.defines()


@check(share=1, needs=test_defined)
def test_accepts_what_is_right(student):
    """the right softmaxes to practise on are accepted"""
    _, _, accepted, right = score(student)
    if accepted < right:
        look = why_not_accepted(student)
        raise Wrong(f"expected: {right} of {right} right answers accepted; came: {said(student)}; look at: {look}")


@check(share=1, needs=test_accepts_what_is_right, value=True)
def test_catches_what_is_wrong(student):
    """the wrong softmaxes to practise on are caught"""
    caught, wrong, _, _ = score(student)
    if caught < wrong:
        look = "on which inputs would a wrong softmax still look right?"
        raise Wrong(f"expected: {wrong} of {wrong} practice mistakes caught; came: {said(student)}; look at: {look}")
