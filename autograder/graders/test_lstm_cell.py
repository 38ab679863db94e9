"""lstm_cell: one step of a long short-term memory, with its four gates in the order i, f, g, o."""

from autograder import specs
from autograder.judge import Wrong, check, expect_float, expect_shapes

NAMES = ("h", "c")
LOOK = "which quarter of the sums is which gate, and what does each gate act on?"


@check(share=0)
def test_defined(student):
    """lstm_cell is there and can be called"""
    student.defines()


@check(share=8, needs=test_defined)
def test_shape(student):
    """it returns the new h and the new c, each as long as the old one"""
    for probe in ("rectangular", "square"):
        answer = student.answer(probe)
        d_h = answer.arguments[1].shape
        look = "how many numbers has one gate?"
        expect_shapes(*((one, d_h, "(d_h,)", look) for one in answer.arrays(*NAMES)), order="h, c")


@check(share=4, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("rectangular", "single"):
        for received in student.answer(probe).arrays(*NAMES):
            expect_float(received)


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("rectangular")


@check(share=6, needs=test_dtype)
def test_h_stays_within_one(student):
    """h lies between -1 and 1, however large c is"""
    h, _ = student.answer("large_state").arrays(*NAMES)
    if not (abs(h) <= 1).all():
        raise Wrong("expected: h between -1 and 1; came: more; look at: what is done to c on its way into h?")


@check(share=25, needs=test_dtype, value=True)
def test_cell_state(student):
    """the new c is f times the old one plus i times g"""
    student.compare(specs.lstm_cell, "rectangular", "large_state", "single", names=NAMES, only="c", look_at=LOOK)


@check(share=25, needs=test_dtype, value=True)
def test_hidden_state(student):
    """the new h is o times tanh of the new c"""
    student.compare(specs.lstm_cell, "rectangular", "large_state", "single", names=NAMES, only="h", look_at=LOOK)


@check(share=10, needs=test_dtype, value=True)
def test_square(student):
    """both are right at four numbers, a state of four and four gates, where a wrong cut runs silently"""
    student.compare(specs.lstm_cell, "square", names=NAMES, look_at=LOOK)


@check(share=8, needs=test_dtype, value=True)
def test_saturated(student):
    """sums of a thousand open and close the gates and give no nan"""
    look = "what does your sigmoid say to 1000, and what to -1000?"
    student.compare(specs.lstm_cell, "saturated", names=NAMES, look_at=look)


@check(share=5, needs=test_shape, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.lstm_cell, "integers", names=NAMES, look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
