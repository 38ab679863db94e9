"""Numbers and words that come back: every way in which people return them, and a sentence for everything else."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.judge import Wrong, expect_shapes, one_number, one_word, some_numbers

pytestmark = pytest.mark.grading


@pytest.mark.parametrize("value", [3, 3.0, np.float64(3), np.float32(3), np.int64(3), np.array(3.0)])
def test_one_number_may_be_written_in_many_ways(value):
    assert one_number(value).shape == ()
    assert float(one_number(value)) == 3


@pytest.mark.parametrize("value", [None, "3", True, np.bool_(True), [3.0], (3.0,), np.ones(1), np.array("3"), 3j])
def test_what_is_no_number_is_named(value):
    with pytest.raises(Wrong, match=r"expected: one number; came: .+; look at"):
        one_number(value)


@pytest.mark.parametrize("value", [(1, 2.5), [np.float64(1), 2.5], np.array([1.0, 2.5])])
def test_some_numbers_may_stand_in_a_tuple_a_list_or_an_array(value):
    assert [float(number) for number in some_numbers(value, ("mean", "std"))] == [1, 2.5]


@pytest.mark.parametrize("value", [1.0, (1.0,), (1.0, 2.0, 3.0), np.ones((2, 1)), {"mean": 1.0, "std": 2.0}])
def test_another_number_of_numbers_is_told(value):
    with pytest.raises(Wrong, match=r"mean, std"):
        some_numbers(value, ("mean", "std"))


@pytest.mark.parametrize(
    ("value", "word"), [("flat", "flat"), (np.str_("flat"), "flat"), (True, True), (np.False_, False)]
)
def test_one_word_or_true_or_false(value, word):
    assert one_word(value) == word


@pytest.mark.parametrize("value", [1, 0.0, None, ["flat"], np.array([True])])
def test_what_is_no_word_is_named(value):
    with pytest.raises(Wrong, match=r"came: .+; look at"):
        one_word(value)


OUTPUT, WEIGHTS = np.zeros((5, 2)), np.zeros((5, 5))
EXPECTED = (((5, 2), "(seq_len, d_v)", "the average"), ((5, 5), "(seq_len, seq_len)", "the comparison"))


def told(*came):
    """What is said of two results that should be OUTPUT and WEIGHTS."""
    results = [(array, *wanted) for array, wanted in zip(came, EXPECTED, strict=True)]
    with pytest.raises(Wrong) as wrong:
        expect_shapes(*results, order="output, weights")
    return str(wrong.value)


def test_a_wrong_order_of_results_is_told_from_a_wrong_product():
    assert told(WEIGHTS, OUTPUT).endswith("look at: the order of the results: output, weights")
    assert told(WEIGHTS, WEIGHTS).endswith("came: (5, 5); look at: the average")
    assert told(OUTPUT, OUTPUT).endswith("came: (5, 2); look at: the comparison")


def test_results_of_the_right_shapes_pass():
    results = [(array, *wanted) for array, wanted in zip((OUTPUT, WEIGHTS), EXPECTED, strict=True)]
    expect_shapes(*results, order="output, weights")
