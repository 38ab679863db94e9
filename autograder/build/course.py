"""The whole build: read every text, refuse what does not fit, make everything aside, compare, and only then write."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.build import data, leaks, release, rules, script, tokens, wheel
from autograder.build.release import Made
from autograder.build.script import BuildError, Script
from autograder.diagnosis import twins
from autograder.facts import Course, CourseError
from autograder.probes import KEY_FILE

LEFT_BY_TOOLS = (".ipynb_checkpoints", "__pycache__", ".DS_Store")


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What the build did or found, in sentences. With problems or leaks nothing was written."""

    written: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    leaks: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        return not (self.stale or self.leaks or self.problems)


def build(course: Course, *, check: bool) -> BuildReport:
    """Make notebooks, .py editions, solutions and built data from source/; with `check` only say what would change."""
    if course.root is None:
        raise CourseError("building needs the course's folder: run it there, or give --course DIR")
    scripts, problems = _read(course)
    problems += rules.problems(course, scripts)
    if wheel.is_checkout(course.root):
        problems += data.missing_rooms(course, course.root)
        problems += twins.in_course(course)
    if not problems:
        try:
            made = _make(course, scripts)
            problems += release.unfinished(made, course, scripts)
        except BuildError as error:
            problems.append(str(error))
    if problems:
        return BuildReport(problems=tuple(problems))
    found = tuple(_leaks(course, course.root, scripts, made))
    old = [path for path, content in made.items() if not _same(course.root / path, content)]
    strays = tuple(_strays(course, course.root, made))
    if check:
        stale = tuple(f"{path} is not what source/ makes of it; run `softmarks build`" for path in old)
        return BuildReport(stale=stale + strays, leaks=found)
    if not found:
        for path in old:
            _write(course.root / path, made[path])
    return BuildReport(written=() if found else tuple(old), stale=strays, leaks=found)


def _read(course: Course) -> tuple[list[Script], list[str]]:
    """All texts, and a sentence for each that cannot be read, is missing, or belongs to no assignment."""
    scripts, problems = [], []
    for assignment in course.assignments:
        try:
            scripts.append(script.read(course, assignment))
        except BuildError as error:
            problems.append(str(error))
    known = {assignment.name for assignment in course.assignments}
    for path in sorted(course.folder("source").glob("*.py")):
        if path.stem not in known:
            name = f"{course.source}/{path.name}"
            problems.append(f"{name}: course_config.py has no assignment {path.stem}; add it there, or move the file")
    return scripts, problems


def _make(course: Course, scripts: Sequence[Script]) -> Made:
    with tempfile.TemporaryDirectory(prefix="softmarks-build-") as folder:
        made = release.everything(course, scripts, Path(folder).resolve())
    if course.root and wheel.is_checkout(course.root):
        made |= data.built_data(course, course.root)
    return made


# --- comparing and writing --------------------------------------------------------------------------------------------


def _same(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content


def _strays(course: Course, root: Path, made: Made) -> Iterator[str]:
    """Files in built folders that no source makes. nbgrader releases whatever lies in source/<assignment>/."""
    for which in ("source", "release", "solution"):
        for path in sorted(course.folder(which).glob("*/**/*")):
            name = path.relative_to(root).as_posix()
            if path.is_dir() or name in made or any(part in LEFT_BY_TOOLS for part in path.parts):
                continue
            harm = "nbgrader would release it to students" if which == "source" else "no text in source/ makes it"
            yield f"{name}: {harm}; move it elsewhere or delete it"


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(path)


# --- leaks ------------------------------------------------------------------------------------------------------------


def _leaks(course: Course, root: Path, scripts: Sequence[Script], made: Made) -> Iterator[str]:
    secrets, exceptions = secrets_of(course, root, scripts), leaks.reviewed()
    released = {path: content for path, content in made.items() if path.startswith(f"{course.release}/")}
    shipped = wheel.contents(root) if wheel.is_checkout(root) else {}
    for name, path in shipped.items():
        released[name] = made.get(name, path.read_bytes())
    released.pop(data.FINGERPRINTS, None)  # its sentences and hints are meant for learners
    for name, content in released.items():
        yield from leaks.search(secrets, name, content, exceptions)


def secrets_of(course: Course, root: Path, scripts: Sequence[Script]) -> leaks.Secrets:
    """Solutions, graders, specs, hidden probes and the catalogue, and the course key where there is one."""
    secrets = leaks.Secrets()
    for text in scripts:
        secrets.add(text.name, tokens.solutions(text.text))
    for path in wheel.secret_files(root):
        rows = tokens.bodies(path.read_text(encoding="utf-8"))
        secrets.add(path.relative_to(root).as_posix(), rows)
    key = course.folder("classroom") / KEY_FILE
    if key.is_file():
        secrets.add_key(key.read_bytes())
    return secrets
