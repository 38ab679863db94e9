"""project_qkv: three linear maps of the same x."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shapes

NAMES = ("Q", "K", "V")
LOOK = "which two factors are multiplied, in which order, and which weight belongs to which result?"
LOOK_AT_SHAPE = "which weight makes which result, and which factor stands first?"


@check(share=0)
def test_defined(student):
    """project_qkv is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_shape(student):
    """it returns Q, K and V, each with one row per token and the width of its own weight"""
    for probe in ("rectangular", "square", "wide_values"):
        answer = student.answer(probe)
        x, *weights = answer.arguments
        W_q, W_k, W_v = weights
        Q, K, V = answer.arrays(*NAMES)
        expect_shapes(
            (Q, (x.shape[0], W_q.shape[1]), "(seq_len, d_k) for Q", LOOK_AT_SHAPE),
            (K, (x.shape[0], W_k.shape[1]), "(seq_len, d_k) for K", LOOK_AT_SHAPE),
            (V, (x.shape[0], W_v.shape[1]), "(seq_len, d_v) for V", LOOK_AT_SHAPE),
            order=", ".join(NAMES),
        )


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        for received in student.answer(probe).arrays(*NAMES):
            expect_float(received)


@check(share=6, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=10, needs=test_dtype)
def test_linear(student):
    """an x of twice the size gives Q, K and V of twice the size"""
    answer = student.answer("rectangular")
    x, *weights = answer.arguments
    doubled = student.call(2 * x, *weights)
    for once, twice, name in zip(answer.arrays(*NAMES), doubled.arrays(*NAMES), NAMES, strict=True):
        if not alike(twice, 2 * once):
            raise Wrong(f"expected: a linear map; came: {name} does not double with x; look at: what else touches x?")


@check(share=35, needs=test_dtype, value=True)
def test_values(student):
    """Q, K and V have the values of the matrix products"""
    student.compare(specs.project_qkv, "rectangular", "wide_values", "cancelling", "single", names=NAMES, look_at=LOOK)


@check(share=20, needs=test_dtype, value=True)
def test_square(student):
    """the values are right when all sizes are equal, where a wrong order of factors runs silently"""
    student.compare(specs.project_qkv, "square", names=NAMES, look_at=LOOK)


@check(share=15, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers beside floating-point ones give floating point, with all digits"""
    student.compare(specs.project_qkv, "integers", "integer_weights", names=NAMES, look_at=LOOK)


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
