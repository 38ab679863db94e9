"""split_heads: every head gets its own block of columns, of all tokens."""

from autograder import specs
from autograder.judge import Wrong, check, expect_float, expect_shape

LOOK = "from which token and which column does entry [h, i, c] come?"
SHAPE = "which axis counts heads, which tokens, and how wide is a head?"


@check(share=0)
def test_defined(student):
    """split_heads is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_shape(student):
    """the result is one (seq_len, d_head) for each head"""
    for probe in ("rectangular", "two", "square"):
        answer = student.answer(probe)
        (seq_len, d_model), num_heads = answer.arguments[0].shape, answer.arguments[1]
        expect_shape(answer.array(), (num_heads, seq_len, d_model // num_heads), "(num_heads, seq_len, d_head)", SHAPE)


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers stay floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=44, needs=test_shape, value=True)
def test_values(student):
    """head h holds the columns h times d_head and on, of every token"""
    student.compare(specs.split_heads, "rectangular", "two", "single", look_at=LOOK)


@check(share=14, needs=test_shape, value=True)
def test_square(student):
    """the numbers are right when sizes coincide, where swapped axes have the right shape"""
    student.compare(specs.split_heads, "square", look_at=LOOK)


@check(share=8, needs=test_shape, value=True)
def test_one_head_and_many(student):
    """one head keeps everything, and as many heads as features get one feature each"""
    student.compare(specs.split_heads, "one_head", "thin", look_at=LOOK)


@check(share=5, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers are split like any others"""
    student.compare(specs.split_heads, "integers", look_at=LOOK)


@check(share=10, needs=test_defined)
def test_indivisible(student):
    """a d_model that cannot be divided into num_heads is refused with a ValueError"""
    for probe in ("indivisible", "indivisible_tokens_fit", "fewer_features_indivisible"):
        outcome = student.outcome(probe)
        if outcome.kind == "value":
            raise Wrong("expected: ValueError; came: an answer; look at: do num_heads times d_head make up d_model?")
        if "ValueError" not in outcome.bases:
            came = outcome.exception or outcome.kind
            raise Wrong(f"expected: ValueError; came: {came}; look at: the kind of error")


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
