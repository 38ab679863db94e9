"""output_drift: how far each token moved on its way through a layer."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "the length of what, over which axis, and is there a root at the end?"
SHAPE = "which axis holds the features of a token?"


@check(share=0)
def test_defined(student):
    """output_drift is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_shape(student):
    """the result is one number per token"""
    for probe in ("rectangular", "longer", "one_token"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape[:1], "(seq_len,)", SHAPE)


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=5, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=10, needs=test_dtype)
def test_same_either_way_round(student):
    """there and back is the same length, and to stay where one is is none"""
    answer = student.answer("rectangular")
    output, x = answer.arguments
    if not alike(student.call(x, output).array(), answer.array()):
        raise Wrong("expected: the same both ways; came: different lengths; look at: what is the length taken of?")
    if not alike(student.call(x, x).array(), np.zeros(len(x))):
        raise Wrong("expected: 0 where nothing moved; came: another length; look at: is x taken off the output?")


@check(share=38, needs=test_dtype, value=True)
def test_values(student):
    """the Euclidean length of output - x, token by token"""
    student.compare(specs.output_drift, "rectangular", "longer", "still", "one_token", "single", look_at=LOOK)


@check(share=13, needs=test_dtype, value=True)
def test_square(student):
    """the lengths are right when there are as many tokens as features, where a wrong axis runs silently"""
    student.compare(specs.output_drift, "square", look_at=LOOK)


@check(share=11, needs=test_dtype, value=True)
def test_small_steps(student):
    """tokens far from zero that moved very little keep their digits"""
    student.compare(specs.output_drift, "near", look_at="is the difference taken before anything is squared?")


@check(share=8, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.output_drift, "integers", look_at="which dtype do the steps have?")


@check(share=7, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
