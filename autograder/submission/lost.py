"""Which function is missing because the cell that should have defined it stopped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from autograder.outcome import CellTrouble, Loaded
from autograder.submission.record import Submission


def lost_functions(submission: Submission, loaded: Loaded, wanted: Sequence[str]) -> dict[str, CellTrouble]:
    """Which wanted function should have been defined by which cell that stopped."""
    sources = {cell.number: cell.source for cell in submission.cells}
    lost = {}
    for trouble in loaded.troubles:
        source = sources.get(trouble.cell, "")
        for name in wanted:
            if re.search(rf"^[^\S\n]*(?:(?:async\s+)?def|class)\s+{name}\b|^{name}\s*=", source, re.MULTILINE):
                lost[name] = trouble
    return lost
