"""Which file on disk a kernel's notebook or script is: what the editor says, else what lies in the folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.facts import Course

ENDINGS = (".ipynb", ".py")
LOOKED_AT = 200  # files of a folder; whoever works in a larger one is asked for the path
HEAD = 200_000  # characters of a file in which its course is named


class NotFound(Exception):
    """The file is not known; the text says where it was looked for, and how to name it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file of the course, and what a person should know about how it was found."""

    path: Path
    notes: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        return shown(self.path)


def shown(path: Path) -> str:
    """The path as it may stand in a notebook that is handed in: without the name of whoever's home folder it is in."""
    try:
        return str(Path("~", path.relative_to(Path.home())))
    except (ValueError, RuntimeError):
        return str(path)


def find(given: str | Path | None, course: Course) -> Found:
    """The file that is meant; NotFound when there is none."""
    if given is not None:
        path = Path(given).expanduser().absolute()
        if not path.is_file():
            raise NotFound(f"there is no file {shown(path)}; give the path of your notebook or script")
        return Found(path)
    told = _told_by_the_editor()
    if told is not None and told.is_file():
        return Found(told, tuple(_beside(told, course)))
    gone = f"{shown(told)}, which this kernel was started for, is not there any more" if told else ""
    return _newest(course, gone)


def _told_by_the_editor() -> Path | None:
    """What VS Code writes into the kernel, what Jupyter's server puts around it, or the script that runs."""
    main = sys.modules["__main__"]
    name = getattr(main, "__vsc_ipynb_file__", None) or os.environ.get("JPY_SESSION_NAME")
    if not name and "IPython" not in sys.modules:
        name = getattr(main, "__file__", None)
    path = Path(name).absolute() if isinstance(name, str) else None
    return path if path and path.suffix in ENDINGS else None


def _newest(course: Course, gone: str) -> Found:
    """The file of the course that was saved last in this folder."""
    here = Path.cwd()
    known = sorted(_of_the_course(here, course), key=lambda path: path.stat().st_mtime, reverse=True)
    if not known:
        why = f"{gone}, and " if gone else ""
        raise NotFound(
            f"{why}no file of this course lies in {shown(here)}. If your notebook lies elsewhere, give its path: "
            'ready_to_hand_in("path/to/your/notebook.ipynb")'
        )
    notes = [f"{gone}; the file that was saved last in {shown(here)} was taken"] if gone else []
    return Found(known[0], (*notes, *_beside(known[0], course)))


def _beside(path: Path, course: Course) -> Iterator[str]:
    """Other files of the course in the same folder: a copy is easily handed in for the original."""
    others = sorted(one.name for one in _of_the_course(path.parent, course) if one.name != path.name)
    if others:
        yield f"beside it: {', '.join(others)}. What was checked, and what to hand in, is {path.name}"


def _of_the_course(folder: Path, course: Course) -> Iterator[Path]:
    """Files that carry the course's mark, as the build writes it into every notebook and script."""
    marks = (f'"course": "{course.id}"', f"# softmarks: {course.id}/")
    for number, path in enumerate(sorted(folder.iterdir())):
        if number >= LOOKED_AT:
            return
        if path.suffix in ENDINGS and path.is_file() and not path.name.startswith("."):
            try:
                text = path.read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue
            if any(mark in text[:HEAD] or mark in text[-HEAD:] for mark in marks):
                yield path
