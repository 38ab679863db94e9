"""What a notebook calls: predict before an exercise, check and hint beside it, ready_to_hand_in at the end."""

from autograder.notebook.checking import check, hint, verdict
from autograder.notebook.handing_in import ready_to_hand_in
from autograder.notebook.kit import EXECUTION, NotPassed
from autograder.notebook.predicting import predict

__all__ = ["EXECUTION", "NotPassed", "check", "hint", "predict", "ready_to_hand_in", "verdict"]
