"""Public checks of grad_check: one number, what the budget allows, and values recognised by their fingerprints."""

from autograder.judge import Wrong, check, one_number

LOOK = "which two points, over what distance, and which of all the gaps?"


@check(share=0)
def test_defined(student):
    """grad_check is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_one_number(student):
    """one number comes back, and it is not negative"""
    for probe in ("one_too_low", "two_wrong"):
        if one_number(student.answer(probe).value) < 0:
            raise Wrong("expected: a number of at least 0; came: a negative one; look at: what is the size of a gap?")


@check(share=1, needs=test_one_number, value=True)
def test_values(student):
    """the largest gap between the gradient and the central difference"""
    student.recognise("one_too_low", "two_wrong", "square", "integers", look_at=LOOK)
    # Far from zero the rounding of f itself, over so small a step, shows in the eighth digit.
    student.recognise("far", look_at=LOOK, row="entropy")


@check(share=1, needs=test_one_number, value=True)
def test_right_gradient(student):
    """a right gradient leaves almost nothing"""
    student.recognise("right", look_at="is the step taken to both sides, and how wide is it?")


@check(share=1, needs=test_one_number, value=True)
def test_nan_is_not_right(student):
    """a gradient that holds nan is not taken for a right one"""
    if one_number(student.answer("nan").value) < 0.1:
        raise Wrong("expected: nan, or another number that nobody takes for right; came: a small one; look at: max")


@check(share=1, needs=test_one_number, value=True)
def test_budget(student):
    """f is asked at most twice for each number of x"""
    outcome = student.outcome("budget")
    if (outcome.kind, outcome.exception) == ("raised", "RuntimeError"):
        raise Wrong("expected: at most 2 calls of f for each number of x; came: more; look at: which calls repeat?")
    student.recognise("budget", look_at=LOOK)


@check(share=1, needs=test_one_number)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
