"""Public checks of softmax_backward: shape, kind, one property, and values recognised by their fingerprints."""

from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "what does raising one score do to all the other weights of its row?"


@check(share=0)
def test_defined(student):
    """softmax_backward is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the gradient has the shape of the weights"""
    answer = student.answer("small")
    expect_shape(answer.array(), answer.arguments[0].shape, "(n_q, n_k)")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_dtype)
def test_rows_sum_to_zero(student):
    """each row adds up to 0, because a constant on all scores changes no weight"""
    received = student.answer("small").array()
    if not alike(received.sum(axis=1), 0 * received[:, 0]):
        raise Wrong("expected: rows that add up to 0; came: they do not; look at: what is subtracted, and from what?")


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """weight times what its gradient has above the row's weighted average"""
    student.recognise("small", "square", "wide", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_decided_rows(student):
    """where one key has all the weight, or is the only one, no score can move anything"""
    student.recognise("peaked", "one_key", look_at=LOOK)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
