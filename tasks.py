"""Everything a fresh machine needs in one command, `python tasks.py demo`, also without make, git or special rights.

The first call makes an environment in .venv and installs the kit into it; later calls go straight to work.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
OLDEST = (3, 11)
BIN = "Scripts" if os.name == "nt" else "bin"
EXE = ".exe" if os.name == "nt" else ""

# The tests that decide marks and need neither nbgrader nor Jupyter.
GRADING = [f"tests/test_{name}.py" for name in ("truth", "graders", "acceptance", "source_reference")]
# What each task runs: programs of the environment.
TASKS = {
    "demo": [["python", "-m", "autograder.cli.demo"]],
    "test": [["python", "-m", "pytest", "-q", "-n", "auto", "-m", "not slow and not chaos and not browser"]],
    "bench": [["python", "-m", "autograder.bench"]],
    "lint": [["ruff", "check", "."], ["mypy"]],
    "attacks": [["python", "-m", "pytest", "-q", "-n", "auto", "-m", "attack"]],
    "chaos": [["python", "-m", "pytest", "-q", "-m", "chaos"]],
    # Tests that share a server stay together; two at once keep two cores busy.
    "browser": [["python", "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "-m", "browser", "tests/browser"]],
    "audit": [["softmarks", "audit"]],
    "wheel": [["python", "-m", "pytest", "-q", "-m", "slow", "tests/learner"]],
    "fresh": [["softmarks", "build", "--check"]],
    "numpy126": [["python", "-m", "pytest", "-q", "-n", "auto", "-m", "grading", *GRADING]],
    "setup": [],
}
# The tests that decide marks also hold on the last NumPy 1.
ENVIRONMENTS = {"numpy126": (".venv-numpy126", ".[dev]", ["numpy==1.26.*"])}
USUAL = (".venv", ".[course,dev]", [])


class CannotRun(Exception):
    """Nothing can be run here; the text says what to do."""


def main(arguments: list[str]) -> int:
    """Run one task; what follows its name is handed on to its last command."""
    if not arguments or arguments[0] not in TASKS:
        print(f"usage: python tasks.py {'|'.join(TASKS)} [options of the task]", file=sys.stderr)
        return 2
    task, *more = arguments
    try:
        programs = environment(*ENVIRONMENTS.get(task, USUAL))
    except CannotRun as trouble:
        print(f"tasks.py: {trouble}", file=sys.stderr)
        return 2
    commands = TASKS[task]
    for number, (program, *options) in enumerate(commands, start=1):
        last = number == len(commands)
        status = subprocess.call([str(programs / f"{program}{EXE}"), *options, *(more if last else [])], cwd=ROOT)
        if status:
            return status
    return 0


def environment(folder: str, edition: str, wishes: list[str]) -> Path:
    """The programs of an environment in which the kit is installed as pyproject.toml says; made or mended as needed."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:2]))
        raise CannotRun(f"expected Python 3.{OLDEST[1]} or newer; this is {found}; run this file with a newer one")
    place = ROOT / folder
    python = place / BIN / f"python{EXE}"
    stamp = place / "installed"
    settings = (ROOT / "pyproject.toml").read_bytes() + repr((str(place), edition, wishes)).encode()
    wanted = hashlib.sha256(settings).hexdigest()
    if works(python) and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return python.parent
    print(f"Preparing {folder}; this happens once and takes a minute or two.", flush=True)
    if not works(python):
        make(place)
    # Compiling every file of every package would double the time; Python compiles those that are used.
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"]
    if subprocess.call([*pip, "--editable", edition, *wishes], cwd=ROOT):
        raise CannotRun(
            "the packages could not be installed, see above. The first run needs a network or a package folder: "
            "set PIP_INDEX_URL or PIP_FIND_LINKS as your site asks, then run this again"
        )
    stamp.write_text(wanted, encoding="utf-8")
    return python.parent


def works(python: Path) -> bool:
    """False also for an environment whose Python has been moved or removed since."""
    return python.is_file() and subprocess.call([str(python), "-m", "pip", "--version"], stdout=subprocess.DEVNULL) == 0


def make(place: Path) -> None:
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(place)]):
        raise CannotRun(
            f"no environment could be made in {place}, see above. On Debian and Ubuntu the package python3-venv is "
            "missing then; elsewhere look whether the folder may be written"
        )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
