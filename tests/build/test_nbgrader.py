"""nbgrader's own commands and buttons release what the build releases, also without an activated environment."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from sums_course import tree
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from autograder.build import build


def config_of(course) -> Config:
    """nbgrader_config.py as nbgrader reads it."""
    return PyFileConfigLoader("nbgrader_config.py", path=str(course.root)).load_config()


@pytest.fixture
def ready(made_up, tmp_path, monkeypatch):
    """A built course; the test itself stands in another folder."""
    course = made_up()
    build(course, check=False)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    return course


def test_the_facts_reach_nbgrader(ready):
    config = config_of(ready)
    place = CourseDirectory(config=config)
    assert (place.course_id, place.root) == ("sums", str(ready.root))
    assert place.db_url == f"sqlite:///{ready.folder('classroom') / 'gradebook.db'}"
    assert place.format_path(place.source_directory, ".", "sums") == f"{ready.root}/source/./sums"
    assert place.format_path(place.release_directory, ".", "sums") == f"{ready.root}/assignments/./sums"
    assert place.format_path(place.submitted_directory, "ann", "sums") == f"{ready.root}/classroom/submitted/ann/sums"
    assert place.format_path(place.autograded_directory, "ann", "sums") == f"{ready.root}/classroom/autograded/ann/sums"
    assert place.format_path(place.feedback_directory, "ann", "sums") == f"{ready.root}/classroom/feedback/ann/sums"
    assert config.Exchange.root == f"{ready.root}/classroom/exchange"
    assert config.ClearSolutions.code_stub == {"python": "raise NotImplementedError"}


def test_nothing_of_the_stock_execution_is_left(ready):
    config = config_of(ready)
    grading = [*config.Autograde.sanitize_preprocessors, *config.Autograde.autograde_preprocessors]
    assert "autograder.gradebook.GradeInSandbox" in grading
    steps = [*grading, *config.GenerateSolution.preprocessors]
    assert [step for step in steps if str(step).endswith("Execute")] == []


def test_reading_the_config_makes_a_closed_classroom_and_finds_alembic(ready, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    config_of(ready)
    assert stat.S_IMODE(ready.folder("classroom").stat().st_mode) == 0o700
    assert os.environ["PATH"] == f"{sysconfig.get_path('scripts')}{os.pathsep}/nowhere"


def test_settings_below_in_nbgrader_config_win(ready):
    path = ready.root / "nbgrader_config.py"
    path.write_text(path.read_text(encoding="utf-8") + "\nc.CourseDirectory.course_id = 'mine'\n", encoding="utf-8")
    assert config_of(ready).CourseDirectory.course_id == "mine"


def test_the_formgraders_button_keeps_the_scripts(ready):
    """The button calls generate_assignment with force, which deletes the whole release folder first."""
    before = tree(ready.root)
    api = NbGraderAPI(config=config_of(ready))
    for _ in range(2):
        result = api.generate_assignment("sums", force=True, create=True)
        assert result["success"], result
    after = {name: data for name, data in tree(ready.root).items() if not name.startswith("classroom/")}
    assert after == before
    with api.gradebook as gradebook:
        notebook = gradebook.find_notebook("sums", "sums")
        assert [(cell.name, cell.max_score) for cell in notebook.grade_cells] == [
            ("check_weighted_total", 2.5),
            ("check_mean_square", 1.0),
        ]
        assert sorted(cell.name for cell in notebook.solution_cells) == ["mean_square", "weighted_total"]
    assert not (ready.folder("release") / "sums" / "sums.db").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="nbgrader's exchange and paths are for POSIX systems")
def test_a_command_called_by_its_path_makes_the_same_files(ready):
    before = tree(ready.root)
    nbgrader = str(Path(sysconfig.get_path("scripts")) / "nbgrader")
    done = subprocess.run(
        [nbgrader, "generate_assignment", "sums", "--force", f"--course-dir={ready.root}"],
        env={"HOME": str(ready.root.parent), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    after = {name: data for name, data in tree(ready.root).items() if not name.startswith("classroom/")}
    assert after == before
