"""head_diversity: one number for how differently the heads look."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, one_number

LOOK = "which pairs of heads, halved or not, and what is summed, what averaged?"


@check(share=0)
def test_defined(student):
    """head_diversity is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_one_number(student):
    """the answer is one number, whatever the number of heads"""
    for probe in ("three_heads", "two_heads", "single"):
        number = one_number(student.answer(probe).value)
        if not np.isfinite(number):
            raise Wrong("expected: a finite number; came: another; look at: what is divided by what?")


@check(share=5, needs=test_one_number)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("three_heads")


@check(share=12, needs=test_one_number)
def test_order_of_heads_does_not_matter(student):
    """heads that change places are as different as before"""
    (weights,) = student.answer("three_heads").arguments
    turned = one_number(student.call(np.roll(weights, 1, axis=0)).value)
    if not alike(turned, one_number(student.answer("three_heads").value)):
        raise Wrong("expected: the same for heads in another order; came: another; look at: is every pair compared?")


@check(share=34, needs=test_one_number, value=True)
def test_values(student):
    """over all pairs of heads and all queries, the mean of half the sum of absolute differences"""
    student.compare(specs.head_diversity, "three_heads", "two_heads", "many_heads", "single", look_at=LOOK)


@check(share=12, needs=test_one_number, value=True)
def test_square(student):
    """the number is right when all sizes are equal, where a wrong axis runs silently"""
    student.compare(specs.head_diversity, "square", "two_heads", look_at=LOOK)


@check(share=12, needs=test_one_number, value=True)
def test_ends(student):
    """equal heads give 0, and heads that look at different keys altogether give 1"""
    student.compare(specs.head_diversity, "equal", "apart", look_at="what is the largest difference of two rows?")


@check(share=8, needs=test_one_number, value=True)
def test_small_differences(student):
    """heads that differ by little are not called equal"""
    student.compare(specs.head_diversity, "small", "hair", look_at="is anything rounded, or compared with a limit?")


@check(share=5, needs=test_one_number, value=True)
def test_integers(student):
    """one-hot maps of whole numbers are computed in floating point"""
    student.compare(specs.head_diversity, "integers", "apart", look_at="which dtype do the steps have?")


@check(share=6, needs=test_one_number)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
