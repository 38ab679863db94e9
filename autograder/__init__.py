"""softmarks: implement attention from scratch, have it graded, and learn which idea was wrong.

In a notebook: `from autograder import check, hint, predict, ready_to_hand_in`.
"""

from __future__ import annotations

from typing import Any

__all__ = ["check", "hint", "predict", "ready_to_hand_in"]


def __getattr__(name: str) -> Any:
    # Imported on first use: the sandbox's clean process must be able to import this package without loading graders.
    if name in __all__:
        from autograder import notebook

        return getattr(notebook, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
