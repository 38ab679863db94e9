"""The learner's wheel: what goes into it, and which files must never do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from autograder.build import fingerprinting
from autograder.build.script import BuildError
from autograder.fingerprints import FILE

# What holds answers, in the checkout only; pyproject.toml excludes it from the wheel. Files that start with an
# underscore, and conftest.py, are machinery.
SECRET = (
    "autograder/graders/test_*.py",
    "autograder/misconceptions/[!_]*.py",
    "autograder/probes/hidden/*.py",
    "autograder/specs/*.py",
    "autograder/variants/[!_]*.py",
)


def is_checkout(root: Path) -> bool:
    """Whether this course's folder is the kit itself, so that the wheel is made of it."""
    return (root / "pyproject.toml").is_file() and (root / "autograder").is_dir()


def contents(root: Path) -> dict[str, Path]:
    """What the wheel would hold: path inside it to file on disk."""
    files = WheelBuilder(str(root)).recurse_included_files()
    return {file.distribution_path: Path(file.path) for file in files}


def make(root: Path, folder: Path) -> Path:
    """Build the wheel into `folder`, without network and without a second environment.

    BuildError where its fingerprints were made from another catalogue: it would name mistakes wrongly or not at all.
    """
    file = root / "autograder" / FILE
    if not fingerprinting.is_made_from_here(file):
        raise BuildError(f"{file} was not made from the catalogue as it is now; run `softmarks build` first")
    return Path(next(WheelBuilder(str(root)).build(directory=str(folder), versions=["standard"])))


def secret_files(root: Path) -> Iterator[Path]:
    """Every file whose bodies must not reach a learner."""
    for pattern in SECRET:
        yield from sorted(root.glob(pattern))
