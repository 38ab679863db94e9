"""softmax_backward: from the gradient of the weights to the gradient of the scores, row by row."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "what does raising one score do to all the other weights of its row?"


@check(share=0)
def test_defined(student):
    """softmax_backward is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_shape(student):
    """the gradient has the shape of the weights"""
    for probe in ("rectangular", "wide", "square"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape, "(n_q, n_k)")


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=10, needs=test_dtype)
def test_rows_sum_to_zero(student):
    """each row adds up to 0, because a constant on all scores changes no weight"""
    for probe in ("rectangular", "wide"):
        answer = student.answer(probe)
        received = answer.array()
        expect_shape(received, answer.arguments[0].shape, "(n_q, n_k)")
        if not alike(received.sum(axis=1), np.zeros(len(received))):
            raise Wrong(
                "expected: rows that add up to 0; came: they do not; look at: what is subtracted, and from what?"
            )


@check(share=40, needs=test_dtype, value=True)
def test_values(student):
    """weight times what its gradient has above the row's weighted average"""
    student.compare(specs.softmax_backward, "rectangular", "wide", "single", look_at=LOOK)


@check(share=12, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when there are as many rows as keys"""
    student.compare(specs.softmax_backward, "square", look_at=LOOK)


@check(share=8, needs=test_dtype, value=True)
def test_decided_rows(student):
    """where one key has all the weight, or is the only one, no score can move anything"""
    student.compare(specs.softmax_backward, "peaked", "one_key", look_at=LOOK)


@check(share=7, needs=test_dtype, value=True)
def test_level(student):
    """a large level that all gradients share drops out without taking the digits along"""
    student.compare(specs.softmax_backward, "level", look_at="which dtype do the steps have?")


@check(share=6, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.softmax_backward, "integers", look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
