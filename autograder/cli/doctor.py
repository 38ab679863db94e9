"""softmarks doctor: what this machine can do, and what stands in the way."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib import metadata, util

import typer

from autograder import facts
from autograder.cli.check import CourseFolder
from autograder.facts import CourseError
from autograder.sandbox import Sandbox, default_backend

PACKAGES = ("numpy", "pytest", "typer", "rich", "jinja2", "ipykernel", "jupyterlab", "nbgrader", "matplotlib", "scipy")


def doctor(course: CourseFolder = None) -> None:
    """Say which walls hold here, which versions are installed, and which edition this is."""
    edition = "instructor" if util.find_spec("autograder.specs") else "learner"
    print(f"edition: {edition}")
    print(f"python: {platform.python_version()} at {sys.executable}")
    for name in PACKAGES:
        print(f"package {name}: {_version(name)}")
    findings = 0
    for name, holds, why in _walls():
        print(f"wall {name}: {'yes' if holds else 'no'}{': ' + why if why else ''}")
    try:
        known = facts.find(course)
        print(f"course: {known.title}, {known.root or 'built into the package'}")
    except CourseError as trouble:
        print(f"course: {trouble}")
        findings += 1
    if default_backend() == "portable":
        print("finding: submissions cannot be walled off here; grade needs --trust-submissions")
        findings += 1
    if findings:
        raise typer.Exit(1)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _walls() -> Iterator[tuple[str, bool, str]]:
    with Sandbox(("numpy",), facts.find().limits) as sandbox:
        for layer in sandbox.layers():
            yield layer.name, layer.holds, layer.why
