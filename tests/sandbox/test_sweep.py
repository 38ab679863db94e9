"""Is a scratch folder removed whatever lies in it, and nothing that does not?"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from autograder.sandbox.sweep import sweep


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "scratch"
    made.mkdir()
    return made


def test_folders_deeper_than_python_recurses(folder: Path) -> None:
    here = os.open(folder, os.O_RDONLY)
    for _ in range(1100):
        os.mkdir("deep", dir_fd=here)
        below = os.open("deep", os.O_RDONLY, dir_fd=here)
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=below))
        os.close(here)
        here = below
    os.close(here)
    sweep(str(folder))
    assert not folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no such rights there")
def test_locked_folders_and_odd_names(folder: Path) -> None:
    for name in ("swept-0", "swept-1", "-rf", "a\nb", "x" * 255):
        (folder / name / "swept-2" / "inside").mkdir(parents=True)
        (folder / name / "swept-2" / "inside").chmod(0)
        (folder / name / "swept-2").chmod(0)
        (folder / name / "file").write_text("x", encoding="utf-8")
    (folder / "swept-0").chmod(0)
    sweep(str(folder))
    assert not folder.exists()


def test_what_links_point_at_stays_as_it_is(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    (outside / "file").write_text("mine", encoding="utf-8")
    (folder / "inner").mkdir()
    for place in (folder, folder / "inner"):
        (place / "soft").symlink_to(outside)
        (place / "file").symlink_to(outside / "file")
        (place / "loop").symlink_to(place / "loop")
    sweep(str(folder))
    assert not folder.exists()
    assert (outside / "file").read_text(encoding="utf-8") == "mine"
    assert outside.stat().st_mode & 0o777 == 0o755


def test_what_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    sweep(str(tmp_path / "nothing"))
    (tmp_path / "a-file").touch()
    sweep(str(tmp_path / "a-file"))
    assert (tmp_path / "a-file").exists()
