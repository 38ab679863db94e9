"""A learner's machine: the wheel and what it needs, in an environment of its own, without checkout and network."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from autograder.build import wheel
from tests.conftest import ROOT

# Day 3's notebook says that it needs SciPy; the wheel itself does without.
LEARNERS_OWN = ("scipy",)
REFUSES_THE_NETWORK = """\
import sys

def refuse(event, arguments):
    to_a_host = event in ("socket.connect", "socket.sendto") and isinstance(arguments[-1], tuple)
    if to_a_host or event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        raise SystemExit(f"a learner's command reached for the network: {event} {arguments}")

sys.addaudithook(refuse)
"""


@dataclass(frozen=True)
class Machine:
    """Where the learner works, and how they run a command there."""

    folder: Path
    programs: Path
    packages: Path

    def run(self, *command: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """One command of the environment, with no variable set but the home folder."""
        program, *rest = map(str, command)
        return subprocess.run(
            [str(self.programs / program), *rest],
            cwd=cwd or self.folder,
            env={"HOME": str(self.folder), "LANG": "C.UTF-8"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=600,
            check=False,
        )

    def check(self, *arguments: object) -> list[dict[str, Any]]:
        """The reports of `softmarks check --json`."""
        done = self.run("softmarks", "check", "--json", *arguments)
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode in (0, 1), done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]


def _needed(first: Iterable[str]) -> set[str]:
    """The packages that these requirements ask for, with all that those need in turn, without any extra."""
    found: set[str] = set()
    waiting = list(first)
    while waiting:
        need = Requirement(waiting.pop())
        name = canonicalize_name(need.name)
        if name not in found and (need.marker is None or need.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += metadata.requires(name) or ()
    return found


def _lend(packages: Path, name: str) -> None:
    """Link one installed package into the environment, which is as good as installing it and needs no network."""
    for top in {file.parts[0] for file in metadata.files(name) or () if file.parts[0] not in ("..", "__pycache__")}:
        link = packages / top
        if not link.exists():
            link.symlink_to(Path(str(metadata.distribution(name).locate_file(top))))


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A fresh environment that holds the wheel and what the wheel says it needs, and nothing else."""
    folder = tmp_path_factory.mktemp("a learner’s 机器")
    home = folder / "environment"
    venv.create(home, with_pip=False, symlinks=True)
    variables = {"base": str(home), "platbase": str(home)}
    packages = Path(sysconfig.get_path("purelib", "venv", variables))
    made = wheel.make(ROOT, folder)
    install = [sys.executable, "-m", "pip", "--python", str(home), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*install, str(made)], check=True, timeout=120)
    (information,) = packages.glob("softmarks-*.dist-info")
    for name in _needed([*(metadata.Distribution.at(information).requires or ()), *LEARNERS_OWN]):
        _lend(packages, name)
    (packages / "sitecustomize.py").write_text(REFUSES_THE_NETWORK, encoding="utf-8")
    work = folder / "work"
    work.mkdir()
    return Machine(work, Path(sysconfig.get_path("scripts", "venv", variables)), packages)
