"""Two mistakes at once are named when exactly one pair fits, under every key; else there is silence."""

from __future__ import annotations

import random

import numpy as np
import pytest
from diagnosis_bench import RIGHT, attend, softmax

from autograder import specs
from autograder.diagnosis.matching import same_outcome
from autograder.diagnosis.steps import answer
from autograder.inprocess import FunctionPort
from autograder.misconceptions import pipelines
from autograder.probes import PUBLIC_KEY, Inputs
from autograder.runner import EXPLAINABLE
from tests.conftest import KEYS

pytestmark = pytest.mark.grading

STEPPED = ("attention_scores", "stable_softmax", "self_attention", "layer_norm", "multi_head_attention")
each_pipeline = pytest.mark.parametrize("name", STEPPED)


# --- the steps are what the catalogue says ----------------------------------------------------------------------------


@each_pipeline
@pytest.mark.parametrize("inputs", [Inputs(KEYS[0], hidden=True), Inputs(PUBLIC_KEY, hidden=False)], ids=str)
def test_all_steps_right_are_the_truth(name, inputs, course):
    pipeline = pipelines.of(name)
    port = FunctionPort({name: getattr(specs, name)})
    for probe in inputs.probes(name):
        came = answer(pipeline, probe, (0,) * len(pipeline.stages))
        assert same_outcome(came, port.call(name, probe.arguments), probe, course.tolerances), probe.name


def own_steps():
    for name in STEPPED:
        for position, stage in enumerate(pipelines.of(name).stages):
            for number, option in enumerate(stage):
                if option.entry and option.entry.exercise == name:
                    yield pytest.param(name, position, number, id=f"{name}-{option.entry.id}")


@pytest.mark.parametrize(("name", "position", "number"), list(own_steps()))
def test_a_step_taken_wrongly_alone_is_its_catalogue_entry(name, position, number, course):
    pipeline = pipelines.of(name)
    entry = pipeline.stages[position][number].entry
    port = FunctionPort({name: entry.function})
    choice = tuple(number if i == position else 0 for i in range(len(pipeline.stages)))
    for inputs in (Inputs(KEYS[1], hidden=True), Inputs(PUBLIC_KEY, hidden=False)):
        for probe in inputs.probes(name):
            came, known = answer(pipeline, probe, choice), port.call(name, probe.arguments)
            assert same_outcome(came, known, probe, course.tolerances), probe.name


def test_no_pipeline_where_nothing_is_known_about_steps():
    assert pipelines.of("causal_mask") is None


# --- pairs as learners write them -------------------------------------------------------------------------------------


def naive_unscaled(x, W_q, W_k, W_v):
    powers = np.exp((x @ W_q) @ (x @ W_k).T)
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights @ (x @ W_v), weights


def unscaled_without_weights(x, W_q, W_k, W_v):
    return softmax((x @ W_q) @ (x @ W_k).T) @ (x @ W_v)


def by_columns_and_transposed(x, W_q, W_k, W_v):
    weights = softmax((x @ W_q) @ (x @ W_k).T / np.sqrt(W_k.shape[1]), axis=0)
    return weights.T @ (x @ W_v), weights


def torch_like_norm(x, gamma, beta, eps=1e-5):
    return (x - x.mean(-1, keepdims=True)) / (x.std(-1, ddof=1, keepdims=True) + eps) * gamma + beta


def short_norm(x, gamma, beta, eps=1e-5):
    return (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True) * gamma


def naive_guarded(scores):
    powers = np.exp(scores)
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-3)


def reshaped_unscaled(Q, K):
    return Q @ K.reshape(K.shape[1], K.shape[0])


def heads(cut, weigh, join):
    def multi_head_attention(x, W_q, W_k, W_v, W_o, num_heads):
        if x.shape[1] % num_heads:
            raise ValueError("num_heads must divide d_model")
        q, k, v = (cut(x @ W, num_heads) for W in (W_q, W_k, W_v))
        weights = weigh(q @ k.swapaxes(1, 2), q.shape[-1])
        return join(weights @ v, W_o), weights

    return multi_head_attention


def cut(features, num_heads):
    return features.reshape(len(features), num_heads, -1).transpose(1, 0, 2)


def cut_straight(features, num_heads):
    return features.reshape(num_heads, len(features), -1)


def joined(attended):
    return attended.transpose(1, 0, 2).reshape(attended.shape[1], -1)


def join(attended, W_o):
    return joined(attended) @ W_o


def naive(products, d_head):
    powers = np.exp(products / np.sqrt(d_head))
    return powers / powers.sum(axis=-1, keepdims=True)


