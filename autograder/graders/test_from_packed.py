"""from_packed: three matrices out of the stacked one that PyTorch's MultiheadAttention keeps."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shapes

NAMES = ("W_q", "W_k", "W_v")
LOOK = "which rows of the stack belong to it, and is it turned?"
LOOK_AT_SHAPE = "along which axis is the stack three times as long as it is wide?"


@check(share=0)
def test_defined(student):
    """from_packed is there and can be called"""
    student.defines()


@check(share=10, needs=test_defined)
def test_shape(student):
    """it returns W_q, W_k and W_v, each (d_model, d_model)"""
    for probe in ("four", "six", "five"):
        answer = student.answer(probe)
        d_model = answer.arguments[0].shape[1]
        expect_shapes(
            *((one, (d_model, d_model), "(d_model, d_model)", LOOK_AT_SHAPE) for one in answer.arrays(*NAMES)),
            order=", ".join(NAMES),
        )


@check(share=5, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("four", "single"):
        for received in student.answer(probe).arrays(*NAMES):
            expect_float(received)


@check(share=5, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("four")


@check(share=5, needs=test_dtype)
def test_doubles(student):
    """the matrices of a doubled stack are the doubled matrices"""
    answer = student.answer("four")
    twice = student.call(2 * answer.arguments[0]).arrays(*NAMES)
    for one, two, name in zip(answer.arrays(*NAMES), twice, NAMES, strict=True):
        if not alike(two, 2 * one):
            raise Wrong(f"expected: numbers that double with the stack; came: others in {name}; look at: what else?")


@check(share=20, needs=test_dtype, value=True)
def test_queries(student):
    """W_q is the first of the three"""
    student.compare(specs.from_packed, "four", "five", "single", names=NAMES, only="W_q", look_at=LOOK)


@check(share=20, needs=test_dtype, value=True)
def test_keys_and_values(student):
    """W_k is the second and W_v the third"""
    for name in ("W_k", "W_v"):
        student.compare(specs.from_packed, "four", "five", "single", names=NAMES, only=name, look_at=LOOK)


@check(share=20, needs=test_dtype, value=True)
def test_six(student):
    """all three are right at a d_model that three divides, where a cut through the other axis runs silently"""
    student.compare(specs.from_packed, "six", names=NAMES, look_at=LOOK)


@check(share=10, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers come through"""
    student.compare(specs.from_packed, "integers", names=NAMES, look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
