"""Public checks of project_qkv: shape, kind, one property, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

NAMES = ("Q", "K", "V")
LOOK = "which two factors are multiplied, and in which order?"


@check(share=0)
def test_defined(student):
    """project_qkv is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """it returns Q, K and V, each with one row per token and the width of its own weight"""
    for probe in ("small", "wide"):
        answer = student.answer(probe)
        x, *weights = answer.arguments
        for received, weight, name in zip(answer.arrays(*NAMES), weights, NAMES, strict=True):
            expect_shape(received, (x.shape[0], weight.shape[1]), f"(seq_len, width of W) for {name}")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    for received in student.answer("small").arrays(*NAMES):
        expect_float(received)


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """Q, K and V have the values of the matrix products"""
    student.recognise("small", "square", "wide", "fractions", "cancelling", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.recognise("integers", "mixed", look_at=LOOK)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
