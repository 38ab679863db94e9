"""Whatever a person hands in becomes one frozen record, with every repair said and the original untouched."""

from autograder.submission.reading import read
from autograder.submission.record import Cell, Refused, Role, Submission, Unreadable

__all__ = ["Cell", "Refused", "Role", "Submission", "Unreadable", "read"]
