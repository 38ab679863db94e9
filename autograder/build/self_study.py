"""The edition for those whom nobody grades: all days in one folder, every check in the wheel, no solution beside."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from autograder.build import data, handout, release, script, wheel
from autograder.build.percent import MARKER_LINE
from autograder.build.script import BuildError, Script
from autograder.facts import SELF_STUDY, Course
from autograder.hints import texts

NAME = "softmarks-self-study"
# What the learner's wheel leaves out and this one needs: the hidden checks, and what names a mistake by the catalogue.
ROOMS = ("diagnosis", "graders", "misconceptions", "probes/hidden", "specs")


def make_self_study(course: Course) -> Path | None:
    """dist/softmarks-self-study.zip, or None where the course is not the kit itself."""
    if course.root is None or not wheel.is_checkout(course.root):
        return None
    alone = replace(course, self_study=True)
    scripts = [script.read(course, assignment) for assignment in course.assignments]
    with tempfile.TemporaryDirectory(prefix="softmarks-self-study-") as place:
        workshop = Path(place).resolve()
        made = release.everything(alone, scripts, _fresh(workshop / "course"))
        built = wheel.make(_stage(course.root, scripts, _fresh(workshop / "kit")), workshop)
        files = [*_texts(course, made), (built.name, built.read_bytes())]
    packages = sorted({name for file, text in files if file.endswith(".py") for name in _needs(text)})
    readme = handout.readme("SELF-STUDY.txt.j2", course=course, wheel=built.name, packages=packages)
    return handout.pack(
        course.root / handout.DIST / f"{NAME}.zip", NAME, [*files, ("README.txt", readme.encode("utf-8"))]
    )


def _fresh(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _texts(course: Course, made: release.Made) -> Iterator[tuple[str, bytes]]:
    """Notebooks and scripts, side by side in one folder."""
    for path, content in made.items():
        if path.startswith(f"{course.release}/"):
            yield Path(path).name, content


def _needs(text: bytes) -> list[str]:
    return handout.packages_of(text.decode("utf-8"))


# --- the wheel --------------------------------------------------------------------------------------------------------


def _stage(root: Path, scripts: list[Script], stage: Path) -> Path:
    """A checkout of which hatchling makes this edition's wheel."""
    files = dict(wheel.contents(root))
    for room in ROOMS:
        found = sorted((root / "autograder" / room).rglob("*.py"))
        files |= {path.relative_to(root).as_posix(): path for path in found if path.name != "conftest.py"}
    for name, path in files.items():
        _write(stage / name, path.read_bytes())
    _write(stage / data.FACTS, _marked((root / data.FACTS).read_bytes()))
    _write(stage / data.FINGERPRINTS, _without_hidden((root / data.FINGERPRINTS).read_bytes()))
    _write(stage / "autograder" / "hints" / texts.REFERENCES, texts.packed(_references(scripts)))
    _write(stage / "LICENSE", (root / "LICENSE").read_bytes())
    project = _project((root / "pyproject.toml").read_text(encoding="utf-8"))
    _write(stage / "pyproject.toml", project.encode("utf-8"))
    return stage


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _project(text: str) -> str:
    """pyproject.toml with a version of its own and with nothing left out."""
    text, versions = re.subn(r'^version = "(.+)"$', r'version = "\1+selfstudy"', text, flags=re.MULTILINE)
    text, excludes = re.subn(r"^exclude = \[\n(?:.*\n)*?\]\n", "", text, flags=re.MULTILINE)
    if (versions, excludes) != (1, 1):
        raise BuildError("pyproject.toml: expected one line `version = …` and one list `exclude = […]` of the wheel")
    return text


def _marked(facts: bytes) -> bytes:
    return json.dumps({**json.loads(facts), SELF_STUDY: True}, indent=1, ensure_ascii=False).encode("utf-8")


def _without_hidden(fingerprints: bytes) -> bytes:
    """The fingerprints, with no check that would run at grading."""
    known = json.loads(fingerprints)
    for row in known["exercises"].values():
        row["hidden_checks"] = 0
    return json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _references(scripts: list[Script]) -> dict[str, str]:
    """The solved functions by exercise, without the marks around the answer."""
    pieces = (piece for text in scripts for piece in text.marked("exercise"))
    return {piece.exercise: MARKER_LINE.sub("", piece.source + "\n").rstrip("\n") for piece in pieces}
