"""What a view says: sentence and table are right, whatever the numbers are; and what cannot be shown is said."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from autograder import show
from autograder.show import scores
from autograder.show.words import Table, number

TOKENS = ["Thinking", "Machines", "<END>"]
WEIGHTS = np.array([[0.7, 0.2, 0.1], [0.25, 0.5, 0.25], [0.1, 0.1, 0.8]])


# --- weights ----------------------------------------------------------------------------------------------------------


def test_a_heatmap_names_its_largest_weight_and_holds_every_number():
    view = show.heatmap(WEIGHTS, TOKENS)
    assert view.sentence == "The largest weight is 0.80: <END> looks at <END>."
    assert view.table.headings == ("query", *TOKENS)
    assert view.table.rows[0] == ("Thinking", "0.70", "0.20", "0.10")


def test_queries_and_keys_may_differ():
    view = show.heatmap([[0.2, 0.8]], ["it"], keys=["cat", "dog"])
    assert view.sentence == "The largest weight is 0.80: it looks at dog."
    assert show.heatmap([[0.2, 0.8]], ["it"]).table.headings == ("query", "0", "1")


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        (WEIGHTS * 2, "3 of 3 rows do not add up to 1: their sums lie between 2.00 and 2.00, so these are no"),
        (WEIGHTS.T, "3 of 3 rows do not add up to 1: their sums lie between 0.80 and 1.15"),
        (np.full((2, 8), 0.125), "Every row is even: all weights are close to 1/8"),
        ([[1.5, -0.5]], "The smallest number is -0.50; a weight is never below 0."),
        ([[0.5, np.nan], [np.inf, 0.5]], "2 of 4 cells hold nan or inf."),
        ([[np.nan]], "No cell holds a finite number."),
    ],
)
def test_a_heatmap_says_what_is_no_attention(weights, said):
    assert said in show.heatmap(weights).sentence


def test_a_large_heatmap_has_a_small_table_that_says_so():
    weights = np.eye(40)[::-1]
    view = show.heatmap(weights)
    assert len(view.table.rows) == 12
    assert view.table.rows[0][1] == "39 (1.00)"
    assert view.notes == ("The table has the three strongest keys of the first 12 queries, out of 40.",)


def test_heads_say_which_are_most_alike():
    other = np.roll(WEIGHTS, 1, axis=1)
    view = show.heads(np.stack([WEIGHTS, other, WEIGHTS + 1e-3]), TOKENS)
    assert view.sentence.startswith("3 heads; most alike are head 0 and head 2")
    assert view.table.rows[0] == ("0", "0.80", "<END>", "<END>")


def test_equal_heads_are_called_equal():
    assert show.heads(np.stack([WEIGHTS] * 4)).sentence.startswith("All 4 heads give the same weights")
    assert show.heads(WEIGHTS[None]).sentence == "There is one head."


# --- entropy ----------------------------------------------------------------------------------------------------------


def test_entropies_are_measured_against_log_n():
    view = show.entropy_bars([0.0, math.log(4)], 4, ["one", "all"])
    assert "between 0.00 (query one) and 1.39 nats (query all); the most there can be is log 4 = 1.39" in view.sentence
    assert view.table.rows == (("one", "0.00", "0.00"), ("all", "1.39", "1.00"))


@pytest.mark.parametrize("wrong", [[1.5], [-0.1, 0.5]])
def test_what_can_be_no_entropy_is_said(wrong):
    assert "an entropy lies between 0 and log 3 = 1.10" in show.entropy_bars(wrong, 3).sentence


def test_an_entropy_that_is_nan_is_said():
    view = show.entropy_bars([0.5, np.nan], 3, ["a", "b"])
    assert view.sentence == "1 of 2 entropies are nan or inf, the first that of query b."


def test_one_key_leaves_nothing_to_choose():
    assert show.entropy_bars([0.0], 1).table.rows == (("0", "0.00", "none"),)


# --- scores -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", scores.LIMITS)
def test_the_limits_are_where_exp_overflows(name):
    true = math.log(float(np.finfo(name).max))
    assert true - 1e-3 < scores.LIMITS[name] <= true


@pytest.mark.parametrize(
    ("largest", "beyond", "finite"),
    [
        (11.0, "is finite in every type", None),
        (12.0, "overflows in float16,", "finite in float32 and float64"),
        (100.0, "overflows in float16, float32,", "finite in float64"),
        (800.0, "overflows in float16, float32, float64,", "finite in no type"),
    ],
)
def test_a_histogram_says_in_which_type_exp_overflows(largest, beyond, finite):
    view = show.histogram([[-1.0, largest]])
    assert beyond in view.sentence
    assert finite is None or finite in view.sentence
    words = [row[-1] for row in view.table.rows]
    assert words == ["yes" if largest > limit else "no" for limit in scores.LIMITS.values()]


def test_masked_scores_are_left_out_and_counted():
    assert "2 more are nan or inf" in show.histogram([[1.0, -np.inf], [2.0, -np.inf]]).sentence


# --- trace ------------------------------------------------------------------------------------------------------------


def test_a_healthy_run_is_called_so():
    view = show.trace(TOKENS, x=np.ones((3, 5)), weights=WEIGHTS, output=np.zeros((3, 2)))
    assert view.sentence == ("All 3 steps are healthy: every number is finite, and every row of weights adds up to 1.")
    assert view.table.rows[1] == ("weights", "(3, 3)", "0.700 0.200 0.100", "0.10 to 0.80", "1.000", "good")


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ({"x": [[1.0]], "scores": [[np.inf]], "weights": [[np.nan]]}, "scores: 1 of 1 not finite"),
        ({"x": [[1.0]], "weights": [[0.5, 0.6]]}, "weights: rows add up to 1.100"),
    ],
)
def test_the_first_step_that_is_ill_is_named(steps, said):
    assert f"The first step that is not healthy is {said}" in show.trace(**steps).sentence


def test_a_trace_says_what_its_figure_leaves_out():
    notes = show.trace(deep=np.ones((2, 3, 3)), wide=np.ones((3, 30))).notes
    assert notes == (
        "Of deep the figure shows the first table along the first axis.",
        "Of wide the figure shows the first 8 rows and 8 columns.",
    )


# --- what cannot be shown ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: show.heatmap([1.0, 2.0]), r"expected: weights with 2 axes, \(n_q, n_k\); came: shape \(2,\)"),
        (lambda: show.heatmap(np.empty((0, 3))), r"came: shape \(0, 3\), which holds no number"),
        (lambda: show.heatmap([["a"]]), "expected: weights as an array of real numbers; came: list"),
        (lambda: show.heatmap([[1, 2], [3]]), "are all rows equally long"),
        (lambda: show.heatmap([[1j]]), "came: complex128"),
        (lambda: show.heatmap(None), "came: NoneType"),
        (lambda: show.heatmap(WEIGHTS, TOKENS[:2]), "expected: 3 tokens, one for each row or column; came: 2"),
        (lambda: show.heatmap(WEIGHTS, "abc"), "expected: a list of 3 tokens; came: one string"),
        (lambda: show.heads(WEIGHTS), r"expected: weights with 3 axes, \(num_heads, n_q, n_k\)"),
        (lambda: show.entropy_bars([1.0], 0), "n_k, the number of keys, as a whole number of at least 1; came: 0"),
        (lambda: show.entropy_bars([1.0], 2.5), "came: 2.5; look at: weights.shape"),
        (lambda: show.entropy_bars(WEIGHTS, 3), "expected: entropies with 1 axis"),
        (lambda: show.histogram([np.nan]), "expected: at least one finite score; came: nan and inf only"),
        (lambda: show.histogram([]), "holds no number"),
        (lambda: show.trace(), "expected: the steps by name"),
        (lambda: show.trace(x=np.ones((1, 1, 1, 1))), "at most 3 axes"),
        (lambda: show.trace("ab", x=np.ones((2, 2))), "expected: a list of tokens; came: one string"),
        (lambda: show.trace(["a"], x=np.ones((2, 2))), "as many tokens as a step has rows; came: 1"),
        (lambda: show.trace(**{f"s{n}": [1.0] for n in range(13)}), "at most 12 steps; came: 13"),
    ],
)
def test_what_cannot_be_drawn_is_a_sentence(make, said):
    with pytest.raises(show.CannotShow, match=said) as error:
        make()
    assert (
        str(error.value).index("expected: ") < str(error.value).index("; came: ") < str(error.value).index("; look at")
    )


ANY = st.sampled_from([0.0, -0.0, 0.5, 1.0, -3.0, 1e-300, 1e300, 7e4, np.nan, np.inf, -np.inf])


@given(arrays.arrays(float, arrays.array_shapes(min_dims=2, max_dims=2, max_side=14), elements=ANY))
@settings(max_examples=60, deadline=None)
def test_whatever_the_numbers_are_there_is_text(values):
    with np.errstate(all="ignore"):
        views = [show.heatmap(values), show.heads(values[None]), show.trace(weights=values)]
        views.append(show.entropy_bars(values[0], 3))
    for view in views:
        lines = list(view.lines(plain=True))
        assert lines[0] == view.title
        assert all(line.strip() for line in lines)
        assert view.sentence.endswith(".")


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.0, "0.00"), (-0.0, "0.00"), (0.125, "0.12"), (0.004, "0.0040"), (2e-7, "2.00e-07"), (123456.0, "1.23e+05")],
)
def test_numbers_are_short_and_never_hide_what_they_are(value, said):
    assert number(value) == said


def test_columns_stay_in_line_beside_wide_letters():
    first, second, third = Table(("query", "我"), (("喜欢", "1"), ("x", "23"))).aligned()
    assert (first, second, third) == ("query  我", "喜欢    1", "x      23")


def test_spoken_tables_say_every_value_beside_its_heading():
    table = Table(("query", "a", "b"), (("x", "1", ""),))
    assert list(table.spoken()) == ["query x: a 1"]
