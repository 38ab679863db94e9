"""Public checks of attention_scores: shape, kind, one property, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

LOOK = "which axes are summed, and which length stands under the root?"


@check(share=0)
def test_defined(student):
    """attention_scores is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one row per query and one column per key"""
    for probe in ("small", "long"):
        answer = student.answer(probe)
        Q, K = answer.arguments
        expect_shape(answer.array(), (Q.shape[0], K.shape[0]), "(n_q, n_k)")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the scores are the dot products divided by the root of d_k"""
    student.recognise("small", "square", "long", "fractions", "cancelling", "integers", "mixed", look_at=LOOK)


@check(share=1, needs=test_values, value=True)
def test_large_scores(student):
    """scores of some hundreds come out as they are"""
    student.recognise("large", "larger", look_at="does anything limit or refuse large numbers?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
