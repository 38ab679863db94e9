"""merge_heads: the heads stand side by side again, in order, token by token."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which head and which token does entry [i, c] come from?"
SHAPE = "how wide is a token when the heads stand side by side?"


@check(share=0)
def test_defined(student):
    """merge_heads is there and can be called"""
    student.defines()


@check(share=7, needs=test_defined)
def test_shape(student):
    """the result has one row per token, as wide as all heads together"""
    for probe in ("rectangular", "two", "square"):
        answer = student.answer(probe)
        num_heads, seq_len, d_head = answer.arguments[0].shape
        expect_shape(answer.array(), (seq_len, num_heads * d_head), "(seq_len, num_heads * d_head)", SHAPE)


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers stay floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=10, needs=test_dtype)
def test_tokens_stay_together(student):
    """when one token's numbers are set to zero, one row becomes zero and no other changes"""
    answer = student.answer("rectangular")
    heads = answer.arguments[0].copy()
    heads[:, 1] = 0
    rest = [0, 2, 3, 4]
    emptied = student.call(heads).array()
    if emptied[1].any() or not alike(emptied[rest], answer.array()[rest]):
        raise Wrong("expected: row 1 alone becomes zero; came: something else; look at: which tokens share a row?")


@check(share=46, needs=test_shape, value=True)
def test_values(student):
    """row i holds head 0's numbers of token i, then head 1's, and so on"""
    student.compare(specs.merge_heads, "rectangular", "two", "single", look_at=LOOK)


@check(share=14, needs=test_shape, value=True)
def test_square(student):
    """the numbers are right when all sizes are equal, where swapped axes have the right shape"""
    student.compare(specs.merge_heads, "square", look_at=LOOK)


@check(share=6, needs=test_shape, value=True)
def test_single_sizes(student):
    """one head, one token or one feature are merged like any other number of them"""
    student.compare(specs.merge_heads, "one_head", "one_token", "thin", look_at=LOOK)


@check(share=4, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers are merged like any others"""
    student.compare(specs.merge_heads, "integers", look_at=LOOK)


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
