"""Public checks of is_uniform: shape, kind, one property, and values recognised by their fingerprints."""

from autograder.judge import check, expect_bool, expect_shape

LOOK = "with which number is each weight of a row compared, and how closely?"
LOOK_AT_SHAPE = "along which axis must every weight agree?"


@check(share=0)
def test_defined(student):
    """is_uniform is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """the result has one verdict per query"""
    answer = student.answer("small")
    expect_shape(answer.array(), (answer.arguments[0].shape[0],), "(n_q,)", LOOK_AT_SHAPE)


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the verdicts are True and False"""
    expect_bool(student.answer("small").array())


@check(share=1, needs=test_shape, value=True)
def test_values(student):
    """uniform rows are found among focused ones, each row by its own weights"""
    student.recognise("small", "eight", "one_key", "square", "alike", "focused", "integers", look_at=LOOK)


@check(share=1, needs=test_values, value=True)
def test_near_the_edge(student):
    """atol decides, as given or 1e-3"""
    look = "is |w - 1/n| compared with atol?"
    student.recognise("edge", "close", "steps", "slopes", "loose", "tight", look_at=look)


@check(share=1, needs=test_values, value=True)
def test_many_keys(student):
    """among many keys a focused row is still told from an even one"""
    student.recognise("many", look_at="how large is 1/n beside your limit?")


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
