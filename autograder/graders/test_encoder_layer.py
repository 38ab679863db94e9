"""encoder_layer: attention and feed-forward, each with its residual and its norm, in one of two orders."""

from autograder import specs
from autograder.judge import Wrong, alike, check, expect_float, expect_shape
from autograder.misconceptions import joined

LOOK = "what is normalised when, and what is added to what?"
SHAPE = "what is returned, and how wide is a token at the end?"


def own_way(own, x, attention, ffn, norms, num_heads, pre_norm):
    """The right composition of the student's own earlier functions."""
    gamma_1, beta_1, gamma_2, beta_2 = norms
    if pre_norm:
        x = x + own(specs.multi_head_attention, own(specs.layer_norm, x, gamma_1, beta_1), *attention, num_heads)[0]
        return x + own(specs.feed_forward, own(specs.layer_norm, x, gamma_2, beta_2), *ffn)
    x = own(specs.layer_norm, x + own(specs.multi_head_attention, x, *attention, num_heads)[0], gamma_1, beta_1)
    return own(specs.layer_norm, x + own(specs.feed_forward, x, *ffn), gamma_2, beta_2)


def own_or_true(student, *probes):
    """Each probe's answer is the truth, or what the student's own earlier functions make of it."""
    for probe in probes:
        if not student.follows(probe, own_way, specs.encoder_layer):
            behind = " and ".join(student.behind(probe, own_way, specs.encoder_layer))
            look_at = f"your own {behind}, whose mistake is carried on here: mend that first" if behind else LOOK
            student.compare(specs.encoder_layer, probe, look_at=look_at)


@check(share=0)
def test_defined(student):
    """encoder_layer is there and can be called"""
    student.defines()
    student.joins(own_way, joined.of("encoder_layer"))


@check(share=5, needs=test_defined)
def test_shape(student):
    """the result has the shape of x, in both orders"""
    for probe in ("post", "pre", "post_one_head"):
        answer = student.answer(probe)
        expect_shape(answer.array(), answer.arguments[0].shape, "(seq_len, d_model)", SHAPE)


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("post", "single"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("post")


@check(share=9, needs=test_dtype)
def test_tokens_in_another_order(student):
    """tokens that change places take their results along"""
    answer = student.answer("pre")
    x, *rest = answer.arguments
    if not alike(student.call(x[::-1].copy(), *rest).array(), answer.array()[::-1]):
        raise Wrong("expected: results that change places as their tokens; came: others; look at: is anything masked?")


@check(share=22, needs=test_dtype, value=True)
def test_post_norm(student):
    """post-norm: each part is added to what came in, and the sum is normalised"""
    own_or_true(student, "post", "post_one_head", "single")


@check(share=18, needs=test_dtype, value=True)
def test_pre_norm(student):
    """pre-norm: each part sees its input normalised, and is added to the input as it was"""
    own_or_true(student, "pre", "pre_large")


@check(share=10, needs=test_dtype, value=True)
def test_square(student):
    """both orders are right when all sizes are equal, where exchanged matrices run silently"""
    own_or_true(student, "post_square", "pre_square")


@check(share=10, needs=test_dtype, value=True)
def test_residuals_alone(student):
    """where the parts let nothing through, the residuals and the norms remain"""
    own_or_true(student, "post_quiet", "pre_quiet")


@check(share=8, needs=test_dtype, value=True)
def test_small_tokens(student):
    """tokens so small that eps decides are normalised with 1e-5 under the root"""
    own_or_true(student, "post_small", "pre_small")


@check(share=5, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    own_or_true(student, "post_integers")


@check(share=6, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
