"""A learner's folder for these tests: their own state, the released notebook, and ways to fill it in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from autograder import facts, sample
from autograder.notebook import EXECUTION
from tests.conftest import ROOT

COURSE = facts.load(ROOT)
Save = Callable[[Mapping[str, str]], Path]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The learner's state folder, wherever this system would have it."""
    folder = tmp_path / "state"
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.delenv(EXECUTION, raising=False)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    return folder


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A folder whose name has a space and is not ASCII."""
    folder = tmp_path / "my 课程"
    folder.mkdir()
    return folder


@pytest.fixture
def save(work: Path) -> Save:
    """Write the released notebook of day 1 with some functions filled in."""

    def saved(sources: Mapping[str, str]) -> Path:
        released = sample.read_notebook(ROOT / COURSE.release / "attention" / "attention.ipynb")
        path = work / "attention.ipynb"
        path.write_text(json.dumps(sample.filled(released, dict(sources)), ensure_ascii=False), encoding="utf-8")
        return path

    return saved
