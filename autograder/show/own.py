"""A learner's own functions on a sentence of three tokens: what they give, as views, for each assignment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from autograder.outcome import Foreign, Outcome, Port, Value
from autograder.show.arrays import CannotShow
from autograder.show.entropy import entropy_bars
from autograder.show.scores import histogram
from autograder.show.trace import trace
from autograder.show.view import View
from autograder.show.weights import heads, heatmap
from autograder.show.words import clean
from autograder.submission import Submission

TOKENS = ("Thinking", "Machines", "<END>")
# An even row, a leaning one and a one-hot one.
GIVEN = np.array([(4, 4, 4), (1, 9, 2), (0, 0, 12)]) / 12
NUM_HEADS = 3
ENDED = {
    "timeout": "was too slow or endless",
    "memory": "needed more memory than the limit",
    "crashed": "ended its process",
    "missing": "is not there",
}


@dataclass(slots=True)
class Run:
    """A submission's functions, asked one after another; what cannot be shown becomes a sentence."""

    port: Port
    submission: Submission
    views: list[View] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def ask(self, name: str, *arguments: object) -> Value:
        """What the function gives; None, and a sentence, where nobody can go on with it."""
        if name in self.submission.untouched:
            self.told.append(f"{name} is not written yet; what it gives is shown once it is.")
            return None
        outcome = self.port.call(name, arguments)
        if outcome.kind != "value" or outcome.value is None or isinstance(outcome.value, Foreign):
            self.told.append(f"{name} {_ended(outcome)}; softmarks check says more.")
            return None
        return outcome.value

    def add(self, make: Callable[[], View]) -> None:
        """Add a view, or the sentence why it cannot be drawn."""
        try:
            self.views.append(make())
        except CannotShow as trouble:
            self.told.append(str(trouble))


def own(port: Port, submission: Submission) -> Run:
    """What the functions of a submission give, step by step, as far as they go."""
    run = Run(port, submission)
    stories = {"attention": _attention, "diagnostics": _diagnostics, "encoder": _encoder}
    story = stories.get(submission.assignment)
    if story is None:
        run.told.append(f"There is nothing to draw for {submission.assignment}; softmarks check says what it gives.")
    else:
        story(run)
    return run


def _attention(run: Run) -> None:
    """Day 1: every step from the tokens to the output."""
    draw = np.random.default_rng(5)
    x = draw.standard_normal((3, 5))
    matrices = [0.6 * draw.standard_normal((5, width)) for width in (4, 4, 2)]
    steps: dict[str, object] = {"x": x}
    projected = run.ask("project_qkv", x, *matrices)
    if isinstance(projected, (tuple, list)) and len(projected) == 3:
        steps |= dict(zip(("Q", "K", "V"), projected, strict=True))
        _scores_to_output(run, steps)
    elif projected is not None:
        run.told.append("expected: project_qkv gives three arrays, (Q, K, V); came: another value; look at: its return")
    run.add(lambda: trace(TOKENS, **steps))
    if "weights" in steps:
        run.add(lambda: heatmap(steps["weights"], TOKENS))
    if "scores" in steps:
        run.add(lambda: histogram(steps["scores"]))


def _scores_to_output(run: Run, steps: dict[str, object]) -> None:
    for step, name, needs in (
        ("scores", "attention_scores", ("Q", "K")),
        ("weights", "stable_softmax", ("scores",)),
        ("output", "weighted_sum", ("weights", "V")),
    ):
        found = run.ask(name, *(steps[need] for need in needs))
        if found is None:
            return
        steps[step] = found


def _diagnostics(run: Run) -> None:
    """Day 2: the entropy of three rows that everyone knows."""
    run.add(lambda: heatmap(GIVEN, TOKENS))
    entropies = run.ask("attention_entropy", GIVEN)
    if entropies is not None:
        run.add(lambda: entropy_bars(entropies, GIVEN.shape[1], TOKENS))


def _encoder(run: Run) -> None:
    """Day 3: three heads on one sentence."""
    draw = np.random.default_rng(11)
    x, *matrices = (spread * draw.standard_normal((rows, 6)) for rows, spread in ((3, 1.0), *[(6, 0.7)] * 4))
    found = run.ask("multi_head_attention", x, *matrices, NUM_HEADS)
    if isinstance(found, (tuple, list)) and len(found) == 2:
        run.add(lambda: trace(TOKENS, x=x, weights=found[1], output=found[0]))
        run.add(lambda: heads(found[1], TOKENS))
    elif found is not None:
        run.told.append(
            "expected: multi_head_attention gives (output, weights); came: another value; look at: its return"
        )


def _ended(outcome: Outcome) -> str:
    """What came instead of a value. The inputs are known to everyone, so an exception's own text may be shown."""
    if outcome.kind == "raised":
        return f"raised {outcome.exception}: {clean(outcome.text)} ({clean(outcome.where)})"
    if outcome.kind == "refused_import":
        return f"imports {outcome.text}, which is refused"
    if outcome.kind == "value":
        return "gave nothing" if outcome.value is None else f"gave a value of type {outcome.value.type_name}"
    return ENDED[outcome.kind]
