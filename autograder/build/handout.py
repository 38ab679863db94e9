"""What a learner receives: for each assignment one zip with notebook, .py edition, wheel and a README of ten lines."""

from __future__ import annotations

import ast
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from autograder.build import wheel
from autograder.build.script import BuildError, pieces_of
from autograder.facts import Assignment, Course

DIST = "dist"
WHEELHOUSE = "wheelhouse"
# The day that hatchling stamps on a wheel's members, so that the same course gives the same bytes.
DAY = (2020, 2, 2, 0, 0, 0)
WITH_EVERY_WHEEL = frozenset({"autograder", "numpy"})


def make_handouts(course: Course, *, offline: bool = False) -> list[Path]:
    """The wheel and one zip per assignment in dist/; with `offline` also zips that install without a network.

    Nothing is made where the course is not the kit itself, since there is no wheel then. BuildError when the packages
    of the wheel cannot be had.
    """
    if course.root is None or not wheel.is_checkout(course.root):
        return []
    folder = course.root / DIST
    learners = wheel.make(course.root, folder)
    made = [learners]
    for assignment in course.assignments:
        made.append(pack(folder / f"{assignment.name}.zip", assignment.name, _files(course, assignment, learners)))
        if offline:
            made.append(_pack_offline(course, assignment, learners, folder))
    return made


def packages_of(script: str) -> list[str]:
    """What the first code cell of a .py edition imports and neither Python nor the wheel brings along."""
    cells = (piece.source for piece in pieces_of(script[script.index("# %%") :], "the .py edition") if not piece.prose)
    roots: set[str] = set()
    for node in ast.walk(ast.parse(next(cells, ""))):
        if isinstance(node, ast.Import):
            roots |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            roots.add((node.module or "").partition(".")[0])
    return sorted(roots - sys.stdlib_module_names - WITH_EVERY_WHEEL)


# --- what goes in -----------------------------------------------------------------------------------------------------


def _files(course: Course, assignment: Assignment, learners: Path, platform: str = "") -> Iterator[tuple[str, bytes]]:
    """Names inside the folder that the zip unpacks to, and contents."""
    name = assignment.name
    released = course.folder("release") / name
    script = (released / f"{name}.py").read_bytes()
    yield f"{name}.ipynb", (released / f"{name}.ipynb").read_bytes()
    yield f"{name}.py", script
    yield learners.name, learners.read_bytes()
    more = packages_of(script.decode("utf-8"))
    told = readme(
        "README.txt.j2", assignment=assignment, wheel=learners.name, packages=more, platform=platform, house=WHEELHOUSE
    )
    yield "README.txt", told.encode("utf-8")


def readme(template: str, **names: object) -> str:
    """The ten lines that lie beside the files."""
    templates = Environment(
        loader=PackageLoader("autograder.build"), undefined=StrictUndefined, keep_trailing_newline=True
    )
    return templates.get_template(template).render(**names)


def pack(path: Path, folder: str, files: Iterable[tuple[str, bytes]]) -> Path:
    """A zip of one folder, stored and not deflated: what zlib makes differs from version to version."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}")
    with zipfile.ZipFile(fresh, "w", zipfile.ZIP_STORED) as made:
        for name, content in sorted(files):
            member = zipfile.ZipInfo(f"{folder}/{name}", DAY)
            member.create_system = 3  # the same on every system
            member.external_attr = 0o644 << 16
            made.writestr(member, content)
    fresh.replace(path)
    return path


# --- without a network ------------------------------------------------------------------------------------------------


def platform_name() -> str:
    """The kind of machine that an offline hand-out made here serves, e.g. linux-x86_64-python3.11."""
    return f"{sysconfig.get_platform()}-python{sys.version_info.major}.{sys.version_info.minor}"


def _pack_offline(course: Course, assignment: Assignment, learners: Path, folder: Path) -> Path:
    here = platform_name()
    with tempfile.TemporaryDirectory(prefix="softmarks-wheelhouse-") as place:
        house = Path(place)
        files = [*_files(course, assignment, learners, here)]
        _download(house, learners, packages_of(dict(files)[f"{assignment.name}.py"].decode("utf-8")))
        files += [
            (f"{WHEELHOUSE}/{one.name}", one.read_bytes()) for one in house.iterdir() if one.name != learners.name
        ]
        return pack(folder / f"{assignment.name}-offline-{here}.zip", assignment.name, files)


def _download(house: Path, learners: Path, packages: list[str]) -> None:
    """Everything that the wheel needs, as wheels for this kind of machine, from wherever pip gets its packages."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
    done = subprocess.run(
        [*pip, "--dest", str(house), str(learners), *packages],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise BuildError(
            f"the packages for the wheelhouse could not be had; pip says: {done.stderr.strip()[-500:]}. "
            "It needs a network or a package folder: set PIP_INDEX_URL or PIP_FIND_LINKS as your site asks"
        )
