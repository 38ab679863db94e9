"""Public checks of xavier_std: one number, one property, and values recognised by their fingerprints."""

from autograder.judge import Wrong, check

LOOK = "what is added, what stands under the root, and is there a root at all?"


@check(share=0)
def test_defined(student):
    """xavier_std is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_one_number(student):
    """one number comes back"""
    student.answer("narrowing").like(0.0)


@check(share=1, needs=test_one_number)
def test_both_count_alike(student):
    """what goes in and what comes out may change places"""
    if abs(float(student.call(12, 6).like(0.0)) - float(student.call(6, 12).like(0.0))) > 1e-9:
        raise Wrong("expected: the same for (12, 6) and (6, 12); came: two numbers; look at: are both used alike?")


@check(share=1, needs=test_one_number, value=True)
def test_values(student):
    """the root of 2 over the sum of what goes in and what comes out"""
    student.recognise("narrowing", "widening", "odd", "equal", "one", "large", look_at=LOOK)
