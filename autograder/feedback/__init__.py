"""What people read about their work: sentences below a check cell, a page for each submission, a page for the class."""

from autograder.feedback.changes import changes
from autograder.feedback.cohort import page_name
from autograder.feedback.human import needs_a_human
from autograder.feedback.pages import cohort_page, ends_with, save, submission_page, version
from autograder.feedback.sentences import comment, note, verdict_html, verdict_text
from autograder.feedback.words import WORDS, clean, points

__all__ = [
    "WORDS",
    "changes",
    "clean",
    "cohort_page",
    "comment",
    "ends_with",
    "needs_a_human",
    "note",
    "page_name",
    "points",
    "save",
    "submission_page",
    "verdict_html",
    "verdict_text",
    "version",
]
