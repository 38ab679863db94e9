"""tasks.py and the Makefile: the same tasks, plain words when something is missing."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tasks(tmp_path, monkeypatch):
    """tasks.py as a module, standing in an empty folder, with every program it would start written down instead."""
    spec = importlib.util.spec_from_file_location("tasks", ROOT / "tasks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    calls: list[list[str]] = []

    def call(command, **_options):
        calls.append([Path(command[0]).name, *command[1:]])
        if "venv" in command:
            (Path(command[-1]) / module.BIN).mkdir(parents=True)
            (Path(command[-1]) / module.BIN / f"python{module.EXE}").touch()
        return module.statuses.pop(0) if module.statuses else 0

    module.statuses = []
    module.calls = calls
    monkeypatch.setattr(module.subprocess, "call", call)
    return module


def started(tasks) -> list[str]:
    return [" ".join(call) for call in tasks.calls]


def test_the_first_call_prepares_and_the_second_goes_straight_to_work(tasks):
    assert tasks.main(["test", "-k", "build"]) == 0
    first = started(tasks)
    assert [word for word in ("-m venv", ".[course,dev]") if not any(word in call for call in first)] == []
    assert first[-1].startswith(f"python{tasks.EXE} -m pytest")
    assert first[-1].endswith(" -k build")
    tasks.calls.clear()
    assert tasks.main(["lint"]) == 0
    programs = [call.split()[0].removesuffix(".exe") for call in started(tasks)]
    assert programs == ["python", "ruff", "mypy"]  # the first asks whether the environment still works


def test_a_changed_pyproject_is_installed_anew(tasks):
    tasks.main(["setup"])
    tasks.calls.clear()
    (tasks.ROOT / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    tasks.main(["setup"])
    assert any("--editable .[course,dev]" in call for call in started(tasks))
    assert not any("-m venv" in call for call in started(tasks))


def test_the_second_environment_has_numpy_1(tasks):
    tasks.main(["numpy126"])
    assert (tasks.ROOT / ".venv-numpy126" / "installed").is_file()
    assert any("numpy==1.26.*" in call for call in started(tasks))
    assert "-m grading" in started(tasks)[-1]


def test_a_failed_installation_is_not_taken_for_done(tasks, capsys):
    tasks.statuses = [0, 1]
    assert tasks.main(["test"]) == 2
    assert "PIP_INDEX_URL" in capsys.readouterr().err
    assert not (tasks.ROOT / ".venv" / "installed").exists()


def test_a_failed_command_stops_and_gives_its_status(tasks):
    tasks.main(["setup"])
    tasks.statuses = [0, 3]
    assert tasks.main(["lint"]) == 3
    assert not any(call.startswith("mypy") for call in started(tasks))


def test_an_old_python_is_told_so(tasks, monkeypatch, capsys):
    monkeypatch.setattr(tasks.sys, "version_info", (3, 9, 1))
    assert tasks.main(["demo"]) == 2
    assert "expected Python 3.11 or newer; this is 3.9" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["nonsense"]])
def test_a_wrong_word_shows_the_right_ones(words):
    command = [sys.executable, "-I", str(ROOT / "tasks.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python tasks.py demo|test|")


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here; tasks.py does the same")
def test_make_has_a_target_for_every_task(tasks):
    make = ["make", "--no-print-directory", "-n", "PYTHON=python", "ARGS=-k x"]
    for task in tasks.TASKS:
        done = subprocess.run([*make, task], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert re.fullmatch(rf'"python" tasks\.py {task} -k x\n', done.stdout), done.stderr
