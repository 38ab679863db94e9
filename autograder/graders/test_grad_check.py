"""grad_check: how far a gradient is from what a central difference measures, at its worst place."""

from autograder import specs
from autograder.judge import Wrong, check, one_number

LOOK = "which two points, over what distance, and which of all the gaps?"


@check(share=0)
def test_defined(student):
    """grad_check is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_one_number(student):
    """one number comes back, whatever shape x has"""
    for probe in ("one_too_low", "two_wrong", "cube"):
        one_number(student.answer(probe).value)


@check(share=5, needs=test_one_number)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("one_too_low")


@check(share=8, needs=test_one_number)
def test_never_negative(student):
    """a gap is never below 0, whether the gradient is too small or too large"""
    for probe in ("one_too_low", "two_wrong", "square"):
        if one_number(student.answer(probe).value) < 0:
            raise Wrong("expected: a number of at least 0; came: a negative one; look at: what is the size of a gap?")


@check(share=30, needs=test_one_number, value=True)
def test_values(student):
    """the largest gap between the gradient and the central difference, over all numbers of x"""
    student.compare(specs.grad_check, "one_too_low", "two_wrong", "square", look_at=LOOK)


@check(share=20, needs=test_one_number, value=True)
def test_right_gradient(student):
    """a right gradient leaves almost nothing, far less than a one-sided difference or a coarse step would"""
    student.compare(
        specs.grad_check, "two_wrong", "right", look_at="is the step taken to both sides, and how wide is it?"
    )


@check(share=8, needs=test_one_number, value=True)
def test_far_from_zero(student):
    """the step is 1e-5 wherever x stands"""
    student.compare(specs.grad_check, "two_wrong", "cube", look_at="does the step depend on x?")


@check(share=6, needs=test_one_number, value=True)
def test_nan_is_not_right(student):
    """a gradient that holds nan is not taken for a right one"""
    student.compare(specs.grad_check, "one_too_low", "two_wrong", look_at=LOOK)
    answer = student.answer("nan")
    if one_number(answer.value) < 0.1:
        raise Wrong("expected: nan, or another number that nobody takes for right; came: a small one; look at: max")


@check(share=6, needs=test_one_number, value=True)
def test_budget(student):
    """f is asked at most twice for each number of x"""
    outcome = student.outcome("budget")
    if (outcome.kind, outcome.exception) == ("raised", "RuntimeError"):
        raise Wrong("expected: at most 2 calls of f for each number of x; came: more; look at: which calls repeat?")
    student.compare(specs.grad_check, "one_too_low", "budget", look_at=LOOK)


@check(share=7, needs=test_one_number, value=True)
def test_integers_and_single(student):
    """whole numbers and float32 are brought to float64 before any step is made"""
    student.compare(specs.grad_check, "integers", "single", look_at="what is left of a step of 1e-5 in that dtype?")


@check(share=5, needs=test_one_number)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
