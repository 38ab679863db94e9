"""nbgrader's gradebook, written in bulk, and the steps that let nbgrader's own commands grade with this kit.

Importing this package imports nbgrader, which takes seconds: nothing that a learner runs may do it.
"""

from autograder.gradebook import light as light  # first, before anything else imports nbgrader
from autograder.gradebook.autograded import is_whole, read_stamp, save_graded
from autograder.gradebook.connect import GradebookError, Target, open_gradebook, scripts_on_path
from autograder.gradebook.forget import forget_student
from autograder.gradebook.late import late_policy
from autograder.gradebook.marks import late_seconds, marks, scores
from autograder.gradebook.paper import paper, with_verdicts
from autograder.gradebook.preprocess import CourseStep, GradeInSandbox, RepairCells, SaveVerdicts, steps
from autograder.gradebook.released import Released, register
from autograder.gradebook.standing import Standing
from autograder.gradebook.writer import Graded, Writer

__all__ = [
    "CourseStep",
    "GradeInSandbox",
    "GradebookError",
    "Graded",
    "Released",
    "RepairCells",
    "SaveVerdicts",
    "Standing",
    "Target",
    "Writer",
    "forget_student",
    "is_whole",
    "late_policy",
    "late_seconds",
    "marks",
    "open_gradebook",
    "paper",
    "read_stamp",
    "register",
    "save_graded",
    "scores",
    "scripts_on_path",
    "steps",
    "with_verdicts",
]
