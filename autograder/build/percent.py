"""The .py edition: the whole course text as a percent script, prose as comments, beside each notebook."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.build.notebook import CHECK_PREFIX
from autograder.build.script import BEGIN, END

MARKER_LINE = re.compile(rf"^ *({BEGIN}|{END})\n", re.MULTILINE)


class DropMarkers(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader ships no types
    """A solved notebook is for reading: the lines that mark the answer are taken out."""

    def preprocess_cell(self, cell: NotebookNode, resources: Any, index: int) -> tuple[NotebookNode, Any]:
        cell.source = MARKER_LINE.sub("", cell.source + "\n").rstrip("\n")
        return cell, resources


def write_scripts(assignment: str, student: str, notebooks: list[str], *, folder: Path) -> None:
    """nbgrader's post_convert_hook: write the .py edition of every notebook that it has just put into `folder`."""
    for notebook in sorted((folder / assignment).glob("*.ipynb")):
        text = script_of(nbformat.read(notebook, as_version=4))
        notebook.with_suffix(".py").write_text(text, encoding="utf-8", newline="\n")


def script_of(notebook: NotebookNode) -> str:
    """The notebook as a percent script; `exercise="…"` and `check="…"` stay on the cell lines, nothing else does."""
    course = notebook.metadata.get("softmarks", {})
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader", {})
        cell.metadata.clear()
        if marks.get("grade") or marks.get("solution"):
            if marks["grade"]:
                cell.metadata["check"] = marks["grade_id"].removeprefix(CHECK_PREFIX)
            else:
                cell.metadata["exercise"] = marks["grade_id"]
    notebook.metadata = NotebookNode(
        jupytext={"notebook_metadata_filter": "-all", "cell_metadata_filter": "exercise,check,-all"},
        kernelspec=notebook.metadata.get("kernelspec", {}),
    )
    text = jupytext.writes(notebook, fmt="py:percent")
    return f"# softmarks: {course['course']}/{course['assignment']}\n\n{text}" if course else str(text)
