"""The hand-out: what lies in it, the same bytes each time, and that the wheelhouse installs without a network."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.build import BuildError, handout, wheel
from autograder.build.handout import make_handouts, packages_of
from tests.conftest import ROOT
from tests.handout.conftest import COURSE

NAMES = [assignment.name for assignment in COURSE.assignments]
WHEEL = "softmarks-0.1.0-py3-none-any.whl"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The hand-outs of the real course, in a folder of this test."""
    folder = tmp_path_factory.mktemp("dist")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handout, "DIST", str(folder))
        return {path.name: path for path in make_handouts(COURSE)}


def opened(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as there:
        return {name: there.read(name) for name in there.namelist()}


def test_there_is_one_zip_for_each_assignment_and_the_wheel(made):
    assert set(made) == {WHEEL, *(f"{name}.zip" for name in NAMES)}


@pytest.mark.parametrize("name", NAMES)
def test_a_zip_is_one_folder_with_notebook_script_wheel_and_readme(made, name):
    files = opened(made[f"{name}.zip"])
    assert set(files) == {f"{name}/{one}" for one in (f"{name}.ipynb", f"{name}.py", WHEEL, "README.txt")}
    for ending in ("ipynb", "py"):
        assert files[f"{name}/{name}.{ending}"] == (ROOT / COURSE.release / name / f"{name}.{ending}").read_bytes()
    assert files[f"{name}/{WHEEL}"] == made[WHEEL].read_bytes()


def test_a_second_build_makes_the_same_bytes(made, tmp_path, monkeypatch):
    monkeypatch.setattr(handout, "DIST", str(tmp_path))
    again = {path.name: path.read_bytes() for path in make_handouts(COURSE)}
    assert again == {name: path.read_bytes() for name, path in made.items()}


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_has_ten_lines_and_names_what_lies_there(made, name):
    text = opened(made[f"{name}.zip"])[f"{name}/README.txt"].decode("utf-8")
    assert len(text.splitlines()) == 10
    install, check = (line.strip() for line in text.splitlines() if line.startswith("  python"))
    allowed = {one.partition(".")[0] for one in COURSE.assignment(name).allowed_imports}
    assert install == f"python -m pip install {WHEEL}" + (" scipy" if "scipy" in allowed else "")
    assert check == f"python -m autograder check {name}.ipynb"
    assert "PIP_INDEX_URL" in text
    assert "{" not in text


def test_what_a_notebook_needs_besides_is_read_from_its_first_cell():
    text = "# head\n\n# %% [markdown]\n# import torch\n\n# %%\nimport sys\nfrom scipy.special import x\nimport numpy\n"
    assert packages_of(text + "\n# %%\nimport pandas\n") == ["scipy"]
    assert packages_of("# %% [markdown]\n# nothing\n") == []


def test_a_course_that_is_not_the_kit_has_no_hand_out(tmp_path):
    assert make_handouts(replace(COURSE, root=tmp_path)) == []


def test_packages_that_cannot_be_had_are_said_with_the_way_out(tmp_path, monkeypatch):
    monkeypatch.setattr(handout, "DIST", str(tmp_path))
    monkeypatch.setenv("PIP_INDEX_URL", (tmp_path / "nowhere").as_uri())
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_CONFIG_FILE"):
        monkeypatch.setenv(name, "" if name != "PIP_CONFIG_FILE" else "/dev/null")
    with pytest.raises(BuildError, match="PIP_INDEX_URL"):
        make_handouts(COURSE, offline=True)
    assert not list(tmp_path.glob("*offline*"))


@pytest.mark.slow
def test_from_the_wheelhouse_two_commands_install_and_check_without_a_network(tmp_path, monkeypatch):
    """Network needed once, to fill the wheelhouse; then none: pip is told of no index."""
    monkeypatch.setattr(handout, "DIST", str(tmp_path))
    try:
        (offline,) = (path for path in make_handouts(COURSE, offline=True) if path.name.startswith("attention-offline"))
    except BuildError as trouble:
        pytest.skip(str(trouble))
    work = tmp_path / "mein Ordner 课"
    with zipfile.ZipFile(offline) as there:
        there.extractall(work)
    home = work / ".venv"
    venv.create(home, with_pip=True)
    programs = Path(sysconfig.get_path("scripts", "venv", {"base": str(home), "platbase": str(home)}))
    lines = (work / "attention" / "README.txt").read_text(encoding="utf-8").splitlines()
    install, check = (line.split()[1:] for line in lines if line.startswith("  python"))
    environment = {"HOME": str(work), "PATH": "", "PIP_CONFIG_FILE": "/dev/null", "LANG": "C.UTF-8"}
    done = [
        subprocess.run(
            [str(programs / "python"), *command],
            cwd=work / "attention",
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        for command in (install, check)
    ]
    assert done[0].returncode == 0, done[0].stderr
    assert "exercise stable_softmax: not attempted" in done[1].stdout, done[1].stderr
    there = subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(home), "list", "--format=freeze"],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    names = {line.split("==")[0].lower() for line in there.stdout.splitlines()} - {"pip", "setuptools", "softmarks"}
    assert len(names) <= 12, names
    assert "pytest" not in names


def test_the_wheel_holds_the_keys_of_the_predictions_and_not_the_questions():
    inside = set(wheel.contents(ROOT))
    assert "autograder/data/predictions.json" in inside
    assert not any(name.startswith(("autograder/questions", "autograder/build")) for name in inside)
