"""normalized_entropy: how undecided each query is, on a scale that holds for any number of keys."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, as_float64, check, expect_float, expect_shape

LOOK = "one row by hand: 0 log 0, the sum, the largest entropy of so many keys: where do you part from it?"


@check(share=0)
def test_defined(student):
    """normalized_entropy is there and can be called"""
    student.defines()


@check(share=7, needs=test_defined)
def test_shape(student):
    """the result has one number per query"""
    for probe in ("rectangular", "square", "many_queries"):
        answer = student.answer(probe)
        expect_shape(answer.array(), (answer.arguments[0].shape[0],), "(n_q,)")


@check(share=5, needs=test_shape)
def test_dtype(student):
    """the result is made of floating-point numbers"""
    for probe in ("rectangular", "integers", "single"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=8, needs=test_shape)
def test_from_0_to_1(student):
    """every number lies between 0 and 1, for any number of keys"""
    for probe in ("rectangular", "many_queries", "uniform", "one_hot", "one_key"):
        numbers = as_float64(student.answer(probe).array())
        if not np.all((numbers > -1e-6) & (numbers < 1 + 1e-6)):
            raise Wrong("expected: numbers from 0 to 1; came: others; look at: the scale, and where there is one key")


@check(share=34, needs=test_shape, value=True)
def test_values(student):
    """ordinary rows have the entropy of the formula, over log n_k"""
    student.compare(
        specs.normalized_entropy, "rectangular", "square", "many_queries", "masked", look_at=LOOK, row="entropy"
    )


@check(share=14, needs=test_shape, value=True)
def test_even_rows(student):
    """even rows have 1, one-hot rows 0"""
    student.compare(
        specs.normalized_entropy,
        "uniform",
        "one_hot",
        look_at="what is 0 log 0, and what is an even row divided by?",
        row="entropy",
    )


@check(share=10, needs=test_values, value=True)
def test_one_key(student):
    """with one key there is nothing to choose: 0, and not nan"""
    student.compare(specs.normalized_entropy, "one_key", look_at="what is log 1?", row="entropy")


@check(share=8, needs=test_values, value=True)
def test_small_weights(student):
    """weights of a few millionths count with what they have"""
    student.compare(specs.normalized_entropy, "peaked", look_at="how large is your guard?", row="entropy")


@check(share=6, needs=test_values, value=True)
def test_integers_and_single(student):
    """one-hot rows of whole numbers, and float32 rows, are legal"""
    student.compare(specs.normalized_entropy, "integers", "single", look_at="which dtype has each step?", row="entropy")


@check(share=4, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
