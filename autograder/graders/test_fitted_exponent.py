"""fitted_exponent: with which power of the size a cost grows, by a straight line through logarithms."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, one_number

LOOK = "logarithms of what, which of them goes across, and which number of the line is the exponent?"


@check(share=0)
def test_defined(student):
    """fitted_exponent is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_one_number(student):
    """one number comes back, however many sizes there are"""
    for probe in ("noisy", "uneven", "two"):
        one_number(student.answer(probe).value)


@check(share=6, needs=test_one_number)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("noisy")


@check(share=12, needs=test_one_number)
def test_units_do_not_matter(student):
    """seconds or milliseconds, rows or thousands of rows: the exponent stays"""
    answer = student.answer("noisy")
    sizes, costs = answer.arguments
    other = one_number(student.call(sizes / 1000, costs * 60).value)
    if not alike(np.asarray(one_number(answer.value), float), np.asarray(other, float)):
        raise Wrong("expected: the same exponent in other units; came: another; look at: are both logarithms taken?")


@check(share=35, needs=test_one_number, value=True)
def test_values(student):
    """the slope of log cost against log size that leaves the smallest squares"""
    student.compare(specs.fitted_exponent, "noisy", "uneven", "close", "single", look_at=LOOK)


@check(share=12, needs=test_one_number, value=True)
def test_exact_power(student):
    """a cost that is the cube of the size has the exponent 3, and one that is its root has 1/2"""
    student.compare(specs.fitted_exponent, "exact", "root", look_at=LOOK)


@check(share=12, needs=test_one_number, value=True)
def test_falling(student):
    """a cost that falls as the size grows has a negative exponent"""
    student.compare(specs.fitted_exponent, "exact", "falling", look_at=LOOK)


@check(share=6, needs=test_one_number, value=True)
def test_two_sizes(student):
    """two sizes are enough, also below 1"""
    student.compare(specs.fitted_exponent, "exact", "two", look_at=LOOK)


@check(share=6, needs=test_one_number, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(
        specs.fitted_exponent,
        "exact",
        "integers",
        look_at="does it give 3 for 1, 2, 4 and 1, 8, 64, as whole numbers, too?",
    )


@check(share=5, needs=test_one_number)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
