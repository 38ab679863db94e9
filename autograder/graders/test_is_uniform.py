"""is_uniform: which queries do not focus at all."""

from autograder import specs
from autograder.judge import Wrong, as_float64, check, expect_bool, expect_shape

LOOK = "with which number is each weight of a row compared, and how closely?"
LOOK_AT_SHAPE = "along which axis must every weight agree?"


@check(share=0)
def test_defined(student):
    """is_uniform is there and can be called"""
    student.defines()


@check(share=8, needs=test_defined)
def test_shape(student):
    """the result has one verdict per query"""
    for probe in ("mixed", "square", "focused"):
        answer = student.answer(probe)
        expect_shape(answer.array(), (answer.arguments[0].shape[0],), "(n_q,)", LOOK_AT_SHAPE)


@check(share=6, needs=test_shape)
def test_dtype(student):
    """the verdicts are True and False"""
    for probe in ("mixed", "single"):
        expect_bool(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("mixed")


@check(share=8, needs=test_shape)
def test_focused_is_not_uniform(student):
    """no focused row is called uniform"""
    if as_float64(student.answer("focused").array()).any():
        raise Wrong("expected: False for every focused row; came: True; look at: must every entry pass, or just one?")


@check(share=25, needs=test_shape, value=True)
def test_values(student):
    """uniform rows are found among focused ones, for several numbers of keys"""
    student.compare(specs.is_uniform, "mixed", "eight", "one_key", "single", look_at=LOOK)


@check(share=10, needs=test_shape, value=True)
def test_row_by_row(student):
    """each row is judged by its own weights, when there are as many queries as keys"""
    student.compare(specs.is_uniform, "square", "alike", look_at="along which axis are weights compared?")


@check(share=20, needs=test_shape, value=True)
def test_near_the_edge(student):
    """atol decides, as given or 1e-3: three fifths of it off is uniform, eight fifths of it off is not"""
    student.compare(
        specs.is_uniform,
        *("edge", "close", "steps", "climb", "loose", "tight"),
        look_at="is |w - 1/n| compared with atol?",
    )


@check(share=5, needs=test_values, value=True)
def test_integers(student):
    """one-hot rows of whole numbers are legal, and none of them is uniform"""
    student.compare(specs.is_uniform, "integers", look_at="which dtype do the steps have?")


@check(share=10, needs=test_shape, value=True)
def test_many_keys(student):
    """among 512 keys a focused row, and among 80 a row that leaves one out, is still told from an even one"""
    student.compare(specs.is_uniform, "many", "hole", look_at="how large is 1/n beside your limit, and on which side?")


@check(share=4, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
