"""Functions through the whole judgement in this process: graders, catalogue and all, under fixed keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import autograder
from autograder.diagnosis import Catalogue
from autograder.facts import Course
from autograder.inprocess import FunctionPort
from autograder.probes import Inputs
from autograder.report import ExerciseResult
from autograder.runner import Judged, Runner, collect

PACKAGE = Path(autograder.__file__).parent


class Bench:
    """The full grading under one key."""

    def __init__(self, course: Course, key: bytes) -> None:
        self.course = course
        self.inputs = Inputs(key, hidden=True)
        self.runner = Runner(course, collect(PACKAGE / "graders"), self.inputs)
        self.catalogue = Catalogue(self.inputs, course.tolerances)

    def judged(self, name: str, function: Callable[..., Any]) -> Judged:
        port = FunctionPort({name: function})
        return self.runner.judge(port, port.load(), [self.course.exercise(name)])[0]

    def result(self, name: str, function: Callable[..., Any]) -> ExerciseResult:
        return self.catalogue.finish(self.judged(name, function))

    def names(self, name: str, function: Callable[..., Any]) -> list[str]:
        """The ids of the mistakes that are named, in order."""
        result = self.result(name, function)
        return [named.id for named in (result.misconception, result.second_misconception) if named]

    def day(self, assignment: str, functions: Mapping[str, Callable[..., Any]]) -> dict[str, ExerciseResult]:
        """A whole assignment, in which functions may build on each other; marks only, no names."""
        return {one.result.name: one.result for one in self._day(assignment, functions)}

    def named_day(self, assignment: str, functions: Mapping[str, Callable[..., Any]]) -> dict[str, ExerciseResult]:
        """The same with names."""
        return {one.result.name: self.catalogue.finish(one) for one in self._day(assignment, functions)}

    def _day(self, assignment: str, functions: Mapping[str, Callable[..., Any]]) -> list[Judged]:
        port = FunctionPort(functions)
        return self.runner.judge(port, port.load(), self.course.assignment(assignment).exercises)


# --- right functions, as a learner would write them -------------------------------------------------------------------


def softmax(scores: Any, axis: int = -1) -> Any:
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


RIGHT: Mapping[str, Callable[..., Any]] = {
    "project_qkv": lambda x, W_q, W_k, W_v: (x @ W_q, x @ W_k, x @ W_v),
    "attention_scores": lambda Q, K: Q @ K.T / np.sqrt(K.shape[1]),
    "stable_softmax": softmax,
    "weighted_sum": lambda weights, V: weights @ V,
}


def attend(functions: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """One-head attention by calling the given functions."""

    def self_attention(x: Any, W_q: Any, W_k: Any, W_v: Any) -> Any:
        Q, K, V = functions["project_qkv"](x, W_q, W_k, W_v)
        weights = functions["stable_softmax"](functions["attention_scores"](Q, K))
        return functions["weighted_sum"](weights, V), weights

    return self_attention
