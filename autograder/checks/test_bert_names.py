"""Public checks of bert_names: form, and entries recognised by their fingerprints."""

from autograder.judge import Wrong, check

OURS = {f"{kind}_{role}" for kind in "Wb" for role in "qkv"}
LOOK = "what do the last two parts of each name say?"


@check(share=0)
def test_defined(student):
    """bert_names is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_form(student):
    """it returns a dictionary from text to text"""
    student.answer("plain").names()


@check(share=1, needs=test_form)
def test_keys_are_our_names(student):
    """every key is one of our names, from W_q to b_v"""
    strange = sorted(set(student.answer("plain").names()) - OURS)
    if strange:
        raise Wrong(f"expected: keys such as W_q; came: {strange[0]!r}; look at: which name leads to which?")


@check(share=1, needs=test_form, value=True)
def test_plain(student):
    """the six names of a module that stands alone are found, in any order, and what is not there has no entry"""
    student.recognise("plain", "mixed", "few", look_at=LOOK)


@check(share=1, needs=test_form, value=True)
def test_prefixed(student):
    """a prefix does not matter, whatever words are in it, and the whole name is handed back"""
    look_at = "which parts of a name decide, and which name would their dictionary be asked for?"
    student.recognise("prefixed", "worded", look_at=look_at)


@check(share=1, needs=test_form, value=True)
def test_others(student):
    """names that hold the words elsewhere, or none of them, are left out"""
    student.recognise("alike", "none", look_at=LOOK)


@check(share=1, needs=test_form)
def test_leaves_arguments_alone(student):
    """the list that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
