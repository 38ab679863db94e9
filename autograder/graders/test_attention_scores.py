"""attention_scores: how much each query and each key have in common, scaled by the root of their length."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape

LOOK = "which axes are summed, and which length stands under the root?"


@check(share=0)
def test_defined(student):
    """attention_scores is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_shape(student):
    """the result has one row per query and one column per key"""
    for probe in ("rectangular", "square", "long"):
        answer = student.answer(probe)
        Q, K = answer.arguments
        expect_shape(answer.array(), (Q.shape[0], K.shape[0]), "(n_q, n_k)")


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        expect_float(student.answer(probe).array())


@check(share=6, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=10, needs=test_dtype)
def test_scales_with_query(student):
    """a query of three times the size has scores of three times the size"""
    answer = student.answer("rectangular")
    Q, K = answer.arguments
    tripled = student.call(3 * Q, K)
    if not alike(tripled.array(), 3 * answer.array()):
        raise Wrong("expected: scores that grow with the query; came: they do not; look at: is anything normalised?")


@check(share=30, needs=test_dtype, value=True)
def test_values(student):
    """the scores are the dot products divided by the root of d_k"""
    student.compare(specs.attention_scores, "rectangular", "long", "one_feature", "cancelling", "single", look_at=LOOK)


@check(share=15, needs=test_dtype, value=True)
def test_square(student):
    """the scores are right when all sizes are equal, where a wrong order of factors runs silently"""
    student.compare(specs.attention_scores, "square", look_at=LOOK)


@check(share=15, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.attention_scores, "integers", "mixed", look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores of some thousands come out as they are, without guard or clip"""
    student.compare(specs.attention_scores, "large", look_at="does anything limit or refuse large numbers?")


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
