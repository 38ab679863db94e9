"""The clinic: attentions and softmaxes that are ill on purpose. It is shipped, to be examined by experiment."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from autograder.clinic.labels import BUDGET, LABELS, MOST_CALLS

if TYPE_CHECKING:
    from autograder.clinic.candidates import candidate, practice_candidates
    from autograder.clinic.patients import healthy, patient, practice

__all__ = ["BUDGET", "LABELS", "MOST_CALLS", "candidate", "healthy", "patient", "practice", "practice_candidates"]
_ROOMS = {"candidates": ("candidate", "practice_candidates"), "patients": ("healthy", "patient", "practice")}


def __getattr__(name: str) -> Any:
    # Imported on first use: a submission's process has the labels, and never an attention to look things up in.
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
