"""The reference functions of the course texts: against SciPy, against the contract's special cases, by hand."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.spatial
import scipy.special
import scipy.stats

import autograder
from autograder import facts
from autograder.outcome import arrays_in, each_array

ROOT = Path(__file__).resolve().parents[1]
COURSE = facts.load(ROOT)
EXERCISES = [exercise.name for assignment in COURSE.assignments for exercise in assignment.exercises]

Reference = dict[str, Callable[..., Any]]
Array = np.ndarray[Any, Any]


@pytest.fixture(scope="module")
def reference() -> Reference:
    """Every exercise's reference function by name."""
    functions: Reference = {}
    for assignment in COURSE.assignments:
        path = ROOT / COURSE.source / f"{assignment.name}.py"
        spec = importlib.util.spec_from_file_location(f"reference_{assignment.name}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        with pytest.MonkeyPatch.context() as patch:
            # The functions are under test here, not the cells around them that check, ask and hand in.
            for name in autograder.__all__:
                patch.setitem(vars(autograder), name, lambda *_: None)
            spec.loader.exec_module(module)
        functions |= {exercise.name: getattr(module, exercise.name) for exercise in assignment.exercises}
    return functions


def arguments(exercise: str) -> tuple[Any, ...]:
    """Legal float64 arguments of pairwise different sizes."""
    random = np.random.default_rng(11)

    def normal(*shape: int) -> Array:
        return random.normal(0, 0.5, shape)

    weights = scipy.special.softmax(normal(4, 6), axis=-1)
    return {
        "project_qkv": (normal(5, 7), normal(7, 3), normal(7, 3), normal(7, 2)),
        "attention_scores": (normal(4, 3), normal(6, 3)),
        "stable_softmax": (normal(4, 6),),
        "weighted_sum": (weights, normal(6, 3)),
        "self_attention": (normal(5, 7), normal(7, 3), normal(7, 3), normal(7, 2)),
        "xavier_std": (5, 7),
        "attention_entropy": (weights,),
        "is_uniform": (weights, 1e-3),
        "score_stats": (normal(4, 6),),
        "normalized_entropy": (weights,),
        "overflow_risk": (normal(4, 6), "float32"),
        "diagnose": (normal(4, 6), weights),
        "causal_mask": (5,),
        "masked_weights": (normal(4, 6), np.arange(24).reshape(4, 6) % 3 > 0),
        "layer_norm": (normal(5, 7), normal(7), normal(7), 0.1),
        "output_drift": (normal(5, 7), normal(5, 7)),
        "split_heads": (normal(5, 6), 3),
        "merge_heads": (normal(3, 5, 2),),
        "head_diversity": (scipy.special.softmax(normal(3, 4, 6), axis=-1),),
        "feed_forward": (normal(5, 6), normal(6, 7), normal(7), normal(7, 6), normal(6)),
        "encoder_layer": (
            normal(5, 6),
            tuple(normal(4, 6, 6)),
            (normal(6, 7), normal(7), normal(7, 6), normal(6)),
            tuple(normal(4, 6)),
            3,
            False,
        ),
        "batched_attention": (normal(2, 5, 7), normal(7, 3), normal(7, 3), normal(7, 4)),
        "multi_head_attention": (normal(5, 6), *normal(4, 6, 6), 3),
        "grad_check": (lambda point: float(np.sum(point**2)), normal(3, 4), normal(3, 4)),
        "softmax_backward": (weights, normal(4, 6)),
        "attention_backward": (normal(4, 3), normal(6, 3), normal(6, 2), normal(4, 2)),
        "tiled_attention": (normal(4, 3), normal(6, 3), normal(6, 2), 4),
        "decode_step": (normal(3), normal(3), normal(2), normal(5, 3), normal(5, 2)),
        "sinusoidal_positions": (5, 8),
        "fitted_exponent": (np.exp(normal(5)), np.exp(normal(5))),
        "layer_norm_backward": (normal(5, 7), normal(7), normal(5, 7), 0.1),
        "row_means": (normal(4, 6),),
        "scale_columns": (normal(4, 6), normal(6)),
        "pairwise_dots": (normal(4, 3), normal(6, 3)),
        "from_linear": (normal(4, 6),),
        "from_packed": (normal(12, 4),),
        "bert_names": (["self.query.weight", "self.key.bias", "dense.weight"],),
        "biased_attention": (normal(5, 6), *(part for _ in "qkv" for part in (normal(6, 6), normal(6))), 3),
        "with_temperature": (normal(4, 6), 2.5),
        "rnn_cell": (normal(3), normal(5), normal(3, 5), normal(5, 5), normal(5)),
        "lstm_cell": (normal(3), normal(5), normal(5), normal(3, 20), normal(5, 20), normal(20)),
    }[exercise]


TAKE_NO_ARRAY = {"triage", "check_docs", "accepts"}
GIVE_NO_ARRAY = TAKE_NO_ARRAY | {"score_stats", "overflow_risk", "diagnose", "bert_names"}
# What gives one number, a word or True and False, or takes whole numbers only: no dtype comes in that could be kept.
OF_ONE_KIND = GIVE_NO_ARRAY | {"is_uniform", "causal_mask", "head_diversity", "xavier_std"}
OF_ONE_KIND |= {"grad_check", "sinusoidal_positions", "fitted_exponent"}
GIVE_FLOATS = sorted(set(EXERCISES) - OF_ONE_KIND)


def arrays(value: Any) -> tuple[Array, ...]:
    return value if isinstance(value, tuple) else (value,)


def cast(values: tuple[Any, ...], dtype: Any) -> tuple[Any, ...]:
    """Masks stay what they are."""
    return each_array(values, lambda array: array if array.dtype == bool else array.astype(dtype))


MOVE_NUMBERS = {"split_heads", "merge_heads"}  # nothing is computed: whole numbers stay whole, and a view will do
MOVE_NUMBERS |= {"from_linear", "from_packed"}


# --- rules for all ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exercise", sorted(set(EXERCISES) - TAKE_NO_ARRAY))
def test_arguments_are_left_alone(reference: Reference, exercise: str) -> None:
    given = arguments(exercise)
    for argument in arrays_in(given):
        argument.setflags(write=False)
    for array in arrays(reference[exercise](*given)):
        if exercise in GIVE_NO_ARRAY or type(array) is float:
            continue
        assert type(array) is np.ndarray
        shared = any(np.shares_memory(array, argument) for argument in arrays_in(given))
        assert not shared or exercise in MOVE_NUMBERS


@pytest.mark.parametrize("exercise", GIVE_FLOATS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_kind_of_float_is_kept(reference: Reference, exercise: str, dtype: type) -> None:
    returned = arrays(reference[exercise](*cast(arguments(exercise), dtype)))
    assert {array.dtype for array in returned} == {np.dtype(dtype)}


@pytest.mark.parametrize("exercise", sorted(set(GIVE_FLOATS) - MOVE_NUMBERS))
@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.int8, np.uint8])
def test_integers_are_computed_in_float64(reference: Reference, exercise: str, dtype: type) -> None:
    given = each_array(arguments(exercise), lambda a: a if a.dtype == bool else np.abs(np.round(9 * a)))
    if exercise in ("attention_entropy", "normalized_entropy"):
        given = (np.eye(3, 4),)
    whole = arrays(reference[exercise](*cast(given, dtype)))
    for array, expected in zip(whole, arrays(reference[exercise](*given)), strict=True):
        assert array.dtype == np.float64
        np.testing.assert_allclose(array, expected, rtol=1e-12, atol=0)


