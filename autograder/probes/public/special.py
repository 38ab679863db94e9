"""Public inputs of the special exercises: the practice patients, the first six claims, softmaxes to practise on."""

from __future__ import annotations

from collections.abc import Callable

from autograder.clinic import BUDGET, LABELS, MOST_CALLS, practice, practice_candidates
from autograder.outcome import Offered
from autograder.probes import probe
from autograder.probes.public import Arrays, Rng

Draw = Callable[[Rng], Arrays]


def _drawn(exercise: str, name: str, sees: str, *arguments: object) -> Draw:
    """A probe that is made and not written out."""

    def draw(rng: Rng) -> Arrays:
        return arguments

    draw.__name__, draw.__doc__ = f"{exercise}_{name}", sees
    return probe(exercise)(draw)


for _label in LABELS:
    _name = _label.replace(" ", "_")
    globals()[f"triage_{_name}"] = _drawn(
        "triage", _name, "a practice patient", Offered("attend", practice(_label), BUDGET)
    )

for _claim in range(1, 7):
    globals()[f"check_docs_claim_{_claim}"] = _drawn("check_docs", f"claim_{_claim}", f"claim {_claim}", _claim)

for _kind, _softmaxes in zip(("right", "wrong"), practice_candidates(), strict=True):
    for _number, _softmax in enumerate(_softmaxes, start=1):
        _name = f"{_kind}_{_number}"
        globals()[f"accepts_{_name}"] = _drawn(
            "accepts", _name, "a softmax to practise on", Offered("softmax", _softmax, MOST_CALLS)
        )
