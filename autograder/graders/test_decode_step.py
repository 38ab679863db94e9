"""decode_step: one token at a time, on what earlier tokens left in the caches."""

import numpy as np

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape, some_arrays

NAMES = ("output", "K_cache", "V_cache")
LARGE = "is the output right where scores are small? If so, what is exp of a large one?"
LOOK = "does the new token look at all t + 1 keys, its own among them?"


@check(share=0)
def test_defined(student):
    """decode_step is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_shape(student):
    """it returns one output (d_v,) and the two caches, each one row longer"""
    for probe in ("fifth", "third", "first"):
        answer = student.answer(probe)
        output, keys, values = answer.arrays(*NAMES)
        _, k, v, K_cache, V_cache = answer.arguments
        expect_shape(output, v.shape, "(d_v,) for the output")
        expect_shape(keys, (len(K_cache) + 1, len(k)), "(t + 1, d_k) for the keys")
        expect_shape(values, (len(V_cache) + 1, len(v)), "(t + 1, d_v) for the values")


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("fifth", "single"):
        for received in student.answer(probe).arrays(*NAMES):
            expect_float(received)


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("fifth")


@check(share=20, needs=test_dtype, value=True)
def test_caches(student):
    """the new key and the new value stand last in their caches, the old ones as they were"""
    for name in NAMES[1:]:
        look_at = "what is added, where, and to which cache?"
        student.compare(specs.decode_step, "fifth", "third", "single", names=NAMES, only=name, look_at=look_at)


@check(share=22, needs=test_dtype, value=True)
def test_output(student):
    """the output is attention of the new query over all keys, the new one included"""
    student.compare(
        specs.decode_step, "fifth", "third", "cancelling", "single", names=NAMES, only="output", look_at=LOOK
    )


@check(share=10, needs=test_dtype, value=True)
def test_first_token(student):
    """with empty caches the token looks at itself alone"""
    student.compare(specs.decode_step, "first", names=NAMES, look_at="what is there to look at when t is 0?")


@check(share=8, needs=test_dtype, value=True)
def test_square(student):
    """all three are right when all sizes are equal"""
    student.compare(specs.decode_step, "square", names=NAMES, look_at=LOOK)


@check(share=8, needs=test_dtype, value=True)
def test_large_scores(student):
    """scores in the thousands still give a finite, exact output"""
    student.compare(specs.decode_step, "large", names=NAMES, look_at=LARGE)


@check(share=8, needs=test_output, value=True)
def test_token_by_token(student):
    """token after token it gives what causal attention gives to the whole sequence at once"""
    K, V = student.answer("square").arguments[3:]
    Q, caches = K[::-1], (np.empty((0, K.shape[1])), np.empty((0, V.shape[1])))
    for t, query in enumerate(Q):
        output, *caches = some_arrays(student.call(query, K[t], V[t], *caches).value, NAMES)
        allowed = specs.stable_softmax(specs.attention_scores(query[None], K[: t + 1]))
        if not alike(output, specs.weighted_sum(allowed, V[: t + 1])[0]):
            raise Wrong(
                "expected: the row that full causal attention has for this token; came: another; "
                "look at: what the caches hold after several steps"
            )


@check(share=6, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.decode_step, "integers", names=NAMES, look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
