"""Where two mistakes can meet: the steps of a function in order, each taken right or as one known mistake takes it.

A step reads a state, a dictionary by the paper's names, and says what it adds to it. Its wrong ways come from the
catalogue of the exercise that is this step, or, under their ids, from the function's own catalogue, written here as
that one step alone; tests hold each of these against its entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from autograder import misconceptions
from autograder.inprocess import FunctionPort
from autograder.misconceptions import Misconception
from autograder.outcome import is_plain_array, parts
from autograder.probes import PUBLIC_KEY, Inputs

GO_ON = ("These numbers", "This is what comes out")
State = Mapping[str, Any]
Step = Callable[[State], Mapping[str, Any]]
Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One way to take a step; without an entry it is the right one."""

    run: Step
    entry: Misconception | None = None


Stage = tuple[Option, ...]  # the right way first


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The steps of one exercise; the last one leaves what is returned under "answer"."""

    exercise: str
    parameters: tuple[str, ...]
    stages: tuple[Stage, ...]


def of(exercise: str) -> Pipeline | None:
    """The steps of an exercise, made of fresh functions; None where nothing is known about its steps."""
    makers = {
        "attention_scores": _attention_scores,
        "stable_softmax": _stable_softmax,
        "self_attention": _self_attention,
        "layer_norm": _layer_norm,
        "multi_head_attention": _multi_head_attention,
    }
    return makers[exercise]() if exercise in makers else None


def _own(exercise: str, right: Step, **wrong: Step) -> Stage:
    """A step whose wrong ways are entries of the function's own catalogue."""
    return (Option(right), *_wrong(exercise, **wrong))


def _wrong(exercise: str, **wrong: Step) -> Stage:
    known = {entry.id: entry for entry in misconceptions.of(exercise)}
    return tuple(Option(step, known[name]) for name, step in wrong.items())


def _borrowed(exercise: str, right: Function, *uses: Callable[[Function], Step]) -> Stage:
    """A step that is an exercise of its own; each of `uses` makes a step of one of its functions."""
    entries = [entry for entry in misconceptions.fresh(exercise) if entry.id in _that_go_on(exercise, right)]
    wrong = [Option(use(entry.function), entry) for use in uses for entry in entries]
    return (Option(uses[0](right)), *wrong)


@cache
def _that_go_on(exercise: str, right: Function) -> frozenset[str]:
    """The entries after which other steps can follow: where all sizes are equal, arrays come out as they should.

    Their sentences must stay true then, too; one about a shape, a type or an error need not.
    """
    given = Inputs(key=PUBLIC_KEY, hidden=False).probe(exercise, "square").arguments
    due = parts(right(*given))

    def goes_on(entry: Misconception) -> bool:
        came = parts(FunctionPort({exercise: entry.function}).call(exercise, given).value)
        shapes = [(is_plain_array(a) and a.shape, b.shape) for a, b in zip(came, due, strict=False)]
        return len(came) == len(due) and all(a == b for a, b in shapes)

    entries = [entry for entry in misconceptions.fresh(exercise) if entry.says.startswith(GO_ON)]
    return frozenset(entry.id for entry in entries if goes_on(entry))


# --- the right steps --------------------------------------------------------------------------------------------------


def _projected(x: Any, W_q: Any, W_k: Any, W_v: Any) -> Any:
    return x @ W_q, x @ W_k, x @ W_v


def _scored(Q: Any, K: Any) -> Any:
    return Q @ K.T / np.sqrt(K.shape[1])


def _weighed(scores: Any) -> Any:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _averaged(weights: Any, V: Any) -> Any:
    return weights @ V


def _projecting(function: Function) -> Step:
    def step(s: State) -> Mapping[str, Any]:
        Q, K, V = function(s["x"], s["W_q"], s["W_k"], s["W_v"])
        return {"Q": Q, "K": K, "V": V}

    return step


# --- one head ---------------------------------------------------------------------------------------------------------


