"""Public checks of normalized_entropy: shape, scale, and values recognised by their fingerprints."""

import numpy as np

from autograder.judge import Wrong, as_float64, check, expect_float, expect_shape

LOOK = "one row by hand: 0 log 0, the sum, the largest entropy of so many keys: where do you part from it?"


@check(share=0)
def test_defined(student):
    """normalized_entropy is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one number per query"""
    answer = student.answer("small")
    expect_shape(answer.array(), (answer.arguments[0].shape[0],), "(n_q,)")
    expect_float(answer.array())


@check(share=1, needs=test_shape)
def test_from_0_to_1(student):
    """every number lies between 0 and 1"""
    for probe in ("small", "tall", "uniform", "one_hot"):
        numbers = as_float64(student.answer(probe).array())
        if not np.all((numbers > -1e-6) & (numbers < 1 + 1e-6)):
            raise Wrong("expected: numbers from 0 to 1; came: others; look at: the divisor")


@check(share=1, needs=test_shape, value=True)
def test_values(student):
    """rows have the entropy of the formula, over log n_k"""
    student.recognise(
        *("small", "square", "tall", "uniform", "one_hot", "masked", "peaked", "integers"), look_at=LOOK, row="entropy"
    )


@check(share=1, needs=test_values, value=True)
def test_one_key(student):
    """with one key the answer is 0"""
    student.recognise("one_key", look_at="what is log 1?", row="entropy")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
