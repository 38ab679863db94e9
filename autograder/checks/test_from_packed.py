"""Public checks of from_packed: shape, kind, and values recognised by their fingerprints."""

from autograder.judge import check, expect_float, expect_shapes

NAMES = ("W_q", "W_k", "W_v")
LOOK = "which rows of the stack belong to each, and is each turned?"
LOOK_AT_SHAPE = "along which axis is the stack three times as long as it is wide?"


@check(share=0)
def test_defined(student):
    """from_packed is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """it returns W_q, W_k and W_v, each (d_model, d_model)"""
    for probe in ("small", "three"):
        answer = student.answer(probe)
        d_model = answer.arguments[0].shape[1]
        expect_shapes(
            *((one, (d_model, d_model), "(d_model, d_model)", LOOK_AT_SHAPE) for one in answer.arrays(*NAMES)),
            order=", ".join(NAMES),
        )


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    for received in student.answer("small").arrays(*NAMES):
        expect_float(received)


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the three maps are taken apart in order, and each is turned for x @ W"""
    student.recognise("small", "three", "integers", "real", look_at=LOOK)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
