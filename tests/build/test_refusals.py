"""A text that would release an answer, or that does not fit the facts, is refused with its line and the way out."""

from __future__ import annotations

import re

import pytest
from sums_course import CONFIG, TEXT, MakeCourse

from autograder.build import build


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), start=1) if line.strip().startswith(start))


def refused(made_up: MakeCourse, **files: str) -> str:
    """All sentences of the refusal; nothing may have been written."""
    course = made_up(**files)
    report = build(course, check=False)
    assert report.written == ()
    assert not (course.folder("release")).exists()
    assert all(sentence.count("\n") == 0 for sentence in report.problems)
    return "\n".join(report.problems)


WRONG_MARKERS = [
    "    ### begin solution",
    "    ### BEGIN SOLUTON",
    "    BEGIN SOLUTION",
    "    # BEGIN SOLUTION",
    "    ###BEGIN SOLUTION",
    "    ### BEGIN SOLUTION ###",
    "    ### Begin Solution",
    "    ### BEGIN SOLUTIONS",
    "    ### BEGINSOLUTION",
    "    ### BEGIN  SOLUTION",
    "    ### SOLUTION BEGIN",
    "    ### END SOLUTION",
    "### BEGIN SOLUTION",
    "",
]


@pytest.mark.parametrize("wrong", WRONG_MARKERS, ids=[w.strip() or "none" for w in WRONG_MARKERS])
def test_a_begin_marker_that_is_not_exactly_right_is_refused(made_up, wrong):
    text = TEXT.replace("    ### BEGIN SOLUTION", wrong, 1)
    assert re.search(r"source/sums\.py, line \d+: ", refused(made_up, text=text))


WRONG_ENDS = ["    ### end solution", "    ### END SOLUTOIN", "    END SOLUTION", "", "  ### END SOLUTION"]


@pytest.mark.parametrize("wrong", WRONG_ENDS, ids=[w or "none" for w in WRONG_ENDS])
def test_an_end_marker_that_is_not_exactly_right_is_refused(made_up, wrong):
    text = TEXT.replace("    ### END SOLUTION", wrong, 1)
    assert re.search(r"source/sums\.py, line \d+: ", refused(made_up, text=text))


def test_the_line_of_a_wrong_marker_is_named(made_up):
    text = TEXT.replace("    ### BEGIN SOLUTION", "    ### begin solution", 1)
    assert f"source/sums.py, line {line_of(text, '### begin')}: " in refused(made_up, text=text)


@pytest.mark.parametrize(
    "line",
    [
        "### BEGIN HIDDEN TESTS",
        "### begin hidden tests",
        "### Begin hidden test",
        "# END HIDDEN TESTS",
        "### AUTOTEST weighted_total",
        "### BEGIN MARK SCHEME",
        "### BEGIN SOLUTION",
    ],
)
def test_markers_of_nbgrader_have_no_place_outside_an_exercise(made_up, line):
    text = TEXT.replace("import numpy as np\n", f"import numpy as np\n\n{line}\n")
    found = refused(made_up, text=text)
    assert f"source/sums.py, line {line_of(text, line)}: " in found


def test_prose_that_spells_out_a_marker_is_refused(made_up):
    text = TEXT.replace("# # Two sums", "# # Two sums\n#\n# Write between BEGIN SOLUTION and the end, please.")
    assert "line 4: nbgrader reads" in refused(made_up, text=text)