def _self_attention() -> Pipeline:
    name = "self_attention"
    stages = (
        _borrowed("project_qkv", _projected, _projecting),
        _borrowed("attention_scores", _scored, lambda f: lambda s: {"scores": f(s["Q"], s["K"])})
        + _wrong(
            name,
            scales_by_d_model=lambda s: {"scores": s["Q"] @ s["K"].T / np.sqrt(s["x"].shape[1])},
            scales_by_d_v=lambda s: {"scores": s["Q"] @ s["K"].T / np.sqrt(s["V"].shape[1])},
        ),
        _borrowed("stable_softmax", _weighed, lambda f: lambda s: {"weights": f(s["scores"])}),
        _borrowed("weighted_sum", _averaged, lambda f: lambda s: {"output": f(s["weights"], s["V"])})
        + _wrong(
            name,
            averages_with_the_scores=lambda s: {"output": s["scores"] @ s["V"]},
            adds_the_residual=lambda s: {"output": s["weights"] @ s["V"] + s["x"]},
        ),
        _own(
            name,
            lambda s: {"answer": (s["output"], s["weights"])},
            returns_only_the_output=lambda s: {"answer": s["output"]},
            returns_only_the_weights=lambda s: {"answer": s["weights"]},
            returns_the_weights_first=lambda s: {"answer": (s["weights"], s["output"])},
            returns_the_scores_too=lambda s: {"answer": (s["output"], s["weights"], s["scores"])},
            keeps_a_batch_axis=lambda s: {"answer": (s["output"][None], s["weights"][None])},
            answers_the_first_token_only=lambda s: {"answer": (s["output"][0], s["weights"][0])},
        ),
    )
    return Pipeline(name, ("x", "W_q", "W_k", "W_v"), stages)


def _attention_scores() -> Pipeline:
    name = "attention_scores"

    def divided(by: Callable[[Any, Any], Any]) -> Step:
        return lambda s: {"scores": s["product"] / by(s["Q"], s["K"])}

    stages = (
        _own(
            name,
            lambda s: {"product": s["Q"] @ s["K"].T},
            asks_from_the_keys=lambda s: {"product": s["K"] @ s["Q"].T},
            leaves_K_untransposed=lambda s: {"product": s["Q"] @ s["K"]},
            pairs_features_with_features=lambda s: {"product": s["Q"].T @ s["K"]},
            reshapes_instead_of_transposing=lambda s: {"product": s["Q"] @ s["K"].reshape(s["K"].shape[::-1])},
            compares_queries_with_queries=lambda s: {"product": s["Q"] @ s["Q"].T},
            compares_keys_with_keys=lambda s: {"product": s["K"] @ s["K"].T},
            pairs_equal_positions_only=lambda s: {"product": (s["Q"] * s["K"]).sum(axis=-1)},
            multiplies_element_by_element=lambda s: {"product": s["Q"] * s["K"]},
            sums_each_vector_apart=lambda s: {"product": np.outer(s["Q"].sum(axis=1), s["K"].sum(axis=1))},
            leaves_out_the_last_feature=lambda s: {"product": s["Q"][:, :-1] @ s["K"][:, :-1].T},
        ),
        _own(
            name,
            divided(lambda Q, K: np.sqrt(K.shape[1])),
            leaves_out_the_scale=lambda s: {"scores": s["product"]},
            divides_by_d_k=divided(lambda Q, K: K.shape[1]),
            divides_by_half_of_d_k=divided(lambda Q, K: K.shape[1] / 2),
            divides_by_twice_d_k=divided(lambda Q, K: 2 * K.shape[1]),
            divides_by_the_square_of_d_k=divided(lambda Q, K: K.shape[1] ** 2),
            multiplies_by_the_root=divided(lambda Q, K: K.shape[1] ** -0.5),
            takes_the_fourth_root=divided(lambda Q, K: K.shape[1] ** 0.25),
            divides_by_the_root_of_12=divided(lambda Q, K: np.sqrt(12)),
            divides_by_eight=divided(lambda Q, K: 8),
            divides_by_the_root_of_n_q=divided(lambda Q, K: np.sqrt(len(Q))),
            divides_by_the_root_of_n_k=divided(lambda Q, K: np.sqrt(len(K))),
            divides_by_n_k=divided(lambda Q, K: len(K)),
        ),
        _own(
            name,
            lambda s: {"answer": s["scores"]},
            cuts_off_negative_scores=lambda s: {"answer": np.maximum(s["scores"], 0)},
            takes_absolute_values=lambda s: {"answer": np.abs(s["scores"])},
            clips_scores_at_80=lambda s: {"answer": np.clip(s["scores"], -80, 80)},
            returns_weights_already=lambda s: {"answer": _weighed(s["scores"])},
            takes_off_the_row_maximum=lambda s: {"answer": s["scores"] - s["scores"].max(axis=-1, keepdims=True)},
            hides_later_keys=lambda s: {"answer": np.where(np.tri(*s["scores"].shape) > 0, s["scores"], -np.inf)},
            rounds_to_three_decimals=lambda s: {"answer": np.round(s["scores"], 3)},
        ),
    )
    return Pipeline(name, ("Q", "K"), stages)


