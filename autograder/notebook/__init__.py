"""What a notebook calls: check and hint beside each exercise, predict before it, ready_to_hand_in at the end."""

from autograder.notebook.checking import check, hint, verdict
from autograder.notebook.kit import EXECUTION, NotPassed

__all__ = ["EXECUTION", "NotPassed", "check", "hint", "verdict"]
