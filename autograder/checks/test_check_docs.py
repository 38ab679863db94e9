"""Public checks of check_docs: the form for all, and the first six claims recognised by their fingerprints."""

from autograder.judge import Wrong, check, one_number, one_word

VERDICTS = ("holds", "does not", "cannot be told")
REASONS = tuple("abcdef")
PARTS = ("verdict", "value", "reason")


@check(share=0)
def test_defined(student):
    """check_docs is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_form(student):
    """every claim gets one of three verdicts, a number, and one of the letters"""
    for claim in range(1, 13):
        came = student.call(claim).value
        if not isinstance(came, (tuple, list)) or len(came) != 3:
            raise Wrong(
                f"expected: (verdict, value, reason) for claim {claim}; came: {came!r}; look at: the return line"
            )
        verdict, reason = one_word(came[0]), one_word(came[2])
        one_number(came[1])
        if verdict not in VERDICTS:
            raise Wrong(
                f"expected: one of {', '.join(VERDICTS)}; came: {verdict!r} for claim {claim}; look at: spelling"
            )
        if reason not in REASONS:
            raise Wrong(
                f"expected: a letter from a to f; came: {reason!r} for claim {claim}; look at: the list of reasons"
            )


@check(share=1, needs=test_form, value=True)
def test_worked_claims(student):
    """claims 1 and 2, which the text works through: verdict, value within 1 %, reason"""
    student.recognise("claim_1", "claim_2", look_at="the cell above", row="published", names=PARTS)


@check(share=1, needs=test_form, value=True)
def test_first_half(student):
    """claims 3 to 6: verdict, value within 1 %, reason; the other six are looked at when it is graded"""
    look_at, claims = "which quantity is the claim about?", ("claim_3", "claim_4", "claim_5", "claim_6")
    student.recognise(*claims, look_at=look_at, row="published", names=PARTS)
