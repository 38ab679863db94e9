"""The formgrader, in a Jupyter server started by path: it opens on graded work, and its button gives our marks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gradebook_samples import ASSIGNMENT, released_notebook, save

from autograder.facts import Course
from autograder.gradebook import Target, scores

TOKEN = "token-of-this-test"
SOFTMAX = """def stable_softmax(scores):
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True)"""

Ask = Callable[..., str]


@pytest.fixture
def ask(course: Course, root: Path, tmp_path: Path) -> Iterator[Ask]:
    """A server on the course, in an environment that is not activated; `ask(path)` gets, `ask(path, "POST")` posts."""
    assert course.root is not None
    shutil.copy(root / "nbgrader_config.py", course.root)
    home = tmp_path / "home"
    home.mkdir()
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0", f"--IdentityProvider.token={TOKEN}"]
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyter_server", *options, f"--ServerApp.root_dir={course.root}"],
        cwd=course.root,
        env={"HOME": str(home), "PATH": os.defpath, "JUPYTER_PLATFORM_DIRS": "1"},
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with server:
        try:
            assert server.stderr is not None
            lines = iter(server.stderr.readline, "")
            address = next(line.split()[-1] for line in lines if "http://127.0.0.1:" in line).partition("?")[0]
            # A full pipe would stop the server, so somebody has to go on reading.
            threading.Thread(target=lambda: [None for _ in lines], daemon=True).start()
            yield lambda path, method="GET": _answer(f"{address}formgrader/{path}", method)
        finally:
            server.terminate()


def _answer(url: str, method: str) -> str:
    request = urllib.request.Request(url, method=method, headers={"Authorization": f"token {TOKEN}"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        text: str = answer.read().decode("utf-8")
        return text


@pytest.mark.slow
def test_the_button_grades_and_the_pages_open(course: Course, target: Target, ask: Ask) -> None:
    submitted = course.folder("classroom") / "submitted"
    for student, answers in {"ada": {"stable_softmax": SOFTMAX}, "bo": {}}.items():
        save(submitted / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", released_notebook(course, answers))
    assert "formgrader" in ask(f"manage_submissions/{ASSIGNMENT}").lower()
    for student in ("ada", "bo"):
        answer = json.loads(ask(f"api/submission/{ASSIGNMENT}/{student}/autograde", "POST"))
        assert answer["success"], answer
    assert scores(target) == {"ada": 5.0, "bo": 0.0}
    listed: list[dict[str, Any]] = json.loads(ask(f"api/submissions/{ASSIGNMENT}"))
    assert {row["student"]: (row["score"], row["autograded"]) for row in listed} == {
        "ada": (5.0, True),
        "bo": (0.0, True),
    }
    notebooks = json.loads(ask(f"api/submitted_notebooks/{ASSIGNMENT}/{ASSIGNMENT}"))
    pages = {row["student"]: ask(f"submissions/{row['id']}/") for row in notebooks}
    assert "stable_softmax: passed, 5 of 5 points" in pages["ada"]
    assert "stable_softmax: not attempted, 0 of 5 points" in pages["bo"]
