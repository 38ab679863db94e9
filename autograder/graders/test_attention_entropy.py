"""attention_entropy: how widely a query spreads its attention, in nats."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, check, expect_float, expect_shape

LOOK = "which logarithm, which sign, and over which axis is summed?"
LOOK_AT_SHAPE = "over which axis is summed, and does the sum keep it?"
ROW = "entropy"  # a guard such as 1e-8 inside the logarithm passes


@check(share=0)
def test_defined(student):
    """attention_entropy is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_shape(student):
    """the result has one number per query"""
    for probe in ("rectangular", "square", "one_hot"):
        answer = student.answer(probe)
        expect_shape(answer.array(), (answer.arguments[0].shape[0],), "(n_q,)", LOOK_AT_SHAPE)


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
def test_bounds(student):
    """the entropy lies between 0 and log n_k"""
    for probe in ("rectangular", "square"):
        answer = student.answer(probe)
        entropy, top = answer.array(), np.log(answer.arguments[0].shape[1])
        if not ((entropy >= -1e-6) & (entropy <= top + 1e-6)).all():
            raise Wrong("expected: values between 0 and log n_k; came: others; look at: the sign and the logarithm")


@check(share=30, needs=test_dtype, value=True)
def test_values(student):
    """the entropy is minus the sum of weight times log weight along the row"""
    student.compare(specs.attention_entropy, "rectangular", "peaked", "decades", "single", look_at=LOOK, row=ROW)


@check(share=15, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when there are as many queries as keys"""
    student.compare(specs.attention_entropy, "square", look_at=LOOK, row=ROW)


@check(share=10, needs=test_dtype, value=True)
def test_one_hot(student):
    """a row with a single one has entropy 0, and zeros beside other weights do no harm"""
    look = "what is 0 times log 0 in NumPy, and what should it be?"
    student.compare(specs.attention_entropy, "one_hot", "masked", "vanishing", look_at=look, row=ROW)


@check(share=5, needs=test_one_hot, value=True)
def test_integers(student):
    """one-hot rows of whole numbers are computed in floating point"""
    student.compare(specs.attention_entropy, "integers", look_at="which dtype do the steps have?", row=ROW)


@check(share=10, needs=test_dtype, value=True)
def test_uniform(student):
    """equal weights over n keys have entropy log n"""
    student.compare(specs.attention_entropy, "uniform", look_at="what is the largest entropy of n keys?", row=ROW)


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
