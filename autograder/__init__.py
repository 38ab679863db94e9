"""softmarks: implement attention from scratch, have it graded, and learn which idea was wrong.

In a notebook only `check` is needed: `from autograder import check`.
"""

from __future__ import annotations

from typing import Any

__all__ = ["check"]


def __getattr__(name: str) -> Any:
    # Imported on first use: the sandbox's clean process must be able to import this package without loading graders.
    if name == "check":
        from autograder.notebook import check

        return check
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
