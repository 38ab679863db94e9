"""Public checks of tiled_attention: shape, kind, memory, and values recognised by their fingerprints."""

from autograder.judge import Wrong, check, expect_float, expect_shape

LOOK = "when a later tile holds a higher score, what must happen to everything that was added up before?"


@check(share=0)
def test_defined(student):
    """tiled_attention is there and can be called"""
    student.defines()


@check(share=1, needs=test_defined)
def test_shape(student):
    """one row for each query, as wide as a value"""
    for probe in ("even", "one_tile"):
        answer = student.answer(probe)
        Q, _, V, _ = answer.arguments
        expect_shape(answer.array(), Q.shape[:1] + V.shape[1:], "(n_q, d_v)")


@check(share=1, needs=test_shape)
def test_dtype(student):
    """the numbers are floating point"""
    expect_float(student.answer("even").array())


@check(share=1, needs=test_dtype, value=True)
def test_values(student):
    """the tiles together give what the full product gives, also where the last one is shorter"""
    student.recognise("even", "ragged", "square", "one_tile", "integers", look_at=LOOK)


@check(share=1, needs=test_dtype, value=True)
def test_rising_and_falling(student):
    """scores that rise or fall by hundreds, or lie far below 0, are right and finite"""
    look_at = "at which level does the running maximum begin, and when and in which direction does it move?"
    student.recognise("rising", "falling", "dropping", look_at=look_at)


@check(share=1, needs=test_values, value=True)
def test_memory(student):
    """the memory that is taken on the way stays below that of all scores at once"""
    if student.outcome("long").kind == "memory":
        raise Wrong(
            "expected: less memory at any one time than the table of all scores takes; came: about as much, or more; "
            "look at: which arrays are there at once, and how many numbers do they hold together?"
        )
    student.recognise("long", look_at=LOOK)


@check(share=1, needs=test_shape)
def test_leaves_arguments_alone(student):
    """the arrays that were handed in are unchanged afterwards"""
    student.leaves_arguments_alone()
