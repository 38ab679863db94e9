"""nbgrader's gradebook, written in bulk, and the steps that let nbgrader's own commands grade with this kit.

Importing this package imports nbgrader, which takes seconds: nothing that a learner runs may do it.
"""

from autograder.gradebook.connect import GradebookError, Target, open_gradebook, scripts_on_path
from autograder.gradebook.late import late_policy
from autograder.gradebook.marks import late_seconds, marks, scores
from autograder.gradebook.released import Released, register
from autograder.gradebook.writer import Graded, Writer

__all__ = [
    "GradebookError",
    "Graded",
    "Released",
    "Target",
    "Writer",
    "late_policy",
    "late_seconds",
    "marks",
    "open_gradebook",
    "register",
    "scores",
    "scripts_on_path",
]
