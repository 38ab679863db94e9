"""The learner's wheel holds what a learner needs and nothing that answers, grades or serves only an instructor."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from autograder import facts
from autograder.build import wheel
from autograder.build.script import BuildError

ROOT = Path(__file__).parents[2]
FORBIDDEN = re.compile(r"^autograder/(graders|specs|misconceptions|variants|audit|build|gradebook|probes/hidden)\b")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What is in the wheel that hatchling makes."""
    made = wheel.make(ROOT, tmp_path_factory.mktemp("wheel"))
    assert made.name == "softmarks-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(made) as opened:
        return opened.namelist()


def test_the_wheel_holds_no_secret_and_no_tool_of_the_instructor(names):
    assert [name for name in names if FORBIDDEN.match(name)] == []
    assert {name.split("/")[0] for name in names} == {"autograder", "softmarks-0.1.0.dist-info"}


def test_the_wheel_holds_checks_public_inputs_and_built_data(names):
    wanted = {"autograder/facts.py", "autograder/data/facts.json", "autograder/data/fingerprints.json"}
    wanted |= {"autograder/probes/public/attention.py", "autograder/checks/test_stable_softmax.py"}
    wanted |= {"autograder/__init__.py"}
    assert wanted - set(names) == set()
    assert [name for name in names if name.endswith((".pyc", ".db", ".key"))] == []


def test_a_wheel_with_fingerprints_of_another_catalogue_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(wheel.fingerprinting, "source_hash", lambda: "another")
    with pytest.raises(BuildError, match=r"fingerprints\.json was not made .* run `softmarks build` first"):
        wheel.make(ROOT, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_secret_file_of_the_leak_linter_is_excluded(names):
    secret = {path.relative_to(ROOT).as_posix() for path in wheel.secret_files(ROOT)}
    assert len(secret) > 10
    assert secret & set(names) == set()


def test_what_the_linter_takes_for_the_wheel_is_the_wheel(names):
    inside = {name for name in names if not name.startswith("softmarks-")}
    assert set(wheel.contents(ROOT)) == inside


def test_the_built_facts_are_the_facts_of_the_course(course):
    data = json.loads((ROOT / "autograder" / "data" / "facts.json").read_text(encoding="utf-8"))
    read = facts.course_from(data, None)
    assert read.assignments == course.assignments
    assert (read.id, read.limits, read.tolerances) == (course.id, course.limits, course.tolerances)


def test_a_learner_installs_few_packages():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[^\w-]", need)[0] for need in project["dependencies"]}
    assert len(needed) <= 12
    assert needed.isdisjoint({"nbgrader", "jupyterlab", "jupytext", "nbformat", "matplotlib", "scipy"})


def test_a_source_distribution_is_refused(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "softmarks makes no source distribution" in done.stderr
    assert list(tmp_path.iterdir()) == []
