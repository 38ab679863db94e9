"""attention_backward: the five lines walked backwards; a mistake in softmax_backward is not counted twice."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

NAMES = ("dQ", "dK", "dV")
LOOK = "write the shapes beside each product: which index must go away, and which must stay?"


def own_way(own, Q, K, V, d_output):
    """The right way back through the student's own softmax_backward."""
    weights = specs.stable_softmax(specs.attention_scores(Q, K))
    d_scores = own(specs.softmax_backward, weights, d_output @ V.T) / np.sqrt(Q.shape[1])
    return d_scores @ K, d_scores.T @ Q, weights.T @ d_output


def own_or_true(student, *probes, only=""):
    """The probes' answers are the truth, or what the student's own softmax_backward makes of it."""
    for probe in probes:
        if not student.follows(probe, own_way, specs.attention_backward):
            behind = " and ".join(student.behind(probe, own_way, specs.attention_backward))
            look_at = f"your own {behind}, whose mistake is carried on here: mend that first" if behind else LOOK
            student.compare(specs.attention_backward, probe, names=NAMES, only=only, look_at=look_at)


@check(share=0)
def test_defined(student):
    """attention_backward is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_shape(student):
    """it returns dQ, dK and dV, each with the shape of what it belongs to"""
    for probe in ("rectangular", "wide", "one_query"):
        answer = student.answer(probe)
        for name, received, owner in zip(NAMES, answer.arrays(*NAMES), answer.arguments, strict=False):
            expect_shape(received, owner.shape, f"of {name.removeprefix('d')} for {name}")


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        for received in student.answer(probe).arrays(*NAMES):
            expect_float(received)


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=8, needs=test_dtype)
def test_values_share_the_gradient(student):
    """dV adds up, over the keys, to the gradient of the output added up over the queries"""
    for probe in ("rectangular", "wide"):
        answer = student.answer(probe)
        dV, d_output = answer.arrays(*NAMES)[2], answer.arguments[3]
        expect_shape(dV, answer.arguments[2].shape, "of V for dV")
        if not alike(dV.sum(axis=0), d_output.sum(axis=0)):
            raise Wrong(
                "expected: nothing lost on the way to V; came: another sum; look at: which weights meet d_output?"
            )


@check(share=14, needs=test_dtype, value=True)
def test_dV(student):
    """each value receives from every query the gradient of its output, with the weight that it had there"""
    own_or_true(student, "rectangular", "wide", "single", only="dV")


@check(share=16, needs=test_dtype, value=True)
def test_dQ(student):
    """each query receives from every key, through softmax and scale"""
    own_or_true(student, "rectangular", "wide", "single", only="dQ")


@check(share=16, needs=test_dtype, value=True)
def test_dK(student):
    """each key receives from every query, through softmax and scale"""
    own_or_true(student, "rectangular", "wide", "single", only="dK")


@check(share=12, needs=test_dtype, value=True)
def test_square(student):
    """all three are right when all sizes are equal, where a forgotten transpose runs silently"""
    own_or_true(student, "square", "one_query")


@check(share=9, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands still give finite, exact gradients"""
    own_or_true(student, "large")


@check(share=7, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    own_or_true(student, "integers")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
