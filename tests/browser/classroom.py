"""A course of its own with a small class: what an instructor has on disk before the formgrader is opened."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from autograder import facts, sample
from autograder.facts import Course
from tests.browser.watch import DEED, MISCHIEF, NAMES
from tests.conftest import ROOT

ASSIGNMENT = "attention"
FILE = f"{ASSIGNMENT}.ipynb"
STAMP = "2026-03-01 10:00:00.000000 UTC"
SIZE = 3  # the third student of the samples has made mistakes
PLANTER = "mallory"


def course_in(root: Path) -> Course:
    """A course folder with the text of day 1 and nothing released."""
    root.mkdir()
    for name in ("course_config.py", "nbgrader_config.py"):
        shutil.copy(ROOT / name, root)
    shutil.copytree(ROOT / "source" / ASSIGNMENT, root / "source" / ASSIGNMENT)
    return facts.load(root)


def hand_in(course: Course) -> None:
    """Put the class's work where nbgrader's exchange collects it; only a released assignment has the folder."""
    inbound = course.folder("classroom") / "exchange" / course.id / "inbound"
    solved, stub = solved_and_stub()
    students = sample.sample_class(course.assignment(ASSIGNMENT), solved, stub, SIZE) | {PLANTER: planted(stub)}
    for student, notebook in students.items():
        save(inbound / f"{student}+{ASSIGNMENT}+{STAMP}+secret", notebook)


def solved_and_stub() -> tuple[sample.Notebook, sample.Notebook]:
    """The built notebooks of this checkout."""
    solved, stub = (sample.read_notebook(ROOT / where / ASSIGNMENT / FILE) for where in ("solutions", "assignments"))
    return solved, stub


def save(folder: Path, notebook: sample.Notebook, name: str = FILE) -> None:
    folder.mkdir(parents=True)
    (folder / name).write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")
    (folder / "timestamp.txt").write_text(f"{STAMP}\n", encoding="utf-8")
    (folder / f"{NAMES[1]}.txt").write_text(MISCHIEF, encoding="utf-8")


def planted(stub: sample.Notebook) -> sample.Notebook:
    """The stub with something that would act in every place that a student can write to."""
    notebook = sample.filled(stub, planted_code())
    metadata = {"tags": list(NAMES), "name": MISCHIEF}
    for cell in notebook["cells"]:
        cell["metadata"] |= metadata
        if cell["cell_type"] == "code":
            cell["outputs"] = outputs()
    picture = {"image/svg+xml": f"<svg onload={DEED}></svg>", "text/html": MISCHIEF}
    text = {"cell_type": "markdown", "metadata": metadata, "attachments": {NAMES[0]: picture}, "source": MISCHIEF}
    raw = {"cell_type": "raw", "metadata": {"format": "text/html"}, "source": MISCHIEF}
    notebook["cells"] += [text | {"id": "planted-text"}, raw | {"id": "planted-raw"}]
    notebook["metadata"] |= {
        "title": MISCHIEF,
        "authors": [{"name": MISCHIEF}],
        "language_info": {"name": "python", "file_extension": MISCHIEF, "pygments_lexer": NAMES[1]},
        "widgets": {"application/vnd.jupyter.widget-state+json": {"state": MISCHIEF}},
    }
    notebook["metadata"]["kernelspec"] = {"display_name": MISCHIEF, "language": "python", "name": "python3"}
    return notebook


def planted_code() -> dict[str, str]:
    """A message, a name of a type, a value and an output that would act; and a comment and a text between quotes."""
    head = f"# {NAMES[0]}\nWORDS = {MISCHIEF!r}\nprint(WORDS)\n"
    return {
        "project_qkv": f"{head}def project_qkv(x, W_q, W_k, W_v):\n    raise ValueError(WORDS)",
        "attention_scores": f"{head}def attention_scores(Q, K):\n    return type({NAMES[0]!r}, (), {{}})()",
        "stable_softmax": f"{head}def stable_softmax(scores):\n    raise type({NAMES[1]!r}, (Exception,), {{}})(WORDS)",
        "weighted_sum": f"{head}def weighted_sum(weights, V):\n    return WORDS",
    }


def outputs() -> list[dict[str, Any]]:
    """Saved outputs of every kind that a page would show."""
    data = {"text/html": MISCHIEF, "text/plain": MISCHIEF, "text/markdown": MISCHIEF, "text/latex": MISCHIEF}
    data |= {
        "application/javascript": DEED,
        "image/svg+xml": f"<svg xmlns='http://www.w3.org/2000/svg' onload={DEED} />",
    }
    return [
        {"output_type": "stream", "name": "stdout", "text": MISCHIEF},
        {"output_type": "display_data", "data": data, "metadata": {}},
        {"output_type": "error", "ename": NAMES[0], "evalue": MISCHIEF, "traceback": [MISCHIEF]},
    ]
