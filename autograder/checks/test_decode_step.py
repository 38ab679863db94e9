"""Public checks of decode_step: shapes, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shape

NAMES = ("output", "K_cache", "V_cache")
LARGE = "is the output right where scores are small? If so, what is exp of a large one?"
LOOK = "what stands in the caches, and does the new token look at all of it?"


@check(share=0)
def test_defined(student):
    """decode_step is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """it returns one output (d_v,) and the two caches, each one row longer"""
    for probe in ("third", "first"):
        answer = student.answer(probe)
        output, keys, values = answer.arrays(*NAMES)
        _, new_key, new_value, old_keys, _ = answer.arguments
        expect_shape(output, new_value.shape, "(d_v,) for the output")
        expect_shape(keys, (len(old_keys) + 1, len(new_key)), "(t + 1, d_k) for the keys")
        expect_shape(values, (len(old_keys) + 1, len(new_value)), "(t + 1, d_v) for the values")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    for received in student.answer("third").arrays(*NAMES):
        expect_float(received)


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the caches hold the new token last, and the output is attention over all of them"""
    student.recognise("third", "square", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_first_token(student):
    """with empty caches the token looks at itself alone"""
    student.recognise("first", look_at="what is there to look at when t is 0?")


@check(share=1, needs=test_values, value=True)
def test_large_scores(student):
    """scores in the thousands still give a finite, exact output"""
    student.recognise("large", look_at=LARGE)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
