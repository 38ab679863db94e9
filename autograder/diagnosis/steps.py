"""Taking the steps of a pipeline: what one choice of right and wrong steps answers to a probe, or every choice."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from autograder.inprocess import crossed
from autograder.misconceptions.pipelines import Option, Pipeline, State
from autograder.outcome import Outcome
from autograder.probes import Probe
from autograder.sandbox.honest import bare_name

Choice = tuple[int, ...]  # which option each step takes; 0 is the right one
Stand = State | Outcome  # an Outcome once a step has raised: nothing after it runs


def answer(pipeline: Pipeline, probe: Probe, choice: Choice) -> Outcome:
    """What the chosen steps, one after the other, answer to a probe."""
    with _quiet():
        state: Stand = _start(pipeline, probe)
        for stage, option in zip(pipeline.stages, choice, strict=True):
            state = _take(stage[option], state)
    return _outcome(state, probe)


def walk(pipeline: Pipeline, probe: Probe, most_wrong: int) -> Iterator[tuple[Choice, Outcome]]:
    """Every choice with at least one and at most `most_wrong` wrong steps; common first steps are taken once."""

    def further(chosen: Choice, state: Stand, left: int) -> Iterator[tuple[Choice, Outcome]]:
        if len(chosen) == len(pipeline.stages):
            if any(chosen):
                yield chosen, _outcome(state, probe)
            return
        for number, option in enumerate(pipeline.stages[len(chosen)]):
            if left or not number:
                yield from further((*chosen, number), _take(option, state), left - bool(number))

    with _quiet():
        yield from further((), _start(pipeline, probe), most_wrong)


@contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def _start(pipeline: Pipeline, probe: Probe) -> State:
    return dict(zip(pipeline.parameters, probe.arguments, strict=True))


def _take(option: Option, state: Stand) -> Stand:
    """The state after a step. Arrays are handed on read-only, so that a step which writes into its input raises."""
    if isinstance(state, Outcome):
        return state
    try:
        added = option.run(state)
    except Exception as error:
        return Outcome("raised", exception=bare_name(type(error)))
    for value in added.values():
        if isinstance(value, np.ndarray):
            value.setflags(write=False)
    return {**state, **added}


def _outcome(state: Stand, probe: Probe) -> Outcome:
    """The answer as it would look after crossing the wire, beside arguments that are as they were."""
    if isinstance(state, Outcome):
        return state
    value: Any = state["answer"]
    return Outcome("value", crossed(value), probe.arguments)
