"""The digest of an unnamed mistake: equal for equal behaviour however it is computed, another for another one."""

from __future__ import annotations

import numpy as np
import pytest
from diagnosis_bench import RIGHT, attend, softmax

from autograder import misconceptions
from autograder.answer import Observation
from autograder.diagnosis.groups import digest
from autograder.outcome import Outcome
from autograder.probes import Probe

pytestmark = pytest.mark.grading


# --- the same unlisted mistake, written in several ways ---------------------------------------------------------------


def off_by_a_tenth(x, W_q, W_k, W_v):
    output, weights = attend(RIGHT)(x, W_q, W_k, W_v)
    return output + 0.1, weights


def off_by_a_tenth_in_loops(x, W_q, W_k, W_v):
    Q, K, V = (np.einsum("nd,dk->nk", x, W) for W in (W_q, W_k, W_v))
    weights = softmax(np.array([[sum(q * k) / len(q) ** 0.5 for k in K] for q in Q]))
    return np.array([sum(w * v for w, v in zip(row, V, strict=True)) for row in weights]) + 0.1, weights


def off_by_a_tenth_with_dust(x, W_q, W_k, W_v):
    output, weights = off_by_a_tenth(x, W_q, W_k, W_v)
    return output * (1 + 1e-12), weights + 1e-17


def off_by_a_tenth_in_float32(x, W_q, W_k, W_v):
    single = (a.astype(np.float32) for a in (x, W_q, W_k, W_v))
    output, weights = off_by_a_tenth(*single)
    return output.astype(np.float32), weights.astype(np.float32)


SAME = (off_by_a_tenth_in_loops, off_by_a_tenth_with_dust, off_by_a_tenth_in_float32)


def unnamed(bench, function, name="self_attention"):
    result = bench.result(name, function)
    assert result.misconception is None
    return result.unnamed


@pytest.mark.parametrize("function", SAME)
def test_rounding_and_precision_do_not_split_a_group(function, bench, other_bench):
    for one in (bench, other_bench):
        assert unnamed(one, function) == unnamed(one, off_by_a_tenth) != ""


def test_another_mistake_is_another_group(bench):
    def off_by_a_fifth(x, W_q, W_k, W_v):
        output, weights = attend(RIGHT)(x, W_q, W_k, W_v)
        return output + 0.2, weights

    def raising(x, W_q, W_k, W_v):
        raise OSError

    found = {unnamed(bench, f) for f in (off_by_a_tenth, off_by_a_fifth, raising, lambda *a: None, lambda *a: 0.1)}
    assert len(found) == 5


def test_a_named_mistake_has_no_digest(bench):
    entry = misconceptions.of("layer_norm")[0]
    result = bench.result("layer_norm", entry.function)
    assert result.misconception.id == entry.id
    assert result.unnamed == ""


def test_a_right_or_untouched_function_has_no_digest(bench):
    def untouched(weights, V):
        raise NotImplementedError

    assert bench.result("weighted_sum", RIGHT["weighted_sum"]).unnamed == ""
    assert bench.result("weighted_sum", untouched).unnamed == ""


def test_changing_answers_are_one_group_whatever_they_are(bench):
    def noisy(weights, V):
        return weights @ V + np.random.default_rng().normal(size=(len(weights), V.shape[1]))

    assert unnamed(bench, noisy, "weighted_sum") == unnamed(bench, noisy, "weighted_sum")


# --- the digest itself ------------------------------------------------------------------------------------------------


def seen(value, name="p", after=None):
    return Observation(Probe("e", name, "", (np.ones(3),)), Outcome("value", value, after))


def made(course, *observations, truth=None):
    return digest(observations, lambda probe: truth, course.tolerances)


def test_the_order_of_the_calls_and_repetitions_do_not_matter(course):
    a, b = seen(np.arange(3.0), "a"), seen(np.ones(2), "b")
    assert made(course, a, b) == made(course, b, a, a)


def test_zero_and_dust_are_the_same(course):
    assert made(course, seen(np.zeros(4))) == made(course, seen(np.full(4, -1e-17)))


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e8])
def test_noise_far_below_the_step_hardly_ever_splits(scale, course):
    rng = np.random.default_rng(5)
    splits = 0
    for _ in range(300):
        value = rng.normal(size=(4, 6)) * scale
        noisy = value * (1 + 1e-10 * rng.normal(size=value.shape))
        splits += made(course, seen(value)) != made(course, seen(noisy))
    assert splits == 0


def test_round_numbers_are_not_on_the_edge_of_a_step(course):
    """Whole numbers and halves are what real answers hold; nudging them either way must change nothing."""
    for value in (np.eye(3), np.full((2, 2), 0.5), np.array([0.25, 0.125, 1.5]), np.arange(6.0).reshape(2, 3)):
        nudged = [value * (1 + sign * 1e-13) for sign in (-1, 1)]
        assert len({made(course, seen(v)) for v in (value, *nudged)}) == 1


def test_nan_shapes_kinds_and_changed_arguments_count(course):
    value = np.arange(4.0)
    variants = [
        seen(value),
        seen(value.reshape(2, 2)),
        seen(value.astype(int)),
        seen(np.array([0, 1, np.nan, 3])),
        seen(np.array([0, np.nan, 2, 3])),
        seen((value, value)),
        seen(value, after=(np.zeros(3),)),
    ]
    assert len({made(course, one) for one in variants}) == len(variants)


def test_what_is_right_to_a_few_digits_is_one_group(course):
    truth = np.linspace(1, 2, 5)
    found = {made(course, seen(truth * (1 + e)), truth=truth) for e in (0, 1e-6, -3e-6, 2e-5)}
    assert len(found) == 1
    assert made(course, seen(truth * 1.01), truth=truth) not in found