# --- attention --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scores",
    [
        np.random.default_rng(0).normal(size=6),
        np.random.default_rng(1).normal(0, 3, (4, 6)),
        np.random.default_rng(2).normal(0, 3, (2, 3, 4, 5)),
        np.array([[1e4, 1e4 - 1, -1e4], [-1e4, -1e4 - 2, -1e4 + 1]]),
        np.array([[1000.0, 999.0, 1001.0], [-1000.0, -1001.0, -999.5], [0.0, 0.5, 0.25]]),
        np.array([[0.0, 3000.0, 1.0, 2.0]]),
        np.array([[-np.inf, 1.0, 2.0], [-np.inf, -np.inf, -5e3]]),
    ],
    ids=["1 axis", "2 axes", "4 axes", "1e4", "levels", "3000 above", "-inf"],
)
def test_softmax_agrees_with_scipy(reference: Reference, scores: Array) -> None:
    weights = reference["stable_softmax"](scores)
    np.testing.assert_allclose(weights, scipy.special.softmax(scores, axis=-1), rtol=1e-12, atol=0)
    assert np.all(weights[np.isneginf(scores)] == 0)


def test_scores_are_dot_products_over_the_root_of_d_k(reference: Reference) -> None:
    Q, K = arguments("attention_scores")
    by_pairs = [[sum(q * k) / 3**0.5 for k in K] for q in Q]
    np.testing.assert_allclose(reference["attention_scores"](Q, K), by_pairs, rtol=1e-12)


