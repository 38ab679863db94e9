"""Public checks of project_qkv: shape, kind, one property, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shapes

NAMES = ("Q", "K", "V")
LOOK = "which two factors are multiplied, in which order, and which weight belongs to which result?"
LOOK_AT_SHAPE = "which weight makes which result, and which factor stands first?"


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
        W_q, W_k, W_v = weights
        Q, K, V = answer.arrays(*NAMES)
        expect_shapes(
            (Q, (x.shape[0], W_q.shape[1]), "(seq_len, d_k) for Q", LOOK_AT_SHAPE),
            (K, (x.shape[0], W_k.shape[1]), "(seq_len, d_k) for K", LOOK_AT_SHAPE),
            (V, (x.shape[0], W_v.shape[1]), "(seq_len, d_v) for V", LOOK_AT_SHAPE),
            order=", ".join(NAMES),
        )


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
    """whole numbers beside floating-point ones give floating point, with all digits"""
    student.recognise("integers", "mixed", look_at=LOOK)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
