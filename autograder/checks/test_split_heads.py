"""Public checks of split_heads: shape, kind, values recognised by their fingerprints, and what is refused."""

from autograder.judge import Wrong, check, expect_float, expect_shape

LOOK = "from which token and which column does entry [h, i, c] come?"
SHAPE = "which axis counts heads, which tokens, and how wide is a head?"


@check(share=0)
def test_defined(student):
    """split_heads is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result is one (seq_len, d_head) for each head"""
    for probe in ("small", "three"):
        answer = student.answer(probe)
        (seq_len, d_model), num_heads = answer.arguments[0].shape, answer.arguments[1]
        expect_shape(answer.array(), (num_heads, seq_len, d_model // num_heads), "(num_heads, seq_len, d_head)", SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers stay floating point"""
    expect_float(student.answer("small").array())


@check(share=1, needs=test_shape, value=True)
def test_values(student):
    """head h holds the columns h times d_head and on, of every token"""
    student.recognise("small", "three", "square", "one_head", "thin", "integers", look_at=LOOK)


@check(share=1, needs=test_defined)
def test_indivisible(student):
    """a d_model that cannot be divided into num_heads is refused with a ValueError"""
    for probe in ("indivisible", "fewer_features_indivisible"):
        outcome = student.outcome(probe)
        if outcome.kind == "value":
            raise Wrong("expected: ValueError; came: an answer; look at: do num_heads times d_head make up d_model?")
        if "ValueError" not in outcome.bases:
            came = outcome.exception or outcome.kind
            raise Wrong(f"expected: ValueError; came: {came}; look at: the kind of error")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
