"""Removes a student from the gradebook, as nbgrader does it, and from the unused pages of its file."""

from __future__ import annotations

from sqlite3 import connect

import sqlalchemy
from nbgrader.api import MissingEntry

from autograder.gradebook.connect import Target, explained, open_gradebook


def forget_student(target: Target, student: str) -> bool:
    """Delete the student with every submission, mark and comment of every assignment; False when there was none."""
    url = sqlalchemy.make_url(target.url)
    with open_gradebook(target) as gradebook:
        try:
            gradebook.remove_student(student)
        except MissingEntry:
            return False
    if url.get_backend_name() == "sqlite" and url.database:
        with explained(target.url):
            connection = connect(url.database)
            connection.execute("vacuum")  # deleted rows stay readable in the file until it is packed anew
            connection.close()
    return True