def _stable_softmax() -> Pipeline:
    name = "stable_softmax"

    def shifted(by: Function) -> Step:
        return lambda s: {"shifted": s["scores"] - by(s["scores"])}

    def divided(by: Function) -> Step:
        return lambda s: {"weights": s["powers"] / by(s["powers"])}

    stages = (
        _own(
            name,
            shifted(lambda a: a.max(axis=-1, keepdims=True)),
            takes_nothing_off=shifted(lambda a: 0.0),
            shares_one_maximum=shifted(lambda a: a.max()),
            takes_off_the_minimum=shifted(lambda a: a.min(axis=-1, keepdims=True)),
            takes_off_the_mean=shifted(lambda a: a.mean(axis=-1, keepdims=True)),
            takes_off_the_first_score=shifted(lambda a: a[..., :1]),
            takes_off_the_largest_magnitude=shifted(lambda a: np.abs(a).max(axis=-1, keepdims=True)),
            takes_off_the_column_maximum=shifted(lambda a: a.max(axis=0)),
            forgets_keepdims_in_the_maximum=shifted(lambda a: a.max(axis=-1)),
            clips_scores_at_80=lambda s: {"shifted": np.clip(s["scores"], -80, 80)},
            clips_scores_at_500=lambda s: {"shifted": np.clip(s["scores"], -500, 500)},
            limits_scores_from_above=lambda s: {"shifted": np.minimum(s["scores"], 80)},
        ),
        _own(
            name,
            lambda s: {"powers": np.exp(s["shifted"])},
            takes_powers_of_two=lambda s: {"powers": 2.0 ** s["shifted"]},
            takes_powers_of_2718=lambda s: {"powers": 2.718 ** s["shifted"]},
        ),
        _own(
            name,
            divided(lambda powers: powers.sum(axis=-1, keepdims=True)),
            sums_the_whole_array_after_a_row_maximum=divided(lambda powers: powers.sum()),
            sums_the_columns=divided(lambda powers: powers.sum(axis=0)),
            divides_by_the_average=divided(lambda powers: powers.mean(axis=-1, keepdims=True)),
            divides_by_the_length=divided(lambda powers: np.sqrt((powers**2).sum(axis=-1, keepdims=True))),
            forgets_keepdims_in_the_sum=divided(lambda powers: powers.sum(axis=-1)),
            adds_one_to_the_sum=divided(lambda powers: powers.sum(axis=-1, keepdims=True) + 1),
            adds_a_thousandth_to_the_sum=divided(lambda powers: powers.sum(axis=-1, keepdims=True) + 1e-3),
            adds_a_millionth_to_the_sum=divided(lambda powers: powers.sum(axis=-1, keepdims=True) + 1e-6),
        ),
        _own(
            name,
            lambda s: {"answer": s["weights"]},
            rounds_to_three_decimals=lambda s: {"answer": np.round(s["weights"], 3)},
            keeps_the_dtype_of_the_scores=lambda s: {"answer": s["weights"].astype(s["scores"].dtype)},
        ),
    )
    return Pipeline(name, ("scores",), stages)


# --- layer_norm -------------------------------------------------------------------------------------------------------


