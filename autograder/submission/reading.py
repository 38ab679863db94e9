"""From a path to a submission: open, read each file, choose, put together, and say what was mended."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from autograder.facts import Assignment, Course
from autograder.submission import archive, notebook, remarks, script
from autograder.submission.assemble import Placed, cells, placed, untouched
from autograder.submission.choose import choose, names
from autograder.submission.draft import Draft
from autograder.submission.files import Contents, File, folder, is_folder, one_file, refuse_link
from autograder.submission.record import Refused, Submission, Unreadable, digest, printable
from autograder.submission.text import decode


def read(path: Path, course: Course, assignment: str | None = None) -> Submission:
    """Whatever a person hands in as one submission: a notebook, a script, a folder or a zip of these.

    `assignment` is what the caller asked for; without it the embedded id counts, else the assignment of which most
    functions are defined. Nothing is run, written or unpacked to disk, and no link is followed.

    Raises Unreadable where nothing can be graded, Refused where opening would not be safe, and facts.CourseError when
    the course has no such assignment.
    """
    if assignment is not None:
        course.assignment(assignment)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the parser warns about a stranger's backslashes; that is their affair
        contents, alone = _open(path, course)
        drafts, said = _drafts(contents, course, path, alone)
    choice = choose(drafts, course, assignment)
    libraries = _libraries(choice.assignment)
    beside = _modules(contents.files) - libraries
    pieces = placed(choice.drafts, choice.assignment, beside)
    if alone:
        beside = frozenset(_lying_beside(path, pieces)) - libraries
    own = [sentence for draft in choice.drafts for sentence in draft.repairs]
    found = remarks.repairs(pieces, choice.assignment)
    repairs = (*said, *own, *choice.repairs, *found, *remarks.helpers(pieces, beside))
    shipped = remarks.shipped(contents.files, choice.drafts)
    evidence = (*remarks.evidence(pieces, course, choice.assignment), *shipped)
    name, run, stubs = choice.assignment.name, tuple(cells(pieces)), untouched(pieces, choice.assignment)
    book = next((draft.notebook for draft in choice.drafts if draft.notebook is not None), None)
    identity = digest(name, run, stubs, repairs, evidence)
    return Submission(path, name, run, repairs, evidence, stubs, book, identity)


def _open(path: Path, course: Course) -> tuple[Contents, bool]:
    """The files of the submission, and whether it is one file handed in alone."""
    limit = course.limits.submission_megabytes * 2**20
    if is_folder(path):
        return archive.unpacked(folder(path, limit), limit), False
    file = one_file(path, limit)
    data = file.load()
    if archive.is_zip(data):
        return archive.contents(data, file.name, limit), False
    return Contents((File(file.name, file.size, file.modified, lambda: data),)), True


def _drafts(contents: Contents, course: Course, path: Path, alone: bool) -> tuple[list[Draft], list[str]]:
    """What each file holds; one that cannot be read is named and left aside as long as another can."""
    exercises = frozenset(name for assignment in course.assignments for name in names(assignment))
    if alone:
        return [_draft(contents.files[0], contents.files[0].load(), exercises)], []
    files = [file for file in contents.files if file.is_notebook or file.is_script]
    _bounded(files, course, path)
    drafts: list[Draft] = []
    failed: list[Unreadable] = []
    for file in files:
        try:
            data = file.load()
            if file.is_notebook or any(name.encode() in data for name in exercises):
                drafts.append(_draft(file, data, exercises))
        except Unreadable as error:
            failed.append(error)
    drafts = [draft for draft in drafts if draft.kind == "notebook" or (draft.defined | draft.stubs) & exercises]
    if not drafts:
        raise _nothing(contents, path, failed)
    said = [f"{link} is a link out of the submission and was not followed" for link in contents.links]
    return drafts, [*said, *(f"left aside: {error}" for error in failed)]


def _bounded(files: Sequence[File], course: Course, path: Path) -> None:
    megabytes = course.limits.submission_megabytes
    if sum(file.size for file in files) > megabytes * 2**20:
        raise Refused(
            f"{printable(path.name)} holds more than {megabytes} MB of notebooks and scripts; hand in one notebook"
        )


def _nothing(contents: Contents, path: Path, failed: Sequence[Unreadable]) -> Unreadable | Refused:
    if failed:
        return failed[0]
    if contents.links:
        return refuse_link(contents.links[0])
    shown = printable(path.name or str(path))
    return Unreadable(
        f"{shown} holds no notebook, and no .py file with a function of this course; hand in one of these"
    )


def _draft(file: File, data: bytes, exercises: frozenset[str]) -> Draft:
    """One file by what it holds; its ending only decides where that leaves a doubt."""
    shown = file.shown
    if not data.strip(b"\0 \t\r\n"):
        raise Unreadable(f"{shown} is empty; open it, see that your work is there, save it, and hand in that file")
    text, said = decode(data, shown)
    if notebook.looks_like(text):
        try:
            draft = notebook.read(text, shown, exercises, file.modified)
        except Unreadable:
            if not file.is_script:
                raise
            draft = script.read(text, shown, file.modified)
    else:
        draft = script.read(text, shown, file.modified)
        if not file.is_script and not (draft.defined | draft.stubs) & exercises:
            raise Unreadable(f"{shown} is no notebook and no script of this course; hand in the .ipynb or .py file")
    if (draft.kind == "script") is file.is_notebook:
        said = (*said, f"{shown} holds a {draft.kind}, whatever its name ends in, and was read as one")
    return _with(draft, said)


def _with(draft: Draft, said: tuple[str, ...]) -> Draft:
    return replace(draft, repairs=(*said, *draft.repairs)) if said else draft


def _modules(files: Sequence[File]) -> frozenset[str]:
    """The names under which files of the submission could be imported, were they run."""
    paths = [PurePosixPath(file.name) for file in files if file.is_script]
    return frozenset(
        path.parts[-2] if path.name == "__init__.py" and len(path.parts) > 1 else path.stem for path in paths
    )


def _libraries(assignment: Assignment) -> frozenset[str]:
    """The names that an import finds elsewhere, whatever lies beside a submission."""
    allowed = {name.partition(".")[0] for name in assignment.allowed_imports}
    return frozenset(allowed | sys.stdlib_module_names | {"autograder"})


def _lying_beside(path: Path, pieces: Sequence[Placed]) -> Iterator[str]:
    """Modules imported by a file that was handed in alone, which lie in its folder and will not be handed in."""
    for package in sorted({package for p in pieces for package in p.piece.code.packages} - {path.stem}):
        try:
            if package.isidentifier() and (path.parent / f"{package}.py").is_file():
                yield package
        except OSError:
            continue  # a name longer than the system allows
