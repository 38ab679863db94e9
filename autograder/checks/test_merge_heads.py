"""Public checks of merge_heads: shape, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

LOOK = "which head and which token does entry [i, c] come from?"
SHAPE = "how wide is a token when the heads stand side by side?"


@check(share=0)
def test_defined(student):
    """merge_heads is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one row per token, as wide as all heads together"""
    for probe in ("small", "three"):
        answer = student.answer(probe)
        num_heads, seq_len, d_head = answer.arguments[0].shape
        expect_shape(answer.array(), (seq_len, num_heads * d_head), "(seq_len, num_heads * d_head)", SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers stay floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_shape, value=True)
def test_values(student):
    """row i holds head 0's numbers of token i, then head 1's, and so on"""
    student.recognise("small", "three", "square", "one_head", "one_token", "integers", look_at=LOOK)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
