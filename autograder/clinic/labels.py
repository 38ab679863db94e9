"""What can be ill about a patient, and how often it may be asked: all that a submission's process has of the clinic."""

from __future__ import annotations

LABELS = (
    "no scale",
    "divides by d_k",
    "softmax over the queries",
    "hides later keys",
    "swaps queries and keys",
    "ignores the scores",
    "picks one key",
    "transposes the weights",
)
BUDGET = 12  # calls of a patient, for one examination
MOST_CALLS = 8  # of one candidate, by one test
