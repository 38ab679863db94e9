"""score_stats: four numbers for a whole table of scores."""

from autograder import specs
from autograder.judge import Wrong, as_float64, check, some_numbers

NAMES = ("mean", "std", "range", "max")


def numbers(answer):
    return [float(as_float64(number)) for number in some_numbers(answer.value, NAMES)]


@check(share=0)
def test_defined(student):
    """score_stats is there and can be called"""
    student.defines()


@check(share=8, needs=test_defined)
def test_form(student):
    """four numbers come back, whatever the size of the table"""
    for probe in ("rectangular", "square", "one"):
        numbers(student.answer(probe))


@check(share=4, needs=test_form)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=6, needs=test_form)
def test_level_moves_two_of_four(student):
    """adding 7 to every score moves mean and max by 7, and neither std nor range"""
    scores = student.answer("square").arguments[0]
    before, after = numbers(student.answer("square")), numbers(student.call(scores + 7))
    for name, was, now, moved in zip(NAMES, before, after, (7, 0, 0, 7), strict=True):
        if not abs(now - was - moved) < 1e-6:
            raise Wrong(f"expected: {name} moves by {moved}; came: another change; look at: the order of the four")


@check(share=17, needs=test_form, value=True)
def test_mean(student):
    """the mean is that of all entries"""
    probes = ("rectangular", "square", "negative", "levels", "outlier", "one")
    student.compare(specs.score_stats, *probes, names=NAMES, only="mean", look_at="over how many entries is it?")


@check(share=21, needs=test_form, value=True)
def test_std(student):
    """the standard deviation is that of all entries, dividing by their count"""
    probes = ("rectangular", "square", "levels", "outlier", "equal", "one", "far")
    look = "the spread around what, over how many entries, divided by what?"
    student.compare(specs.score_stats, *probes, names=NAMES, only="std", look_at=look)


@check(share=18, needs=test_form, value=True)
def test_range(student):
    """the range is the largest entry of all minus the smallest"""
    probes = ("rectangular", "square", "negative", "low", "levels", "outlier", "equal", "one")
    student.compare(specs.score_stats, *probes, names=NAMES, only="range", look_at="between which two entries?")


@check(share=12, needs=test_form, value=True)
def test_max(student):
    """the max is the largest entry, also where another has a larger magnitude"""
    probes = ("rectangular", "negative", "low", "outlier")
    student.compare(
        specs.score_stats,
        *probes,
        names=NAMES,
        only="max",
        look_at="from which entries, and in which order, is it found?",
    )


@check(share=5, needs=test_mean, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.score_stats, "integers", names=NAMES, look_at="can eight bits hold 120 - (-120)?")


@check(share=5, needs=test_mean, value=True)
def test_single(student):
    """float32 scores are legal"""
    student.compare(specs.score_stats, "single", names=NAMES, look_at="which dtype do the steps have?")


@check(share=4, needs=test_form)
def test_leaves_arguments_alone(student):
    """the array that was handed in is unchanged afterwards"""
    student.leaves_arguments_alone()
