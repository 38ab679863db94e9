"""Public checks of fitted_exponent: one number, one property, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, alike, check, one_number

LOOK = "logarithms of what, which of them goes across, and which number of the line is the exponent?"


@check(share=0)
def test_defined(student):
    """fitted_exponent is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_one_number(student):
    """one number comes back"""
    one_number(student.answer("scattered").value)


@check(share=1, needs=test_one_number)
def test_units_do_not_matter(student):
    """seconds or milliseconds: the exponent stays"""
    answer = student.answer("scattered")
    sizes, costs = answer.arguments
    other = one_number(student.call(sizes, costs * 1000).value)
    if not alike(np.asarray(one_number(answer.value), float), np.asarray(other, float)):
        raise Wrong("expected: the same exponent in other units; came: another; look at: are both logarithms taken?")


@check(share=1, needs=test_one_number, value=True)
def test_exact_power(student):
    """a cost that is five times the square of the size has the exponent 2"""
    student.recognise("exact", look_at=LOOK)


@check(share=1, needs=test_one_number, value=True)
def test_values(student):
    """the slope of log cost against log size that leaves the smallest squares"""
    student.recognise("scattered", "uneven", "falling", "integers", look_at=LOOK)


@check(share=1, needs=test_one_number)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