def test_weights_are_used_as_they_are(reference: Reference) -> None:
    weights, V = arguments("weighted_sum")
    np.testing.assert_allclose(
        reference["weighted_sum"](3 * weights, V), 3 * reference["weighted_sum"](weights, V), rtol=1e-12
    )


# --- diagnostics ------------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("error")
def test_four_numbers_are_those_of_all_entries(reference: Reference) -> None:
    scores = np.array([[0, 4], [2, -6]])
    np.testing.assert_allclose(reference["score_stats"](scores), [0, 14**0.5, 10, 4])
    assert reference["score_stats"](np.array([[100, -100]], dtype=np.int8))[2] == 200


def test_shares_fit_every_length(reference: Reference) -> None:
    for n_k in (2, 7, 300):
        rows = np.concatenate([np.full((1, n_k), 1 / n_k), np.eye(1, n_k)])
        np.testing.assert_allclose(reference["normalized_entropy"](rows), [1, 0], atol=1e-12)
    assert reference["normalized_entropy"](np.ones((2, 1))).tolist() == [0, 0]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_a_risk_is_what_exp_itself_shows(reference: Reference, dtype: str) -> None:
    for score in (-1e4, 0.0, 11.0, 11.2, 88.6, 88.8, 709.7, 709.9, 1e4):
        with np.errstate(over="ignore"):
            overflows = bool(np.isinf(np.exp(np.array(score, dtype))))
        assert reference["overflow_risk"](np.array([[score, 0.0]]), dtype) == overflows


def test_every_table_has_one_verdict(reference: Reference) -> None:
    random = np.random.default_rng(5)
    odd = np.array([0.0, 1.0, -1.0, 0.5, np.nan, np.inf, -np.inf])
    verdicts = {"not finite", "not weights", "uniform", "peaked", "healthy"}
    for _ in range(200):
        scores, weights = random.choice(odd, (2, 2, 3))
        assert reference["diagnose"](scores, weights) in verdicts


def test_entropy_agrees_with_scipy_and_counts_empty_keys_as_nothing(reference: Reference) -> None:
    weights = np.array([[0.25] * 4, [1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.7, 0.3 - 1e-300, 1e-300, 0]])
    entropy = reference["attention_entropy"](weights)
    np.testing.assert_allclose(entropy, scipy.stats.entropy(weights, axis=-1), atol=1e-15)


def test_uniformity_is_told_row_by_row(reference: Reference) -> None:
    rows = np.array([[0.2, 0.2, 0.2, 0.2, 0.2], [0.2009, 0.1991, 0.2, 0.2, 0.2], [0.21, 0.19, 0.2, 0.2, 0.2]])
    assert reference["is_uniform"](rows).dtype == np.bool_
    assert reference["is_uniform"](rows).tolist() == [True, True, False]
    assert reference["is_uniform"](rows, 0.05).tolist() == [True, True, True]
    assert reference["is_uniform"](np.eye(3, dtype=int)).tolist() == [False] * 3


