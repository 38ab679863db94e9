"""To and from a learning management system: names of its downloads, files of marks, the zip of feedback."""

from autograder.lms.export import FORMATS, Mark, export
from autograder.lms.feedback_zip import feedback_name, feedback_zip
from autograder.lms.names import StudentName, student_of

__all__ = ["FORMATS", "Mark", "StudentName", "export", "feedback_name", "feedback_zip", "student_of"]