def _layer_norm() -> Pipeline:
    name = "layer_norm"

    def variance(of: Function) -> Step:
        return lambda s: {"variance": of(s["x"])}

    def spread(of: Callable[[Any, Any], Any]) -> Step:
        return lambda s: {"normed": s["centred"] / of(s["variance"], s["eps"])}

    def affine(of: Callable[[Any, Any, Any], Any]) -> Step:
        return lambda s: {"answer": of(s["normed"], s["gamma"], s["beta"])}

    def around(centre: Function) -> Step:
        return lambda s: {"centred": s["x"] - centre(s["x"])}

    stages = (
        _own(
            name,
            around(lambda x: x.mean(axis=-1, keepdims=True)),
            never_centres=around(lambda x: 0.0),
            centres_on_the_median=around(lambda x: np.median(x, axis=-1, keepdims=True)),
            shares_one_mean=around(lambda x: x.mean()),
        ),
        _own(
            name,
            variance(lambda x: x.var(axis=-1, keepdims=True)),
            divides_by_one_less=variance(lambda x: x.var(axis=-1, ddof=1, keepdims=True)),
            squares_before_centring=variance(lambda x: (x**2).mean(axis=-1, keepdims=True)),
            sums_the_squares=variance(lambda x: x.var(axis=-1, keepdims=True) * x.shape[-1]),
            shares_one_variance=variance(lambda x: x.var()),
            takes_mean_and_variance_across=variance(lambda x: x.var(axis=0)),
            forgets_keepdims_in_the_variance=variance(lambda x: x.var(axis=-1)),
        ),
        _own(
            name,
            spread(lambda v, eps: np.sqrt(v + eps)),
            adds_eps_outside_the_root=spread(lambda v, eps: np.sqrt(v) + eps),
            adds_eps_twice=spread(lambda v, eps: np.sqrt(v + eps) + eps),
            adds_the_root_of_eps=spread(lambda v, eps: np.sqrt(v) + np.sqrt(eps)),
            squares_eps=spread(lambda v, eps: np.sqrt(v + eps**2)),
            forgets_eps=spread(lambda v, eps: np.sqrt(v)),
            guards_only_against_zero=spread(lambda v, eps: np.where(np.sqrt(v) < 1e-12, 1, np.sqrt(v))),
            uses_eps_as_a_floor=spread(lambda v, eps: np.maximum(np.sqrt(v), eps)),
            uses_eps_as_a_floor_of_the_variance=spread(lambda v, eps: np.sqrt(np.maximum(v, eps))),
            fixes_eps_at_1e_5=spread(lambda v, eps: np.sqrt(v + 1e-5)),
            fixes_eps_at_1e_6=spread(lambda v, eps: np.sqrt(v + 1e-6)),
            fixes_eps_at_1e_8=spread(lambda v, eps: np.sqrt(v + 1e-8)),
            fixes_eps_at_1e_12=spread(lambda v, eps: np.sqrt(v + 1e-12)),
            divides_by_the_variance=spread(lambda v, eps: v + eps),
            multiplies_by_the_spread=spread(lambda v, eps: 1 / np.sqrt(v + eps)),
        ),
        _own(
            name,
            affine(lambda y, gamma, beta: y * gamma + beta),
            ignores_gamma_and_beta=affine(lambda y, gamma, beta: y),
            forgets_beta=affine(lambda y, gamma, beta: y * gamma),
            takes_beta_off=affine(lambda y, gamma, beta: y * gamma - beta),
            shifts_by_gamma=affine(lambda y, gamma, beta: y * gamma + gamma),
            stretches_by_beta=affine(lambda y, gamma, beta: y * beta + beta),
            divides_by_gamma=affine(lambda y, gamma, beta: y / gamma + beta),
            forgets_gamma=affine(lambda y, gamma, beta: y + beta),
            swaps_gamma_and_beta=affine(lambda y, gamma, beta: y * beta + gamma),
            shifts_before_it_stretches=affine(lambda y, gamma, beta: (y + beta) * gamma),
            stretches_each_token=affine(lambda y, gamma, beta: y * gamma[:, None] + beta[:, None]),
            stretches_by_one_plus_gamma=affine(lambda y, gamma, beta: y * (1 + gamma) + beta),
            uses_the_first_gamma_and_beta=affine(lambda y, gamma, beta: y * gamma[0] + beta[0]),
            adds_the_residual=lambda s: {"answer": s["x"] + s["normed"] * s["gamma"] + s["beta"]},
        ),
    )
    return Pipeline(name, ("x", "gamma", "beta", "eps"), stages)


# --- several heads ----------------------------------------------------------------------------------------------------


def _fit(s: State) -> Mapping[str, Any]:
    if s["x"].shape[1] % s["num_heads"]:
        raise ValueError("heads that do not fit")
    return {}


def _assert_fit(s: State) -> Mapping[str, Any]:
    assert s["x"].shape[1] % s["num_heads"] == 0
    return {}


def _drop_columns(s: State) -> Mapping[str, Any]:
    width = s["x"].shape[1] // s["num_heads"] * s["num_heads"]
    return {name: s[name][:, :width] for name in ("W_q", "W_k", "W_v")} | {"W_o": s["W_o"][:width]}


def _join(heads: Any) -> Any:
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)


def _cutting(cut: Callable[[Any, int], Any], join: Function = _join) -> Step:
    """Q, K and V cut into heads; `join` undoes it, where the next steps are right."""

    def step(s: State) -> Mapping[str, Any]:
        q, k, v = (cut(s[name], s["num_heads"]) for name in "QKV")
        return {"q": q, "k": k, "v": v, "join": join}

    return step


def _overlapping(a: Any, num_heads: int) -> Any:
    d_head = a.shape[1] // num_heads
    return np.stack([a[:, h : h + d_head] for h in range(num_heads)])


def _scoring_heads(function: Function) -> Step:
    return lambda s: {"scores": np.stack([function(q, k) for q, k in zip(s["q"], s["k"], strict=True)])}


