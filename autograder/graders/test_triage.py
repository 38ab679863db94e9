"""triage: which of eight illnesses an attention has, found out by experiment on fresh patients."""

from autograder import specs
from autograder.clinic import LABELS
from autograder.judge import Wrong, check


def recognised(student, *labels, look_at):
    """Both fresh patients of each of these illnesses get their label."""
    probes = [f"{label.replace(' ', '_')}_{which}" for label in labels for which in ("first", "second")]
    student.agree_in_words(specs.triage, *probes, look_at=look_at)


@check(share=0)
def test_defined(student):
    """triage is there and can be called"""
    student.defines()


@check(share=6, needs=test_defined)
def test_form(student):
    """the answer is one of the eight labels, after at most twelve calls"""
    for label in LABELS:
        came = student.answer(f"{label.replace(' ', '_')}_first").word()
        if came not in LABELS:
            raise Wrong("expected: one of the eight labels; came: another answer; look at: the spelling")


@check(share=4, needs=test_form)
def test_same_answer_twice(student):
    """the same patient gets the same label twice"""
    student.same_answer_twice("no_scale_first")


@check(share=24, needs=test_form, value=True)
def test_scale(student):
    """scores without a scale are told from scores divided by d_k"""
    recognised(
        student, "no scale", "divides by d_k", look_at="how large is the log of two weights' ratio, for which d_k?"
    )


@check(share=34, needs=test_form, value=True)
def test_turned(student):
    """what is turned is found: the softmax, the scores, or the weights"""
    labels = ("softmax over the queries", "swaps queries and keys", "transposes the weights")
    recognised(student, *labels, look_at="which sums are 1, and whose scores does the ratio in one column follow?")


@check(share=18, needs=test_form, value=True)
def test_blind(student):
    """who ignores the scores is told from who follows a single one"""
    recognised(student, "ignores the scores", "picks one key", look_at="what happens when only Q changes?")


@check(share=14, needs=test_form, value=True)
def test_hidden_keys(student):
    """who hides later keys is told from who ignores the scores, whatever weights that one prefers"""
    recognised(student, "hides later keys", "ignores the scores", look_at="is a small weight a weight of 0?")
