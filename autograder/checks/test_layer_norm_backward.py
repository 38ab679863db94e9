"""Public checks of layer_norm_backward: shapes, kind, one property, and values recognised by their fingerprints."""

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

NAMES = ("dx", "dgamma", "dbeta")
LOOK = "by how many roads does one number of x reach the output?"


@check(share=0)
def test_defined(student):
    """layer_norm_backward is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """it returns dx in the shape of x, and dgamma and dbeta with one number for each feature"""
    answer = student.answer("small")
    dx, dgamma, dbeta = answer.arrays(*NAMES)
    x, gamma = answer.arguments[:2]
    expect_shape(dx, x.shape, "(seq_len, d_model) for dx")
    expect_shape(dgamma, gamma.shape, "(d_model,) for dgamma")
    expect_shape(dbeta, gamma.shape, "(d_model,) for dbeta")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    for received in student.answer("small").arrays(*NAMES):
        expect_float(received)


@check(share=1, needs=test_dtype)
def test_rows_sum_to_zero(student):
    """each token's dx adds up to 0, because a constant on the whole token changes nothing"""
    dx = student.answer("small").arrays(*NAMES)[0]
    if not alike(dx.sum(axis=1), 0 * dx[:, 0]):
        raise Wrong("expected: rows of dx that add up to 0; came: they do not; look at: the road through the mean")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the three gradients are those of the formula"""
    student.recognise("small", "square", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_large_eps(student):
    """an eps beside which the variance is small changes every term"""
    student.recognise("large_eps", "constant", look_at="where does eps stand, and which eps?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
