"""Public checks of head_diversity: one number, one property, and values recognised by their fingerprints."""

from autograder.judge import Wrong, alike, check, one_number

LOOK = "which pairs of heads, halved or not, and what is summed, what averaged?"


@check(share=0)
def test_defined(student):
    """head_diversity is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_one_number(student):
    """the answer is one number"""
    one_number(student.answer("three_heads").value)


@check(share=1, needs=test_one_number)
def test_order_of_heads_does_not_matter(student):
    """heads that change places are as different as before"""
    (weights,) = student.answer("three_heads").arguments
    turned = one_number(student.call(weights[::-1].copy()).value)
    if not alike(turned, one_number(student.answer("three_heads").value)):
        raise Wrong("expected: the same for heads in another order; came: another; look at: is every pair compared?")


@check(share=1, needs=test_one_number, value=True)
def test_values(student):
    """over all pairs of heads and all queries, the mean of half the sum of absolute differences"""
    student.recognise("small", "three_heads", "square", "many_heads", "integers", look_at=LOOK)


@check(share=1, needs=test_one_number, value=True)
def test_ends(student):
    """equal heads give 0, and heads that look at different keys altogether give 1"""
    student.recognise("equal", "apart", "near", "hair", look_at="what is the largest difference of two rows?")


@check(share=1, needs=test_one_number)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