CHECK = "check(mean_square)"
EDITS = {
    "an exercise without facts": ('exercise="mean_square"', 'exercise="mean_cube"', "mean_cube has no points"),
    "facts without an exercise": ('"mean_square": {', '"median": {', "exercise median of course_config.py is missing"),
    "a function of another name": ("def mean_square", "def square_mean", "came square_mean"),
    "no docstring": ('    """The mean of the squares of all values."""\n', "", "mean_square has no docstring"),
    "a check of nothing": ('check="mean_square"', 'check="median"', "check of median without its exercise"),
    "no check": (f'# %% check="mean_square"\n{CHECK}\n', "", "exercise mean_square has no check cell"),
    "more than a check": (CHECK, CHECK + "\nprint(mean_square([1]))", "expected nothing but `check(mean_square)`"),
    "a misspelt cell mark": ("# %% check=", "# %% chek=", "the cell line carries chek"),
    "a mark without quotes": ('exercise="mean_square"', "exercise=mean_square", "known are exercise="),
    "code as prose": ('# %% check="mean_square"', '# %% [markdown] check="mean_square"', "leave out [markdown]"),
    "prose as code": ('# %% [markdown] title="mean_square"', '# %% title="mean_square"', "a title is prose"),
    "no title": (' title="mean_square"', "", "no title stands before exercise mean_square"),
    "a title without points": ("# ## 2. The mean of squares\n#\n# {facts}", "# ## 2.", "does not show its points"),
    "facts outside a title": ("# ## Hand in", "# {facts}", "{facts} belongs to a title cell"),
    "an unknown placeholder": ("# ## Hand in", "# {fact}", "nothing fills in {fact}"),
    "a syntax error": ("import numpy as np", "import numpy as", "this is no valid Python"),
    "no cell line": ("# %% [markdown]\n# # Two sums", "# # Two sums", "line 1: expected a cell line"),
    "a raw cell": ("# %% [markdown]\n# ## Hand in", "# %% [raw]\n# ## Hand in", "a raw cell shows nowhere"),
    "a prediction before its title": (
        '# %% [markdown] title="mean_square"',
        '# %% predict="mean_square"\npredict("mean_square", [None])\n\n# %% [markdown] title="mean_square"',
        "predict mean_square belongs between the title and the code",
    ),
    "a prediction that is made already": (
        '# %% exercise="mean_square"',
        '# %% predict="mean_square"\npredict("mean_square", [4])\n\n# %% exercise="mean_square"',
        "a None for each number",
    ),
    "a locked cell of prose": (
        "# %% [markdown]\n# ## Hand in",
        '# %% [markdown] locked="end"\n# ## Hand in',
        "locked is code",
    ),
    "too many minutes": ('"minutes": 20', '"minutes": 21', "plan 31 minutes, the assignment 30"),
    "missing points": ('"points": 1.0, ', "", "points"),
    "negative points": ('"points": 1.0', '"points": -1.0', "mean_square has -1.0 points"),
    "points that are no number": ('"points": 1.0', '"points": float("nan")', "mean_square has nan points"),
    "an unknown policy": ('POLICY = "best"', 'POLICY = "last"', 'expected RESUBMISSION_POLICY "newest" or "best"'),
    "an assignment without text": ('    "sums": {\n', '    "products": {\n', "source/products.py is missing"),
}


@pytest.mark.parametrize(("old", "new", "says"), EDITS.values(), ids=EDITS)
def test_what_does_not_fit_is_refused_in_a_sentence(made_up, old, new, says):
    assert (old in TEXT) != (old in CONFIG)
    text, config = TEXT.replace(old, new), CONFIG.replace(old, new)
    if says == "points":  # the facts themselves are incomplete: nothing is read at all
        with pytest.raises(Exception, match=r"course_config\.py: a fact is missing or misspelt: 'points'"):
            made_up(text=text, config=config)
    else:
        assert says in refused(made_up, text=text, config=config)


def test_exercises_in_another_order_than_the_facts_are_refused(made_up):
    first = CONFIG.index('            "weighted_total"')
    second = CONFIG.index('            "mean_square"')
    end = CONFIG.index("        },\n", second)
    config = CONFIG[:first] + CONFIG[second:end] + CONFIG[first:second] + CONFIG[end:]
    assert "expected the exercises in the order mean_square, weighted_total" in refused(made_up, config=config)


def test_an_exercise_that_stands_twice_is_refused(made_up):
    start, end = TEXT.index('# %% exercise="mean_square"'), TEXT.index("# %% [markdown]\n# ## Hand in")
    found = refused(made_up, text=TEXT[:end] + TEXT[start:end] + TEXT[end:])
    assert "exercise mean_square was already written above" in found


def test_a_text_that_is_not_utf8_or_belongs_nowhere_is_refused(made_up):
    course = made_up()
    (course.folder("source") / "sums.py").write_bytes(TEXT.encode("gbk"))
    (course.folder("source") / "spare.py").write_text(TEXT, encoding="utf-8")
    found = "\n".join(build(course, check=True).problems)
    assert "source/sums.py is not UTF-8" in found
    assert "source/spare.py: course_config.py has no assignment spare" in found


def test_the_text_as_it_stands_is_not_refused(built):
    assert build(built, check=True).clean
