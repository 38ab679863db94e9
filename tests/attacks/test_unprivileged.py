"""The attacks once more, graded by a user without rights: the walls are then built from a namespace of one's own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = [pytest.mark.attack, pytest.mark.slow]
NOBODY = 65534
NEEDED = ("jinja2", "numpy", "psutil", "pyseccomp", "pytest", "rich", "typer")
PARTS = ("autograder", "tests", "source", "assignments", "solutions", "course_config.py", "nbgrader_config.py")
SETTINGS = ("pyproject.toml",)
# Two of each kind that meets a wall, or what stands in its place for a user without rights.
SLICE = (
    "recursion or c-stack or leaves-with-success or closes-every-descriptor or answers-in-advance or flood or dripping "
    "or patched-comparisons or name-of-an-exception or refused-import or agrees-with-everything or one-big-array "
    "or many-threads or memory-file or connect or rare-families or one-big-file or many-files or files-outside "
    "or files-that-are-run-later or fork-bomb or daemon or clone-by-hand or programs or signals-to-everybody "
    "or higher-limits or other-users or course-by-path or kit-by-search or proc or environment or descriptors "
    "or garbage-collector or deaf-to-signals or sleep or dead-main-thread or namespaces or mounts or rare-calls "
    "or undo-the-filter or int-80 or x32"
)


def interpreters() -> Iterator[Path]:
    """Of this very version, so that this environment's packages fit."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for found in (
        Path(sys.executable).resolve(),
        Path(f"/usr/bin/python{version}"),
        Path(f"/usr/local/bin/python{version}"),
    ):
        if found.is_file() and all(place.stat().st_mode & 0o005 == 0o005 for place in (found, *found.parents)):
            yield found


def distributions(names: tuple[str, ...]) -> set[str]:
    """The names and those of everything that they need."""
    known: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in known:
            continue
        known.add(name)
        for line in metadata.requires(name) or ():
            other = re.match(r"[\w.-]+", line)
            if other and "extra ==" not in line and _installed(other.group()):
                waiting.append(other.group())
    return known


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def copy_packages(target: Path) -> None:
    for name in distributions(NEEDED):
        for file in metadata.distribution(name).files or ():
            source = Path(str(file.locate()))
            if ".." not in file.parts and source.is_file():
                (target / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target / file)


@pytest.fixture
def everyones() -> Iterator[Path]:
    """A folder with an environment, the kit and its tests, which everybody may read."""
    python = next(interpreters(), None)
    if python is None:
        pytest.skip("no interpreter of this version may be read by everybody, so nobody else can run one")
    top = Path(tempfile.mkdtemp(prefix="attacks-for-nobody-"))
    try:
        subprocess.run([python, "-m", "venv", "--without-pip", top / "env"], check=True)
        copy_packages(next((top / "env" / "lib").iterdir()) / "site-packages")
        for name in (*PARTS, *SETTINGS):
            place = ROOT / name
            if place.is_dir():
                shutil.copytree(place, top / "kit" / name, ignore=shutil.ignore_patterns("__pycache__", "_*_work"))
            else:
                shutil.copy(place, top / "kit" / name)
        for folder, _, names in os.walk(top):
            os.chmod(folder, 0o755)
            for name in names:
                if not os.path.islink(os.path.join(folder, name)):
                    os.chmod(os.path.join(folder, name), 0o644)
        (top / "home").mkdir()
        os.chown(top / "home", NOBODY, NOBODY)
        yield top
    finally:
        shutil.rmtree(top, ignore_errors=True)


@pytest.mark.skipif(sys.platform != "linux", reason="walls for users without rights are Linux's")
@pytest.mark.skipif(getattr(os, "getuid", lambda: 0)() != 0, reason="these tests already run without rights")
def test_the_walls_hold_without_rights(everyones: Path) -> None:
    top = everyones
    command = [
        top / "env" / "bin" / "python",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "attack",
        "-k",
        SLICE,
    ]
    done = subprocess.run(
        [*command, f"--basetemp={top}/home/tmp", "tests/attacks/test_attacks.py"],
        cwd=top / "kit",
        env={"HOME": str(top / "home"), "PYTHONDONTWRITEBYTECODE": "1"},
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        capture_output=True,
        text=True,
        timeout=590,
    )
    print(done.stdout[-5000:], done.stderr[-2000:])
    assert done.returncode == 0
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed.group(1)) > 40
