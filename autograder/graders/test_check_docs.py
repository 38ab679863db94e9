"""check_docs: twelve published numbers, each with a verdict, the value that comes out, and the reason."""

import math

from autograder import specs
from autograder.judge import Wrong, agrees, as_float64, check, one_number, one_word
from autograder.outcome import parts

VERDICTS = ("holds", "does not", "cannot be told")
REASONS = tuple("abcdef")


def told(student, claim):
    """Verdict, value and reason for one claim, else Wrong."""
    said = parts(student.answer(f"claim_{claim}").value)
    if len(said) != 3:
        raise Wrong("expected: three things (verdict, value, reason); came: something else; look at: the return line")
    verdict, value, reason = said
    return one_word(verdict), one_number(value), one_word(reason)


def agree(student, *claims, part):
    """The verdict and value, or the reason, of these claims."""
    for claim in claims:
        verdict, value, reason = told(student, claim)
        truth = student.answer(f"claim_{claim}").truth(specs.check_docs)
        if part == "reason" and reason != truth[2]:
            raise Wrong(f"expected: another reason for claim {claim}; came: {reason!r}; look at: what the run showed")
        if part == "value" and not _is_near(student, value, truth[1]):
            raise Wrong(f"expected: another value for claim {claim}; came: one that is off by more than 1 %; look at: "
                        "which quantity the claim is about", expected=truth, received=value)  # fmt: skip
        if part == "value" and verdict != truth[0]:
            raise Wrong(f"expected: another verdict on claim {claim}; came: {verdict!r}; look at: value and claim")


def _is_near(student, value, truth):
    if math.isnan(truth):
        return bool(math.isnan(as_float64(value)))
    return agrees(value, as_float64(one_number(truth)), student.tolerance("published"))


@check(share=0)
def test_defined(student):
    """check_docs is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_form(student):
    """every claim gets one of three verdicts, a number, and one of the letters"""
    for claim in range(1, 13):
        verdict, _, reason = told(student, claim)
        if verdict not in VERDICTS or reason not in REASONS:
            raise Wrong("expected: a verdict and a letter from the lists; came: another word; look at: the spelling")


@check(share=6, needs=test_form)
def test_verdicts(student):
    """all twelve verdicts are right"""
    for claim in range(1, 13):
        if told(student, claim)[0] != student.answer(f"claim_{claim}").truth(specs.check_docs)[0]:
            raise Wrong("expected: twelve right verdicts; came: fewer; look at: the run and not the sentence")


@check(share=12, needs=test_form, value=True)
def test_weights_and_root(student):
    """claims 1 and 2 are checked: value and verdict"""
    agree(student, 1, 2, part="value")


@check(share=12, needs=test_form, value=True)
def test_spread_and_entropy(student):
    """claims 3 and 5 are checked: value and verdict"""
    agree(student, 3, 5, part="value")


@check(share=12, needs=test_form, value=True)
def test_variance_and_exp(student):
    """claims 4 and 8 are checked: value and verdict"""
    agree(student, 4, 8, part="value")


@check(share=12, needs=test_form, value=True)
def test_overflow_and_lines(student):
    """claims 6 and 7 are checked: value and verdict"""
    agree(student, 6, 7, part="value")


@check(share=12, needs=test_form, value=True)
def test_size_and_head(student):
    """claims 9 and 11 are checked: value and verdict"""
    agree(student, 9, 11, part="value")


@check(share=12, needs=test_form, value=True)
def test_default_and_table(student):
    """claims 10 and 12 are checked: value and verdict"""
    agree(student, 10, 12, part="value")


@check(share=8, needs=test_weights_and_root, value=True)
def test_reasons_of_the_first_half(student):
    """the reasons for claims 1 to 6 are right"""
    agree(student, *range(1, 7), part="reason")


@check(share=8, needs=test_size_and_head, value=True)
def test_reasons_of_the_second_half(student):
    """the reasons for claims 7 to 12 are right"""
    agree(student, *range(7, 13), part="reason")