PAIRS = [
    ("self_attention", naive_unscaled, ["forgets_the_scale", "exponentiates_without_a_shift"]),
    ("self_attention", unscaled_without_weights, ["forgets_the_scale", "returns_only_the_output"]),
    ("self_attention", by_columns_and_transposed, ["normalises_over_the_queries", "transposes_the_weights"]),
    ("layer_norm", torch_like_norm, ["divides_by_one_less", "adds_eps_outside_the_root"]),
    ("layer_norm", short_norm, ["forgets_eps", "forgets_beta"]),
    ("stable_softmax", naive_guarded, ["takes_nothing_off", "adds_a_thousandth_to_the_sum"]),
    ("attention_scores", reshaped_unscaled, ["reshapes_instead_of_transposing", "leaves_out_the_scale"]),
    (
        "multi_head_attention",
        heads(cut_straight, lambda products, d_head: softmax(products), join),
        ["splits_without_transposing", "forgets_the_scale"],
    ),
    (
        "multi_head_attention",
        heads(cut, naive, lambda attended, W_o: joined(attended)),
        ["exponentiates_without_a_shift", "forgets_W_o"],
    ),
    (
        "multi_head_attention",
        heads(cut, lambda products, d_head: softmax(products / d_head, axis=1), join),
        ["divides_by_d_head", "lets_the_queries_compete"],
    ),
]


@pytest.mark.parametrize(
    ("name", "function", "ids"), PAIRS, ids=lambda value: "+".join(value) if type(value) is list else None
)
def test_a_pair_as_a_learner_writes_it_is_named_earlier_step_first(name, function, ids, bench, other_bench):
    assert bench.names(name, function) == ids
    assert other_bench.names(name, function) == ids


def test_both_sentences_and_no_digest(bench):
    result = bench.result("self_attention", naive_unscaled)
    assert result.misconception.says.startswith("These numbers are what comes out when the scores are not scaled")
    assert "exponential" in result.second_misconception.says
    assert result.unnamed == ""


def test_a_single_wrong_step_that_only_its_own_exercise_knows_is_named_by_its_sentence(bench):
    function = attend({**RIGHT, "stable_softmax": lambda s: 2.0**s / (2.0**s).sum(axis=-1, keepdims=True)})
    two = attend({**RIGHT, "stable_softmax": lambda s: softmax(s * np.log(2))})
    result = bench.result("self_attention", two)
    assert result.misconception.id == "takes_powers_of_two"
    assert result.second_misconception is None
    assert bench.names("self_attention", function) == []  # without the shift it is another function on large scores


# --- silence ----------------------------------------------------------------------------------------------------------


def test_three_at_once_are_silence_with_a_digest(bench):
    def three(x, W_q, W_k, W_v):
        powers = np.exp((x @ W_q) @ (x @ W_k).T)
        weights = powers / powers.sum(axis=1, keepdims=True)
        return weights.T @ (x @ W_v), weights

    result = bench.result("self_attention", three)
    assert (result.misconception, result.second_misconception) == (None, None)
    assert result.unnamed


def test_an_unlisted_mistake_is_silence(bench):
    def shifted(x, W_q, W_k, W_v):
        output, weights = attend(RIGHT)(x, W_q, W_k, W_v)
        return output + 0.01, weights

    assert bench.names("self_attention", shifted) == []


def test_changing_answers_are_never_composed(bench):
    rng = np.random.default_rng(1)

    def restless(x, W_q, W_k, W_v):
        output, weights = naive_unscaled(x, W_q, W_k, W_v)
        return output + rng.normal(size=output.shape), weights

    assert bench.names("self_attention", restless) == []


def test_a_pair_that_writes_into_its_arguments_is_not_taken_for_one_that_does_not(bench):
    def writing(x, W_q, W_k, W_v):
        answers = naive_unscaled(x, W_q, W_k, W_v)
        x *= 2
        return answers

    assert bench.names("self_attention", writing) == []


def test_pairs_that_give_the_same_under_different_names_are_silence(bench):
    """Keys compared with keys, averaged over columns: two ways lead there, and neither is preferred."""

    def both(Q, K):
        return Q * K / K.shape[1]

    assert bench.names("attention_scores", lambda Q, K: np.abs(K @ K.T)) in (
        [],
        ["compares_keys_with_keys", "takes_absolute_values"],
    )


# --- any pair ---------------------------------------------------------------------------------------------------------


def composed(pipeline, choice):
    """The function that takes the chosen steps."""

    def function(*arguments):
        state = dict(zip(pipeline.parameters, arguments, strict=True))
        for stage, number in zip(pipeline.stages, choice, strict=True):
            state = {**state, **stage[number].run(state)}
        return state["answer"]

    return function


@each_pipeline
def test_of_any_pairs_most_are_named_and_a_name_holds_under_another_key(name, bench, other_bench):
    """Two wrong steps drawn at random: their two names, a name that alone gives the same, or silence."""
    draw = random.Random(name)
    pipeline = pipelines.of(name)
    exact = named = caught = 0
    for _ in range(40):
        first, second = sorted(draw.sample(range(len(pipeline.stages)), 2))
        choice = [0] * len(pipeline.stages)
        choice[first], choice[second] = (draw.randrange(1, len(pipeline.stages[p])) for p in (first, second))
        function = composed(pipeline, choice)
        result = bench.result(name, function)
        if result.status not in EXPLAINABLE:
            continue
        caught += 1
        ids = [mistake.id for mistake in (result.misconception, result.second_misconception) if mistake]
        named += bool(ids)
        exact += len(ids) == 2
        assert other_bench.names(name, function) in (ids, []) or not ids, (choice, ids)
    assert named >= 0.6 * caught
    assert exact >= 0.3 * caught
