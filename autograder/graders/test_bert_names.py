"""bert_names: which of a library's parameters is which of ours."""

from autograder import specs
from autograder.judge import Wrong, check

OURS = {f"{kind}_{role}" for kind in "Wb" for role in "qkv"}
LOOK = "what do the last two parts of each name say?"


@check(share=0)
def test_defined(student):
    """bert_names is there and can be called"""
    student.defines()


@check(share=10, needs=test_defined)
def test_form(student):
    """it returns a dictionary from text to text"""
    for probe in ("plain", "few"):
        student.answer(probe).names()


@check(share=10, needs=test_form)
def test_keys_are_our_names(student):
    """every key is one of our names, from W_q to b_v"""
    for probe in ("plain", "prefixed"):
        strange = sorted(set(student.answer(probe).names()) - OURS)
        if strange:
            came = f"{strange[0]!r}" if not student.inputs.hidden else "another"
            raise Wrong(f"expected: keys such as W_q; came: {came}; look at: which name leads to which?")


@check(share=5, needs=test_form)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("plain")


@check(share=20, needs=test_form, value=True)
def test_plain(student):
    """the six names of a module that stands alone are found, in any order"""
    student.agree_in_names(specs.bert_names, "plain", "shuffled", look_at=LOOK)


@check(share=20, needs=test_form, value=True)
def test_prefixed(student):
    """a prefix does not matter, whatever words are in it, and the whole name is handed back"""
    student.agree_in_names(
        *(specs.bert_names, "prefixed", "crowded", "worded"),
        look_at="which parts of a name decide, and which name would their dictionary be asked for?",
    )


@check(share=20, needs=test_form, value=True)
def test_others(student):
    """names that hold the words elsewhere are left out"""
    student.agree_in_names(specs.bert_names, "crowded", "alike", "trailing", look_at=LOOK)


@check(share=10, needs=test_form, value=True)
def test_few(student):
    """what is not there has no entry, and a list in which nothing counts gives none"""
    student.agree_in_names(specs.bert_names, "few", "none", look_at="where does an entry come from?")


@check(share=5, needs=test_form)
def test_leaves_arguments_alone(student):
    """the list that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
