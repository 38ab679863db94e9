"""tiled_attention: the exact answer, a few keys at a time, and never the whole table of scores."""

from autograder import specs
from autograder.judge import Wrong, check, expect_float, expect_shape

LOOK = "when a later tile holds a higher score, what must happen to everything that was added up before?"


@check(share=0)
def test_defined(student):
    """tiled_attention is there and can be called"""
    student.defines()


@check(share=5, needs=test_defined)
def test_shape(student):
    """one row for each query, as wide as a value"""
    for probe in ("even", "ragged", "one_tile"):
        answer = student.answer(probe)
        Q, _, V, _ = answer.arguments
        expect_shape(answer.array(), (len(Q), V.shape[1]), "(n_q, d_v)")


@check(share=3, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point, whether float64 or float32 came in"""
    for probe in ("even", "single"):
        expect_float(student.answer(probe).array())


@check(share=4, needs=test_shape)
def test_same_answer_twice(student):
    """two calls with the same arguments give the same answer"""
    student.same_answer_twice("even")


@check(share=20, needs=test_dtype, value=True)
def test_values(student):
    """the tiles together give what the full product gives"""
    student.compare(specs.tiled_attention, "even", "square", "single_keys", "one_tile", look_at=LOOK)


@check(share=12, needs=test_dtype, value=True)
def test_ragged(student):
    """a last tile that is shorter counts like the others"""
    student.compare(specs.tiled_attention, "ragged", "single", look_at="how many keys does your loop visit?")


@check(share=13, needs=test_dtype, value=True)
def test_rising(student):
    """scores that rise by hundreds from tile to tile are right and finite"""
    student.compare(specs.tiled_attention, "rising", look_at=LOOK)


@check(share=13, needs=test_dtype, value=True)
def test_falling(student):
    """scores that fall by hundreds, lie far below 0, or far apart from query to query, are right and finite"""
    look_at = "at which level does the running maximum begin, how many levels are there, and may one fall?"
    student.compare(specs.tiled_attention, "falling", "dropping", "apart", look_at=look_at)


@check(share=20, needs=test_values, value=True)
def test_memory(student):
    """the memory that is taken on the way stays below that of all scores at once"""
    if student.outcome("long").kind == "memory":
        raise Wrong(
            "expected: less memory at any one time than the table of all scores takes; came: about as much, or more; "
            "look at: which arrays are there at once, and how many numbers do they hold together?"
        )
    student.compare(specs.tiled_attention, "long", look_at=LOOK)


@check(share=5, needs=test_dtype, value=True)
def test_integers(student):
    """whole numbers are computed in floating point"""
    student.compare(specs.tiled_attention, "integers", look_at="which dtype do the steps have?")


@check(share=5, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
