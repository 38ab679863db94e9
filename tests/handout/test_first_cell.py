"""The first cell on a machine that lacks something: it says what, where, and the one line that mends it."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.handout.conftest import COURSE

NAMES = [assignment.name for assignment in COURSE.assignments]
WHEEL = "softmarks-0.1.0-py3-none-any.whl"


def first_cell(name: str) -> str:
    text = (ROOT / COURSE.release / name / f"{name}.py").read_text(encoding="utf-8")
    return next(cell for cell in text.split("\n# %%\n")[1:])


def run(work: Path, source: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """The cell as a script, in a Python without any package of ours or others'."""
    (work / "cell.py").write_text(source, encoding="utf-8")
    command = [python, "-I", "-S", "-X", "utf8", "cell.py"]
    return subprocess.run(command, cwd=work, capture_output=True, encoding="utf-8", timeout=60, check=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_package_is_named_with_the_line_for_this_very_python(name, work):
    (work / WHEEL).touch()
    done = run(work, first_cell(name))
    more = " scipy" if "scipy.special" in COURSE.assignment(name).allowed_imports else ""
    assert f"{sys.executable} -m pip install {WHEEL}{more}" in done.stdout.splitlines()
    assert f"No module named 'numpy', says Python {sys.version.split()[0]} at {sys.executable}" in done.stdout
    assert done.returncode != 0


def test_a_python_on_a_path_with_spaces_is_quoted(work):
    if sys.platform == "win32":
        pytest.skip("links need rights on Windows")
    python = work / "python"
    python.symlink_to(sys.executable)
    assert f'"{python}" -m pip install' in run(work, first_cell("attention"), str(python)).stdout


def test_in_a_notebook_the_line_is_for_a_cell(work):
    done = run(work, "get_ipython = None\n" + first_cell("attention"))
    assert "%pip install softmarks-*.whl" in done.stdout.splitlines()


def test_beside_a_wheelhouse_the_line_needs_no_network(work):
    (work / WHEEL).touch()
    (work / "wheelhouse").mkdir()
    assert f"-m pip install --no-index --find-links wheelhouse {WHEEL}" in run(work, first_cell("attention")).stdout


@pytest.mark.parametrize("name", NAMES)
def test_an_old_python_can_at_least_read_the_cell(name):
    ast.parse(first_cell(name), feature_version=(3, 8))


def test_with_everything_there_the_cell_says_nothing(work):
    (work / "cell.py").write_text(first_cell("attention"), encoding="utf-8")
    done = subprocess.run([sys.executable, "cell.py"], cwd=work, capture_output=True, timeout=60, check=True)
    assert done.stdout == done.stderr == b""


def test_the_script_runs_from_top_to_bottom_untouched(work):
    """Also the last cell, which checks the very file that runs."""
    shutil.copy(ROOT / COURSE.release / "attention" / "attention.py", work)
    done = subprocess.run(
        [sys.executable, "attention.py"], cwd=work, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "stable_softmax: not written yet" in done.stdout
    assert "Nothing is predicted yet" in done.stdout
    assert f"file: {work / 'attention.py'}, saved " in done.stdout
