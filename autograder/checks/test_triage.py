"""Public checks of triage: the practice patients, whose labels are known to everybody."""

from autograder.clinic import LABELS
from autograder.judge import Wrong, check


@check(share=0)
def test_defined(student):
    """triage is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_form(student):
    """the answer is one of the eight labels, after at most twelve calls"""
    for label in LABELS:
        came = student.answer(label.replace(" ", "_")).word()
        if came not in LABELS:
            raise Wrong(f"expected: one of {', '.join(LABELS)}; came: {came!r}; look at: the spelling")


@check(share=1, needs=test_form, value=True)
def test_patients(student):
    """the eight practice patients get their labels"""
    missed = [label for label in LABELS if student.answer(label.replace(" ", "_")).word() != label]
    if missed:
        came = f"{len(LABELS) - len(missed)} of {len(LABELS)}; not recognised: {', '.join(missed)}"
        look = "the patient practice(LABEL), on which your own experiment should show what it has"
        raise Wrong(
            f"expected: {len(LABELS)} of {len(LABELS)} practice patients recognised; came: {came}; look at: {look}"
        )
