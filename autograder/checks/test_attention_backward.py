"""Public checks of attention_backward: shapes, kind, one property, and values recognised by their fingerprints."""

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

NAMES = ("dQ", "dK", "dV")
LOOK = "write the shapes beside each product: which index must go away, and which must stay?"


@check(share=0)
def test_defined(student):
    """attention_backward is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """it returns dQ, dK and dV, each with the shape of what it belongs to"""
    for probe in ("small", "wide"):
        answer = student.answer(probe)
        for name, received, owner in zip(NAMES, answer.arrays(*NAMES), answer.arguments, strict=False):
            expect_shape(received, owner.shape, f"of {name.removeprefix('d')} for {name}")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    for received in student.answer("small").arrays(*NAMES):
        expect_float(received)


@check(share=1, needs=test_dtype)
def test_values_share_the_gradient(student):
    """dV adds up, over the keys, to the gradient of the output added up over the queries"""
    answer = student.answer("small")
    if not alike(answer.arrays(*NAMES)[2].sum(0), answer.arguments[3].sum(0)):
        raise Wrong("expected: nothing lost on the way to V; came: another sum; look at: which weights meet d_output?")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the three gradients are those of the formula"""
    student.recognise("small", "wide", "square", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands still give finite, exact gradients"""
    student.recognise("large", look_at="what is exp of a large score?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