# --- encoder ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seq_len", [1, 2, 5])
def test_the_mask_allows_itself_and_the_past(reference: Reference, seq_len: int) -> None:
    mask = reference["causal_mask"](seq_len)
    assert mask.dtype == np.bool_
    assert mask.tolist() == [[j <= i for j in range(seq_len)] for i in range(seq_len)]


def test_layer_norm_takes_the_biased_variance_with_eps_under_the_root(reference: Reference) -> None:
    x, gamma, beta, eps = arguments("layer_norm")
    by_rows = [gamma * (row - row.mean()) / (((row - row.mean()) ** 2).sum() / 7 + eps) ** 0.5 + beta for row in x]
    np.testing.assert_allclose(reference["layer_norm"](x, gamma, beta, eps), by_rows, rtol=1e-12)
    np.testing.assert_array_equal(reference["layer_norm"](np.full((2, 7), 3.0), gamma, beta), [beta, beta])


def test_every_head_owns_its_block_of_columns(reference: Reference) -> None:
    x, W_q, W_k, W_v, W_o, _ = arguments("multi_head_attention")
    output, weights = reference["multi_head_attention"](x, W_q, W_k, W_v, W_o, 3)
    joined = []
    for head in range(3):
        own = slice(2 * head, 2 * head + 2)
        table = scipy.special.softmax((x @ W_q[:, own]) @ (x @ W_k[:, own]).T / 2**0.5, axis=-1)
        np.testing.assert_allclose(weights[head], table, rtol=1e-12)
        joined.append(table @ x @ W_v[:, own])
    np.testing.assert_allclose(output, np.concatenate(joined, axis=1) @ W_o, rtol=1e-11, atol=1e-14)


def test_one_head_is_self_attention_and_what_does_not_divide_is_refused(reference: Reference) -> None:
    x, W_q, W_k, W_v, _, _ = arguments("multi_head_attention")
    output, weights = reference["multi_head_attention"](x, W_q, W_k, W_v, np.eye(6), 1)
    alone, table = reference["self_attention"](x, W_q, W_k, W_v)
    np.testing.assert_allclose(output, alone, rtol=1e-12)
    np.testing.assert_allclose(weights[0], table, rtol=1e-12)
    with pytest.raises(ValueError, match="d_model = 6 is not divisible by num_heads = 4"):
        reference["multi_head_attention"](x, W_q, W_k, W_v, np.eye(6), 4)


def test_masked_weights_are_a_softmax_of_what_is_allowed(reference: Reference) -> None:
    scores, mask = arguments("masked_weights")
    mask[2] = False
    weights = reference["masked_weights"](scores, mask)
    for row, came, allowed in zip(scores, weights, mask, strict=True):
        np.testing.assert_allclose(came[allowed], scipy.special.softmax(row[allowed]) if allowed.any() else [])
        assert np.all(came[~allowed] == 0)


def test_heads_are_cut_and_merged_without_loss(reference: Reference) -> None:
    x = np.arange(30).reshape(5, 6)
    assert reference["split_heads"](x, 3)[1].tolist() == x[:, 2:4].tolist()
    for num_heads in (1, 2, 3, 6):
        np.testing.assert_array_equal(reference["merge_heads"](reference["split_heads"](x, num_heads)), x)
    with pytest.raises(ValueError, match="d_model = 6 is not divisible by num_heads = 4"):
        reference["split_heads"](x, 4)


def test_drift_is_a_distance(reference: Reference) -> None:
    output, x = arguments("output_drift")
    expected = [scipy.spatial.distance.euclidean(one, other) for one, other in zip(output, x, strict=True)]
    np.testing.assert_allclose(reference["output_drift"](output, x), expected, rtol=1e-12)