def _averaging_heads(function: Function) -> Step:
    return lambda s: {"heads": np.stack([function(w, v) for w, v in zip(s["weights"], s["v"], strict=True)])}


def _scaling_heads(root_of: Callable[[State], int]) -> Step:
    return lambda s: {"scores": s["q"] @ s["k"].swapaxes(1, 2) / np.sqrt(root_of(s))}


def _multi_head_attention() -> Pipeline:
    name = "multi_head_attention"
    stages = (
        _own(
            name,
            _fit,
            asserts_that_the_heads_fit=_assert_fit,
            falls_back_to_one_head=lambda s: {"num_heads": 1 if s["x"].shape[1] % s["num_heads"] else s["num_heads"]},
            drops_the_remaining_columns=_drop_columns,
        ),
        _borrowed("project_qkv", _projected, _projecting),
        _own(
            name,
            _cutting(lambda a, h: a.reshape(len(a), h, -1).transpose(1, 0, 2)),
            splits_without_transposing=_cutting(lambda a, h: a.reshape(h, len(a), -1)),
            never_transposes_the_heads=_cutting(
                lambda a, h: a.reshape(h, len(a), -1), lambda heads: heads.reshape(heads.shape[1], -1)
            ),
            picks_every_nth_column=_cutting(lambda a, h: a.reshape(len(a), -1, h).transpose(2, 0, 1)),
            interleaves_the_heads=_cutting(
                lambda a, h: a.reshape(len(a), -1, h).transpose(2, 0, 1),
                lambda heads: heads.transpose(1, 2, 0).reshape(heads.shape[1], -1),
            ),
            lets_the_heads_overlap=_cutting(_overlapping),
            gives_every_head_the_first_slice=_cutting(lambda a, h: np.stack([a[:, : a.shape[1] // h]] * h)),
        ),
        _borrowed("attention_scores", _scored, _scoring_heads)
        + _wrong(
            name,
            scales_by_d_model=_scaling_heads(lambda s: s["x"].shape[1]),
            scales_by_the_number_of_heads=_scaling_heads(lambda s: s["num_heads"]),
        ),
        _borrowed(
            "stable_softmax",
            _weighed,
            lambda f: lambda s: {"weights": f(s["scores"])},
            lambda f: lambda s: {"weights": np.stack([f(scores) for scores in s["scores"]])},
        ),
        _borrowed("weighted_sum", _averaged, _averaging_heads),
        _own(
            name,
            lambda s: {"joined": s["join"](s["heads"])},
            merges_without_transposing=lambda s: {"joined": s["heads"].reshape(s["x"].shape)},
            joins_in_reverse_order=lambda s: {"joined": s["join"](s["heads"][::-1])},
            repeats_the_average_head=lambda s: {"joined": np.tile(s["heads"].mean(axis=0), s["num_heads"])},
        ),
        _own(
            name,
            lambda s: {"output": s["joined"] @ s["W_o"]},
            forgets_W_o=lambda s: {"output": s["joined"]},
            transposes_W_o=lambda s: {"output": s["joined"] @ s["W_o"].T},
            projects_the_output_with_W_v=lambda s: {"output": s["joined"] @ s["W_v"]},
            projects_the_output_with_W_q=lambda s: {"output": s["joined"] @ s["W_q"]},
            puts_W_o_to_the_left=lambda s: {"output": s["W_o"] @ s["joined"]},
            adds_the_residual=lambda s: {"output": s["joined"] @ s["W_o"] + s["x"]},
        ),
        _own(
            name,
            lambda s: {"answer": (s["output"], s["weights"])},
            returns_only_the_output=lambda s: {"answer": s["output"]},
            returns_the_weights_first=lambda s: {"answer": (s["weights"], s["output"])},
            averages_the_weights_over_heads=lambda s: {"answer": (s["output"], s["weights"].mean(axis=0))},
            returns_the_first_heads_weights=lambda s: {"answer": (s["output"], s["weights"][0])},
            returns_the_last_heads_weights=lambda s: {"answer": (s["output"], s["weights"][-1])},
            lays_the_maps_side_by_side=lambda s: {"answer": (s["output"], np.concatenate(list(s["weights"]), axis=-1))},
            puts_the_heads_second=lambda s: {"answer": (s["output"], s["weights"].swapaxes(0, 1))},
            keeps_a_batch_axis=lambda s: {"answer": (s["output"][None], s["weights"][None])},
        ),
    )
    return Pipeline(name, ("x", "W_q", "W_k", "W_v", "W_o", "num_heads"), stages)
