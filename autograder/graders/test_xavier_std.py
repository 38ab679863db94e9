"""xavier_std: how widely weights spread when training begins."""

from autograder import specs
from autograder.judge import Wrong, check

LOOK = "what is added, what stands under the root, and is there a root at all?"


@check(share=0)
def test_defined(student):
    """xavier_std is there and can be called"""
    student.defines()


@check(share=10, needs=test_defined)
def test_one_number(student):
    """one number comes back"""
    for probe in ("narrowing", "one"):
        student.answer(probe).like(0.0)


@check(share=10, needs=test_one_number)
def test_both_count_alike(student):
    """what goes in and what comes out may change places"""
    fan_in, fan_out = student.answer("narrowing").arguments
    one, other = student.call(fan_in, fan_out).like(0.0), student.call(fan_out, fan_in).like(0.0)
    if abs(float(one) - float(other)) > 1e-9:
        raise Wrong("expected: the same for (a, b) and (b, a); came: two numbers; look at: are both fans used alike?")


@check(share=4, needs=test_one_number)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("narrowing")


@check(share=40, needs=test_one_number, value=True)
def test_values(student):
    """the root of 2 over the sum of what goes in and what comes out"""
    student.compare(specs.xavier_std, "narrowing", "widening", "odd", "large", look_at=LOOK)


@check(share=36, needs=test_one_number, value=True)
def test_equal_fans(student):
    """right also where as much comes out as goes in"""
    student.compare(specs.xavier_std, "equal", "one", look_at=LOOK)