def test_diversity_is_the_mean_distance_of_distributions(reference: Reference) -> None:
    (weights,) = arguments("head_diversity")
    pairs = [(0, 1), (0, 2), (1, 2)]
    cityblock = [scipy.spatial.distance.cityblock(weights[a, i], weights[b, i]) for a, b in pairs for i in range(4)]
    assert reference["head_diversity"](weights) == pytest.approx(np.mean(cityblock) / 2, rel=1e-12)


@pytest.mark.parametrize("pre_norm", [False, True])
def test_a_layer_that_says_nothing_is_its_norms_or_nothing_at_all(reference: Reference, pre_norm: bool) -> None:
    x, attention, (W_1, b_1, W_2, b_2), (g_1, c_1, g_2, c_2), *_ = arguments("encoder_layer")
    silent = (*attention[:3], 0 * attention[3]), (W_1, b_1, 0 * W_2, 0 * b_2), (g_1, c_1, g_2, c_2), 3, pre_norm
    norm = reference["layer_norm"]
    expected = x if pre_norm else norm(norm(x, g_1, c_1), g_2, c_2)
    np.testing.assert_allclose(reference["encoder_layer"](x, *silent), expected, rtol=1e-12)


def test_a_batch_is_its_sequences_one_by_one(reference: Reference) -> None:
    x, *matrices = arguments("batched_attention")
    alone = [reference["self_attention"](sequence, *matrices) for sequence in x]
    for position, came in enumerate(reference["batched_attention"](x, *matrices)):
        np.testing.assert_allclose(came, [one[position] for one in alone], rtol=1e-12)


# --- worked by hand in the prose --------------------------------------------------------------------------------------


def test_the_numbers_worked_by_hand_are_what_the_functions_give(reference: Reference) -> None:
    eye, ones, values = np.eye(2), np.ones(4), np.array([[2, 4], [6, 0]])
    W_q = np.array([[1, 0, 2], [3, 1, 0]])
    assert reference["project_qkv"](np.array([[1, 2]]), W_q, eye, eye)[0].tolist() == [[7, 2, 2]]
    assert reference["attention_scores"](np.array([[1, 2, 0, 2]]), np.array([[3, 1, 5, 0]])).tolist() == [[2.5]]
    np.testing.assert_allclose(reference["stable_softmax"](np.log([1, 2, 5]) + 1000), [1 / 8, 2 / 8, 5 / 8])
    assert reference["weighted_sum"](np.array([[1 / 4, 3 / 4]]), np.array([[4, 0], [8, 4]])).tolist() == [[7, 3]]
    assert reference["self_attention"](values, 0 * eye, eye, eye)[0].tolist() == [[4, 2], [4, 2]]
    even = np.array([[0.2503, 0.2497, 0.25, 0.25], [0.26, 0.24, 0.25, 0.25]])
    assert reference["is_uniform"](even).tolist() == [True, False]
    assert reference["is_uniform"](np.tile([0.001, 0.0], 1000)[None]).tolist() == [True]
    row = np.array([[1, 1, 5, 5]])
    assert reference["layer_norm"](row, 10 * ones, ones, 0).tolist() == [[-9, -9, 11, 11]]
    np.testing.assert_allclose(reference["layer_norm"](row, 3 * ones, 0 * ones, 5), [[-2, -2, 2, 2]])
    assert reference["row_means"](np.array([[2, 4, 9], [0, 0, 6]])).tolist() == [5, 2]
    assert reference["scale_columns"](np.array([[3, 5, 7]]), np.array([2, 0, 1])).tolist() == [[6, 0, 7]]
    assert reference["pairwise_dots"](np.array([[1, 0, 2]]), np.array([[3, 1, 1], [0, 5, 4]])).tolist() == [[5, 8]]
    assert (np.array([5, 6, 7]) @ reference["from_linear"](np.array([[1, 0, 2], [3, 1, 0]]))).tolist() == [19, 21]
    one, two, half = np.array([[1.0]]), np.array([[0.0], [2.0]]), np.log([2])
    home = reference["biased_attention"](two, 0 * one, half, one, 3 * one[0], 10 * one, 5 * one[0], 1)
    np.testing.assert_allclose(home, [[21], [21]])
