"""Hidden inputs of day 2's special exercises: fresh patients, the twelve claims, and softmaxes, right and wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder import misconceptions, variants
from autograder.clinic import BUDGET, LABELS, MOST_CALLS, candidate, patient
from autograder.outcome import Offered
from autograder.probes import probe
from autograder.probes.hidden import Arrays, Rng

Draw = Callable[[Rng], Arrays]
CLAIMS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)

# --- triage: two fresh patients of every illness ----------------------------------------------------------------------


def _drawn(exercise: str, name: str, sees: str, draw: Draw) -> Draw:
    """A probe that is made and not written out."""
    draw.__name__, draw.__doc__ = f"{exercise}_{name}", sees
    return probe(exercise)(draw)


def _patient(label: str, other: bool) -> Draw:
    return lambda rng: (Offered("attend", patient(label, rng, other=other), BUDGET),)


for _label in LABELS:
    for _which, _other in (("first", False), ("second", True)):
        _name, _sees = f"{_label.replace(' ', '_')}_{_which}", f"a fresh patient: {_label}, {_which} form"
        globals()[f"triage_{_name}"] = _drawn("triage", _name, _sees, _patient(_label, _other))

# --- check_docs -------------------------------------------------------------------------------------------------------


def _number(claim: int) -> Draw:
    return lambda rng: (claim,)


for _claim in CLAIMS:
    _name, _sees = f"claim_{_claim}", f"claim {_claim} of the twelve"
    globals()[f"check_docs_{_name}"] = _drawn("check_docs", _name, _sees, _number(_claim))

# --- accepts: every right variant, and the mistakes that arrays of at most 4 x 4 can show -----------------------------

SEEN = (
    *("works_along_the_first_axis", "sums_the_whole_array", "forgets_keepdims_in_the_sum"),
    *("forgets_keepdims_in_the_maximum", "takes_powers_of_two", "gives_all_to_the_best", "adds_one_to_the_sum"),
    *("leaves_out_exp", "applies_it_twice", "favours_the_smallest_score", "standardises_the_rows"),
    *("takes_nothing_off", "turns_nan_into_even_weights", "clips_scores_at_80", "clips_scores_at_500"),
    *("refuses_scores_above_80", "shares_one_maximum", "shares_the_first_rows_maximum", "takes_off_the_mean"),
    *("takes_off_the_minimum", "takes_off_the_largest_magnitude", "works_along_axis_1"),
    *("keeps_the_dtype_of_the_scores", "refuses_integers", "reads_minus_infinity_as_zero"),
    "takes_off_the_first_score",
)


def _softmax(function: Callable[..., Any]) -> Draw:
    return lambda rng: (Offered("softmax", candidate(function), MOST_CALLS),)


for _right in variants.of("stable_softmax"):
    _name = f"right_{_right.id}"
    globals()[f"accepts_{_name}"] = _drawn(
        "accepts", _name, f"a right answer: {_right.says}", _softmax(_right.function)
    )

for _wrong in misconceptions.of("stable_softmax"):
    if _wrong.id in SEEN:
        _name = f"wrong_{_wrong.id}"
        globals()[f"accepts_{_name}"] = _drawn("accepts", _name, f"a wrong one: {_wrong.id}", _softmax(_wrong.function))
