"""Files to watch: the released notebook and script, with exercises written in."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from autograder import facts, sample
from tests.conftest import ROOT

COURSE = facts.load(ROOT)
RELEASED = ROOT / COURSE.release
SOLVED = ROOT / COURSE.solution
WRONG = "def attention_scores(Q, K):\n    return Q @ K.T / Q.shape[-1]\n"  # a known mistake
WRONG_AGAIN = "def attention_scores(Q, K):\n    d = Q.shape[-1]\n    return Q @ K.T / d\n"
RIGHT = "def attention_scores(Q, K):\n    return Q @ K.T * float(Q.shape[-1]) ** -0.5\n"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The learner's state folder, wherever this system would have it."""
    folder = tmp_path / "state"
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return folder


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "my work 作业"
    folder.mkdir()
    return folder


def saved(path: Path, cells: Mapping[str, str]) -> Path:
    """Save the released notebook with these cells, the way editors do: written beside, then moved there."""
    released = sample.read_notebook(RELEASED / "attention" / "attention.ipynb")
    fresh = path.with_name(f".{path.name}.part")
    fresh.write_text(json.dumps(sample.filled(released, cells), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    os.replace(fresh, path)
    return path


def reference(exercise: str) -> str:
    """The solved cell of an exercise."""
    (assignment,) = [one for one in COURSE.assignments if any(e.name == exercise for e in one.exercises)]
    solved = sample.read_notebook(SOLVED / assignment.name / f"{assignment.name}.ipynb")
    cells = {cell["metadata"].get("nbgrader", {}).get("grade_id"): cell["source"] for cell in solved["cells"]}
    return "".join(cells[exercise])
